/// @file
/// What a sweeper is asked before, between and after slots: timers, faults, who waits, what was
/// sent.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <span>
#include <vector>

#include "tutti/machine/detail/bytes.hpp"
#include "tutti/machine/detail/reception.hpp"
#include "tutti/machine/detail/sweeper.hpp"
#include "tutti/model/packet.hpp"
#include "tutti/model/share.hpp"

namespace tutti::detail {

template <topology Network, packet Packet>
void sweeper<Network, Packet>::fire_timers(block_type& home) {
    while (home.next_timer() <= shared_->now) {
        if (is_waited_for(home.timers.top())) {
            shared_->awake.wake(shared_->now, home.timers.top().second);
        }
        home.timers.pop();
    }
}

// A node that mail woke earlier leaves its timer behind.
template <topology Network, packet Packet>
bool sweeper<Network, Packet>::is_waited_for(const typename block_type::timer& set) const {
    const node_type& sleeper = nodes_[set.second];
    const bool waits_for_a_slot =
        sleeper.waits_for_ == wait_kind::until || sleeper.waits_for_ == wait_kind::mail_or;
    return waits_for_a_slot && sleeper.wake_ == set.first;
}

template <topology Network, packet Packet>
void sweeper<Network, Packet>::drop_stale_timers(block_type& home) {
    while (!home.timers.empty() && !is_waited_for(home.timers.top())) {
        const auto [wake, id] = home.timers.top();
        home.timers.pop();
        if (nodes_[id].wake_ == wake) {
            nodes_[id].wake_ = never;  // lest the node take the timer for still set
        }
    }
}

template <topology Network, packet Packet>
alarm sweeper<Network, Packet>::next_alarm() {
    alarm next;
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
std::optional<fault> sweeper<Network, Packet>::smallest_reception_fault() {
    const slot next = shared_->now + 1;
    slot_counts found;
    std::vector<node_id> awake;
    for (std::size_t index = 0; index < blocks_.size(); ++index) {
        if (!shared_->awake.is_block_awake(next, index)) {
            continue;
        }
        shared_->awake.list(next, index, awake);
        for (const node_id id : awake) {
            (void)mail(next).collect(id);
            if (const auto wrong = reception{*shared_, next}.fault_at(nodes_[id])) {
                found.record(*wrong);
            }
        }
    }
    return found.smallest_fault;
}

template <topology Network, packet Packet>
void sweeper<Network, Packet>::list_waiting(run_report& report) const {
    const node_shares& own = shared_->parts->nodes();
    for (std::size_t index = 0; index < own.own_count(); ++index) {
        const node_type& self = nodes_[own.own_node(index)];
        if (self.is_done_) {
            continue;
        }
        ++report.waiting_count;
        if (report.waiting.size() < most_waiting_named) {
            const bool waits_for_ever = self.waits_for_ == wait_kind::until;
            report.waiting.push_back({.node = self.id_,
                                      .what = waits_for_ever ? "a slot that never comes" : "mail",
                                      .since = self.ran_at_});
        }
    }
}

/// Adds to a transmission what its packet says of itself.
template <packet Packet>
void describe(const Packet& content, transmission& one) {
    one.packet = std::as_bytes(std::span{&content, 1});
    if constexpr (tells_control_from_data<Packet>) {
        one.is_control = content.is_control();
    }
    if constexpr (describes_itself<Packet>) {
        one.kind = name_of(content.kind());
        if (!one.is_control) {
            one.content = content.content();
        }
    }
    if constexpr (says_which_piece<Packet>) {
        if (!one.is_control && content.part().count > 1) {
            one.piece = content.part().index;
        }
    }
    one.share = share_of(content);
}

template <topology Network, packet Packet>
void sweeper<Network, Packet>::list_by_senders(std::vector<transmission>& sent) const {
    const departures links{shared_->mail, shared_->now};
    const Network& network = *shared_->network;
    const node_shares& own = shared_->parts->nodes();
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
void sweeper<Network, Packet>::list_by_receivers(std::vector<transmission>& sent) const {
    const departures links{shared_->mail, shared_->now};
    const Network& network = *shared_->network;
    std::vector<node_id> awake;
    for (std::size_t index = 0; index < blocks_.size(); ++index) {
        if (!shared_->awake.is_block_awake(shared_->now + 1, index)) {
            continue;
        }
        shared_->awake.list_all(shared_->now + 1, index, awake);
        for (const node_id to : awake) {
            links.visit_taken(to, [&](port far, const Packet& content) {
                describe(content,
                         sent.emplace_back(transmission{.at = shared_->now,
                                                        .from = network.neighbour(to, far),
                                                        .through = network.far_port(to, far),
                                                        .to = to}));
            });
        }
    }
}

// Packets for others lie where they were sent to, in mailboxes that nobody here reads.
template <topology Network, packet Packet>
void sweeper<Network, Packet>::hand_over(even_part part,
                                         std::span<std::vector<std::byte>> to_processes) {
    const slot next = shared_->now + 1;
    std::vector<node_id> awake;
    std::vector<node_id> others;
    const auto [first, last] = part.of(shared_blocks_.size());
    for (const std::size_t index : std::span{shared_blocks_}.subspan(first, last - first)) {
        if (!shared_->awake.is_block_awake(next, index)) {
            continue;
        }
        shared_->awake.list_all(next, index, awake);
        others.clear();
        std::ranges::copy_if(awake, std::back_inserter(others),
                             [&](node_id to) { return !shared_->parts->nodes().is_own(to); });
        hand_over_to(others, to_processes);
        shared_->awake.clear_others(next, index, awake);
    }
}

// Their mail is on its way from memory some nodes ahead: first its marks, then its first packet.
template <topology Network, packet Packet>
void sweeper<Network, Packet>::hand_over_to(std::span<const node_id> others,
                                            std::span<std::vector<std::byte>> to_processes) const {
    constexpr std::size_t to_marks = 8;
    constexpr std::size_t to_packet = 4;
    const node_shares& shares = shared_->parts->nodes();
    arrivals links = mail(shared_->now + 1);
    for (std::size_t at = 0; at < others.size(); ++at) {
        if (at + to_marks < others.size()) {
            links.prefetch_marks(others[at + to_marks]);
        }
        if (at + to_packet < others.size()) {
            links.prefetch_first(others[at + to_packet]);
        }
        std::vector<std::byte>& there = to_processes[shares.owner_of(others[at])];
        links.empty(others[at], [&](port far, const Packet& content) {
            append_together(there, others[at], far, content);
        });
    }
}

template <topology Network, packet Packet>
void sweeper<Network, Packet>::take_in(even_part part,
                                       std::span<const std::span<const std::byte>> told) {
    constexpr std::size_t ahead = 16;
    departures links{shared_->mail, shared_->now};
    for (const std::span<const std::byte> packets : told) {
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
            byte_reader from = from_packet(number);
            const auto to = from.take<node_id>();
            const auto far = from.take<port>();
            links.write(to, far, from.take<Packet>());
            links.mark(to, far);
            shared_->awake.wake(shared_->now + 1, to);
        }
    }
}

}  // namespace tutti::detail
