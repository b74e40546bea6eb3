#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "collectives/input/broadcasters.hpp"
#include "topology/trees/rotation_classes.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/engine/sink.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/node/message.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("algorithms/hypercube/simultaneous_broadcast/greedy.cpp") {

namespace {

using tutti::broadcaster_set;
using tutti::hypercube;
using tutti::node_id;
using tutti::slot;

constexpr std::string_view unbalanced = "unbalanced";
constexpr std::string_view rotation = "rotation";

tutti::experiment with(std::string_view tree, int d, std::string_view senders) {
    tutti::experiment plan =
        support::on_cube(support::entry("simultaneous-broadcast/fixed-trees"), d, senders);
    plan.parameters["tree"] = tree;
    return plan;
}

/// A packet on a link: the slot, from 0, its node and port, and its message's origin and number.
using hop = std::tuple<slot, node_id, tutti::port, node_id, std::uint32_t>;

/// The greedy broadcasts of spec/hypercube.md, section 2.5, worked out with all queues in one
/// place.
class greedy_on_paper {
public:
    explicit greedy_on_paper(int d) : cube_{d}, queues_(cube_.node_count()) {}

    std::vector<hop> hops(const broadcaster_set& senders) {
        for (std::size_t i = 0; i < senders.nodes.size(); ++i) {
            for (std::uint32_t number = 0; number < senders.packets[i]; ++number) {
                join(senders.nodes[i], {senders.nodes[i], number});
            }
        }
        std::vector<hop> list;
        for (slot at = 0; pass_slot(at, list); ++at) {
        }
        return list;
    }

private:
    using named = std::pair<node_id, std::uint32_t>;

    // A packet from s at x is to cross the dimensions above the highest bit of x ^ s.
    void join(node_id node, named packet) {
        for (int i = static_cast<int>(std::bit_width(node ^ packet.first)); i < cube_.dimensions();
             ++i) {
            queues_[node][i].push_back(packet);
        }
    }

    // Adds what is sent; false if that is nothing.
    bool pass_slot(slot at, std::vector<hop>& list) {
        std::map<std::pair<node_id, tutti::port>, named> arrived;
        for (node_id node = 0; node < queues_.size(); ++node) {
            for (auto& [through, waiting] : queues_[node]) {
                if (!waiting.empty()) {
                    const named packet = waiting.front();
                    waiting.pop_front();
                    list.emplace_back(at, node, through, packet.first, packet.second);
                    arrived[{cube_.neighbour(node, through), through}] = packet;
                }
            }
        }
        for (const auto& [place, packet] : arrived) {
            join(place.first, packet);
        }
        return !arrived.empty();
    }

    hypercube cube_;
    std::vector<std::map<tutti::port, std::deque<named>>> queues_;  // of every node
};

/// Checks that both the unbalanced trees and the greedy program send the computed packets.
void check_as_on_paper(int d, const broadcaster_set& senders) {
    const std::string text = support::written(senders);
    const std::vector<hop> expected = greedy_on_paper{d}.hops(senders);
    CAPTURE(d);
    CAPTURE(text);
    for (const tutti::experiment& plan :
         {with(unbalanced, d, text),
          support::on_cube(support::entry("simultaneous-broadcast/greedy"), d, text)}) {
        support::event_recorder log;
        (void)support::run_logged(plan, log);
        std::vector<hop> sent;
        for (const tutti::transmission& each : log.transmissions()) {
            const tutti::message content = each.content.value_or(tutti::message{});
            sent.emplace_back(each.at, each.from, each.through, content.origin, content.number);
        }
        CHECK(sent == expected);
    }
}

/// Sources whose packets all enter node 0 over the same link, by ascending id.
broadcaster_set entering_node_0(std::string_view tree, int d) {
    const hypercube cube{d};
    const tutti::rotation_classes classes{cube};
    std::vector<node_id> sources;
    for (node_id y = 1; y < cube.node_count(); ++y) {
        const int last = tree == rotation ? classes.last_dimension(y) : int(std::bit_width(y)) - 1;
        if (last == (tree == rotation ? 0 : d - 1)) {
            sources.push_back(y);
        }
    }
    return tutti::broadcasters_at(sources);
}

}  // namespace

TEST_CASE("the worst set has 2^(d-1) sources, or ceil((2^d-1)/d), and takes a slot for each") {
    for (int d = 2; d <= 9; ++d) {
        const slot half = slot{1} << (d - 1);
        const slot share = (2 * half - 1 + d - 1) / d;
        for (const std::string_view tree : {unbalanced, rotation}) {
            const slot k = tree == rotation ? share : half;
            const tutti::experiment plan = with(tree, d, "adversarial");
            const tutti::problem input = tutti::problem_of(plan);
            const tutti::result outcome = support::run(plan);
            CAPTURE(tree);
            CAPTURE(d);
            CHECK(input.broadcasters == entering_node_0(tree, d));
            CHECK(input.message_count() == static_cast<std::uint64_t>(k));
            CHECK(support::verdict_line(outcome) == "complete");
            CHECK(outcome.slots == k);
        }
    }
}

TEST_CASE("over unbalanced trees it is greedy broadcast, packet by packet") {
    for (int d = 1; d <= 3; ++d) {
        for (std::uint64_t members = 0; members < std::uint64_t{1} << (1 << d); ++members) {
            check_as_on_paper(d, support::subset(members));
        }
    }
    for (int d = 4; d <= 6; ++d) {
        for (const broadcaster_set& senders : support::corner_case_sets(d)) {
            check_as_on_paper(d, senders);
        }
    }
}

TEST_CASE("a packet alone comes over the last dimension of its tree, in the slot of its distance") {
    for (int d = 1; d <= 6; ++d) {
        const hypercube cube{d};
        const tutti::rotation_classes classes{cube};
        const auto source = static_cast<node_id>(cube.node_count() / 3);
        support::event_recorder log;
        (void)support::run_logged(with(rotation, d, "nodes:" + std::to_string(source)), log);
        CAPTURE(d);
        REQUIRE(log.transmissions().size() == cube.node_count() - 1);
        for (const tutti::transmission& each : log.transmissions()) {
            const node_id reached = cube.neighbour(each.from, each.through) ^ source;
            CHECK(each.through == classes.last_dimension(reached));
            CHECK(each.at + 1 == std::popcount(reached));
        }
    }
}

}  // TEST_SUITE("algorithms/hypercube/simultaneous_broadcast/greedy.cpp")
