/// @file
/// Readers of links as text: lists of pairs of ids and Matrix Market files.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "tutti/topology/topology.hpp"

namespace tutti {

/// A link as a line of a file names it.
struct link_entry {
    node_id from = 0;
    node_id to = 0;
    std::uint32_t line = 0;  ///< files are not longer than 2^30 bytes
};

/// The links of a file in the order of its lines. Nodes are counted from 0, as they are in no
/// Matrix Market file.
struct link_listing {
    std::uint64_t nodes = 0;
    std::vector<link_entry> entries;
    std::uint64_t least_id = 0;        ///< how the file calls node 0
    bool has_both_directions = false;  ///< whether links are to be there twice
};

/// Reads a file of either kind. It takes memory in proportion to the content.
/// @pre `content` has no zero byte and no byte order mark
/// @throws std::invalid_argument with a clause that names the line
[[nodiscard]] link_listing read_links(std::string_view content);

}  // namespace tutti
