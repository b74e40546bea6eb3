#include "collectives/reduction.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "collectives/delivery_verifier.hpp"
#include "support/derived_payloads.hpp"
#include "support/standard.hpp"
#include "topology/random.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/catalog/parameter.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("collectives/reduction.hpp") {

namespace {

using tutti::delivery_counts;
using tutti::delivery_verifier;
using tutti::fold_operator;
using tutti::folded_by;
using tutti::folded_values;
using tutti::message;
using tutti::node_id;
using tutti::result_place;
using tutti::slot;

constexpr tutti::derived_payloads contents{42};
constexpr std::array operators{fold_operator::sum, fold_operator::exclusive_or,
                               fold_operator::least, fold_operator::greatest};
constexpr std::array places{result_place::everywhere, result_place::at_root, result_place::in_turn};

// As bits, and as sums.
constexpr std::array<std::uint64_t, 2> budgets{delivery_verifier::default_budget_bytes, 0};

/// 6 values of 3 nodes; the root is node 2.
folded_values values_at(result_place place) {
    return {
        .node_count = 3, .count = 6, .operation = fold_operator::sum, .place = place, .root = 2};
}

bool belongs(const folded_values& values, node_id node, std::uint32_t number) {
    return values.place == result_place::everywhere || values.keeper(number) == node;
}

message result_of(const folded_values& values, std::uint32_t number) {
    return {.origin = 0, .number = number, .payload = values.results(contents)[number]};
}

/// A delivery more, or in place of the one that is due.
struct strange_delivery {
    node_id node = 0;
    message content{};
};

/// Counts when all results are delivered but those that `left_out` selects, and these.
delivery_counts counts_of(const folded_values& values, std::uint64_t budget,
                          const std::vector<std::uint32_t>& left_out,
                          const std::vector<strange_delivery>& strange) {
    delivery_verifier check{values, contents, budget};
    for (node_id node = 0; node < values.node_count; ++node) {
        for (std::uint32_t number = 0; number < values.count; ++number) {
            if (belongs(values, node, number) && std::ranges::count(left_out, number) == 0) {
                check.accept(node, result_of(values, number));
            }
        }
    }
    for (const strange_delivery& each : strange) {
        check.accept(each.node, each.content);
    }
    return check.counts();
}

tutti::problem barrier_on(const std::string& network, std::uint64_t skew, std::uint64_t seed) {
    tutti::problem problem{
        {.network = tutti::parse_network(network), .parameters = {{"skew", skew}}}};
    problem.seed = seed;
    return problem;
}

}  // namespace

TEST_CASE("parameters name the operator and the number of values, N the number of nodes") {
    for (const std::string_view task : {"reduce", "reduce-scatter", "allreduce"}) {
        const tutti::collective& collective = support::standard_collective(task);
        const auto with = [&](tutti::parameter_values values) {
            return tutti::setting{
                .network = tutti::parse_network("ring:7"),
                .parameters = tutti::with_defaults(collective.parameters, values)};
        };
        CHECK(tutti::value_count(with({})) == (task == "reduce" ? 1 : 7));
        CHECK(tutti::value_count(with({{"values", "N"}})) == 7);
        CHECK(tutti::value_count(with({{"values", 12U}})) == 12);
        CHECK(tutti::operator_of(with({})) == fold_operator::sum);
        CHECK(tutti::operator_of(with({{"operator", "xor"}})) == fold_operator::exclusive_or);
        CHECK(tutti::operator_of(with({{"operator", "min"}})) == fold_operator::least);
        CHECK(tutti::operator_of(with({{"operator", "max"}})) == fold_operator::greatest);
        CHECK_THROWS_AS((void)with({{"operator", "product"}}), std::invalid_argument);
    }
    CHECK(support::standard().find_collective("ReduceScatter")->name == "reduce-scatter");
    CHECK(support::standard().find_collective("AllReduce")->name == "allreduce");
}

TEST_CASE("results are what all nodes' values come to, number by number") {
    for (const fold_operator operation : operators) {
        for (const std::size_t nodes : {1U, 2U, 7U}) {
            for (const std::uint32_t count : {0U, 1U, 5U}) {
                std::vector<std::uint64_t> direct(count);
                for (std::uint32_t number = 0; number < count; ++number) {
                    direct[number] = contents.of(0, number);
                    for (node_id node = 1; node < nodes; ++node) {
                        const std::uint64_t other = contents.of(node, number);
                        std::uint64_t& total = direct[number];
                        total = operation == fold_operator::sum            ? total + other
                                : operation == fold_operator::exclusive_or ? total ^ other
                                : operation == fold_operator::least        ? std::min(total, other)
                                                                           : std::max(total, other);
                    }
                }
                CHECK(folded_values{.node_count = nodes, .count = count, .operation = operation}
                          .results(contents) == direct);
            }
        }
    }
}

TEST_CASE("results that are all there once hold, and are as many as the task says") {
    for (const result_place place : places) {
        for (const std::uint64_t budget : budgets) {
            const delivery_counts counts = counts_of(values_at(place), budget, {}, {});
            const std::uint64_t required = place == result_place::everywhere ? 18 : 6;
            CHECK(counts == delivery_counts{.required = required, .delivered = required});
        }
    }
}

TEST_CASE(
    "results that are missing, come twice, to the wrong node or with another value are found") {
    for (const result_place place : places) {
        const folded_values values = values_at(place);
        const node_id keeper = place == result_place::everywhere ? 1 : values.keeper(5);
        const message right = result_of(values, 5);
        message wrong = right;
        wrong.payload ^= 1U;
        message partial = right;
        partial.payload = contents.of(keeper, 5);
        for (const std::uint64_t budget : budgets) {
            const auto with = [&](const std::vector<std::uint32_t>& left_out,
                                  const std::vector<strange_delivery>& strange) {
                return counts_of(values, budget, left_out, strange);
            };
            CAPTURE(static_cast<int>(place));
            CAPTURE(budget);
            CHECK(with({5}, {}).missing == (place == result_place::everywhere ? 3 : 1));
            CHECK_FALSE(with({}, {{keeper, right}}).hold());
            CHECK_FALSE(with({5}, {{keeper, wrong}}).hold());
            CHECK_FALSE(with({5}, {{keeper, partial}}).hold());
            CHECK_FALSE(with({}, {{keeper, {.origin = 0, .number = 6, .payload = 1}}}).hold());
            CHECK_FALSE(
                with({}, {{keeper, {.origin = 1, .number = 5, .payload = right.payload}}}).hold());
            if (place != result_place::everywhere) {
                CHECK(with({}, {{keeper, right}}).duplicate == 1);
                CHECK(with({5}, {{keeper, wrong}}).wrong_payload == 1);
                CHECK(with({5}, {{(keeper + 1) % 3, right}}).unexpected == 1);
            }
        }
    }
}

TEST_CASE("calls are drawn from 0 to the skew, node by node, as the seed says") {
    for (const std::uint64_t skew : {0U, 1U, 5U, 1'000'000U}) {
        const tutti::problem problem = barrier_on("torus:5x5", skew, 9);
        slot last = 0;
        for (node_id node = 0; node < 25; ++node) {
            const slot call = tutti::call_of(problem, node);
            CHECK(call ==
                  static_cast<slot>(tutti::mix(9 + 0x9E3779B97F4A7C15U * (node + 1)) % (skew + 1)));
            last = std::max(last, call);
        }
        CHECK(tutti::last_call(problem) == last);
    }
    CHECK(tutti::call_of(barrier_on("ring:3", 1'000'000, 1), 0) !=
          tutti::call_of(barrier_on("ring:3", 1'000'000, 2), 0));
}

}  // TEST_SUITE("collectives/reduction.hpp")
