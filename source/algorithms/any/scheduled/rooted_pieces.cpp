/// @file
/// Broadcasts of the pieces of a message on any connected network, reductions of several values to
/// a root, and the allreduce of both.
///
/// Time: that of a timetable that all nodes work out, its slots as long as a piece. Time, of pieces
/// backwards: that of a timetable that all nodes work out, at most m + E - 1. Time, of trees
/// backwards: that of a timetable that all nodes work out. Time, of the allreduce: twice that of
/// reduce/arborescences to the first participant.

#include <algorithm>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "algorithms/any/any_entry.hpp"
#include "schedule_entry.hpp"
#include "topology/schedules/arborescences.hpp"
#include "topology/schedules/receiver_matching.hpp"

namespace tutti {
namespace {

// Root 0 and two pieces, 0 and 1, on the ring of 4; backwards two values go the other way:
//
//     slot 1   0-1->1  0-0->3
//     slot 2   0-0->1  0-1->3  1-1->2  3-0->2
constexpr schedule_rule pieces_rule{
    .name = "pieces",
    .make =
        [](const link_table& links, const setting& setting, std::uint32_t packets, node_id root) {
            return receiver_matching(links, std::vector<node_id>(packets, root),
                                     setting.participants);
        },
    .cost = receiver_matching_cost,
    .most_packets = most_scheduled_packets,
    .is_rooted = true};

// The same two pieces over the trees 0-3-2-1 and 0-1-2-3:
//
//     slot 1   0-1->1  0-0->3
//     slot 2   1-1->2  3-0->2
//     slot 3   2-0->1  2-1->3
constexpr schedule_rule tree_rule_of_pieces{
    .name = "arborescences",
    .make =
        [](const link_table& links, const setting& setting, std::uint32_t packets, node_id root) {
            return broadcast_over(links, arborescences(links, root, setting.participants), packets);
        },
    .cost =
        [](std::uint64_t nodes, std::uint64_t links, std::uint64_t /*packets*/) {
            return arborescences_cost(nodes, links, links / nodes);
        },
    .most_packets =
        [](std::uint64_t nodes) {
            constexpr std::uint64_t most_rows = std::uint64_t{1} << 24U;
            return most_rows / nodes;
        },
    .is_rooted = true,
    .nanoseconds = 0.2};

// Hosts with one link are in one tree, which is quickly found.
bool are_hosts_leaves(const network& net) {
    constexpr std::uint64_t most_links = std::uint64_t{1} << 23U;
    const auto* const links = std::get_if<graph>(&net);
    return links != nullptr && !links->switches().empty() && links->link_count() <= most_links &&
           std::ranges::all_of(hosts_of(*links),
                               [&](node_id host) { return links->degree(host) == 1; });
}

// The number of trees, at most the least degree, times that of links.
std::string packing_mismatch(const network& net) {
    constexpr std::uint64_t most_work = std::uint64_t{1} << 21U;
    const std::uint64_t links = link_count(net);
    return links * (links / node_count(net)) > most_work
               ? fmt::format("packs trees of {} directed links at most with this degree, not {}",
                             most_work * node_count(net) / links, links)
               : schedule_mismatch<>(net);
}

std::string arborescences_mismatch(const network& net) {
    return are_hosts_leaves(net) ? connectivity_mismatch(net) : packing_mismatch(net);
}

// Leaves a limit to participants that are no leaves, though the network's hosts have none.
std::string participants_mismatch(const problem& posed) {
    const auto* const links = std::get_if<graph>(&posed.network);
    const bool has_one_tree =
        posed.participant_count() == 1 ||
        (links != nullptr &&
         std::ranges::any_of(posed.participants.nodes(links->node_count()),
                             [&](node_id node) { return links->degree(node) == 1; }));
    return has_one_tree ? std::string{} : packing_mismatch(posed.network);
}

void describe_pieces(algorithm& entry) {
    describe_for_tables(entry);
    entry.takes_participants = true;
    entry.rule = "T1";
    entry.inapplicable_reason = schedule_mismatch<>;
    run_by_rooted_rule(entry, pieces_rule);
}

void describe_arborescences(algorithm& entry) {
    describe_for_tables(entry);
    entry.takes_participants = true;
    entry.source = "trees after Edmonds 1973 and Lovasz 1976";
    entry.rule = "B1";
    entry.inapplicable_reason = arborescences_mismatch;
    entry.inapplicable_input_reason = [other =
                                           entry.inapplicable_input_reason](const problem& posed) {
        const std::string reason = participants_mismatch(posed);
        return reason.empty() && other ? other(posed) : reason;
    };
}

}  // namespace

void describe(standard_name<"broadcast/pieces"> /*name*/, algorithm& entry) {
    describe_pieces(entry);
    entry.idea =
        "In every slot the links into each node bring it different pieces of the message that "
        "it lacks, those that its neighbours lack most and that are rarest first. All nodes "
        "work out the same timetable.";
    entry.time = "that of a timetable that all nodes work out, its slots as long as a piece";
}

void describe(standard_name<"reduce/pieces"> /*name*/, algorithm& entry) {
    describe_pieces(entry);
    entry.idea =
        "The broadcast of as many pieces backwards in time: values come to the root over all its "
        "links, combined at every node on the way.";
    entry.time = "that of a timetable that all nodes work out, at most m + E - 1";
}

void describe(standard_name<"broadcast/arborescences"> /*name*/, algorithm& entry) {
    run_by_rooted_rule(entry, tree_rule_of_pieces);
    describe_arborescences(entry);
    entry.idea =
        "Pieces of the message go over as many trees without a common link as can join the "
        "participants. Each goes to the tree where it arrives first, and nodes pass it on at once.";
    entry.time = "that of a timetable that all nodes work out, its slots as long as a piece";
}

void describe(standard_name<"reduce/arborescences"> /*name*/, algorithm& entry) {
    run_by_rooted_rule(entry, tree_rule_of_pieces);
    describe_arborescences(entry);
    entry.idea =
        "The broadcast over trees without a common link backwards in time: values come to "
        "the root over all trees, combined at every node on the way.";
    entry.time = "that of a timetable that all nodes work out";
}

void describe(standard_name<"allreduce/arborescences"> /*name*/, algorithm& entry) {
    run_by_rule(entry, tree_rule_of_pieces);
    describe_arborescences(entry);
    entry.idea =
        "Over trees of the first participant without a common link, values are combined towards "
        "it, and the results go back the same way.";
    entry.time = "twice that of reduce/arborescences to the first participant";
}

}  // namespace tutti
