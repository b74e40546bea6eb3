#include <cstdint>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include "support/standard.hpp"
#include "trial.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("tutti/catalog/algorithm.hpp") {

namespace {

using tutti::algorithm;

/// The text of the error that `plan` is refused with, or an empty text.
std::string refusal_of(const tutti::experiment& plan) {
    try {
        (void)tutti::problem_of(plan);
    } catch (const std::invalid_argument& refused) {
        return refused.what();
    }
    return {};
}

/// This number of packets, one a node.
tutti::experiment with_packets(const algorithm& algorithm, int dimensions, std::uint64_t count) {
    return support::on_cube(algorithm, dimensions, "random:" + std::to_string(count));
}

}  // namespace

TEST_CASE("numbers of packets outside the limits are refused, those inside are taken") {
    int checked = 0;
    for (const algorithm& algorithm : support::standard_algorithms()) {
        if (algorithm.limits == nullptr ||
            !algorithm.inapplicable_reason(tutti::hypercube{3}).empty()) {
            continue;
        }
        for (int d = 1; d <= 6; ++d) {
            const tutti::message_limits limits = algorithm.limits(tutti::hypercube{d});
            CAPTURE(algorithm.name);
            CAPTURE(d);
            CHECK(refusal_of(with_packets(algorithm, d, limits.least)).empty());
            CHECK(refusal_of(with_packets(algorithm, d, limits.most)).empty());
            if (limits.least > 0) {
                CHECK_FALSE(refusal_of(with_packets(algorithm, d, limits.least - 1)).empty());
            }
            if (limits.most < std::uint64_t{1} << d) {
                CHECK_FALSE(refusal_of(with_packets(algorithm, d, limits.most + 1)).empty());
            }
            ++checked;
        }
    }
    CHECK(checked == 5 * 6);
}

TEST_CASE("a refusal says how many packets there are and how many") {
    const algorithm& pair = support::entry("simultaneous-broadcast/pair");
    const algorithm& ranked = support::entry("simultaneous-broadcast/ranked");

    CHECK(refusal_of(support::on_cube(pair, 3, "nodes:1")) ==
          "'nodes:1': K = 1 packet, and pair takes exactly 2");
    CHECK(refusal_of(support::on_cube(pair, 3, "nodes:4,4")) ==
          "'nodes:4,4': node 4 has 2 packets, and pair takes one a node");
    CHECK(refusal_of(support::on_cube(ranked, 3, "nodes:4,4,4,4")) ==
          "'nodes:4,4,4,4': K = 4 packets, and ranked takes 0 to 3");
}

TEST_CASE("more packets of one node than a packet can number are refused") {
    const std::uint32_t most = std::uint32_t{1} << 26U;
    tutti::problem input{{.network = tutti::hypercube{3}}, {.nodes = {2}, .packets = {most}}};
    for (const auto* const name :
         {"simultaneous-broadcast/greedy", "simultaneous-broadcast/trees"}) {
        CAPTURE(name);
        const algorithm& queued = support::entry(name);

        input.broadcasters.packets = {most};
        CHECK(queued.inapplicable_input_reason(input).empty());
        input.broadcasters.packets = {most + 1};
        CHECK(queued.inapplicable_input_reason(input) ==
              "node 2 has 67108865 packets, and a node can have 67108864 at most");
    }
}

}  // TEST_SUITE("tutti/catalog/algorithm.hpp")
