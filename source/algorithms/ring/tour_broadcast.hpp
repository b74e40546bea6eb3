/// @file
/// Multinode broadcast along the best tour that is known for a network: cycle, path or tree.
#pragma once

#include <cstdint>
#include <variant>

#include "path_broadcast.hpp"
#include "ring_broadcast.hpp"
#include "tutti/catalog/tree_broadcast.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

/// Along a Hamiltonian cycle, along a Hamiltonian path, or over a spanning tree.
using tour_broadcast = std::variant<ring_broadcast, path_broadcast, tree_broadcast>;

/// Kind of tour that is known for a network.
enum class tour_kind : std::uint8_t { none, cycle, path };

/// A cycle if one is known, else a path if one is. Of networks of listed links, a search; none of
/// those that have a name, as `star:5`.
[[nodiscard]] tour_kind tour_of(const network& net);

/// Along the known cycle.
/// @throws std::invalid_argument if none is known
[[nodiscard]] ring_broadcast along_cycle(const network& net, duplex mode);
/// Along the known path.
/// @throws std::invalid_argument if none is known
[[nodiscard]] path_broadcast along_path(const network& net, duplex mode);
/// Broadcasts along the tour of `tour_of`; if there is none, over a spanning tree of low degree.
/// @throws std::invalid_argument if the network is not connected
[[nodiscard]] tour_broadcast along_tour(const network& net, duplex mode);

}  // namespace tutti
