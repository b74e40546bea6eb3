/// @file
/// A part of a network that is a network itself, as one of its nodes sees it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tutti/model/arrival.hpp"
#include "tutti/model/face.hpp"
#include "tutti/model/message.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Where a node stands in a part of its network, such as the line of one dimension through it.
struct part_place {
    node_id id = 0;       ///< in the part
    port first_port = 0;  ///< of the host; the part's port p is the host's port `first_port` + p
};

/// The face of a part's node over a node of the whole: ids and ports are those of the part, slots
/// and all else those of the host.
///
/// The view reads none but its own ports, so that mail through others stays unread, which the
/// machine finds. Whoever sends through a port that the part's node lacks is found too.
template <node_face Host, topology Part>
class subnetwork {
public:
    using network_type = Part;
    using packet_type = packet_of<Host>;

    /// @param part outlives the view, as the host does
    /// @pre the part's node has no port that the host lacks
    subnetwork(Host& host, const Part& part, part_place at) noexcept
        : host_{&host}, part_{&part}, at_{at} {}

    [[nodiscard]] node_id id() const noexcept { return at_.id; }
    [[nodiscard]] int degree() const noexcept { return part_->degree(at_.id); }
    [[nodiscard]] bool has(port through) const noexcept { return part_->has_port(at_.id, through); }
    [[nodiscard]] const Part& network() const noexcept { return *part_; }
    [[nodiscard]] tutti::slot slot() const noexcept { return host_->slot(); }

    void send(port through, const packet_type& content) {
        host_->send(host_port(through), content);
    }

    [[nodiscard]] std::span<const arrival<packet_type>> inbox() {
        shown_.clear();
        for (port through = 0; through < part_->port_limit(at_.id); ++through) {
            const packet_type* const packet = has(through) ? received(through) : nullptr;
            if (packet != nullptr) {
                shown_.push_back({.through = through, .packet = *packet});
            }
        }
        return shown_;
    }
    [[nodiscard]] const packet_type* received(port through) {
        return host_->received(host_port(through));
    }

    [[nodiscard]] auto next_slot() { return host_->next_slot(); }
    [[nodiscard]] auto mail() { return host_->mail(); }
    [[nodiscard]] auto mail_or(tutti::slot at) { return host_->mail_or(at); }
    [[nodiscard]] auto until(tutti::slot at) { return host_->until(at); }
    [[nodiscard]] auto relay() { return host_->relay(); }

    void deliver(const message& content) { host_->deliver(content); }
    void mark(milestone end) { host_->mark(end); }
    [[nodiscard]] std::uint64_t random() { return host_->random(); }

private:
    // A port that the part's node lacks stands for one that the host lacks too.
    [[nodiscard]] port host_port(port through) const noexcept {
        return has(through)
                   ? at_.first_port + through
                   : host_->network().port_limit(host_->id()) + (through < 0 ? 0 : through);
    }

    Host* host_;
    const Part* part_;
    part_place at_;
    std::vector<arrival<packet_type>> shown_;  // by the last inbox()
};

}  // namespace tutti
