/// @file
/// Reader of networks from the files of other tools.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tutti/topology/graph.hpp"

namespace tutti {

/// The longest file that is read.
inline constexpr std::uint64_t most_graph_file_bytes = std::uint64_t{1} << 30U;

/// A connected graph without self-loops from the content of a file. One that begins with
/// `%%MatrixMarket` is the matrix of its links in the coordinate format of Boisvert, Pozo and
/// Remington, "The Matrix Market Exchange Formats" (NIST 1996): pattern, real, integer or
/// unsigned-integer, of which the values do not count but must not be 0, symmetric with every link
/// once or general with every link in both directions; id 1 is node 0. Any other is a list with two
/// ids from 0 on each line, every link once, and N is one more than the largest id; what follows
/// `#` or `%` is a comment, and attributes in braces behind the ids, in whose quotes those symbols
/// begin no comment, do not count. It takes memory in proportion to the content, whatever the
/// content says of itself.
/// @throws std::invalid_argument with a clause that names the line, such as "has the self-loop 3-3
/// in line 7; a link joins two nodes"
[[nodiscard]] graph parse_graph(std::string_view content);

/// Reads a regular file.
/// @param most_bytes the memory that reading may take, some twenty times the file
/// @throws std::invalid_argument with such a clause
[[nodiscard]] graph read_graph_file(const std::string& path, std::uint64_t most_bytes);

}  // namespace tutti
