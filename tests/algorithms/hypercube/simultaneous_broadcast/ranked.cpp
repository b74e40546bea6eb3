#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <ranges>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "collectives/input/broadcasters.hpp"
#include "node/violation.hpp"
#include "support/erased_node.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/cube_theory.hpp"
#include "tutti/catalog/hypercube_program.hpp"
#include "tutti/catalog/knowledge.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("algorithms/hypercube/simultaneous_broadcast/ranked.cpp") {

namespace {

using tutti::broadcaster_set;
using tutti::hypercube;
using tutti::node_id;
using tutti::slot;

constexpr std::string_view ranked = "simultaneous-broadcast/ranked";
constexpr std::string_view after_prefix = "simultaneous-broadcast/ranked-prefix";

tutti::experiment with(std::string_view name, int d, const broadcaster_set& senders) {
    return support::on_cube(support::entry(name), d, support::written(senders));
}

/// The ranked program, but with ranks that are given as digits, one a broadcaster.
tutti::algorithm with_any_ranks() {
    tutti::algorithm changed = support::entry(ranked);
    changed.parameters.push_back({.name = "ranks",
                                  .default_value = "",
                                  .meaning = "the rank of each broadcaster",
                                  .range = tutti::name_range{.words = "digits"}});
    changed.knowledge = {tutti::knowledge_item::broadcasters};
    changed.rank = {};
    changed.program = [inner = changed.program](const tutti::setting& setting) {
        return tutti::any_program::on<tutti::short_packet>(
            tutti::cube_of(setting),
            [program = inner(setting), ranks = setting.parameter<std::string>("ranks")](
                auto& self, tutti::node_input input, tutti::knowledge knowledge) -> tutti::task<> {
                const auto nodes = knowledge.broadcasters();
                const auto at = std::ranges::find(nodes, self.id()) - nodes.begin();
                const char digit = at < std::ssize(nodes) ? ranks[std::size_t(at)] : '1';
                knowledge.tell(tutti::knowledge_item::rank, std::uint64_t(digit - '1'));
                support::any_face erased{self};
                (void)co_await program.start(erased, std::move(input), knowledge);
            });
    };
    return changed;
}

/// Calls `check` with every way to give K of the ranks 1 to d to K broadcasters, as digits.
template <class Check>
void for_all_ranks(int d, std::size_t k, const Check& check) {
    std::string digits(static_cast<std::size_t>(d), '1');
    std::iota(digits.begin(), digits.end(), '1');
    std::set<std::string> names;
    for (bool is_new = true; is_new; is_new = std::ranges::next_permutation(digits).found) {
        names.insert(digits.substr(0, k));
    }
    std::ranges::for_each(names, check);
}

/// For each packet of a run, in the order of the broadcasters, where its source sends it first.
std::vector<tutti::port> first_ports(const tutti::experiment& plan) {
    support::event_recorder log;
    (void)support::run_logged(plan, log);
    std::map<std::pair<node_id, std::uint32_t>, tutti::port> ports;
    for (const tutti::transmission& each : log.transmissions()) {
        const tutti::message content = each.content.value_or(tutti::message{});
        if (each.kind == "data" && content.origin == each.from) {
            ports.try_emplace({each.from, content.number}, each.through);
        }
    }
    std::vector<tutti::port> first_of_each(ports.size());
    std::ranges::copy(ports | std::views::values, first_of_each.begin());
    return first_of_each;
}

}  // namespace

// Two that met would break the model.
TEST_CASE("with any ranks that differ, no two packets ever meet") {
    const tutti::algorithm algorithm = with_any_ranks();
    for (int d = 1; d <= 3; ++d) {
        for (std::uint64_t members = 0; members < std::uint64_t{1} << (1 << d); ++members) {
            if (std::popcount(members) > d) {
                continue;
            }
            tutti::experiment plan =
                support::on_cube(algorithm, d, support::written(support::subset(members)));
            for_all_ranks(d, std::size_t(std::popcount(members)), [&](const std::string& ranks) {
                plan.parameters["ranks"] = ranks;
                const tutti::result outcome = support::run(plan);
                CAPTURE(outcome.broadcasters);
                CAPTURE(ranks);
                CHECK(support::verdict_line(outcome) == "complete");
            });
        }
    }
}

TEST_CASE("with a rank twice, packets may meet") {
    const tutti::algorithm algorithm = with_any_ranks();
    tutti::experiment plan = support::on_cube(algorithm, 3, "nodes:0,1");
    plan.parameters["ranks"] = "22";
    CHECK(support::run(plan).violation == tutti::violation_kind::link_busy);
}

TEST_CASE("ranks run from the largest id down, and the packet of rank r begins with r mod d") {
    const tutti::broadcaster_set three = tutti::broadcasters_at({1, 2, 6});
    const tutti::broadcaster_set several = tutti::broadcasters_at({0, 5, 5, 9, 9});
    for (const std::string_view name : {ranked, after_prefix}) {
        CAPTURE(name);
        // Ranks 3, 2, 1; and, on the cube of 32 nodes, 5; 3, 4; 1, 2.
        CHECK(first_ports(with(name, 3, three)) == std::vector<tutti::port>{0, 2, 1});
        CHECK(first_ports(with(name, 5, several)) == std::vector<tutti::port>{0, 3, 4, 1, 2});
    }
}

}  // TEST_SUITE("algorithms/hypercube/simultaneous_broadcast/ranked.cpp")
