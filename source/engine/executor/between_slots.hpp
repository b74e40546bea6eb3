/// @file
/// Work of the executor between slots: timers, faults, waiting nodes, counts of packets sent.
///
/// Between slot t and t+1, after the barrier, no node runs: side t+1 of the mailboxes is read for
/// sinks and faults, and packets of other processes are written to it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "engine/exchange/bytes.hpp"
#include "engine/exchange/send_buffer.hpp"
#include "engine/node/receive_checks.hpp"
#include "node/share.hpp"
#include "slot_executor.hpp"
#include "tutti/node/packet.hpp"

namespace tutti::detail {

template <topology Network, packet Packet>
void slot_executor<Network, Packet>::fire_timers(block_type& home) {
    while (home.next_timer() <= shared_->now) {
        if (is_waited_for(home.timers.top())) {
            shared_->awake.wake(shared_->now, home.timers.top().second);
        }
        home.timers.pop();
    }
}

// A node that mail woke earlier leaves its timer behind.
template <topology Network, packet Packet>
bool slot_executor<Network, Packet>::is_waited_for(const typename block_type::timer& set) const {
    const state_type& sleeper = state(set.second);
    const bool waits_for_a_slot =
        sleeper.waits_for == wait_kind::until || sleeper.waits_for == wait_kind::mail_or;
    return waits_for_a_slot && sleeper.wake == set.first;
}

template <topology Network, packet Packet>
void slot_executor<Network, Packet>::drop_stale_timers(block_type& home) {
    while (!home.timers.empty() && !is_waited_for(home.timers.top())) {
        const auto [wake, id] = home.timers.top();
        home.timers.pop();
        if (state(id).wake == wake) {
            state(id).wake = never;  // lest the node take the timer for still set
        }
    }
}

template <topology Network, packet Packet>
earliest_timer slot_executor<Network, Packet>::next_alarm() {
    earliest_timer next;
    for (block_type& home : blocks_) {
        drop_stale_timers(home);
        next.at = std::min(next.at, home.next_timer());
    }
    for (const block_type& home : blocks_) {
        next.sleepers += home.next_timer() == next.at ? home.timers.size() : 0;
    }
    return next;
}

template <topology Network, packet Packet>
std::optional<fault> slot_executor<Network, Packet>::smallest_reception_fault() {
    const slot next = shared_->now + 1;
    slot_counts counts;
    std::vector<node_id> awake;
    for (std::size_t index = 0; index < blocks_.size(); ++index) {
        if (!shared_->awake.is_block_awake(next, index)) {
            continue;
        }
        shared_->awake.list(next, index, awake);
        for (const node_id id : awake) {
            (void)mail(next).collect(id);
            if (const auto wrong = receive_checks{*shared_, next}.fault_at(state(id))) {
                counts.record(*wrong);
            }
        }
    }
    return counts.smallest_fault;
}

template <topology Network, packet Packet>
void slot_executor<Network, Packet>::list_waiting(run_report& report) const {
    const node_partition& own = shared_->parts->nodes();
    for (std::size_t index = 0; index < own.own_count(); ++index) {
        const state_type& self = state(own.own_node(index));
        if (self.is_done) {
            continue;
        }
        ++report.waiting_count;
        if (report.waiting.size() < most_waiting_named) {
            const bool waits_for_ever = self.waits_for == wait_kind::until;
            report.waiting.push_back({.node = self.id,
                                      .what = waits_for_ever ? "a slot that never comes" : "mail",
                                      .since = self.ran_at});
        }
    }
}

/// Adds the self-description of its packet to a transmission.
template <packet Packet>
void describe(const Packet& content, transmission& transmission) {
    transmission.packet = std::as_bytes(std::span{&content, 1});
    if constexpr (tells_control_from_data<Packet>) {
        transmission.is_control = content.is_control();
    }
    if constexpr (describes_itself<Packet>) {
        transmission.kind = name_of(content.kind());
        if (!transmission.is_control) {
            transmission.content = content.content();
        }
    }
    if constexpr (says_which_piece<Packet>) {
        if (!transmission.is_control && content.part().count > 1) {
            transmission.piece = content.part().index;
        }
    }
    if constexpr (counts_contributions<Packet>) {
        if (!transmission.is_control) {
            transmission.contributions = content.contributions();
        }
    }
    if constexpr (names_contributors<Packet>) {
        if (!transmission.is_control) {
            transmission.contributors = content.contributors();
        }
    }
    transmission.share = share_of(content);
}

template <topology Network, packet Packet>
void slot_executor<Network, Packet>::list_by_senders(std::vector<transmission>& sent) const {
    const departures links{shared_->mail, shared_->now};
    const Network& network = *shared_->network;
    const node_partition& own = shared_->parts->nodes();
    for (std::size_t index = 0; index < own.own_count(); ++index) {
        const node_id from = own.own_node(index);
        const port ports = network.port_limit(from);
        for (port through = 0; through < ports; ++through) {
            if (!network.has_port(from, through)) {
                continue;
            }
            const node_id to = network.neighbour(from, through);
            const port far = network.far_port(from, through);
            if (links.is_taken(to, far)) {
                describe(links.content(to, far),
                         sent.emplace_back(transmission{
                             .at = shared_->now, .from = from, .through = through, .to = to}));
            }
        }
    }
}

template <topology Network, packet Packet>
void slot_executor<Network, Packet>::list_by_receivers(std::vector<transmission>& sent) const {
    const departures links{shared_->mail, shared_->now};
    std::vector<node_id> awake;
    for (std::size_t index = 0; index < blocks_.size(); ++index) {
        if (!shared_->awake.is_block_awake(shared_->now + 1, index)) {
            continue;
        }
        shared_->awake.list(shared_->now + 1, index, awake);
        for (const node_id to : awake) {
            links.visit_taken(to, [&](port far, const Packet& content) {
                describe(content, sent.emplace_back(sent_to(to, far)));
            });
        }
    }
}

template <topology Network, packet Packet>
void slot_executor<Network, Packet>::list_outbound(const send_buffer& outbound,
                                                   std::vector<transmission>& sent) const {
    for (const transport::bytes& each : outbound.for_processes()) {
        for (std::size_t at = 0; at < each.size(); at += crossing_bytes()) {
            const auto bytes = std::span<const std::byte>{each}.subspan(at, crossing_bytes());
            const auto one = outbound_packet<Packet>::from(byte_reader{bytes});
            transmission& transmission = sent.emplace_back(sent_to(one.to, one.far));
            describe(one.content, transmission);
            transmission.packet = bytes.last(sizeof(Packet));  // what stays
        }
    }
}

template <topology Network, packet Packet>
void slot_executor<Network, Packet>::take_in(even_part part,
                                             std::span<const std::span<const std::byte>> parts) {
    constexpr std::size_t ahead = 16;
    departures links{shared_->mail, shared_->now};
    for (const std::span<const std::byte> packets : parts) {
        const auto [first, last] = part.of(packets.size() / crossing_bytes());
        const auto from_packet = [&](std::size_t number) {
            return byte_reader{packets.subspan(number * crossing_bytes(), crossing_bytes())};
        };
        for (std::size_t number = first; number < last; ++number) {
            if (number + ahead < last) {
                byte_reader later = from_packet(number + ahead);
                const auto to = later.take<node_id>();
                links.prefetch(to, later.take<port>());
            }
            const auto one = outbound_packet<Packet>::from(from_packet(number));
            links.write(one.to, one.far, one.content);
            links.mark(one.to, one.far);
            shared_->awake.wake(shared_->now + 1, one.to);
        }
    }
}

}  // namespace tutti::detail
