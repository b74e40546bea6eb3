/// @file
/// What the nodes of a run share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <queue>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "tutti/machine/detail/activity.hpp"
#include "tutti/machine/mailbox.hpp"
#include "tutti/machine/observer.hpp"
#include "tutti/machine/partition.hpp"
#include "tutti/model/frame_pool.hpp"
#include "tutti/model/mark.hpp"
#include "tutti/model/message.hpp"
#include "tutti/model/packet.hpp"
#include "tutti/model/port_model.hpp"
#include "tutti/model/slot.hpp"
#include "tutti/model/violation.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti::detail {

/// Something that went wrong: a broken rule, or an exception that left a program.
struct fault {
    fault_place place;
    std::variant<violation_kind, std::exception_ptr> cause;
};

/// What was counted in one slot.
struct slot_counts {
    // Not side by side: what a sender adds to them would be added at once, from where it has just
    // been written in halves.
    std::uint64_t sent = 0;
    std::uint64_t delivered = 0;
    std::uint64_t control = 0;
    std::uint64_t awake = 0;    ///< nodes that run in the next slot of their own will
    std::int64_t finished = 0;  ///< nodes that became done, less those that went on after all
    slot first_done = never;    ///< among the nodes that declared themselves done in this slot
    slot last_done = 0;
    std::vector<marks_made> marks;
    std::optional<fault> smallest_fault;

    void record(const fault& found) {
        if (!smallest_fault || found.place < smallest_fault->place) {
            smallest_fault = found;
        }
    }

    void mark(const marks_made& added) {
        const auto known = std::ranges::find_if(marks, [&](const marks_made& made) {
            // Mostly it is the same literal.
            return made.at == added.at &&
                   (made.name.data() == added.name.data() || made.name == added.name);
        });
        if (known == marks.end()) {
            marks.push_back(added);
            return;
        }
        known->count += added.count;
        known->node_sum += added.node_sum;
    }
};

/// What one shard counts in one slot, and works with. On lines of its own, for one thread writes
/// it.
template <packet Packet>
struct alignas(128) tally : slot_counts {
    std::vector<transmission<Packet>> transmissions;  ///< for the observer
    std::vector<delivery> deliveries;                 ///< for the observer

    std::vector<marks_made> marks_aside;  ///< while a block is swept, those of later blocks
    std::vector<node_id> awake_nodes;     ///< of the block that is swept
    bool discards = false;                ///< whether what is delivered reaches no host

    /// Back to nothing, with the memory kept.
    void reset() noexcept {
        sent = control = delivered = awake = 0;
        finished = 0;
        first_done = never;
        last_done = 0;
        marks.clear();
        smallest_fault.reset();
        transmissions.clear();
        deliveries.clear();
    }

    /// Names are to stand in the order in which the nodes, by increasing number, are the first to
    /// mark them: before a block that lies before those swept so far, their marks are set aside.
    void set_marks_aside() noexcept { marks.swap(marks_aside); }
    /// After it, they are put behind its own.
    void add_marks_aside() {
        for (const marks_made& made : marks_aside) {
            mark(made);
        }
        marks_aside.clear();
    }
};

template <topology Network, packet Packet, host Host, observer<Packet> Observer>
struct engine;

/// A block of consecutive nodes: what they share and nobody else touches.
template <topology Network, packet Packet, host Host, observer<Packet> Observer>
struct block {
    using timer = std::pair<slot, node_id>;

    engine<Network, Packet, Host, Observer>* shared = nullptr;
    tally<Packet>* counts = nullptr;  ///< of the shard that sweeps the block in this slot
    frame_pool* frames = nullptr;
    std::priority_queue<timer, std::vector<timer>, std::greater<>> timers;

    [[nodiscard]] slot next_timer() const noexcept {
        return timers.empty() ? never : timers.top().first;
    }
};

/// The state of a run that every node reads. The clock alone writes `now`, between two slots.
template <topology Network, packet Packet, host Host, observer<Packet> Observer>
struct engine {
    static constexpr bool is_observed = !std::is_same_v<Observer, no_observer>;

    const Network* network = nullptr;
    const partition* parts = nullptr;
    mailboxes<Network, Packet> mail;
    activity awake;
    Host* receiver = nullptr;
    std::string_view algorithm;
    std::uint64_t seed = 1;
    port_model ports = port_model::all_port;
    bool keeps_much = false;  ///< programs keep more than a cache holds
    slot now = 0;
};

}  // namespace tutti::detail
