/// @file
/// Reader of networks from the files of other tools.
#pragma once

#include <cstdint>
#include <string_view>

#include "file_options.hpp"
#include "topology/networks/network_listing.hpp"

namespace tutti {

/// The network of a file's content: connected, without loops, with as many links from each node to
/// another as back. Takes memory in proportion to the content, whatever the content says of itself;
/// formats that describe networks by sizes are bounded by `most_bytes`.
/// @param name its path is for the text of refusals only
/// @throws network_file_fault, one line with the line and column of the first fault, such as "line
/// 1, column 3: a loop at node 3; loops=drop"
[[nodiscard]] network_listing parse_network_file(std::string_view content,
                                                 const network_file_name& name = {},
                                                 std::uint64_t most_bytes = std::uint64_t{1}
                                                                            << 30U);

/// Reads a regular file of at most 1 GiB.
/// @param most_bytes the memory that reading may take, some twenty times the file
/// @throws network_file_fault in such cases, or std::invalid_argument with a clause on the file
[[nodiscard]] network_listing read_network_file(const network_file_name& name,
                                                std::uint64_t most_bytes);

}  // namespace tutti
