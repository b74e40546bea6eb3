/// @file
/// Simultaneous broadcast over the trees of a timetable of multinode broadcast, on any connected
/// network.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/shared_table.hpp"
#include "algorithms/table_memory.hpp"
#include "any_entry.hpp"
#include "node/node_rows.hpp"
#include "node/schedule_cache.hpp"
#include "ordered_queues.hpp"
#include "topology/schedules/delivery_trees.hpp"
#include "topology/schedules/receiver_matching.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {

/// Links over which a node forwards the messages of each origin, with their slots in a timetable.
class forwarding_table {
public:
    /// @param sends numbered by rank among the participants
    forwarding_table(const link_table& links, send_table sends, participant_set participants)
        : participants_{std::move(participants)},
          slots_{slots_of(sends)},
          counts_(participants_.size(links.node_count())),
          rows_{links, by_packet(std::move(sends))} {
        for (node_id node = 0; node < links.node_count(); ++node) {
            for (const node_rows::row& row : rows_.of(node)) {
                ++counts_[row.number];
            }
        }
    }

    /// Slots of the timetable, if every node broadcasts one message.
    [[nodiscard]] slot slots() const noexcept { return slots_; }
    [[nodiscard]] auto of(node_id node, node_id origin) const {
        const std::uint32_t rank = participants_.rank_of(origin);
        return std::ranges::equal_range(rows_.of(node), rank, {}, &node_rows::row::number);
    }
    /// Number of links that each message of a participant crosses.
    [[nodiscard]] std::uint64_t links_of(node_id origin) const {
        return counts_[participants_.rank_of(origin)];
    }
    [[nodiscard]] const participant_set& participants() const noexcept { return participants_; }
    [[nodiscard]] std::size_t bytes() const noexcept {
        return rows_.bytes() + counts_.size() * sizeof(counts_[0]);
    }

private:
    [[nodiscard]] static send_table by_packet(send_table sends) {
        std::ranges::stable_sort(sends, {}, &timed_send::packet);
        return sends;
    }

    participant_set participants_;
    slot slots_;
    std::vector<std::uint32_t> counts_;  // of rows, by rank
    node_rows rows_;                     // of a node by rank and slot
};

/// K simultaneous broadcasts over the trees of a timetable for multinode broadcast, whose packets
/// take at most some links more than they have to: a node forwards a message over the links that
/// the message of the same origin takes from there in the timetable. Of those that wait for a link,
/// the one goes first that crosses it earliest in the timetable. Every node is given K, and not who
/// broadcasts.
///
/// Messages a, b and d of nodes 0, 1 and 3 on the array with rows 0 1 2 and 3 4 5:
///
///     slot 1   0-a->1  0-a->3  1-b->0  1-b->2  1-b->4  3-d->4  3-d->0
///     slot 2   0-d->1  0-b->3  1-a->2  2-b->5  3-a->4  4-d->5
///     slot 3   1-d->2  4-a->5
///
/// If no node has two messages, none crosses a link later than in the timetable: by induction over
/// its slots, a message has come by then, and all that are earlier on that link are gone.
///
/// Not in the papers. Participants mark "broadcast". Time: at most that of the timetable, for each
/// message of the node with the most. Transmissions: for each message the links of its tree, N-1 if
/// all nodes take part. Ports: all.
/// @param table of the network; outlives the program
template <node_interface Node>
    requires carries<Node, short_packet>
task<> broadcasts_by_table(Node& self, initial_messages messages, std::uint64_t message_count,
                           const forwarding_table& table) {
    return broadcast_in_order(
        self, std::move(messages), message_count, table.participants().contains(self.id()),
        [&table](auto& node, const short_packet& packet, ordered_queues& waiting) {
            for (const auto& row : table.of(node.id(), packet.as_message().origin)) {
                waiting.push(row.through, row.at, packet);
            }
        });
}

namespace {

std::optional<std::uint32_t> detour_of(const setting& setting) {
    const auto& name = setting.parameter<std::string>("detour");
    return name == "any" ? std::nullopt : std::optional{name == "0" ? 0U : 2U};
}

std::shared_ptr<const forwarding_table> forwarding_table_of(const setting& setting) {
    const auto detour = detour_of(setting);
    const participant_set& participants = setting.participants;
    return shared_table<forwarding_table>(
        setting.network,
        {.maker = "delivery-trees", .sizes = {detour.value_or(1)}, .participants = participants},
        [&](const link_table& links) {
            const schedule_cost cost = delivery_trees_cost(links.node_count(), links.link_count());
            table_memory_limit::require(cost);
            return forwarding_table{
                links,
                find_or_make_schedule(
                    links,
                    {.rule = "delivery-trees",
                     .variant = detour.value_or(1),
                     .participants = participants},
                    cost,
                    [&] {
                        return schedule_requirement{
                            .begins = participants.nodes(links.node_count()),
                            .participants = participants};
                    },
                    [&] { return delivery_trees(links, detour, participants); }),
                participants};
        });
}

slot most_slots(const problem& input) {
    const number_sequence& messages = input.broadcasters.packets;
    return messages.empty() ? 0 : forwarding_table_of(input)->slots() * slot{messages.most()};
}

packet_hops links_of_trees(const problem& input) {
    const auto& [nodes, packets] = input.broadcasters;
    if (input.participants.is_everyone() || nodes.empty()) {
        return input.message_count() * (node_count(input.network) - 1);
    }
    const auto table = forwarding_table_of(input);
    std::uint64_t links = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        links += packets[i] * table->links_of(nodes[i]);
    }
    return links;
}

}  // namespace

void describe(standard_name<"simultaneous-broadcast/table-order"> /*name*/, algorithm& entry) {
    describe_for_tables(entry);
    entry.takes_participants = true;
    entry.inapplicable_reason = schedule_mismatch<>;
    entry.memory_use = a_packet_a_pair;
    entry.figure_steps = [](const problem& input) {
        constexpr std::uint64_t in_a_step = 64;
        return delivery_trees_cost(node_count(input.network), link_count(input.network))
                   .operations /
               in_a_step;
    };
    entry.kind = time_kind::upper_bound;
    entry.rule = "O1";
    entry.idea =
        "Every message follows the tree that it has in a timetable for broadcasts from all nodes. "
        "Of messages that wait for a link, the one that is earlier there in the timetable goes "
        "first, so that none is later.";
    entry.parameters = {
        {.name = "detour",
         .default_value = "0",
         .meaning = "the most links that a message takes more than the shortest way",
         .range = name_range{{"0", "2", "any"}}}};
    entry.knowledge = {knowledge_item::message_count};
    entry.time = "that of the timetable, for each message of the node with the most";
    entry.inapplicable_input_reason = short_packet_mismatch;
    entry.phases = [](const problem& input) {
        return std::vector<phase>{{.name = "broadcast",
                                   .most_slots = most_slots(input),
                                   .markers = participating_markers(input)}};
    };
    entry.transmissions = links_of_trees;
    entry.program = network_programs::on_any(
        [](auto& self, node_input input, const knowledge& items, const auto& table) {
            return broadcasts_by_table(self, std::move(input.messages), items.message_count(),
                                       *table);
        },
        forwarding_table_of);
}

}  // namespace tutti
