/// @file
/// View of a node that observes or tampers with its program's actions.
#pragma once

#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "collectives/input/node_input.hpp"
#include "engine/node/node.hpp"
#include "node/erased_node.hpp"
#include "node/mark.hpp"
#include "support/erased_node.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/hypercube_program.hpp"
#include "tutti/catalog/knowledge.hpp"
#include "tutti/node/message.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/packet.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/node/task.hpp"
#include "tutti/topology/hypercube.hpp"

namespace support {

/// Program and slot of an action: slots as the papers count them.
struct moment {
    tutti::node_id node;
    tutti::slot at;
};

/// Tampering with the actions of programs. An empty function changes nothing. All functions may be
/// called at the same time for different nodes.
template <tutti::packet Packet>
struct packet_tampering {
    /// The packets that are sent in place of one.
    std::function<std::vector<Packet>(const moment&, const Packet&)> send{};
    /// The messages that are delivered in place of one.
    std::function<std::vector<tutti::message>(const moment&, const tutti::message&)> deliver{};
    /// Number of times that a milestone is marked.
    std::function<int(const moment&, std::string_view)> mark{};
};

/// The same in programs for hypercubes.
using tampering = packet_tampering<tutti::short_packet>;

/// A node as a program sees it, with `tampering` between the two.
template <tutti::node_interface Node>
class tampering_node {
public:
    using network_type = tutti::network_of<Node>;
    using packet_type = tutti::packet_of<Node>;

    /// @param inner, between outlive the node
    tampering_node(Node& inner, const packet_tampering<packet_type>& between) noexcept
        : inner_{&inner}, between_{&between} {}

    [[nodiscard]] tutti::node_id id() const noexcept { return inner_->id(); }
    [[nodiscard]] int degree() const noexcept { return inner_->degree(); }
    [[nodiscard]] bool has(tutti::port through) const noexcept { return inner_->has(through); }
    [[nodiscard]] const network_type& network() const noexcept { return inner_->network(); }
    [[nodiscard]] tutti::slot slot() const noexcept { return inner_->slot(); }

    void send(tutti::port through, const packet_type& content) {
        sent_at_ = slot();
        if (!between_->send) {
            inner_->send(through, content);
            return;
        }
        for (const packet_type& each : between_->send(present(), content)) {
            inner_->send(through, each);
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

    void deliver(const tutti::message& content) {
        if (!between_->deliver) {
            inner_->deliver(content);
            return;
        }
        for (const tutti::message& each : between_->deliver(present(), content)) {
            inner_->deliver(each);
        }
    }

    void mark(tutti::milestone end) {
        const int times = between_->mark ? between_->mark(present(), end.name()) : 1;
        for (int i = 0; i < times; ++i) {
            inner_->mark(end);
        }
    }

    [[nodiscard]] std::uint64_t random() { return inner_->random(); }

private:
    // Actions of a node after it has sent belong to the slot's end.
    [[nodiscard]] moment present() const noexcept {
        return {.node = id(), .at = slot() + (sent_at_ == slot() ? 1 : 0)};
    }

    Node* inner_;
    const packet_tampering<packet_type>* between_;
    tutti::slot sent_at_ = -1;
};

static_assert(tutti::node_of<tampering_node<tutti::node<tutti::hypercube, tutti::short_packet>>,
                             tutti::hypercube>);

/// `program` on a node that is tampered with. @param self, program, between outlive the task
template <tutti::node_interface Node>
tutti::task<> run_tampered(Node& self, const tutti::any_program& program, tutti::node_input input,
                           tutti::knowledge knowledge,
                           const packet_tampering<tutti::packet_of<Node>>& between) {
    tampering_node view{self, between};
    any_face erased{view};
    (void)co_await program.start(erased, std::move(input), knowledge);
}

}  // namespace support
