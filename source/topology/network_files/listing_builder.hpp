/// @file
/// Rules that all formats of network files share: from entries to a listing.
#pragma once

#include <cstdint>
#include <vector>

#include "file_entries.hpp"
#include "file_formats.hpp"
#include "topology/networks/network_listing.hpp"

namespace tutti {

/// Merges the entries of each pair of nodes by the options; they get another order.
/// @param end the byte that a fault of the reader is at: links are known up to it only, and what
/// comes later is not reported; `no_place`: all are there
/// @throws network_file_fault for the first link at fault
[[nodiscard]] std::vector<listed_link> merged_links(file_entries& file, const file_format& format,
                                                    std::uint64_t end = no_place);

/// The network of all entries of a file, which is one part. Takes memory in proportion to the
/// entries.
/// @throws network_file_fault for the first link at fault, or for nodes
[[nodiscard]] network_listing listing_of(file_entries& file, const file_format& format);

}  // namespace tutti
