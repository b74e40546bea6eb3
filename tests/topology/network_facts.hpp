/// @file
/// Facts of a network as the golden files state them.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include <fmt/format.h>

#include "tutti/topology/graph.hpp"

namespace support {

/// FNV-1a over lines of node, port, neighbour and far port.
inline std::string ports_digest(const tutti::graph& net) {
    std::uint64_t digest = 0xcbf29ce484222325U;
    for (tutti::node_id node = 0; node < net.node_count(); ++node) {
        for (tutti::port through = 0; through < net.port_limit(node); ++through) {
            for (const char byte :
                 fmt::format("{} {} {} {}\n", node, through, net.neighbour(node, through),
                             net.far_port(node, through))) {
                digest = (digest ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
            }
        }
    }
    return fmt::format("{:016x}", digest);
}

/// "3", or "2..3".
inline std::string range_of(const std::set<int>& numbers) {
    return numbers.size() == 1 ? fmt::format("{}", *numbers.begin())
                               : fmt::format("{}..{}", *numbers.begin(), *numbers.rbegin());
}

}  // namespace support
