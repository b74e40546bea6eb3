/// @file
/// Faults of node programs.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/mutating_node.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace support {

/// Additional action of a node, before or after its program.
struct deed {
    enum class kind : std::uint8_t {
        marks_rank,
        marks_collect,
        marks_broadcast,
        sends,    ///< a control packet through port 0
        listens,  ///< to a packet that would otherwise go unread
    };
    std::optional<tutti::node_id> node;  ///< null: every node
    tutti::slot at = 0;                  ///< clock slot
    kind type = kind::marks_broadcast;
};

/// Fault that is planted in programs.
struct fault {
    tampering between{};
    std::vector<deed> before{};
    std::vector<deed> after{};
};

/// The faults that can be planted, by name. Meant for the cube of 8 nodes; node 5 delivers and
/// marks wrongly, node 3 passes on and counts wrongly, the nodes 1, 2 and 4 are the roots of the
/// disjoint trees, which end and report wrongly.
[[nodiscard]] const std::map<std::string, fault, std::less<>>& faults();

}  // namespace support
