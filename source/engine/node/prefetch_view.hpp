/// @file
/// View of a node for prefetching, some time before it takes a step of a phase.
#pragma once

#include <algorithm>
#include <cstddef>

#include "engine/engine.hpp"
#include "engine/mailbox/mailbox.hpp"
#include "sender.hpp"
#include "steps.hpp"
#include "tutti/node/packet.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// A node that takes a step soon: a phase may ask for memory that the step will use.
template <topology Network, packet Packet>
class prefetch_view {
public:
    using network_type = Network;
    using packet_type = Packet;

    [[nodiscard]] node_id id() const noexcept { return id_; }
    [[nodiscard]] const Network& network() const noexcept { return *shared_->network; }

    /// Says that the step will deliver `content_of(packet)` for the packets that it will find.
    template <class ContentOf>
    void expect_arrivals(const ContentOf& content_of) const {
        if (shared_->receiver->prefetch(id_, mail_->count(id_))) {
            mail_->visit_arrivals(id_, [&](port /*through*/, const Packet& packet) {
                shared_->receiver->prefetch(id_, content_of(packet));
            });
        }
    }

    /// Says that the step will send and find packets through most ports.
    void expect_busy_links() const noexcept {
        // Mailboxes of some nodes share cache lines. Each of them asks for its share of those of
        // the nodes that come next, but where a block ends.
        constexpr std::size_t line_bytes = 64;
        constexpr node_id line_nodes = line_bytes / std::min(sizeof(Packet), line_bytes);
        const node_id next = (id_ / line_nodes + 1) * line_nodes;
        if (next >= network().node_count()) {
            return;
        }
        for (port through = static_cast<port>(id_ % line_nodes);
             through < network().port_limit(next); through += static_cast<port>(line_nodes)) {
            mail_->prefetch(next, through);
            links_->prefetch(next, through);
        }
    }

private:
    template <topology, packet, class>
    friend class detail::step_sweep;

    using engine_type = detail::engine<Network, Packet>;
    using arrivals = typename mailboxes<Network, Packet>::arrivals;
    using sender = detail::sender<Network, Packet>;

    prefetch_view(const engine_type& shared, const arrivals& mail, const sender& links,
                  node_id id) noexcept
        : shared_{&shared}, mail_{&mail}, links_{&links}, id_{id} {}

    const engine_type* shared_;
    const arrivals* mail_;
    const sender* links_;
    node_id id_;
};

}  // namespace tutti
