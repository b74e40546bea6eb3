/// @file
/// Executor of the runnable nodes of a slot.
///
/// Slot t: a shard runs the nodes of its own blocks. Of each node it collects the mail of side t,
/// resumes the program, which writes side t+1 of the neighbours' mailboxes, and checks that the
/// mail was read. No receiver reads side t+1 before the barrier.
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <optional>
#include <span>
#include <vector>

#include "clock.hpp"
#include "engine/engine.hpp"
#include "engine/exchange/send_buffer.hpp"
#include "engine/node/node.hpp"
#include "engine/node/node_state.hpp"
#include "engine/node/receive_checks.hpp"
#include "engine/partition/node_array.hpp"
#include "loop_sweep.hpp"
#include "node/prefetch.hpp"
#include "tutti/engine/run_report.hpp"
#include "tutti/node/task.hpp"

namespace tutti {

template <topology Network, packet Packet>
class emulator;

}  // namespace tutti

namespace tutti::detail {

/// The nodes of a run, swept block by block.
template <topology Network, packet Packet>
class slot_executor final : public clocked_nodes {
public:
    using node_type = node<Network, Packet>;
    using state_type = node_state<Network, Packet>;
    using block_type = block<Network, Packet>;
    using engine_type = engine<Network, Packet>;

    /// @param nodes by place, those of all processes, of which only this one's are used
    /// @param roots the programs of this process's nodes, by place
    slot_executor(engine_type& shared, std::span<node_type> nodes, std::span<block_type> blocks,
                  std::span<const task<>> roots)
        : shared_{&shared}, nodes_{shared.parts->nodes(), nodes}, blocks_{blocks}, roots_{roots} {}

    void sweep(int shard, slot_watcher* watcher, slot_counters& counts) noexcept override;
    [[nodiscard]] earliest_timer next_alarm() override;
    [[nodiscard]] std::optional<fault> smallest_reception_fault() override;
    void list_waiting(run_report& report) const override;
    void list_by_senders(std::vector<transmission>& sent) const override;
    void list_by_receivers(std::vector<transmission>& sent) const override;
    void list_outbound(const send_buffer& outbound, std::vector<transmission>& sent) const override;
    [[nodiscard]] std::size_t link_count() const override { return shared_->network->link_count(); }
    void take_in(even_part part, std::span<const std::span<const std::byte>> parts) override;
    [[nodiscard]] std::size_t crossing_bytes() const noexcept override {
        return outbound_packet<Packet>::size;
    }

private:
    template <topology, packet, class, class>
    friend class loop_sweep;
    friend class emulator<Network, Packet>;

    using arrivals = typename mailboxes<Network, Packet>::arrivals;
    using departures = typename mailboxes<Network, Packet>::departures;

    void sweep_border_first(int shard, slot_watcher& watcher, slot_counters& counts);
    template <class Sweep>
    void for_each_block(int shard, const Sweep& sweep_one);
    void sweep_block(std::size_t index, slot_counters& counts);
    void visit_all(block_type& home, std::span<const node_id> awake);
    void prefetch_after(std::span<const node_id> awake) const noexcept;
    void prefetch_start(std::span<const node_id> awake) const noexcept;
    void prefetch_frame(node_id id) const noexcept;

    void fire_timers(block_type& home);
    void drop_stale_timers(block_type& home);
    [[nodiscard]] bool is_waited_for(const typename block_type::timer& set) const;

    void visit(state_type& self);
    void run_program(state_type& self);
    void end_visit(state_type& self);
    void end_program_run(state_type& self);
    void check_return(state_type& self);
    void check_mail_was_read(state_type& self);
    [[nodiscard]] bool has_reception_fault(const state_type& self);

    static void begin_visit(state_type& self, slot now) noexcept {
        self.has_taken_inbox = false;
        self.has_sent = false;
        self.has_failed = false;
        self.ran_at = now;
    }

    // A node keeps its state to itself: programs, which have the node, cannot reach it through
    // here.
    [[nodiscard]] static state_type& state_of(node_type& self) noexcept { return self.state_; }
    [[nodiscard]] state_type& state(node_id id) const noexcept { return state_of(nodes_[id]); }

    [[nodiscard]] transmission sent_to(node_id to, port far) const {
        const Network& network = *shared_->network;
        return {.at = shared_->now,
                .from = network.neighbour(to, far),
                .through = network.far_port(to, far),
                .to = to};
    }

    [[nodiscard]] arrivals mail(slot at) const noexcept { return {shared_->mail, at}; }
    [[nodiscard]] arrivals mail() const noexcept { return mail(shared_->now); }

    // Number of nodes to prefetch ahead.
    static constexpr std::size_t to_node = 6;
    static constexpr std::size_t to_frame = 3;

    engine_type* shared_;
    node_array<Network, node_type> nodes_;
    std::span<block_type> blocks_;
    std::span<const task<>> roots_;
};

template <topology Network, packet Packet>
void slot_executor<Network, Packet>::sweep(int shard, slot_watcher* watcher,
                                           slot_counters& counts) noexcept {
    counts.reset();
    try {
        if (watcher != nullptr) {
            sweep_border_first(shard, *watcher, counts);
        } else {
            for_each_block(shard, [&](std::size_t index) { sweep_block(index, counts); });
        }
    } catch (...) {
        counts.failure = std::current_exception();
    }
}

template <topology Network, packet Packet>
void slot_executor<Network, Packet>::sweep_border_first(int shard, slot_watcher& watcher,
                                                        slot_counters& counts) {
    for_each_block(shard, [&](std::size_t index) {
        if (blocks_[index].is_at_border) {
            sweep_block(index, counts);
        }
    });
    watcher.border_is_swept(shard);
    for_each_block(shard, [&](std::size_t index) {
        if (!blocks_[index].is_at_border) {
            sweep_block(index, counts);
            watcher.inner_block_is_swept(shard);
        }
    });
}

template <topology Network, packet Packet>
template <class Sweep>
void slot_executor<Network, Packet>::for_each_block(int shard, const Sweep& sweep_one) {
    const auto [first, last] = shared_->parts->blocks_of(shard);
    if ((shared_->now + shard) % 2 == 0) {
        for (std::size_t index = first; index < last; ++index) {
            sweep_one(index);
        }
        return;
    }
    // Every other slot backwards: what the caches still hold of the one before is used first. And
    // every other shard, lest two that send to each other write to the same lines all the time,
    // side by side.
    for (std::size_t index = last; index > first; --index) {
        sweep_one(index - 1);
    }
}

template <topology Network, packet Packet>
void slot_executor<Network, Packet>::sweep_block(std::size_t index, slot_counters& counts) {
    block_type& home = blocks_[index];
    const bool timer_is_due = home.next_timer() <= shared_->now;
    if (!timer_is_due && !shared_->awake.is_block_awake(shared_->now, index)) {
        return;
    }
    home.counts = &counts;
    const frame_pool::scope frames{*home.frames};
    if (timer_is_due) {
        fire_timers(home);
    }
    shared_->awake.list(shared_->now, index, counts.awake_nodes);
    visit_all(home, counts.awake_nodes);
    shared_->awake.clear(shared_->now, index);
}

// Nodes in loops over slots are visited together, as long as the loops are of one type.
template <topology Network, packet Packet>
void slot_executor<Network, Packet>::visit_all(block_type& home, std::span<const node_id> awake) {
    if (!awake.empty() && !state(awake.front()).is_in_loop) {
        prefetch_start(awake);
    }
    while (!awake.empty()) {
        state_type& self = state(awake.front());
        std::size_t visited = 1;
        if (self.is_in_loop) {
            visited = self.current_loop().sweep(*this, home, awake, loop_turn::next);
        } else {
            prefetch_after(awake);
            visit(self);
        }
        awake = awake.subspan(visited);
    }
}

// Prefetches for the next nodes while this one works: first the node, which knows its frame, then
// the frame and the marks of its mail, then the first of its packets.
template <topology Network, packet Packet>
inline void slot_executor<Network, Packet>::prefetch_after(
    std::span<const node_id> awake) const noexcept {
    if (awake.size() > to_node) {
        prefetch_line(&state(awake[to_node]));
    }
    if (awake.size() > to_frame) {
        prefetch_frame(awake[to_frame]);
    }
    if (awake.size() > 1) {
        mail().prefetch_first(awake[1]);
    }
}

// The nodes and frames that would have been asked for before the first of a block.
template <topology Network, packet Packet>
void slot_executor<Network, Packet>::prefetch_start(std::span<const node_id> awake) const noexcept {
    for (const node_id id : awake.first(std::min(awake.size(), to_node))) {
        prefetch_line(&state(id));
    }
    for (const node_id id : awake.first(std::min(awake.size(), to_frame))) {
        prefetch_frame(id);
    }
}

template <topology Network, packet Packet>
inline void slot_executor<Network, Packet>::prefetch_frame(node_id id) const noexcept {
    constexpr std::size_t bytes_of_a_frame = 256;
    prefetch_lines(state(id).to_run, bytes_of_a_frame);
    mail().prefetch(id);
}

// A node's slot, if it may run.
template <topology Network, packet Packet>
void slot_executor<Network, Packet>::visit(state_type& self) {
    const bool has_mail = mail().collect(self.id);
    if (has_mail && (shared_->ports != port_model::all_port ||
                     receive_checks<Network, Packet>::cannot_read(self, shared_->now))) {
        if (has_reception_fault(self)) {
            return;
        }
    }
    begin_visit(self, shared_->now);
    run_program(self);
    end_visit(self);
}

// Until it sleeps. A loop that it begins begins in this slot, and may end in it.
template <topology Network, packet Packet>
void slot_executor<Network, Packet>::run_program(state_type& self) {
    for (;;) {
        self.waits_for = wait_kind::nothing;
        self.program().resume();
        if (self.waits_for == wait_kind::nothing) {
            self.waits_for = wait_kind::returned;
        }
        if (self.waits_for != wait_kind::loop) {
            return;
        }
        self.current_loop().sweep(*this, *self.home, std::span{&self.id, 1}, loop_turn::first);
        if (self.is_in_loop) {
            return;
        }
    }
}

// Counts what the node did, and checks that it read its mail.
template <topology Network, packet Packet>
void slot_executor<Network, Packet>::end_visit(state_type& self) {
    end_program_run(self);
    // A program that failed would have read on: what it died of is the fault.
    if (!self.has_taken_inbox && !self.has_failed) {
        check_mail_was_read(self);
    }
}

template <topology Network, packet Packet>
void slot_executor<Network, Packet>::end_program_run(state_type& self) {
    if (self.waits_for == wait_kind::returned) {
        check_return(self);
    }
    const bool is_done =
        self.waits_for == wait_kind::returned || self.waits_for == wait_kind::relay;
    if (is_done != self.is_done) {
        self.is_done = is_done;
        self.home->counts->finished += is_done ? 1 : -1;
    }
    if (is_done && !self.was_done) {
        self.was_done = true;
        slot_counters& counts = *self.home->counts;
        counts.first_done = std::min(counts.first_done, self.present());
        counts.last_done = std::max(counts.last_done, self.present());
        if (shared_->is_watched) [[unlikely]] {
            counts.ended.push_back({.node = self.id, .at = self.present()});
        }
    }
}

template <topology Network, packet Packet>
void slot_executor<Network, Packet>::check_return(state_type& self) {
    const auto root = roots_[shared_->parts->nodes().own_index(self.id)].handle();
    std::exception_ptr left = root.promise().exception();
    if (!root.done()) {
        left = std::make_exception_ptr(
            error{"the program waits for something that is not its node's"});
    }
    // The exception of a violation says again what is already on record.
    if (left && !self.has_failed) {
        self.home->counts->record(
            {.place = {.at = shared_->now, .node = self.id, .through = {}}, .cause = left});
        self.has_failed = true;
    }
}

template <topology Network, packet Packet>
void slot_executor<Network, Packet>::check_mail_was_read(state_type& self) {
    if (const port_scan unread = mail().unread_ports(self.id)) {
        self.home->counts->record(
            {.place = {.at = shared_->now - 1, .node = self.id, .through = *unread},
             .cause = violation_kind::unread_mail});
    }
}

// True if a node that would read its mail must not have received it.
template <topology Network, packet Packet>
bool slot_executor<Network, Packet>::has_reception_fault(const state_type& self) {
    const auto fault = receive_checks{*shared_, shared_->now}.fault_at(self);
    if (fault) {
        self.home->counts->record(*fault);
    }
    return fault.has_value();
}

}  // namespace tutti::detail

#include "between_slots.hpp"
