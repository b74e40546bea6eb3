/// @file
/// Order of the destinations in total exchange on a hypercube.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tutti/topology/hypercube.hpp"

namespace tutti {

/// Table of the 2^k relative destinations whose highest bit is k, for each dimension k, in the
/// order in which a node sends its own packets over that dimension.
///
/// Bertsekas, Ozveren, Stamoulis, Tseng and Tsitsiklis 1991, section 5: the column of dimension k
/// is the table of the columns before it, read row by row from left to right, with bit k added, and
/// 2^k itself at its end. Dimensions and positions count from 0.
///
/// A pure function of d. Takes 8 bytes a node.
class exchange_columns {
public:
    explicit exchange_columns(const hypercube& cube);

    /// The relative destination at `position` of column `k`. @pre position < 2^k
    [[nodiscard]] node_id at(int k, std::uint32_t position) const noexcept {
        return columns_[(std::size_t{1} << k) + position];
    }
    /// The position of a relative destination in the column of its highest bit.
    /// @pre destination != 0
    [[nodiscard]] std::uint32_t position(node_id destination) const noexcept {
        return positions_[destination];
    }

private:
    // Column k takes the places 2^k to 2^(k+1)-1.
    std::vector<node_id> columns_;
    std::vector<std::uint32_t> positions_;
};

}  // namespace tutti
