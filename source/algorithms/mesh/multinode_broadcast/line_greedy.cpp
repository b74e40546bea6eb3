/// @file
/// Greedy broadcasts of any number of messages a node on a path or ring.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "algorithms/mesh/mesh_theory.hpp"
#include "bounds/lower_bounds.hpp"
#include "node/pieces.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {

/// One direction of a node's part: forwards the packet of the slot before, else launches one of the
/// node's own messages, or half of one.
struct greedy_direction {
    port to = 0;
    std::optional<int> half{};  ///< of each message goes this way; null: the whole message does
    std::size_t launched = 0;
    std::optional<long_packet> passing{};

    /// @return whether there will be something to send in the next slot, whatever arrives
    template <node_at_work Node>
    bool send(Node& self, const initial_messages& messages) {
        if (!self.has(to)) {
            return false;
        }
        if (passing) {
            self.send(to, *passing);
            passing.reset();
        } else if (launched < messages.size()) {
            const long_packet whole = long_packet::of(messages[launched++], 0);
            self.send(to, half ? whole.half(*half) : whole);
        }
        return launched < messages.size();
    }

    /// Takes a packet, which is forwarded, but not beyond an end nor to its origin.
    template <node_at_work Node>
    void receive(Node& self, const long_packet& packet) {
        if (self.has(to) && self.network().neighbour(self.id(), to) != packet.content().origin) {
            passing = packet;
        }
    }
};

/// All messages of all nodes to every node of a path or ring of p. On a path they go both ways to
/// the ends, on a ring one half of each goes once around it each way; what has been launched never
/// waits.
///
/// Messages a and b of nodes 0 and 1 on the path of 5; node 1 sends b in slot 1, and passes a on in
/// slot 2:
///
///     slot 1   0-a->1  1-b->0  1-b->2
///     slot 2   1-a->2  2-b->3
///     slot 3   2-a->3  3-b->4
///     slot 4   3-a->4
///
/// Varvarigos and Bertsekas, partial multinode broadcast, theorem 2. No node can detect the end
/// from what arrives: nodes know K and stop K+p-2 slots after the beginning. Time, to the last
/// arrival: max of K_j + p-2-j from either end on a path, at most (K+p-2)/2 on a ring; K_j > 0 is
/// the number of messages up to node j < p-1, and the time on a path the least for whole packets.
/// Transmissions: K(p-1), on a ring twice as many halves. Ports: all.
/// @param total K
template <mesh_node Node>
task<> line_greedy(Node& self, initial_messages messages, std::uint64_t total) {
    const bool is_ring = self.network().edge() == grid_edge::closed;
    const auto length = slots_for(total) + self.network().side(0) - 2;
    const slot end = total == 0 ? 0 : self.slot() + length;
    const auto half = [is_ring](int which) {
        return is_ring ? std::optional{which} : std::nullopt;
    };
    greedy_direction up{.to = 1, .half = half(0)};
    greedy_direction down{.to = 0, .half = half(1)};
    assembly heard;
    for (std::size_t i = 0; i < messages.size(); ++i) {
        self.deliver(messages[i]);
    }
    co_await each_slot(self, [&](auto& node) {
        for_each_arrival(node, [&](port from, const long_packet& packet) {
            deliver_from(node, heard, packet);
            (from == 0 ? up : down).receive(node, packet);
        });
        if (node.slot() >= end) {
            return wait_for::nothing();
        }
        const bool has_more_up = up.send(node, messages);
        const bool has_more_down = down.send(node, messages);
        return has_more_up || has_more_down ? wait_for::next_slot() : wait_for::mail_or(end);
    });
}

namespace {

std::optional<expected_time> greedy_time(const problem& problem) {
    if (!is_on_torus(problem)) {  // of whole packets nothing is faster
        return expected_time{.units = line_bound(problem, packet_size::whole()).units};
    }
    const std::uint64_t messages = problem.message_count();
    return expected_time{
        .units = messages == 0 ? 0 : rational{messages + node_count(problem.network) - 2, 2},
        .kind = time_kind::upper_bound};
}

}  // namespace

void describe(standard_name<"simultaneous-broadcast/line-greedy"> /*name*/, algorithm& entry) {
    describe_for_meshes(entry, "Varvarigos & Bertsekas 1994, theorem 2");
    entry.idea =
        "On a path a node sends its messages both ways, on a ring one half of each message each "
        "way, whenever it has nothing to pass on. What is on its way never waits.";
    entry.rule = "line_greedy, ring_greedy_split";
    entry.networks = "path, ring";
    entry.time = "max of K_j + p-2-j from either end on a path, at most (K+p-2)/2 on a ring";
    entry.kind = time_kind::upper_bound;
    entry.knowledge = {knowledge_item::message_count};
    entry.inapplicable_reason = line_mismatch;
    entry.phases = [](const problem& input) {
        const rational share{1, is_on_torus(input) ? 2 : 1};
        return std::vector<phase>{
            {.name = "broadcast", .slot_length = share, .carries = share, .is_knowable = false}};
    };
    entry.expected = greedy_time;
    entry.transmissions = [](const problem& input) -> std::optional<packet_hops> {
        const std::uint64_t links = node_count(input.network) - 1;
        return (is_on_torus(input) ? 2 : 1) * input.message_count() * links;
    };
    entry.program =
        mesh_programs::on_any([](auto& self, node_input input, const knowledge& knowledge) {
            return line_greedy(self, std::move(input.messages), knowledge.message_count());
        });
}

}  // namespace tutti
