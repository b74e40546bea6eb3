#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "reduction_trial.hpp"
#include "support/distances.hpp"
#include "topology/networks/diameter.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("algorithms/reduction_entry.hpp") {

namespace {

using support::check_exact;
using tutti::slot;

constexpr auto full = tutti::port_model::single_port_full_duplex;
constexpr auto half = tutti::port_model::single_port_half_duplex;

constexpr slot ceil_over(std::uint64_t number, std::uint64_t divisor) {
    return static_cast<slot>((number + divisor - 1) / divisor);
}

std::string named(std::string_view kind, const std::vector<std::uint64_t>& sides) {
    std::string text{kind};
    for (const std::uint64_t side : sides) {
        text += (text.ends_with(kind) ? ":" : "x") + std::to_string(side);
    }
    return text;
}

std::uint64_t nodes_of(const std::vector<std::uint64_t>& sides) {
    std::uint64_t nodes = 1;
    for (const std::uint64_t side : sides) {
        nodes *= side;
    }
    return nodes;
}

/// T1 of spec/reductions.md, section 4.1.
slot around(std::uint64_t n, tutti::port_model ports) {
    return static_cast<slot>(n == 1 ? 0 : ports == full ? n - 1 : n % 2 == 0 ? 2 * (n - 1) : 2 * n);
}

/// Values that leave the last round of `each` a part of it, and that fill it.
std::vector<std::uint64_t> telling_counts(std::uint64_t each) { return {0, 1, each, each + 1}; }

bool is_tight(const tutti::result& outcome) {
    return outcome.lower_bound.units == tutti::rational{outcome.slots};
}

/// Cost of a value on a grid, by section 6: slots and transmissions.
support::exact_cost window_cost(std::string_view kind, const std::vector<std::uint64_t>& sides,
                                std::uint64_t values) {
    std::uint64_t slots = 0;
    std::uint64_t hops = 0;
    for (const std::uint64_t p : sides) {
        const bool wraps = p >= 3 && (kind == "torus" || kind == "ring");
        slots += wraps ? p / 2 : p - 1;
        hops += nodes_of(sides) / p * (wraps ? p : 2) * (p - 1);
    }
    const bool are_equal = std::ranges::count(sides, sides[0]) == std::ssize(sides);
    const std::uint64_t at_once = are_equal ? sides.size() : 1;
    return {.slots = static_cast<slot>(slots) * ceil_over(values, at_once),
            .transmissions = values * hops};
}

}  // namespace

TEST_CASE("around a cycle of 1 to 25 nodes, with one port both ways or one, the time is exact") {
    for (std::uint64_t n = 1; n <= 25; ++n) {
        const std::string ring = named("ring", {n});
        for (const auto ports : {full, half}) {
            for (const std::uint64_t s : {0U, 1U, 3U}) {
                const tutti::result outcome =
                    check_exact("reduce-scatter/hamiltonian",
                                {.network = ring, .values = s * n, .ports = ports},
                                {.slots = static_cast<slot>(s) * around(n, ports),
                                 .transmissions = s * n * (n - 1)});
                CHECK(is_tight(outcome));
            }
            for (const std::uint64_t m : telling_counts(n)) {
                const tutti::result outcome =
                    check_exact("allreduce/hamiltonian",
                                {.network = ring, .values = m, .mode = "max", .ports = ports},
                                {.slots = 2 * around(n, ports) * ceil_over(m, n),
                                 .transmissions = 2 * m * (n - 1)});
                CHECK((m % n != 0 || is_tight(outcome)));
            }
        }
    }
}

TEST_CASE("both ways around rings of 1 to 25 nodes the time is exact, for allreduce the least") {
    for (std::uint64_t n = 1; n <= 25; ++n) {
        const std::string ring = named("ring", {n});
        for (const std::uint64_t s : {0U, 1U, 2U}) {
            const tutti::result outcome = check_exact(
                "reduce-scatter/both-ways", {.network = ring, .values = s * n, .mode = "min"},
                {.slots = static_cast<slot>(s * (n / 2)), .transmissions = s * n * (n - 1)});
            CHECK((s != 1 || is_tight(outcome)));
        }
        for (const std::uint64_t m : telling_counts(n)) {
            const slot round = static_cast<slot>(n == 2 ? 2 : n - 1);
            const tutti::result outcome =
                check_exact("allreduce/both-ways", {.network = ring, .values = m},
                            {.slots = round * ceil_over(m, n), .transmissions = 2 * m * (n - 1)});
            CHECK((m != n || is_tight(outcome)));
        }
    }
}

TEST_CASE("quarter turns take a slot for four others on a torus, and twice that on an array") {
    for (std::uint64_t p = 3; p <= 9; ++p) {
        const std::uint64_t n = p * p;
        const slot turn = ceil_over(n - 1, 4);
        for (const std::uint64_t s : {0U, 1U, 2U}) {
            const tutti::result outcome = check_exact(
                "reduce-scatter/quarter-turns",
                {.network = named("torus", {p, p}), .values = s * n},
                {.slots = static_cast<slot>(s) * turn, .transmissions = s * n * (n - 1)});
            CHECK((s != 1 || is_tight(outcome)));
        }
        for (const std::uint64_t m : telling_counts(n)) {
            const tutti::result outcome = check_exact(
                "allreduce/quarter-turns",
                {.network = named("torus", {p, p}), .values = m, .mode = "xor"},
                {.slots = 2 * turn * ceil_over(m, n), .transmissions = 2 * m * (n - 1)});
            CHECK((m != n || is_tight(outcome)));
        }
        if (p > 7) {
            continue;
        }
        const std::uint64_t hops = 2 * p * (p - 1) * (n - 1);
        for (const std::uint64_t s : {0U, 1U, 2U}) {
            const tutti::result outcome =
                check_exact("reduce-scatter/quarter-turns",
                            {.network = named("array", {p, p}), .values = s * n},
                            {.slots = static_cast<slot>(2 * s) * turn, .transmissions = s * hops});
            CHECK((s != 1 || is_tight(outcome)));
            const tutti::result whole = check_exact(
                "allreduce/quarter-turns", {.network = named("array", {p, p}), .values = s * n},
                {.slots = static_cast<slot>(4 * s) * turn, .transmissions = 2 * s * hops});
            CHECK((s != 1 || is_tight(whole) == (p == 3)));
        }
        // The use of links in an incomplete last round is unspecified.
        const tutti::result part = support::run(support::to_fold(
            "allreduce/quarter-turns", {.network = named("array", {p, p}), .values = n + 1}));
        CHECK(support::verdict_line(part) == "complete");
        CHECK(part.slots == 8 * turn);
    }
}

TEST_CASE("split classes take N-1 slots a round on arrays and tori of all sizes") {
    const std::vector<std::vector<std::uint64_t>> shapes{
        {2}, {3}, {4}, {7}, {2, 2}, {3, 3}, {4, 4}, {5, 5}, {2, 2, 2}, {3, 3, 3}, {2, 2, 2, 2}};
    for (const std::vector<std::uint64_t>& sides : shapes) {
        const std::uint64_t n = nodes_of(sides);
        for (const std::string_view kind : {"array", "torus"}) {
            if (kind == "torus" && sides[0] < 3) {
                continue;
            }
            const std::uint64_t round = (kind == "torus" ? 2 : 1) * sides.size() * n;
            for (const std::uint64_t m : {std::uint64_t{0}, n, round, round + n}) {
                const tutti::result outcome = check_exact(
                    "reduce-scatter/split-classes", {.network = named(kind, sides), .values = m},
                    {.slots = static_cast<slot>(n - 1) * ceil_over(m, round),
                     .transmissions = m * (n - 1)});
                CHECK((m != round || is_tight(outcome)));
            }
            for (const std::uint64_t m : telling_counts(round)) {
                const tutti::result outcome = check_exact(
                    "allreduce/split-classes", {.network = named(kind, sides), .values = m},
                    {.slots = 2 * static_cast<slot>(n - 1) * ceil_over(m, round),
                     .transmissions = 2 * m * (n - 1)});
                const bool is_least = kind == "torus" || sides.size() == 1 || sides[0] == 2;
                CHECK((m != round || is_tight(outcome) == is_least));
            }
        }
    }
}

TEST_CASE("windows take the diameter on grids of any sides, for as many values as dimensions") {
    const std::vector<std::pair<std::string_view, std::vector<std::uint64_t>>> grids{
        {"path", {1}},        {"path", {2}},        {"path", {7}},        {"ring", {1}},
        {"ring", {2}},        {"ring", {3}},        {"ring", {4}},        {"ring", {9}},
        {"array", {5}},       {"array", {2, 2}},    {"array", {3, 5}},    {"array", {4, 4}},
        {"array", {2, 3, 4}}, {"array", {3, 3, 3}}, {"torus", {2, 2}},    {"torus", {2, 5}},
        {"torus", {5, 2}},    {"torus", {3, 5}},    {"torus", {4, 4}},    {"torus", {7, 8}},
        {"torus", {2, 3, 4}}, {"torus", {3, 3, 3}}, {"torus", {2, 2, 2}}, {"torus", {5}}};
    for (const auto& [kind, sides] : grids) {
        const std::string specification = named(kind, sides);
        const std::uint64_t d = sides.size();
        for (std::uint64_t m = 0; m <= 2 * d + 1; ++m) {
            for (const std::string_view mode : {"sum", "xor", "min", "max"}) {
                const tutti::result outcome = check_exact(
                    "allreduce/windows", {.network = specification, .values = m, .mode = mode},
                    window_cost(kind, sides, m));
                CHECK((m > 1 || is_tight(outcome)));
            }
        }
        CHECK(window_cost(kind, sides, 1).slots ==
              tutti::diameter(tutti::parse_network(specification)));
    }
}

TEST_CASE("reduce over shortest paths takes as long as the farthest node's last value") {
    for (const std::string& name : support::connected_networks()) {
        const tutti::network net = tutti::parse_network(name);
        const auto distances = support::all_distances(net);
        for (tutti::node_id root = 0; root < distances.size(); ++root) {
            const auto farthest = std::ranges::max(distances[root]);
            for (const std::uint64_t m : {0U, 1U, 5U}) {
                const bool has_work = m > 0 && distances.size() > 1;
                const tutti::result outcome = check_exact(
                    "reduce/shortest-paths", {.network = name, .values = m, .root = root},
                    {.slots = has_work ? farthest + static_cast<slot>(m) - 1 : 0,
                     .transmissions = m * (distances.size() - 1)});
                CHECK((m != 1 || is_tight(outcome)));
            }
        }
    }
}

}  // TEST_SUITE("algorithms/reduction_entry.hpp")
