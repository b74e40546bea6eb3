/// @file
/// Reduction of the values of all nodes to one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "collectives/input/payloads.hpp"
#include "topology/participant_set.hpp"
#include "topology/random.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// An operator on 64-bit values, commutative and associative: programs fold in different orders.
enum class fold_operator : std::uint8_t {
    sum,           ///< mod 2^64
    exclusive_or,  ///< bit by bit
    least,
    greatest,
};

/// Result of the operator on two values.
[[nodiscard]] constexpr std::uint64_t folded_by(fold_operator operation, std::uint64_t one,
                                                std::uint64_t other) noexcept {
    switch (operation) {
        case fold_operator::exclusive_or:
            return one ^ other;
        case fold_operator::least:
            return std::min(one, other);
        case fold_operator::greatest:
            return std::max(one, other);
        case fold_operator::sum:
            break;
    }
    return one + other;
}

/// The value that changes no other in a fold.
[[nodiscard]] constexpr std::uint64_t neutral_value(fold_operator operation) noexcept {
    return operation == fold_operator::least ? ~std::uint64_t{0} : 0;
}

/// Operator named by the parameter "operator".
[[nodiscard]] fold_operator operator_of(const setting& setting);

/// m, the number of values that each participant starts with: the parameter "values". @pre it is
/// there
[[nodiscard]] std::uint64_t value_count(const setting& setting);

/// What the nodes of a reduction fold.
struct reduction_rules {
    fold_operator operation = fold_operator::sum;
    std::uint64_t values = 0;        ///< m
    participant_set participants{};  ///< the nodes that have values
};
[[nodiscard]] reduction_rules rules_of_reduction(const setting& setting);

/// Placement of the results of a reduction.
enum class result_place : std::uint8_t {
    everywhere,  ///< every participant with all
    at_root,     ///< the root with all
    in_turn,     ///< number i with the participant of rank i mod k
};

/// Requirement of reductions: the results of reducing value number i of all participants, for every
/// i, as messages of number i, at the nodes of `place`. Results have no single origin; it is given
/// as 0.
struct folded_values {
    std::size_t node_count = 0;
    std::uint32_t count = 0;  ///< m
    fold_operator operation = fold_operator::sum;
    result_place place = result_place::everywhere;
    node_id root = 0;
    participant_set participants{};  ///< the nodes that have values, and get results

    /// @pre `place` is not `everywhere`
    [[nodiscard]] node_id keeper(std::uint32_t number) const noexcept {
        return place == result_place::at_root
                   ? root
                   : participants.at(node_below(number, participants.size(node_count)));
    }
    /// The results, by number, of values that are made with these contents.
    [[nodiscard]] std::vector<std::uint64_t> results(const payloads& contents) const;
};

/// c_x, the slot at whose end participant x calls a barrier: drawn from 0 to the parameter "skew".
/// Other nodes call in slot 0.
[[nodiscard]] slot call_of(const problem& problem, node_id node);
/// The last of them.
[[nodiscard]] slot last_call(const problem& problem);
/// Number of calls drawn to find that one.
[[nodiscard]] std::uint64_t steps_of_calls(const problem& problem);
/// Number of slots of the network's clock that one slot of these calls takes: 1, on folded tori 2.
[[nodiscard]] slot slots_of_call(const problem& problem);

}  // namespace tutti
