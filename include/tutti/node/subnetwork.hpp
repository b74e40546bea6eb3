/// @file
/// View of a part of a network that is a network itself, at one of its nodes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tutti/node/message.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/packet.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Position of a node in a part of its network, such as the line of one dimension through it.
struct part_place {
    node_id id = 0;       ///< in the part
    port first_port = 0;  ///< of the node below; its port `first_port` + p is the part's port p
};

/// The face of a part's node over a node of the whole: ids and ports are those of the part, slots
/// and all else those of the node below.
///
/// The view reads none but its own ports, so that mail through others stays unread, which the
/// emulator reports. Sending through a port that the part's node lacks is reported too.
template <node_interface Below, topology Part>
class subnetwork {
public:
    using network_type = Part;
    using packet_type = packet_of<Below>;

    /// @param part outlives the view, as the node below does
    /// @pre the part's node has no port that the node below lacks
    subnetwork(Below& below, const Part& part, part_place at) noexcept
        : below_{&below}, part_{&part}, at_{at} {}

    [[nodiscard]] node_id id() const noexcept { return at_.id; }
    [[nodiscard]] int degree() const noexcept { return part_->degree(at_.id); }
    [[nodiscard]] bool has(port through) const noexcept { return part_->has_port(at_.id, through); }
    [[nodiscard]] const Part& network() const noexcept { return *part_; }
    [[nodiscard]] tutti::slot slot() const noexcept { return below_->slot(); }

    void send(port through, const packet_type& content) {
        below_->send(port_below(through), content);
    }
    /// A number that the packet cannot hold.
    template <narrows_to<packet_type> Number>
    void send(port through, Number does_not_fit_into_a_packet) = delete;

    [[nodiscard]] std::span<const arrival<packet_type>> inbox() {
        shown_.clear();
        for (port through = 0; through < part_->port_limit(at_.id); ++through) {
            const auto packet = has(through) ? received(through) : nullptr;
            if (packet) {
                shown_.push_back({.through = through, .packet = *packet});
            }
        }
        return shown_;
    }
    [[nodiscard]] received_packet<packet_type> received(port through) {
        return below_->received(port_below(through)).seen_at(through);
    }

    [[nodiscard]] auto next_slot() { return below_->next_slot(); }
    [[nodiscard]] auto mail() { return below_->mail(); }
    [[nodiscard]] auto mail_or(tutti::slot at) { return below_->mail_or(at); }
    [[nodiscard]] auto until(tutti::slot at) { return below_->until(at); }
    [[nodiscard]] auto relay() { return below_->relay(); }

    void deliver(const message& content) { below_->deliver(content); }
    void mark(milestone end) { below_->mark(end); }
    [[nodiscard]] std::uint64_t random() { return below_->random(); }

private:
    // A port that the part's node lacks is mapped to one that the node below lacks too.
    [[nodiscard]] port port_below(port through) const noexcept {
        return has(through)
                   ? at_.first_port + through
                   : below_->network().port_limit(below_->id()) + (through < 0 ? 0 : through);
    }

    Below* below_;
    const Part* part_;
    part_place at_;
    std::vector<arrival<packet_type>> shown_;  // by the last inbox()
};

}  // namespace tutti
