/// @file
/// Networks that tables of schedules name: specifications, or files of `networks`.
#pragma once

#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "topology/schedules/common/link_table.hpp"
#include "tutti/topology/network.hpp"

namespace support {

/// The network of `networks/NAME.txt`, or that of a specification.
[[nodiscard]] inline tutti::network network_by_name(const std::string& name) {
    const std::string file = fmt::format("{}/networks/{}.txt", TUTTI_SCHEDULES, name);
    return tutti::parse_network(std::filesystem::exists(file) ? "graph:" + file : name);
}

[[nodiscard]] inline tutti::link_table links_by_name(const std::string& name) {
    return tutti::link_table{network_by_name(name)};
}

}  // namespace support
