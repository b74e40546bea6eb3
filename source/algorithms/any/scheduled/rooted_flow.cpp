/// @file
/// Scatter and gather in the fewest slots by schedules, on any connected network.

#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "algorithms/any/any_entry.hpp"
#include "algorithms/shared_table.hpp"
#include "algorithms/table_memory.hpp"
#include "node/node_rows.hpp"
#include "node/schedule_cache.hpp"
#include "personal_messages.hpp"
#include "scatter_sends.hpp"
#include "topology/participant_set.hpp"
#include "topology/schedules/common/distance_matrix.hpp"
#include "topology/schedules/farthest_first.hpp"
#include "topology/schedules/scatter_flow.hpp"
#include "tutti/catalog/any_program.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

using shared_rows = std::shared_ptr<const scheduled_parts>;

// The rows of a root, which are found again while they are used.
using rows_by_root = shared_rows (*)(const setting& context, node_id root);

// Part of the descriptions of schedules of scatter that take number x from the root to node x, and
// of those of gather, which take number x from node x to the root.
void describe_rooted(algorithm& entry, rows_by_root rows_of) {
    describe_for_tables(entry);
    entry.inapplicable_reason = schedule_mismatch<>;
    entry.takes_participants = true;
    entry.knowledge = {knowledge_item::root};
    entry.phases = one_synchronous_phase(entry.collective, [rows_of](const problem& input) {
        return rows_of(input, input.root)->parts.front().slots();
    });
    entry.transmissions = [rows_of](const problem& input) {
        return std::optional<packet_hops>{rows_of(input, input.root)->parts.front().count()};
    };
    entry.program = network_programs::on_any(
        [rows_of, is_gather = entry.collective == "gather"](
            auto& self, node_input input, const knowledge& items, const setting& context) {
            return deliver_by_schedule(
                self, std::move(input.messages),
                {.net = &self.network(),
                 .participants = &context.participants,
                 .root = is_gather ? std::optional{items.root()} : std::nullopt},
                rows_of(context, items.root()),
                is_gather ? milestone{"gather"} : milestone{"scatter"});
        },
        [](const setting& context) { return context; });
}

// From the root to all participants, packet x to node x.
schedule_requirement scatter_requirement(const link_table& links, node_id root, port_model ports,
                                         const participant_set& participants) {
    schedule_requirement scatter{.ports = ports,
                                 .begins = std::vector<node_id>(links.node_count(), root),
                                 .ends = std::vector<node_id>(links.node_count(), root)};
    for (const node_id node : participants.nodes(links.node_count())) {
        scatter.ends[node] = node;
    }
    return scatter;
}

// A gather is the reversal of a scatter.
scheduled_parts rooted_rows(const link_table& links, send_table scatter, bool is_gather) {
    return {{node_rows{links, is_gather ? reversed(links, std::move(scatter)) : scatter}}};
}

// Root 0 on the array with rows 0 1 2 and 3 4 5; b is the message for node 1, or of node 1, c for
// or of node 2, and so on:
//
//              scatter                               gather
//     slot 1   0-f->1                                1-b->0  2-c->1  3-d->0  4-e->3  5-f->2
//     slot 2   0-c->1  0-e->3  1-f->2                1-c->0  2-f->1  3-e->0
//     slot 3   0-b->1  0-d->3  1-c->2  2-f->5  3-e->4  1-f->0
//
// No schedule has fewer slots, for each is a flow over time.
//
// After Ford and Fulkerson 1962. Time: exactly the fewest slots: those of a quickest flow.
// Transmissions: the sum of the distances, or some more. Ports: all, or one-way.
template <bool IsGather>
shared_rows flow_rows(const setting& context, node_id root) {
    return shared_table<scheduled_parts>(
        context.network,
        {.maker = IsGather ? "gather-flow" : "scatter-flow",
         .sizes = {root},
         .participants = context.participants},
        [&context, root](const link_table& links) {
            return rooted_rows(links, flow_sends(links, context.ports, root, context.participants),
                               IsGather);
        });
}

// The same root, with one port:
//
//              full duplex              half duplex
//     slot 1   0-f->1                   0-f->1
//     slot 2   0-c->1  1-f->2           0-e->3  1-f->2
//     slot 3   0-e->1  1-c->2  2-f->5   0-c->1  2-f->5  3-e->4
//     slot 4   0-b->1  1-e->4           0-d->3  1-c->2
//     slot 5   0-d->3                   0-b->1
//
// Not in the papers. Time: exactly N - 1 with all nodes; else, and half duplex, that of the
// timetable. Transmissions: the sum of the distances. Ports: one.
template <bool IsGather>
shared_rows farthest_first_rows(const setting& context, node_id root) {
    return shared_table<scheduled_parts>(
        context.network,
        {.maker = IsGather ? "gather-farthest-first" : "scatter-farthest-first",
         .sizes = {root, to_underlying(context.ports)},
         .participants = context.participants},
        [&context, root](const link_table& links) {
            return rooted_rows(
                links, farthest_first_sends(links, context.ports, root, context.participants),
                IsGather);
        });
}

std::string flow_mismatch(const problem& input) {
    constexpr std::uint64_t most_arcs = std::uint64_t{1} << 26U;
    const link_table links{input.network};
    const std::uint64_t arcs =
        std::uint64_t{scatter_slots_bound(links, input.root, input.participants)} *
        (std::uint64_t{links.link_count()} + links.node_count());
    return arcs > most_arcs ? fmt::format("works flows over time out for {} arcs at most, not {}",
                                          most_arcs, arcs)
                            : std::string{};
}

template <bool IsGather>
void describe_flow(algorithm& entry) {
    describe_rooted(entry, flow_rows<IsGather>);
    entry.source = "after Ford & Fulkerson 1962";
    entry.rule = "flow";
    entry.ports = {port_model::all_port, port_model::one_way};
    entry.time = "the fewest slots: those of a quickest flow";
    entry.inapplicable_input_reason = flow_mismatch;
    entry.memory_use = a_packet_a_pair;
}

template <bool IsGather>
void describe_farthest_first(algorithm& entry) {
    describe_rooted(entry, farthest_first_rows<IsGather>);
    entry.rule = "farthest-first";
    entry.ports = {port_model::single_port_full_duplex, port_model::single_port_half_duplex};
    entry.time = "N - 1 with all nodes; else, and half duplex, that of the timetable";
}

}  // namespace

send_table flow_sends(const link_table& links, port_model ports, node_id root,
                      const participant_set& participants) {
    schedule_cost cost = scatter_flow_cost(links.node_count(), links.link_count(),
                                           scatter_slots_bound(links, root, participants));
    cost.operations /= 6;  // as measured
    table_memory_limit::require(cost);
    return find_or_make_schedule(
        links, {.rule = "scatter-flow", .ports = ports, .root = root, .participants = participants},
        cost, [&] { return scatter_requirement(links, root, ports, participants); },
        [&] { return scatter_flow(links, root, participants); });
}

send_table farthest_first_sends(const link_table& links, port_model ports, node_id root,
                                const participant_set& participants) {
    const std::uint64_t nodes = links.node_count();
    const auto distances = distances_from(links, root);
    const std::uint64_t sum = std::accumulate(distances.begin(), distances.end(), std::uint64_t{0});
    const schedule_cost cost = farthest_first_cost(nodes, links.link_count(), sum / nodes + 1);
    table_memory_limit::require(cost);
    return find_or_make_schedule(
        links,
        {.rule = "scatter-farthest-first",
         .ports = ports,
         .root = root,
         .participants = participants},
        cost, [&] { return scatter_requirement(links, root, ports, participants); },
        [&] { return farthest_first(links, root, duplex_mode_of(ports), participants); });
}

void describe(standard_name<"scatter/flow"> /*name*/, algorithm& entry) {
    describe_flow<false>(entry);
    entry.idea =
        "A maximum flow over time says in how few slots the links can take all messages from the "
        "root, and which link takes one in which slot. Nodes send by this timetable.";
}

void describe(standard_name<"gather/flow"> /*name*/, algorithm& entry) {
    describe_flow<true>(entry);
    entry.idea =
        "The timetable of scatter/flow backwards in time: every message goes from its node to the "
        "root as one of scatter would come, in the fewest slots.";
}

void describe(standard_name<"scatter/farthest-first"> /*name*/, algorithm& entry) {
    describe_farthest_first<false>(entry);
    entry.idea =
        "The root sends a message in every slot, those for the farthest nodes first, over a tree "
        "of shortest paths, and nodes pass them on at once. No two ever meet at a node.";
}

void describe(standard_name<"gather/farthest-first"> /*name*/, algorithm& entry) {
    describe_farthest_first<true>(entry);
    entry.idea =
        "The timetable of scatter/farthest-first backwards in time: in every slot a message comes "
        "to the root, and no two ever meet at a node.";
}

}  // namespace tutti
