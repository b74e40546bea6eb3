/// @file
/// Partial gathers on square arrays.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/mesh/mesh_theory.hpp"
#include "exchange_entry.hpp"
#include "tutti/catalog/any_program.hpp"
#include "two_leg_routing.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

// Number of the message of `origin` for `destination`, where every node has one for each of
// `active` but itself.
std::size_t number_of_message(std::span<const node_id> active, node_id origin,
                              node_id destination) {
    const std::size_t place = position_at(active, std::ranges::lower_bound(active, destination));
    const bool skips = destination > origin && std::ranges::binary_search(active, origin);
    return place - (skips ? 1 : 0);
}

void describe_partial_gather(algorithm& entry) {
    describe_two_legs(entry);
    entry.knowledge = {knowledge_item::broadcasters};
}

std::vector<node_id> list_of(const knowledge& knowledge) {
    const auto listed = knowledge.broadcasters();
    return {listed.begin(), listed.end()};
}

}  // namespace

/// A message from every node to each of M active nodes, which are known to all: packets go along
/// two lines, the way back that those of a partial exchange would take, and first legs go before
/// second legs.
///
/// Node 0 is active on the 2 x 2 array with rows 0 1 and 2 3; b is the message of node 1, and so
/// on:
///
///     slot 1   1-b->0  2-c->0  3-d->1
///     slot 2   1-d->0
///
/// Varvarigos and Bertsekas, partial multinode broadcast, section 5; the program without rehearsal
/// is an addition. All nodes mark, at the deadline, "gather". Time: at most 2m(N-p) + 2(p-1), m =
/// floor(sqrt M); to the last packet. Transmissions: the distances. Ports: all.
/// @param messages one for each of `active` but the node itself
/// @param active the destinations in increasing order
template <mesh_node Node>
task<> direct_gather(Node& self, initial_messages messages, std::vector<node_id> active) {
    co_await gather_on_two_legs(self, std::move(messages), std::span<const node_id>{active});
    self.mark("gather");
}

/// A packet that a node received in a rehearsal.
struct rehearsed_packet {
    std::uint32_t at = 0;  ///< slot of the rehearsal, from 1
    port from = 0;
    node_id origin = 0;
    node_id target = 0;
};

/// Rehearses the partial exchange of `active` with packets that carry no message.
/// @return what this node received, by slot
template <node_of<grid> Node>
task<std::vector<rehearsed_packet>> rehearse_exchange(Node& self, std::span<const node_id> active) {
    two_leg_routing packets;
    const auto own = std::ranges::lower_bound(active, self.id());
    if (own != active.end() && *own == self.id()) {
        const std::uint8_t first = first_legs(self.network(), active)[position_at(active, own)];
        for (node_id node = 0; node < self.network().node_count(); ++node) {
            if (node != self.id()) {
                packets.add(self, long_packet::probe(self.id(), node).with_flag(first));
            }
        }
    }
    std::vector<rehearsed_packet> log;
    co_await route_until_over(
        self, packets, active.size(),
        [&log, begin = self.slot()](auto& node, port from, const long_packet& packet) {
            log.push_back({.at = static_cast<std::uint32_t>(node.slot() - begin),
                           .from = from,
                           .origin = packet.content().origin,
                           .target = packet.target()});
        });
    co_return log;
}

/// Plays a rehearsed exchange backwards, of which the last packet moved in slot `rehearsed`: where
/// a packet from u to v came in through a port, the message of v for u goes out through it.
template <mesh_node Node>
task<> play_backwards(Node& self, std::vector<rehearsed_packet> log, slot rehearsed,
                      initial_messages messages, std::span<const node_id> active) {
    std::map<std::pair<node_id, node_id>, long_packet> passing;  // by origin and destination
    for (; rehearsed > 0; --rehearsed) {
        for (; !log.empty() && log.back().at == rehearsed; log.pop_back()) {
            const auto& [at, through, destination, origin] = log.back();
            if (origin == self.id()) {
                self.send(through,
                          long_packet::of(messages[number_of_message(active, origin, destination)],
                                          destination));
            } else if (const auto came = passing.extract({origin, destination}); !came.empty()) {
                self.send(through, came.mapped());  // else a node deviated from the rehearsal
            }
        }
        co_await self.next_slot();
        for (const auto& [through, packet] : self.inbox()) {
            if (packet.target() == self.id()) {
                self.deliver(packet.content());
            } else {
                passing.emplace(std::pair{packet.content().origin, packet.target()}, packet);
            }
        }
    }
}

/// A message from every node to each of M active nodes, which are known to all: the nodes rehearse
/// the partial exchange of the active nodes, agree on the slot T in which its last packet moved,
/// and play it backwards with the messages in it.
///
/// Node 0 is active on the 2 x 2 array with rows 0 1 and 2 3; a dot is a packet of the rehearsal,
/// whose last moves in slot 3, and + is a maximum. Slots 11 to 13 are slots 3 to 1 backwards:
///
///     slot 1    0-.->1  0-.->2
///     slot 2    0-.->1
///     slot 3    1-.->3
///     slot 4    -
///     slot 5    -
///     slot 6    -
///     slot 7    0-+->1  2-+->3
///     slot 8    1-+->0  3-+->2
///     slot 9    0-+->2  1-+->3
///     slot 10   2-+->0  3-+->1
///     slot 11   3-d->1
///     slot 12   1-d->0
///     slot 13   1-b->0  2-c->0
///
/// Varvarigos and Bertsekas, partial multinode broadcast, section 5. All nodes mark "rehearse", at
/// the deadline, "agree" (steps of length t_p) and "gather". Time: at most 2(2m(N-p) + 2(p-1)) +
/// 4*floor(p/2)*t_p, m = floor(sqrt M). Transmissions: twice the distances, half of them control,
/// and 4p(p-1). Ports: all.
/// @param messages one for each of `active` but the node itself
/// @param active the destinations in increasing order
template <mesh_node Node>
task<> replayed_gather(Node& self, initial_messages messages, std::vector<node_id> active) {
    auto log = co_await rehearse_exchange(self, std::span<const node_id>{active});
    self.mark("rehearse");
    std::uint64_t last = log.empty() ? 0 : log.back().at;
    for (const int i : {0, 1}) {
        last = co_await reduce_line(self, i, last, reduction::maximum);
    }
    self.mark("agree");
    co_await play_backwards(self, std::move(log), slots_for(last), std::move(messages),
                            std::span<const node_id>{active});
    self.mark("gather");
}

void describe(standard_name<"partial-gather/direct"> /*name*/, algorithm& entry) {
    describe_partial_gather(entry);
    entry.rule = "pg_direct";
    entry.idea =
        "Every packet goes along a row and a column, back along the way that a partial exchange "
        "would take from its destination. At links packets on their first line go before the rest.";
    entry.time = "2m(N-p) + 2(p-1), m = floor(sqrt M); to the last packet";
    entry.phases = [](const problem& problem) {
        return std::vector{two_leg_phase(problem, "gather")};
    };
    entry.transmissions = exchange_hops;
    entry.program =
        mesh_programs::on_any([](auto& self, node_input input, const knowledge& knowledge) {
            return direct_gather(self, std::move(input.messages), list_of(knowledge));
        });
}

void describe(standard_name<"partial-gather/replay"> /*name*/, algorithm& entry) {
    describe_partial_gather(entry);
    entry.rule = "pg_replay";
    entry.idea =
        "Nodes rehearse a partial exchange from the destinations with packets that carry no "
        "message, and note what came when. Then they play it backwards in time, with the messages.";
    entry.parameters = {prefix_step_parameter()};
    entry.time = "2(2m(N-p) + 2(p-1)) + 4*floor(p/2)*t_p, m = floor(sqrt M)";
    entry.phases = [](const problem& problem) -> std::vector<phase> {
        const grid& shape = grid_of(problem);
        const slot deadline = two_leg_slots(shape, problem.message_count());
        return {synchronous_phase("rehearse", deadline),
                prefix_phase(problem, "agree", 2 * line_reduction::steps(shape)),
                {.name = "gather", .most_slots = deadline, .is_synchronous = true}};
    };
    entry.transmissions = [](const problem& problem) -> std::optional<packet_hops> {
        const std::uint64_t hops = exchange_hops(problem);
        return packet_hops{hops, hops + line_sums_hops(grid_of(problem), 2)};
    };
    entry.memory_use = [](const network& net, std::uint64_t active) {
        // Every packet is logged wherever it comes through.
        const auto& shape = network_as<grid>(net);
        return bounded_product(shape.node_count() * shape.nodes_along(0), active);
    };
    entry.program =
        mesh_programs::on_any([](auto& self, node_input input, const knowledge& knowledge) {
            return replayed_gather(self, std::move(input.messages), list_of(knowledge));
        });
}

}  // namespace tutti
