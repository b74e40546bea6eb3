/// @file
/// Cache of tables of one network and its participants, one for each root.
#pragma once

#include <concepts>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "topology/participant_set.hpp"
#include "tutti/topology/network.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Tables that follow from a network and a root, and perhaps from the participants, each worked out
/// when a node first asks for it, for all that ask for the same.
///
/// Thread safety: any thread may ask. The first thread that does computes the table, and others
/// that want the same wait for it.
/// @tparam Table made of the network and a root, and of the participants if it takes them
template <class Table>
class table_by_root {
public:
    explicit table_by_root(network net, participant_set participants = {})
        : network_{std::move(net)},
          participants_{std::move(participants)},
          places_(tutti::node_count(network_)) {}

    /// Valid as long as this is. @throws std::out_of_range if root is no node
    [[nodiscard]] const Table& to(node_id root) const {
        place& entry = places_.at(root);
        std::call_once(entry.once, [&] {
            if constexpr (std::constructible_from<Table, const network&, node_id,
                                                  const participant_set&>) {
                entry.table = std::make_unique<Table>(network_, root, participants_);
            } else {
                entry.table = std::make_unique<Table>(network_, root);
            }
        });
        return *entry.table;
    }

private:
    struct place {
        std::once_flag once;
        std::unique_ptr<const Table> table;
    };

    network network_;
    participant_set participants_;
    mutable std::vector<place> places_;  // by root
};

}  // namespace tutti
