/// @file
/// Send schedule of total exchange on a hypercube.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "topology/networks/dimension_set.hpp"
#include "tutti/topology/hypercube.hpp"
#include "util/indexed_vector.hpp"

namespace tutti {

/// Table of the packets that a node sends in the 2^(d-1) slots of total exchange, one over each
/// dimension, by their places in its store. It is the same for all nodes.
///
/// Packets cross the dimensions that are left for them in decreasing order. In 2^k slots that
/// follow each other dimension k is crossed by packets of the same origin, o: those of the node
/// itself first, the others by increasing o ^ node, in which only bits above k are one; within an
/// origin in the order of column k of `exchange_columns`. A packet that arrives and is sent on
/// takes the place of the packet that the node sent over that dimension.
///
/// A pure function of d. Takes 2 d + 6 bytes a node.
class exchange_schedule {
public:
    explicit exchange_schedule(const hypercube& cube);

    /// Relative destinations of a node's own packets, by place: as they are sent.
    [[nodiscard]] std::span<const node_id> own() const noexcept { return own_; }
    /// Number of slots.
    [[nodiscard]] std::size_t size() const noexcept { return forwarded_.size(); }
    /// Places of the packets of slot `t`, from 0, by dimension. None beyond the last slot.
    [[nodiscard]] indexed_span<port, const std::uint32_t> places(std::size_t t) const noexcept {
        return std::span{places_}.subspan(t * dimensions_, t < size() ? dimensions_ : 0);
    }
    /// Dimensions over which packets sent in slot `t` come that are not at their destination.
    [[nodiscard]] dimension_set forwarded(std::size_t t) const noexcept { return forwarded_[t]; }

private:
    std::size_t dimensions_;
    std::vector<node_id> own_;
    std::vector<std::uint32_t> places_;  // by slot and dimension
    std::vector<dimension_set> forwarded_;
};

}  // namespace tutti
