/// @file
/// Readers and writers of durations, bandwidths and sizes with their units.
///
/// A number is digits, a decimal, a fraction or one with an exponent, read exactly; its unit
/// follows without a blank, in upper and lower case as it stands here. Errors are
/// `std::invalid_argument` with one line that names the text and what would be right.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "node/exact_number.hpp"

namespace tutti {

/// The largest size: 1 EiB.
inline constexpr std::uint64_t most_size_bytes = std::uint64_t{1} << 60U;

/// Seconds of a duration in ns, us, ms or s, from 0 to 10^9 s.
[[nodiscard]] exact_number parse_duration(std::string_view text);

/// Bytes a second of a bandwidth in B/s, KB/s, MB/s, GB/s, KiB/s, MiB/s or GiB/s, or in bits, b/s,
/// Kb/s, Mb/s or Gb/s, from 1 B/s to 10^18 B/s.
[[nodiscard]] exact_number parse_bandwidth(std::string_view text);

/// Bytes of a size in B, KB, MB, GB, KiB, MiB or GiB, or without a unit in bytes: a whole number
/// from 1 to `most_size_bytes`. K, M and G are powers of 1000, Ki, Mi and Gi of 1024.
[[nodiscard]] std::uint64_t parse_size(std::string_view text);

/// With four digits in the unit that suits it: "12.34 us".
[[nodiscard]] std::string seconds_text(double seconds);

/// With at most four digits in the unit that suits it: "6.25 GB/s".
[[nodiscard]] std::string bandwidth_text(double bytes_a_second);

/// Shortest exact form that `parse_size()` reads: "1MiB", "1500B".
[[nodiscard]] std::string size_text(std::uint64_t bytes);

}  // namespace tutti
