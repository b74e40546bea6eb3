/// @file
/// Latency and bandwidth of published machines.
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace tutti {

/// Machine whose links have a published latency and bandwidth.
struct machine {
    std::string_view name;
    std::string_view latency;    ///< as `--latency` takes it
    std::string_view bandwidth;  ///< of a link and direction, as `--bandwidth` takes it
    std::string_view meaning;
    std::string_view source;
};

/// Their names.
inline constexpr std::array<std::string_view, 5> machine_names{
    "blue-gene-q", "connectx-6", "dgx2-nvlink", "ndv2-infiniband", "ndv2-nvlink"};

/// All of them, in the order of the names.
[[nodiscard]] std::span<const machine> machines() noexcept;

/// @throws std::invalid_argument, one line, if there is no machine of that name
[[nodiscard]] const machine& machine_named(std::string_view name);

}  // namespace tutti
