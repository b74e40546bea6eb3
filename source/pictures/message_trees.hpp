/// @file
/// Trees of links over which messages spread.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "picture_frame.hpp"
#include "pictures/layout/network_layout.hpp"

namespace tutti::picture {

/// The links over which a message first reached each node; of sums, those over which they left it.
struct message_tree {
    message_name name{};
    bool is_of_sums = false;
    std::uint64_t hops = 0;  ///< links of it
    slot last = 0;           ///< in which the last of them was used
    /// Between groups of nodes: whether it goes from one to the other.
    std::map<std::pair<std::size_t, std::size_t>, std::uint64_t> links{};
};

/// The trees that are drawn, and how many messages there are.
struct drawn_trees {
    std::vector<message_tree> trees;
    std::uint64_t message_count = 0;  ///< different ones that packets of the drawn slots carry
};

/// Of the first message of each of the first origins, or of the one that is asked for.
/// @throws drawing_refused if no packet has the message that is asked for
[[nodiscard]] drawn_trees trees_of(const picture_source& source, const drawing_options& options,
                                   const network_layout& layout);

}  // namespace tutti::picture
