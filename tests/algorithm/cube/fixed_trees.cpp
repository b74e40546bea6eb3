#include "tutti/algorithm/cube/fixed_trees.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "algorithm/trial.hpp"
#include "tutti/algorithm/algorithm.hpp"
#include "tutti/collective/broadcasters.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/model/random.hpp"
#include "tutti/topology/hypercube.hpp"
#include "tutti/tree/rotation_classes.hpp"

namespace {

using tutti::broadcaster_set;
using tutti::hypercube;
using tutti::node_id;
using tutti::slot;

constexpr std::string_view unbalanced = "unbalanced";
constexpr std::string_view rotation = "rotation";

tutti::experiment with(std::string_view tree, int d, std::string_view senders) {
    tutti::experiment asked =
        support::on_cube(support::entry("simultaneous-broadcast/fixed-trees"), d, senders);
    asked.parameters["tree"] = tree;
    return asked;
}

/// Checks what spec/hypercube.md, sections 2.5 and 2.6, says of every run.
void check_promise(std::string_view tree, int d, const broadcaster_set& senders) {
    const tutti::result found = support::run(with(tree, d, support::written(senders)));
    const auto k = static_cast<slot>(senders.packet_count());
    CAPTURE(tree);
    CAPTURE(d);
    CAPTURE(found.broadcasters);

    CHECK(support::outcome_of(found) == "complete");
    CHECK(found.slots >= (k == 0 ? 0 : d));
    CHECK(found.slots <= (tree == rotation ? k * d : k == 0 ? 0 : d + k - 1));
    CHECK(found.transmissions == senders.packet_count() * (hypercube{d}.node_count() - 1));
    CHECK(found.control_transmissions == 0);
}

/// Whether the unbalanced trees send and deliver the same as the greedy program, in the same slots.
void check_same_as_greedy(int d, const broadcaster_set& senders) {
    const std::string text = support::written(senders);
    support::event_recorder by_tree;
    support::event_recorder by_greedy;
    const tutti::result found = support::run_logged(with(unbalanced, d, text), by_tree);
    const tutti::result other = support::run_logged(
        support::on_cube(support::entry("simultaneous-broadcast/greedy"), d, text), by_greedy);
    CAPTURE(d);
    CAPTURE(text);
    CHECK(found.slots == other.slots);
    CHECK(support::text_of(by_tree) == support::text_of(by_greedy));
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

TEST_SUITE_BEGIN("tutti/algorithm/cube/fixed_trees.hpp");

TEST_CASE("every set of broadcasters in up to three dimensions is served over both trees") {
    for (const std::string_view tree : {unbalanced, rotation}) {
        for (int d = 1; d <= 3; ++d) {
            for (std::uint64_t members = 0; members < std::uint64_t{1} << (1 << d); ++members) {
                check_promise(tree, d, support::subset(members));
            }
        }
    }
}

TEST_CASE("telling and drawn sets, with several packets a node, are served over both trees") {
    tutti::split_mix random{111};
    for (const std::string_view tree : {unbalanced, rotation}) {
        for (int d = 1; d <= 6; ++d) {
            for (const broadcaster_set& senders : support::telling_sets(d)) {
                check_promise(tree, d, senders);
            }
            check_promise(tree, d, support::drawn_senders(d, std::uint64_t{3} << d, random));
        }
    }
}

TEST_CASE("the worst set has 2^(d-1) sources, or ceil((2^d-1)/d), and takes a slot for each") {
    for (int d = 2; d <= 9; ++d) {
        const slot half = slot{1} << (d - 1);
        const slot share = (2 * half - 1 + d - 1) / d;
        for (const std::string_view tree : {unbalanced, rotation}) {
            const slot k = tree == rotation ? share : half;
            const tutti::experiment asked = with(tree, d, "adversarial");
            const tutti::problem input = tutti::problem_of(asked);
            const tutti::result found = support::run(asked);
            CAPTURE(tree);
            CAPTURE(d);
            CHECK(input.broadcasters == entering_node_0(tree, d));
            CHECK(input.message_count() == static_cast<std::uint64_t>(k));
            CHECK(support::outcome_of(found) == "complete");
            CHECK(found.slots == k);
        }
    }
}

TEST_CASE("large enough cubes are broadcast to faster by way of roots") {
    const tutti::algorithm& by_roots = support::entry("simultaneous-broadcast/prefix-roots");
    const std::vector<std::vector<slot>> wanted{{7, 64, 48}, {8, 128, 64}, {9, 256, 94}};
    for (const std::vector<slot>& row : wanted) {
        const int d = static_cast<int>(row[0]);
        CHECK(support::run(with(unbalanced, d, "adversarial")).slots == row[1]);
        CHECK(support::run(support::on_cube(by_roots, d, "adversarial")).slots == row[2]);
    }
    CHECK(support::run(with(rotation, 9, "adversarial")).slots == 57);
    const std::string worst = support::written(entering_node_0(rotation, 9));
    CHECK(support::run(support::on_cube(by_roots, 9, worst)).slots == 50);
}

TEST_CASE("over unbalanced trees it is the greedy program, packet by packet") {
    for (int d = 1; d <= 3; ++d) {
        for (std::uint64_t members = 0; members < std::uint64_t{1} << (1 << d); ++members) {
            check_same_as_greedy(d, support::subset(members));
        }
    }
    for (int d = 4; d <= 6; ++d) {
        for (const broadcaster_set& senders : support::telling_sets(d)) {
            check_same_as_greedy(d, senders);
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
        for (const tutti::transmission& each : log.transmissions()) {
            const node_id reached = cube.neighbour(each.from, each.through) ^ source;
            CHECK(each.through == classes.last_dimension(reached));
            CHECK(each.at + 1 == std::popcount(reached));
        }
    }
}

TEST_SUITE_END();
