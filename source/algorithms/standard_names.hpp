/// @file
/// List of the algorithms of the standard catalogue.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "tutti/catalog/algorithm.hpp"

namespace tutti {

/// Text as a template argument.
template <std::size_t Size>
struct constant_text {
    // NOLINTNEXTLINE(google-explicit-constructor, modernize-avoid-c-arrays): a literal is meant
    consteval constant_text(const char (&literal)[Size]) noexcept {
        std::ranges::copy(literal, symbols.begin());
    }
    [[nodiscard]] constexpr std::string_view view() const noexcept {
        return {symbols.data(), Size - 1};
    }

    std::array<char, Size> symbols{};
};

template <constant_text... Names>
struct name_list {
    static constexpr bool has(std::string_view name) { return ((name == Names.view()) || ...); }
};

/// The algorithms, `COLLECTIVE/NAME`, those of a collective in order of preference: an order that
/// spans the families of networks.
using standard_names = name_list<
    "broadcast/binomial", "broadcast/single-port", "broadcast/flooding", "broadcast/tree",
    "broadcast/telephone", "broadcast/pieces", "broadcast/arborescences", "broadcast/schedule",
    "simultaneous-broadcast/prefix-roots", "simultaneous-broadcast/exchange-roots",
    "simultaneous-broadcast/random-roots", "simultaneous-broadcast/random-roots-detected",
    "simultaneous-broadcast/greedy", "simultaneous-broadcast/pair", "simultaneous-broadcast/ranked",
    "simultaneous-broadcast/ranked-prefix", "simultaneous-broadcast/fixed-trees",
    "simultaneous-broadcast/split-packing", "simultaneous-broadcast/packing",
    "simultaneous-broadcast/packing-alternating", "simultaneous-broadcast/one-dimension",
    "simultaneous-broadcast/line-greedy", "simultaneous-broadcast/random-intermediate",
    "simultaneous-broadcast/greedy-antipode", "simultaneous-broadcast/ranked-repeat",
    "simultaneous-broadcast/ranked-repeat-exchange", "simultaneous-broadcast/as-multinode",
    "simultaneous-broadcast/trees", "simultaneous-broadcast/table-order",
    "multinode-broadcast/rotation-classes", "multinode-broadcast/disjoint-trees",
    "multinode-broadcast/quarter-turns", "multinode-broadcast/split-classes",
    "multinode-broadcast/classes", "multinode-broadcast/one-dimension",
    "multinode-broadcast/both-ways", "multinode-broadcast/doubling",
    "multinode-broadcast/hamiltonian", "multinode-broadcast/hamiltonian-path",
    "multinode-broadcast/product", "multinode-broadcast/one-way", "multinode-broadcast/tree",
    "multinode-broadcast/tree-periodic", "multinode-broadcast/matching",
    "multinode-broadcast/receiver-matching", "multinode-broadcast/translations",
    "multinode-broadcast/one-port-matching", "multinode-broadcast/loudest-first",
    "multinode-broadcast/schedule", "scatter/balanced-tree", "scatter/single-port",
    "scatter/multinode-tree", "scatter/shortest-paths", "scatter/flow", "scatter/farthest-first",
    "scatter/schedule", "gather/balanced-tree", "gather/single-port", "gather/multinode-tree",
    "gather/shortest-paths", "gather/flow", "gather/farthest-first", "gather/schedule",
    "total-exchange/recursive", "total-exchange/single-port", "total-exchange/one-way",
    "total-exchange/stages", "total-exchange/shortest-paths", "total-exchange/balanced-routes",
    "total-exchange/open-shop", "total-exchange/schedule", "prefix-sum/tree", "prefix-sum/exchange",
    "prefix-sum/mesh", "prefix-sum/allgather", "prefix-sum/gather-scatter",
    "successive-broadcasts/rotated", "successive-broadcasts/sequential",
    "successive-broadcasts/unrotated", "successive-broadcasts/schedule", "packing/greedy",
    "packing/prefix", "packing/ranks", "monotone-routing/greedy", "monotone-routing/prefix",
    "dynamic-broadcast/intervals", "ring-emulation/folded", "torus-emulation/folded",
    "partial-exchange/row-column", "partial-gather/direct", "partial-gather/replay",
    "matrix-transposition/partial", "reduce/binomial", "reduce/ranked", "reduce/disjoint-trees",
    "reduce/single-port", "reduce/shortest-paths", "reduce/telephone", "reduce/pieces",
    "reduce/arborescences", "reduce/schedule", "reduce-scatter/rotation-classes",
    "reduce-scatter/halving", "reduce-scatter/hamiltonian", "reduce-scatter/both-ways",
    "reduce-scatter/quarter-turns", "reduce-scatter/split-classes", "reduce-scatter/tree",
    "reduce-scatter/receiver-matching", "reduce-scatter/translations",
    "reduce-scatter/one-port-matching", "reduce-scatter/schedule", "allreduce/rotation-classes",
    "allreduce/edge-trees", "allreduce/dimension-exchange", "allreduce/halving",
    "allreduce/doubling", "allreduce/hamiltonian", "allreduce/both-ways", "allreduce/quarter-turns",
    "allreduce/split-classes", "allreduce/windows", "allreduce/tree", "allreduce/receiver-matching",
    "allreduce/one-port-matching", "allreduce/mirror", "allreduce/mirror-windows",
    "allreduce/arborescences", "allreduce/packed-trees", "allreduce/schedule",
    "barrier/dimension-exchange", "barrier/single-port", "barrier/rounds", "barrier/telephone">;

template <constant_text Name>
inline constexpr bool is_listed = standard_names::has(Name.view());

// The friend is a function and not a template, which GCC asks about.
#ifndef __clang__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnon-template-friend"
#endif

/// Name of an algorithm of the list. Every name has a function `describe`, defined beside the node
/// program, and declared by this type alone: a description whose name is not listed does not
/// compile, and one that is listed and not defined does not link. It fills in an entry that has its
/// names, and all ports.
template <constant_text Name>
    requires(is_listed<Name>)
struct standard_name {
    friend void describe(standard_name, algorithm& entry);
};

#ifndef __clang__
#pragma GCC diagnostic pop
#endif

}  // namespace tutti
