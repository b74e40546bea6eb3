/// @file
/// Classes of the links of networks with switches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "topology/networks/network_specification.hpp"
#include "tutti/topology/network.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Classes of a network's links: `host` for those between a host and a switch, and `switch` for
/// those between switches, which of a dragonfly are `local` within a group and `global` between
/// groups. Links of other networks are all alike.
class link_classes {
public:
    link_classes() = default;
    /// @param net what `named` names; an outline will do, its links are not built
    link_classes(const network_specification& named, const network& net);

    /// Names of the classes, none if all links are alike.
    [[nodiscard]] std::span<const std::string_view> names() const noexcept { return names_; }
    /// Place among `names()` of the class of the link between two neighbours; 0 if all are alike.
    [[nodiscard]] std::size_t of(node_id from, node_id to) const noexcept;

private:
    /// Routers of a dragonfly: those of a group have consecutive ids.
    struct groups {
        std::uint64_t first_router = 0;
        std::uint64_t routers = 1;  ///< of a group
    };

    std::span<const std::string_view> names_{};
    std::optional<graph> switched_{};
    std::optional<groups> groups_{};
};

}  // namespace tutti
