#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "reduction_trial.hpp"

TEST_SUITE("algorithms/reduction_entry.hpp") {

namespace {

using tutti::slot;

constexpr slot ceil_over(std::uint64_t number, std::uint64_t divisor) {
    return static_cast<slot>((number + divisor - 1) / divisor);
}

/// A cube and how many values its nodes have.
struct cube_case {
    std::uint64_t d = 1;
    std::uint64_t m = 1;

    [[nodiscard]] std::uint64_t nodes() const { return std::uint64_t{1} << d; }
    /// q, the least slots in which a node sends a packet for every other.
    [[nodiscard]] slot others() const { return ceil_over(nodes() - 1, d); }
    [[nodiscard]] slot rounds() const { return ceil_over(m, nodes()); }
    [[nodiscard]] std::string network() const { return "hypercube:" + std::to_string(d); }
};

/// Time of an algorithm, where it takes that many values.
struct cube_time {
    std::string_view algorithm;
    std::function<bool(const cube_case&)> fits;
    std::function<slot(const cube_case&)> slots;
    std::uint64_t times = 1;      ///< m(N-1) transmissions
    bool over_all_links = false;  ///< m d N transmissions instead

    [[nodiscard]] support::exact_cost cost(const cube_case& tested) const {
        return {.slots = tested.m == 0 ? 0 : slots(tested),
                .transmissions = tested.m * (over_all_links ? tested.d * tested.nodes()
                                                            : times * (tested.nodes() - 1))};
    }
};

const auto one_value = [](const cube_case& tested) { return tested.m == 1; };
const auto any_values = [](const cube_case& /*which*/) { return true; };
const auto for_each_node = [](const cube_case& tested) { return tested.m % tested.nodes() == 0; };
const auto dimensions = [](const cube_case& tested) { return static_cast<slot>(tested.d); };

const std::array<cube_time, 5> to_a_root{
    {{.algorithm = "reduce/binomial", .fits = one_value, .slots = dimensions},
     {.algorithm = "reduce/single-port", .fits = one_value, .slots = dimensions},
     {.algorithm = "reduce/ranked",
      .fits = [](const cube_case& tested) { return tested.m <= tested.d; },
      .slots = dimensions},
     {.algorithm = "reduce/disjoint-trees",
      .fits = any_values,
      .slots =
          [](const cube_case& tested) {
              return tested.d == 1 ? static_cast<slot>(tested.m)
                                   : ceil_over(tested.m, tested.d) + static_cast<slot>(tested.d);
          }},
     {.algorithm = "reduce/shortest-paths",
      .fits = any_values,
      .slots = [](const cube_case& tested) {
          return static_cast<slot>(tested.d + tested.m - 1);
      }}}};

const std::array<cube_time, 5> in_rounds{
    {{.algorithm = "reduce-scatter/rotation-classes",
      .fits = for_each_node,
      .slots = [](const cube_case& tested) { return tested.rounds() * tested.others(); }},
     {.algorithm = "allreduce/rotation-classes",
      .fits = any_values,
      .slots = [](const cube_case& tested) { return 2 * tested.rounds() * tested.others(); },
      .times = 2},
     {.algorithm = "allreduce/edge-trees",
      .fits =
          [](const cube_case& tested) {
              return tested.d == 2 || tested.d == 3 || tested.d == 5 || tested.d == 7;
          },
      .slots = [](const cube_case& tested) { return tested.rounds() * (2 * tested.others() - 1); },
      .times = 2},
     {.algorithm = "reduce-scatter/halving",
      .fits = for_each_node,
      .slots =
          [](const cube_case& tested) {
              return tested.rounds() * static_cast<slot>(tested.nodes() - 1);
          }},
     {.algorithm = "allreduce/halving",
      .fits = any_values,
      .slots =
          [](const cube_case& tested) {
              return 2 * tested.rounds() * static_cast<slot>(tested.nodes() - 1);
          },
      .times = 2}}};

const std::array<cube_time, 2> exchanges{
    {{.algorithm = "allreduce/dimension-exchange",
      .fits = any_values,
      .slots =
          [](const cube_case& tested) {
              return static_cast<slot>(tested.d) * ceil_over(tested.m, tested.d);
          },
      .over_all_links = true},
     {.algorithm = "allreduce/doubling",
      .fits = any_values,
      .slots = [](const cube_case& tested) { return static_cast<slot>(tested.d * tested.m); },
      .over_all_links = true}}};

tutti::result check(const cube_time& each, const cube_case& tested, tutti::node_id root = 0) {
    constexpr std::array<std::string_view, 4> operators{"sum", "xor", "min", "max"};
    return support::check_exact(each.algorithm,
                                {.network = tested.network(),
                                 .values = tested.m,
                                 .root = root,
                                 .mode = operators[tested.m % 4]},
                                each.cost(tested));
}

}  // namespace

TEST_CASE("reductions to any root of a cube take exactly their slots, for few and many values") {
    for (std::uint64_t d = 1; d <= 4; ++d) {
        for (const cube_time& each : to_a_root) {
            for (std::uint64_t m = 0; m <= 2 * d + 2; ++m) {
                const cube_case tested{.d = d, .m = m};
                for (tutti::node_id root = 0; each.fits(tested) && root < tested.nodes(); ++root) {
                    check(each, tested, root);
                }
            }
        }
    }
}

TEST_CASE("reductions to a root of larger cubes do so too") {
    for (const std::uint64_t d : {5U, 6U, 7U, 9U}) {
        for (const cube_time& each : to_a_root) {
            for (const std::uint64_t m : {std::uint64_t{1}, d, 3 * d + 1}) {
                if (const cube_case tested{.d = d, .m = m}; each.fits(tested)) {
                    check(each, tested, static_cast<tutti::node_id>(tested.nodes() / 3));
                }
            }
        }
    }
}

TEST_CASE("reduce-scatter and allreduce in rounds take exactly their slots, the last round too") {
    for (std::uint64_t d = 1; d <= 5; ++d) {
        const std::uint64_t nodes = std::uint64_t{1} << d;
        for (const cube_time& each : in_rounds) {
            for (const std::uint64_t m :
                 {std::uint64_t{0}, std::uint64_t{1}, nodes - 1, nodes, nodes + 1, 3 * nodes}) {
                if (const cube_case tested{.d = d, .m = m}; each.fits(tested)) {
                    check(each, tested);
                }
            }
        }
    }
    for (std::uint64_t d = 6; d <= 8; ++d) {
        for (const cube_time& each : in_rounds) {
            if (const cube_case tested{.d = d, .m = std::uint64_t{1} << d}; each.fits(tested)) {
                check(each, tested);
            }
        }
    }
    check(in_rounds[0], {.d = 9, .m = 512});
}

TEST_CASE("exchanges over all dimensions take exactly their slots") {
    for (std::uint64_t d = 1; d <= 6; ++d) {
        for (const cube_time& each : exchanges) {
            for (std::uint64_t m = 0; m <= 2 * d + 1; ++m) {
                check(each, {.d = d, .m = m});
            }
        }
    }
}

TEST_CASE("the bounds of reductions on cubes are met where they are said to be") {
    const auto is_tight = [](const cube_time& each, const cube_case& tested) {
        const tutti::result outcome = check(each, tested);
        return outcome.lower_bound.units == tutti::rational{outcome.slots};
    };
    for (std::uint64_t d = 1; d <= 6; ++d) {
        const std::uint64_t nodes = std::uint64_t{1} << d;
        CAPTURE(d);
        CHECK(is_tight(to_a_root[0], {.d = d, .m = 1}));
        CHECK(is_tight(to_a_root[1], {.d = d, .m = 1}));
        CHECK(is_tight(to_a_root[2], {.d = d, .m = d}));
        // One slot above it.
        CHECK(is_tight(to_a_root[3], {.d = d, .m = 2 * d}) == (d == 1));
        CHECK(is_tight(in_rounds[0], {.d = d, .m = nodes}));
        CHECK(is_tight(in_rounds[1], {.d = d, .m = nodes}) == (d == 1 || (nodes - 1) % d > d / 2));
        if (const cube_case tested{.d = d, .m = nodes}; in_rounds[2].fits(tested)) {
            CHECK(is_tight(in_rounds[2], tested));
        }
        CHECK(is_tight(in_rounds[3], {.d = d, .m = 2 * nodes}));
        CHECK(is_tight(in_rounds[4], {.d = d, .m = 2 * nodes}));
        CHECK(is_tight(exchanges[0], {.d = d, .m = d}));
        CHECK(is_tight(exchanges[1], {.d = d, .m = 1}));
    }
}

}  // TEST_SUITE("algorithms/reduction_entry.hpp")
