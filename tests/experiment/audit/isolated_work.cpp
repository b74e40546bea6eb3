#include "experiment/processes/isolated_work.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "experiment/audit/audited_run.hpp"
#include "experiment/audit/isolated_run.hpp"
#include "node/schedule_cache.hpp"
#include "support/derived_payloads.hpp"
#include "support/scratch.hpp"
#include "support/standard.hpp"
#include "tutti/experiment/audit.hpp"

TEST_SUITE("experiment/processes/isolated_work.hpp") {

namespace {

using tutti::byte_string;
using tutti::experiment;
using tutti::piece_kind;

using pieces = std::vector<std::pair<piece_kind, byte_string>>;

// Inputs and outcomes are values with padding, which has any bytes; so has the note that ends an
// event.
tutti::piece_reader::visitor kept_in(pieces& said) {
    return [&said](piece_kind kind, std::span<const std::byte> content) {
        const bool has_padding =
            kind == piece_kind::scale || kind == piece_kind::world || kind == piece_kind::outcome;
        const auto note = kind == piece_kind::event
                              ? std::ssize(std::array<std::byte, sizeof(tutti::packet_note)>{})
                              : 0;
        const auto kept = has_padding ? 0 : std::ssize(content) - note;
        said.emplace_back(kind, byte_string{content.begin(), content.begin() + kept});
    };
}

pieces said_here(const experiment& plan, std::span<const std::byte> work) {
    pieces said;
    tutti::piece_reader reader;
    const auto resolve = [&](experiment& named, std::string_view /*collective*/,
                             std::string_view /*algorithm*/) {
        named.algorithm = plan.algorithm;
        named.catalogue = plan.catalogue;
        named.built_network = plan.built_network;
    };
    tutti::do_work(
        work, resolve, [] {},
        [&](std::span<const std::byte> some) { reader.hear(some, kept_in(said)); });
    return said;
}

// A process also says whether it is sealed.
pieces said_by_process(const experiment& plan, std::span<const std::byte> work) {
    pieces said;
    const auto end = tutti::process_starter{plan}.start(work, kept_in(said), {});
    CHECK(end.ending == tutti::process_ending::completed);
    std::erase_if(said, [](const auto& each) { return each.first == piece_kind::sealed; });
    return said;
}

void check_same(const experiment& plan, std::span<const std::byte> work) {
    CHECK((said_here(plan, work) == said_by_process(plan, work)));
}

void check_works(const experiment& plan) {
    const tutti::process_starter starter{plan};
    const auto run = tutti::run_all(starter, plan, {}, {.node_seed = 1}).value();
    byte_string reference = tutti::work_on(tutti::work_kind::reference, plan);
    append_values(reference, tutti::first_run_wish{.nodes = run.nodes}, std::size_t{1},
                  std::uint64_t{1}, std::uint64_t{1} << 40U, std::optional<tutti::slot>{});
    CHECK(said_here(plan, reference).back().first == piece_kind::outcome);

    const tutti::isolated_run_request wish{.key = 5, .seed = 6, .withheld = {}, .nodes = run.nodes};
    byte_string world = tutti::work_on(tutti::work_kind::world, plan);
    append_values(world, wish);
    check_same(plan, world);

    const auto inputs = tutti::prepare(starter, plan, wish, {}).world.value();
    for (std::size_t i = 0; i < run.nodes.size(); ++i) {
        const tutti::isolated_run alone{.node = run.nodes[i], .log = run.logs[i], .last = run.last};
        check_same(plan, work_for(inputs, alone, inputs.inputs[i], tutti::derived_payloads{7}));
    }
}

}  // namespace

TEST_CASE("work on inputs and nodes says the same in a process as in this one") {
    for (const auto& [algorithm, network] :
         std::array<std::pair<std::string_view, std::string_view>, 3>{
             {{"simultaneous-broadcast/prefix-roots", "hypercube:3"},
              {"multinode-broadcast/quarter-turns", "torus:3x3"},
              {"reduce/shortest-paths", "ring:6"}}}) {
        CAPTURE(algorithm);
        check_works(support::on_network(support::entry(algorithm), network, "all"));
    }
    experiment dynamic =
        support::on_network(support::entry("dynamic-broadcast/intervals"), "hypercube:3", "all");
    dynamic.parameters.insert_or_assign("intervals", 8);
    dynamic.parameters.insert_or_assign("rate", tutti::rational{1, 30});
    check_works(dynamic);
}

TEST_CASE("work that cannot be done is refused in words") {
    const experiment plan =
        support::on_network(support::entry("reduce/shortest-paths"), "ring:6", "all");
    const byte_string work = tutti::work_on(tutti::work_kind::world, plan);
    for (const std::size_t size : {std::size_t{1}, work.size()}) {
        CAPTURE(size);
        const auto part = std::span{work}.first(size);
        check_same(plan, part);
        CHECK(said_here(plan, part).back().first == piece_kind::refusal);
        CHECK_THROWS_WITH(tutti::throw_refusal(said_here(plan, part).back().second),
                          tutti::refusal_in(said_here(plan, part).back().second).c_str());
    }
}

TEST_CASE("isolated processes have no cache of schedules, if they are forked, too") {
    const support::scratch folder;
    const experiment plan =
        support::on_network(support::entry("multinode-broadcast/receiver-matching"), "ring:5");
    const tutti::algorithm in_no_catalogue = *plan.algorithm;
    experiment forked = plan;
    forked.algorithm = &in_no_catalogue;
    for (const experiment& each : {plan, forked}) {
        tutti::use_schedule_cache(folder.path("cache"), {.operations = 0, .seconds = 0});
        const auto report = tutti::audit(each, {.nodes = 2, .trials = 1}, "audit");
        CHECK(report.verdict == tutti::locality::local);
        CHECK(!std::filesystem::exists(folder.path("cache")));
    }
    CHECK(support::verdict_line(support::run(plan)) == "complete");
    CHECK(std::filesystem::exists(folder.path("cache")));
    tutti::use_schedule_cache({});
}

}  // TEST_SUITE
