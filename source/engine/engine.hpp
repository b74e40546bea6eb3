/// @file
/// State shared by the nodes of a run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/executor/activity.hpp"
#include "engine/executor/slot_counters.hpp"
#include "engine/mailbox/mailbox.hpp"
#include "engine/node/delivery_sink.hpp"
#include "engine/partition/block_partition.hpp"
#include "node/mark.hpp"
#include "topology/networks/distance_table.hpp"
#include "tutti/node/packet.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/node/task.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti::detail {

/// Time of a node's phases, up to the current one.
struct node_time {
    slot since = 0;  ///< when that began
    rational passed;
};

/// The state of a run, whatever its network and packets are. The clock alone writes `now` and
/// `is_watched`, between two slots.
struct run_state {
    const partition* parts = nullptr;
    activity awake;
    delivery_sink* receiver = nullptr;
    std::string_view algorithm;
    std::uint64_t seed = 1;
    std::span<const std::uint64_t> node_seeds{};  ///< see `run_options::node_seeds`
    port_model ports = port_model::all_port;
    bool exceeds_cache = false;     ///< programs keep more than a cache holds
    bool has_inner_blocks = false;  ///< such as have own nodes and are not at the border
    bool is_watched = false;        ///< deliveries and marks of this slot are to be kept
    slot longest_way = 0;  ///< slots from the beginning in which a message may be on its way
    /// Distances of the network where it has no closed form of them; null: unknown.
    const distance_table* distances = nullptr;
    std::span<const std::uint16_t> quiet_slots{};  ///< see `run_options::quiet_slots`
    std::span<const phase_end> phases{};  ///< those that nodes go through; empty: one, without end
    bool limits_shares = false;           ///< not every slot carries all that packets may carry
    std::span<node_time> times{};         ///< of each node, if times are requested
    /// Of each node, which ports it sent through in the slot that it ran in last, where links are
    /// one-way: a bit for each, in whole words.
    std::vector<std::uint64_t> sent_ports{};
    std::size_t port_words = 0;
    /// Number of ports through which a node that has all ports of a regular network may always send
    /// together.
    std::uint64_t free_ports = 0;
    port inner_ports = 0;  ///< the first of these, which lead to nodes of this process
    slot now = 0;

    /// True if some packets may not be sent through some ports.
    [[nodiscard]] bool is_restricted() const noexcept {
        return ports != port_model::all_port || limits_shares;
    }
    [[nodiscard]] std::span<std::uint64_t> sent_ports_of(node_id node) noexcept {
        return std::span{sent_ports}.subspan(node * port_words, port_words);
    }
};

/// The state of a run that every node reads.
template <topology Network, packet Packet>
struct engine : run_state {
    // Not an aggregate: g++ 12 ends the other members twice if the mailboxes find no memory.
    engine(run_state&& common, const Network& net)
        : run_state{std::move(common)}, network{&net}, mail{net, parts->nodes()} {}

    const Network* network;
    mailboxes<Network, Packet> mail;
};

/// Block of consecutive nodes, with the state that only one thread at a time uses.
template <topology Network, packet Packet>
struct block {
    using timer = std::pair<slot, node_id>;

    engine<Network, Packet>* shared = nullptr;
    bool is_at_border = false;  ///< links lead from it to other processes, or it has no own nodes
    slot_counters* counts = nullptr;  ///< of the shard that sweeps the block in this slot
    frame_pool* frames = nullptr;
    std::priority_queue<timer, std::vector<timer>, std::greater<>> timers;

    [[nodiscard]] slot next_timer() const noexcept {
        return timers.empty() ? never : timers.top().first;
    }
};

}  // namespace tutti::detail
