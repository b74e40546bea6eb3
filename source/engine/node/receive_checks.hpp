/// @file
/// Checks of the receive side of a slot.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>

#include "engine/engine.hpp"
#include "node/violation.hpp"
#include "node_state.hpp"
#include "tutti/node/port_model.hpp"

namespace tutti::detail {

/// Judges the mail of a slot at nodes that have not run in it. The packets were sent in the slot
/// before, and so are the faults.
template <topology Network, packet Packet>
class receive_checks {
public:
    using state_type = node_state<Network, Packet>;

    /// @param at this slot or the next
    receive_checks(engine<Network, Packet>& shared, slot at) noexcept : shared_{&shared}, at_{at} {}

    /// First violation in the packets collected for this node, or null.
    [[nodiscard]] std::optional<fault> fault_at(const state_type& self) const;

    /// True if the program sleeps on or has ended. A program that a violation ended would have read
    /// its mail.
    [[nodiscard]] static bool cannot_read(const state_type& self, slot at) noexcept {
        return (self.waits_for == wait_kind::until && self.wake > at) ||
               (self.waits_for == wait_kind::returned && !self.has_failed);
    }

private:
    [[nodiscard]] bool has_sent_before(const state_type& self) const noexcept {
        return self.has_sent && self.ran_at == at_ - 1;
    }
    // True if the node sent through the port in the slot before, where links are one-way.
    [[nodiscard]] bool has_sent_through(const state_type& self, port through) const noexcept {
        const auto bit = port_index(through);
        return (shared_->sent_ports_of(self.id)[bit / 64] >> bit % 64 & 1U) != 0;
    }

    // Checks mail through these ports, of which there is one, against the port model.
    template <class Found>
    void verify_ports(const state_type& self, port_scan ports, const Found& report) const {
        const port first = *ports;
        if (is_switch(*shared_->network, self.id)) {
            return;
        }
        if (shared_->ports == port_model::one_way) {
            for (; ports && has_sent_before(self); ++ports) {
                if (has_sent_through(self, *ports)) {
                    report(violation_kind::link_both_ways, *ports);
                }
            }
        } else if (shared_->ports != port_model::all_port) {
            if (++ports) {
                report(violation_kind::second_reception, *ports);
            }
            if (has_sent_before(self) && shared_->ports != port_model::single_port_full_duplex) {
                report(violation_kind::send_and_receive, std::max(first, self.first_port));
            }
        }
    }

    engine<Network, Packet>* shared_;
    slot at_;
};

template <topology Network, packet Packet>
std::optional<fault> receive_checks<Network, Packet>::fault_at(const state_type& self) const {
    const port_scan ports =
        typename mailboxes<Network, Packet>::arrivals{shared_->mail, at_}.ports(self.id);
    if (!ports) {
        return std::nullopt;
    }
    const port first = *ports;
    port smallest = std::numeric_limits<port>::max();
    violation_kind kind = violation_kind::unread_mail;
    const auto note = [&](violation_kind which, port through) {
        if (through < smallest) {
            smallest = through;
            kind = which;
        }
    };
    verify_ports(self, ports, note);
    if (cannot_read(self, at_)) {
        note(violation_kind::unread_mail, first);
    }
    if (smallest == std::numeric_limits<port>::max()) {
        return std::nullopt;
    }
    return fault{.place = {.at = at_ - 1, .node = self.id, .through = smallest}, .cause = kind};
}

}  // namespace tutti::detail
