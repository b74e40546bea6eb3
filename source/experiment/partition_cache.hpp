/// @file
/// Partition of the nodes of a network among several processes.
#pragma once

#include <optional>

#include "engine/partition/node_partition.hpp"
#include "tutti/engine/transport.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

/// Size of the largest part in a partition of a network among processes.
struct process_part {
    int processes = 1;
    double nodes = 1;      ///< of all nodes
    double mailboxes = 1;  ///< of all mailboxes, with what crosses: may be over 1
    double border = 0;     ///< of all mailboxes, as many as packets that cross may take

    friend bool operator==(const process_part&, const process_part&) = default;
};

/// Lower bound on the part of a process: in even ranges of the nodes of cubes and grids, and of
/// graphs as if no link led from one process to another.
[[nodiscard]] process_part least_part(const network& net, int processes);

/// Divides networks among the processes that run them: cubes, grids and products into slabs, which
/// are ranges of ids, and other graphs into parts that few links lead out of.
///
/// Thread safety: with a carrier one thread at a time, without one any.
class partition_cache {
public:
    struct share {
        node_partition nodes;
        process_part most;
    };

    /// Called by all processes; that of the last network is kept, as dividing a large graph takes a
    /// while.
    /// @param carrier null: this process is alone
    /// @throws processes_differ in all of them if one has another network than process 0
    [[nodiscard]] share of(transport* carrier, const network& net);

private:
    struct cache_entry {
        tutti::network network;
        transport* carrier = nullptr;
        share part;
    };

    std::optional<cache_entry> last_;
};

}  // namespace tutti
