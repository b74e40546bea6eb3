/// @file
/// Cache of tables of one network, one for each root.
#pragma once

#include <concepts>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "tutti/topology/network.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Tables that follow from a network and a root, each worked out when a node first asks for it, for
/// all that ask for the same.
///
/// Thread safety: any thread may ask. The first thread that does computes the table, and others
/// that want the same wait for it.
template <std::constructible_from<const network&, node_id> Table>
class table_by_root {
public:
    explicit table_by_root(network net)
        : network_{std::move(net)}, places_(tutti::node_count(network_)) {}

    /// Valid as long as this is. @throws std::out_of_range if root is no node
    [[nodiscard]] const Table& to(node_id root) const {
        place& entry = places_.at(root);
        std::call_once(entry.once, [&] { entry.table = std::make_unique<Table>(network_, root); });
        return *entry.table;
    }

private:
    struct place {
        std::once_flag once;
        std::unique_ptr<const Table> table;
    };

    network network_;
    mutable std::vector<place> places_;  // by root
};

}  // namespace tutti
