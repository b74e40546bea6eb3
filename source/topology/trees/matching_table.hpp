/// @file
/// Send schedule of whole-packet multinode broadcast on a torus of any dimension.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tutti/topology/grid.hpp"

namespace tutti {

/// Schedule of the links over which the nodes of a torus are reached from node 0, slot by slot, at
/// most one over each of the 2d ports: in every slot as many ports as possible are matched to nodes
/// that are not reached yet, but next to one that is. By symmetry all nodes broadcast so at the
/// same time.
///
/// Varvarigos and Bertsekas 1994, section 4, state its time without a construction; this one is
/// ours. A pure function of the torus. Takes 8 bytes a node.
class matching_table {
public:
    /// Node `to` is reached through port `through` of the node before it.
    struct hop {
        port through = 0;
        node_id to = 0;
        node_id from = 0;
    };

    /// @pre a torus with sides of at least 3
    explicit matching_table(const grid& torus);

    /// ceil((N-1)/(2d)) for all tori that were tried; no proof is known.
    [[nodiscard]] std::size_t slots() const noexcept { return begins_.size() - 1; }
    /// Hops of a slot, from 0, by increasing port.
    [[nodiscard]] std::span<const hop> hops(std::size_t at) const {
        return std::span{hops_}.subspan(begins_[at], begins_[at + 1] - begins_[at]);
    }

private:
    std::vector<hop> hops_;
    std::vector<std::size_t> begins_{0};  // of each slot, and the end
};

}  // namespace tutti
