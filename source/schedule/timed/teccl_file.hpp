/// @file
/// Contents of a TE-CCL file: flows, and demands with their paths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "teccl_texts.hpp"

namespace tutti {

/// A demand, and the ways on which it is met: none, one, or several of a part of the chunk each.
struct teccl_delivery {
    teccl_demand demand{};
    std::vector<std::vector<teccl_hop>> paths{};
};

/// Flows and demands, in the order of the file.
struct teccl_file {
    std::string flows_key{};  ///< "7-Flows"
    std::vector<teccl_flow> flows{};
    std::vector<teccl_delivery> deliveries{};
    std::optional<std::int64_t> epochs{};  ///< `3-Epochs_Required`

    [[nodiscard]] bool has_parts() const;          ///< volumes below 1
    [[nodiscard]] std::size_t node_count() const;  ///< the largest id + 1
    /// Epochs up to the last send.
    [[nodiscard]] slot used_epochs() const;
};

/// @throws std::invalid_argument, one line with the place
[[nodiscard]] teccl_file parse_teccl_file(std::string_view content, const std::string& name);

}  // namespace tutti
