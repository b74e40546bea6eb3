/// @file
/// Optimal total exchange on the hypercube.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <span>

#include "algorithms/hypercube/cube_entry.hpp"
#include "node/packet_store.hpp"
#include "topology/networks/dimension_set.hpp"
#include "topology/trees/exchange_schedule.hpp"

namespace tutti {

/// Takes what has come in slot `t`, from 0: a packet that goes on has the place of the one that has
/// left through its port.
template <node_at_work Node>
void take_exchanged(Node& self, const exchange_schedule& due, std::size_t t,
                    std::span<short_packet> packets) {
    for_each_arrival(self, [&self, packets, places = due.places(t), forwarded = due.forwarded(t)](
                               port through, const short_packet& packet) {
        if (forwarded.contains(through)) {
            packets[places[through]] = packet;
        } else {
            self.deliver(packet.as_message());
        }
    });
}

/// Every node's message to every other node. Packets cross the dimensions that are left for them in
/// decreasing order, each in the slot that `exchange_schedule` has for it. All links are busy in
/// all slots.
///
/// On the 2-cube; a1 is the message of node 0 for node 1, b0 that of node 1 for node 0, and so on:
///
///     slot 1   0-a1->1  0-a3->2  1-b0->0  1-b2->3  2-c3->3  2-c1->0  3-d2->2  3-d0->1
///     slot 2   0-c1->1  0-a2->2  1-d0->0  1-b3->3  2-a3->3  2-c0->0  3-b2->2  3-d1->1
///
/// Where a link carries one packet a slot, in one direction, each of these slots becomes two. In
/// the first of them nodes whose id has an even number of ones send, in the second their
/// neighbours; what arrives is used after both:
///
///     slot 1   0-a1->1  0-a3->2  3-d2->2  3-d0->1
///     slot 2   1-b0->0  1-b2->3  2-c3->3  2-c1->0
///     slot 3   0-c1->1  0-a2->2  3-b2->2  3-d1->1
///     slot 4   1-d0->0  1-b3->3  2-a3->3  2-c0->0
///
/// Bertsekas, Ozveren, Stamoulis, Tseng and Tsitsiklis 1991, sections 1 and 5. All nodes mark
/// "exchange". Time: exactly 2^(d-1) slots; one-way: 2^d. Transmissions: d*2^(2d-1). Ports: all, or
/// one-way.
/// @param messages message number m for the node self ^ (m+1)
/// @param due of the network; outlives the program
template <cube_node Node>
task<> optimal_total_exchange(Node& self, initial_messages messages, const exchange_schedule& due,
                              bool is_one_way) {
    packet_store<short_packet> store{due.own().size()};
    const std::span packets = store.packets();
    std::ranges::transform(due.own(), packets.begin(), [&](node_id to) {
        return short_packet::of(messages[to - 1], packet_kind::data);
    });
    std::size_t t = 0;  // the next to send in
    const auto send = [&, packets](auto& node) {
        const auto places = due.places(t++);
        send_each(node, dimension_set::lowest(places.size()).bits(),
                  [places, packets](port through) -> const short_packet& {
                      return packets[places[through]];
                  });
    };
    // Its neighbours have sent before it sends: what came waits until it has.
    const bool is_second = is_one_way && std::popcount(self.id()) % 2 != 0;
    if (is_second) {
        co_await self.mail();
    }
    const look_ahead ahead{[&] { store.prefetch(due.places(t)); }};
    co_await each_slot(self, ahead, [&, packets, is_second](auto& node) {
        if (t > 0 && !is_second) {
            take_exchanged(node, due, t - 1, packets);
        }
        send(node);
        if (is_second) {
            take_exchanged(node, due, t - 1, packets);
        }
        return t + (is_second ? 1 : 0) <= due.size() ? wait_for::mail() : wait_for::nothing();
    });
    self.mark("exchange");
}

namespace {

void describe_optimal_exchange(algorithm& entry, bool is_one_way) {
    describe_for_cubes(entry);
    entry.inapplicable_reason = mismatch_above(16);  // 2^32 messages
    entry.phases = one_synchronous_phase("exchange", [is_one_way](const problem& problem) {
        return slot{1} << (cube_of(problem).dimensions() - (is_one_way ? 0 : 1));
    });
    entry.transmissions = total_exchange_hops;
    entry.program = cube_programs::on_any_with<exchange_schedule>(
        [is_one_way](auto& self, node_input input, const exchange_schedule& due) {
            return optimal_total_exchange(self, std::move(input.messages), due, is_one_way);
        });
}

}  // namespace

void describe(standard_name<"total-exchange/recursive"> /*name*/, algorithm& entry) {
    describe_optimal_exchange(entry, false);
    entry.source = "Bertsekas, Ozveren, Stamoulis, Tseng & Tsitsiklis 1991, 5";
    entry.idea =
        "A message crosses the dimensions that it has to from the highest down. A table built up "
        "dimension by dimension says which goes when, so that every link is busy in every slot.";
    entry.rule = "te.opt";
    entry.time = "2^(d-1)";
}

void describe(standard_name<"total-exchange/one-way"> /*name*/, algorithm& entry) {
    describe_optimal_exchange(entry, true);
    entry.source = "Bertsekas, Ozveren, Stamoulis, Tseng & Tsitsiklis 1991, 1 and 5";
    entry.idea =
        "Like recursive, but every slot becomes two: nodes whose id has an even number of ones "
        "send in the first, the others in the second. As neighbours differ in that, no link is "
        "used both ways at once.";
    entry.rule = "te.oneway";
    entry.ports = {port_model::one_way};
    entry.time = "2^d";
}

}  // namespace tutti
