/// @file
/// View of a grid's node that mutates its packets.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "algorithms/mesh/mesh_program.hpp"
#include "node/mark.hpp"
#include "tutti/node/message.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/grid.hpp"

namespace support {

/// Mutated packet and its port; null: nothing is sent. Slots count from 0.
struct mutated_packet {
    tutti::port through;
    tutti::long_packet content;
};
using mutation = std::function<std::optional<mutated_packet>(tutti::node_id, tutti::slot,
                                                             const mutated_packet&)>;

/// A node as a program sees it, with a meddling between the two.
template <tutti::node_of<tutti::grid> Node>
    requires tutti::carries<Node, tutti::long_packet>
class mutating_node {
public:
    using network_type = tutti::grid;
    using packet_type = tutti::long_packet;

    /// @param inner, between outlive the node
    mutating_node(Node& inner, const mutation& between) noexcept
        : inner_{&inner}, between_{&between} {}

    [[nodiscard]] tutti::node_id id() const noexcept { return inner_->id(); }
    [[nodiscard]] int degree() const noexcept { return inner_->degree(); }
    [[nodiscard]] bool has(tutti::port through) const noexcept { return inner_->has(through); }
    [[nodiscard]] const network_type& network() const noexcept { return inner_->network(); }
    [[nodiscard]] tutti::slot slot() const noexcept { return inner_->slot(); }
    void send(tutti::port through, const packet_type& content) {
        const mutated_packet change{.through = through, .content = content};
        if (const auto sent = *between_ ? (*between_)(id(), slot(), change) : change) {
            inner_->send(sent->through, sent->content);
        }
    }
    [[nodiscard]] auto inbox() { return inner_->inbox(); }
    [[nodiscard]] tutti::received_packet<packet_type> received(tutti::port through) {
        return inner_->received(through);
    }
    [[nodiscard]] auto next_slot() { return inner_->next_slot(); }
    [[nodiscard]] auto mail() { return inner_->mail(); }
    [[nodiscard]] auto mail_or(tutti::slot at) { return inner_->mail_or(at); }
    [[nodiscard]] auto until(tutti::slot at) { return inner_->until(at); }
    [[nodiscard]] auto relay() { return inner_->relay(); }
    void deliver(const tutti::message& content) { inner_->deliver(content); }
    void mark(tutti::milestone end) { inner_->mark(end); }
    [[nodiscard]] std::uint64_t random() { return inner_->random(); }

private:
    Node* inner_;
    const mutation* between_;
};

}  // namespace support
