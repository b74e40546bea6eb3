/// @file
/// Optimal total exchange on the hypercube.

#include <bit>
#include <cstddef>
#include <vector>

#include "algorithms/hypercube/cube_entry.hpp"
#include "topology/networks/dimension_set.hpp"
#include "topology/trees/exchange_columns.hpp"

namespace tutti {

/// Send schedule of a node, by dimension, for each of the 2^(d-1) slots of total exchange.
class exchange_schedule {
public:
    /// Of node `here`. @param columns outlives this
    exchange_schedule(const hypercube& cube, node_id here, const exchange_columns& columns)
        : dimensions_{static_cast<std::size_t>(cube.dimensions())},
          here_{here},
          columns_{&columns},
          packets_(dimensions_ << (dimensions_ - 1)) {}

    /// Packet of slot `t`, from 0, and dimension `k`; that of no node if it has not arrived.
    [[nodiscard]] const short_packet& at(slot t, int k) const noexcept {
        return packets_[static_cast<std::size_t>(t) * dimensions_ + static_cast<std::size_t>(k)];
    }

    /// Puts in a packet that is not for this node. It crosses the highest dimension k that is left
    /// for it. In 2^k slots that follow each other dimension k is crossed by packets of the same
    /// origin, o: those of the node itself first, the others by increasing o ^ `here`, in which
    /// only bits above k are one; within an origin the order is that of column k.
    void put(const short_packet& packet) noexcept {
        const node_id left = destination_of(packet) ^ here_;
        const node_id origin = packet.as_message().origin ^ here_;
        const auto k = static_cast<std::size_t>(std::bit_width(left)) - 1;
        const std::size_t t = (std::size_t{origin} >> (k + 1) << k) + columns_->position(left);
        packets_[t * dimensions_ + k] = packet;
    }

private:
    std::size_t dimensions_;
    node_id here_;
    const exchange_columns* columns_;
    std::vector<short_packet> packets_;  // by slot and dimension
};

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
/// "exchange". Time: exactly 2^(d-1) slots, one-way 2^d. Transmissions: d*2^(2d-1). Ports: all, or
/// one-way.
/// @param messages message number m for the node self ^ (m+1)
/// @param columns of the network; outlives the program
template <cube_node Node>
task<> optimal_total_exchange(Node& self, initial_messages messages,
                              const exchange_columns& columns, bool is_one_way) {
    const int dimensions = self.network().dimensions();
    const auto ports = dimension_set::range(0, dimensions).bits();
    const slot turns = is_one_way ? 2 : 1;
    const slot own_turn = is_one_way ? std::popcount(self.id()) % 2 : 0;
    exchange_schedule due{self.network(), self.id(), columns};
    for (std::size_t m = 0; m < messages.size(); ++m) {
        due.put(short_packet::of(messages[m], packet_kind::data));
    }
    for (slot t = 0; t < slot{1} << (dimensions - 1); ++t) {
        // Those whose turn is the second hear the others before it.
        for (slot turn = 0; turn < turns; ++turn) {
            if (turn == own_turn) {
                send_each(self, ports, [&](port k) { return due.at(t, k); });
            }
            co_await self.next_slot();
            for_each_arrival(self, [&](port /*through*/, const short_packet& packet) {
                if (destination_of(packet) == self.id()) {
                    self.deliver(packet.as_message());
                } else {
                    due.put(packet);
                }
            });
        }
    }
    self.mark("exchange");
}

namespace {

algorithm optimal_entry(std::string name, bool is_one_way) {
    algorithm entry = cube_entry("total-exchange", std::move(name));
    entry.inapplicable_reason = mismatch_above(16);  // 2^32 messages
    entry.phases = one_synchronous_phase("exchange", [is_one_way](const hypercube& cube) {
        return static_cast<slot>(cube.node_count() / (is_one_way ? 1 : 2));
    });
    entry.transmissions = total_exchange_hops;
    entry.memory_use = [](const network& net, std::uint64_t /*message_count*/) {
        return bounded_product(node_count(net), link_count(net));
    };
    entry.program = cube_programs::on_any_with<exchange_columns>(
        [is_one_way](auto& self, node_input input, const knowledge& /*knowledge*/,
                     const exchange_columns& columns) {
            return optimal_total_exchange(self, std::move(input.messages), columns, is_one_way);
        });
    return entry;
}

}  // namespace

algorithm describe(standard_name<"total-exchange/recursive"> /*name*/) {
    algorithm entry = optimal_entry("recursive", false);
    entry.source = "Bertsekas, Ozveren, Stamoulis, Tseng & Tsitsiklis 1991, 5";
    entry.idea =
        "A message crosses the dimensions that it has to from the highest down. A table built up "
        "dimension by dimension says which goes when, so that every link is busy in every slot.";
    entry.rule = "te.opt";
    entry.time = "2^(d-1)";
    return entry;
}

algorithm describe(standard_name<"total-exchange/one-way"> /*name*/) {
    algorithm entry = optimal_entry("one-way", true);
    entry.source = "Bertsekas, Ozveren, Stamoulis, Tseng & Tsitsiklis 1991, 1 and 5";
    entry.idea =
        "Like recursive, but every slot becomes two: nodes whose id has an even number of ones "
        "send in the first, the others in the second. As neighbours differ in that, no link is "
        "used both ways at once.";
    entry.rule = "te.oneway";
    entry.ports = {port_model::one_way};
    entry.time = "2^d";
    return entry;
}

}  // namespace tutti
