#include "verify_links.hpp"

#include <algorithm>
#include <variant>

namespace tutti {
namespace {

// True if two packets are equal, as far as a recording shows.
bool is_same_packet(const recorded_transmission& transmission, const recorded_transmission& other) {
    return transmission.kind == other.kind && transmission.content == other.content &&
           transmission.piece == other.piece && std::ranges::equal(transmission.bytes, other.bytes);
}

std::uint64_t link_key(node_id node, port through) {
    return std::uint64_t{node} << 32U | static_cast<std::uint32_t>(through);
}

}  // namespace

// Tables hold the last slot of use instead of a flag, so that no slot has to clear them.
link_verifier::link_verifier(const network& net, port_model ports)
    : network_{&net}, nodes_{node_count(net)}, ports_{ports} {
    if (ports != port_model::one_way && ports != port_model::all_port) {
        sent_in_.assign(nodes_, -1);
        received_in_.assign(nodes_, -1);
    }
}

bool link_verifier::take(const recorded_slot& record, std::size_t kinds, std::size_t mark_names) {
    // All other verifiers index tables by the numbers of a sound slot; an unsound one ends
    // verification.
    if (!is_sound(record, kinds, mark_names)) {
        return false;
    }
    last_ = record.at;
    const std::uint64_t before = links_.count();
    verify_links(record);
    if (ports_ == port_model::one_way) {
        verify_directions(record);
    } else if (ports_ != port_model::all_port) {
        verify_sends(record);
        verify_receptions(record);
    }
    return links_.count() == before;
}

bool link_verifier::is_sound(const recorded_slot& record, std::size_t kinds,
                             std::size_t mark_names) {
    const std::uint64_t before = links_.count();
    if (record.at <= last_) {
        links_.add("slot {} comes after slot {}", record.at, last_);
    }
    for (const recorded_transmission& transmission : record.sent) {
        if (transmission.from >= nodes_ || transmission.to >= nodes_ ||
            transmission.kind >= kinds) {
            links_.add(
                "slot {}: a packet of kind {} from node {} to node {}, and there are {} "
                "nodes and {} kinds",
                record.at, transmission.kind, transmission.from, transmission.to, nodes_, kinds);
        }
    }
    for (const recorded_delivery& delivery : record.delivered) {
        if (delivery.to >= nodes_) {
            links_.add("slot {}: a delivery at node {}, and there are {} nodes", record.at,
                       delivery.to, nodes_);
        }
    }
    for (const recorded_mark& one : record.marked) {
        if (one.node >= nodes_ || one.name >= mark_names) {
            links_.add("slot {}: mark {} of node {}, and there are {} nodes and {} marks",
                       record.at, one.name, one.node, nodes_, mark_names);
        }
    }
    if (!std::ranges::is_sorted(record.marked, {}, &recorded_mark::node) ||
        !std::ranges::is_sorted(record.delivered, {}, &recorded_delivery::to)) {
        links_.add("slot {}: deliveries or marks are not in the order of nodes", record.at);
    }
    return links_.count() == before;
}

void link_verifier::verify_links(const recorded_slot& record) {
    if (record.at <= 0 && !record.sent.empty()) {
        links_.add("slot {}: node {} sends before the first slot", record.at, record.sent[0].from);
    }
    std::visit(
        [&](const auto& shape) {
            const recorded_transmission* before = nullptr;
            for (const recorded_transmission& transmission : record.sent) {
                verify_end(shape, transmission, record.at);
                // One violation of order is enough: later ones are mostly its consequences.
                if (before != nullptr && !is_in_order(*before, transmission, record.at)) {
                    break;
                }
                before = &transmission;
            }
        },
        *network_);
}

template <class Shape>
void link_verifier::verify_end(const Shape& shape, const recorded_transmission& transmission,
                               slot at) {
    const auto& [from, through, to] =
        std::tie(transmission.from, transmission.through, transmission.to);
    if (!shape.has_port(from, through)) {
        links_.add("slot {}: node {} sends through port {}, which it does not have", at, from,
                   through);
    } else if (const node_id end = shape.neighbour(from, through); end != to) {
        links_.add("slot {}: a packet through port {} of node {} arrives at node {}, not {}", at,
                   through, from, to, end);
    }
}

// Ascending order by sender and port makes two packets on one directed link neighbours.
bool link_verifier::is_in_order(const recorded_transmission& before,
                                const recorded_transmission& after, slot at) {
    if (before.from < after.from || (before.from == after.from && before.through < after.through)) {
        return true;
    }
    if (before.from == after.from && before.through == after.through) {
        links_.add("slot {}: two packets through port {} of node {}", at, after.through,
                   after.from);
    } else {
        links_.add("slot {}: port {} of node {} comes after port {} of node {}", at, after.through,
                   after.from, before.through, before.from);
    }
    return false;
}

bool link_verifier::only_forwards(node_id node) const {
    return std::visit([node](const auto& shape) { return is_switch(shape, node); }, *network_);
}

// A node that shouts sends the same through all of its ports.
void link_verifier::verify_sends(const recorded_slot& record) {
    const recorded_transmission* first = nullptr;
    for (const recorded_transmission& transmission : record.sent) {
        if (only_forwards(transmission.from)) {
            continue;
        }
        if (sent_in_[transmission.from] != record.at) {
            sent_in_[transmission.from] = record.at;
            first = &transmission;
        } else if (ports_ != port_model::shout_and_whisper) {
            bad_ports_.add("slot {}: node {} sends a second packet, through port {}", record.at,
                           transmission.from, transmission.through);
        } else if (first != nullptr && !is_same_packet(*first, transmission)) {
            bad_ports_.add(
                "slot {}: node {} sends another packet through port {} than through "
                "port {}",
                record.at, transmission.from, transmission.through, first->through);
        }
    }
}

// Sends are verified before receptions, which look up whether the receiver sends in this slot.
void link_verifier::verify_receptions(const recorded_slot& record) {
    const bool may_do_both = ports_ == port_model::single_port_full_duplex;
    for (const recorded_transmission& transmission : record.sent) {
        if (only_forwards(transmission.to)) {
            continue;
        }
        if (received_in_[transmission.to] == record.at) {
            bad_ports_.add("slot {}: node {} receives a second packet, from node {}", record.at,
                           transmission.to, transmission.from);
        }
        received_in_[transmission.to] = record.at;
        if (!may_do_both && sent_in_[transmission.to] == record.at) {
            bad_ports_.add("slot {}: node {} sends, and receives from node {}", record.at,
                           transmission.to, transmission.from);
        }
    }
}

// The second packet of a pair finds the first one's entry, so that each pair counts once. Packets
// over links that are not there count as violations of these.
void link_verifier::verify_directions(const recorded_slot& record) {
    used_.clear();
    std::visit(
        [&](const auto& shape) {
            for (const recorded_transmission& transmission : record.sent) {
                const auto& [from, through, to] =
                    std::tie(transmission.from, transmission.through, transmission.to);
                if (!shape.has_port(from, through) ||
                    (is_switch(shape, from) && is_switch(shape, to))) {
                    continue;
                }
                used_.insert(link_key(from, through));
                if (used_.contains(link_key(to, shape.far_port(from, through)))) {
                    bad_ports_.add(
                        "slot {}: packets both ways between node {} and node {}, through port "
                        "{} of the first",
                        record.at, from, to, through);
                }
            }
        },
        *network_);
}

}  // namespace tutti
