#include <array>
#include <variant>

#include "bounds/exchange_bounds.hpp"
#include "bounds/lower_bounds.hpp"
#include "bounds/network_bounds.hpp"
#include "bounds/participation.hpp"
#include "collectives.hpp"
#include "destination.hpp"

namespace tutti {
namespace {

// Each of the messages at one node.
std::uint64_t one_each(std::uint64_t /*nodes*/, std::uint64_t messages) { return messages; }

// Of total exchange.
std::uint64_t packets_a_pair(const setting& setting) { return setting.number_or("packets", 1); }

// No node sends to itself.
std::uint32_t others_of(const setting& setting) {
    return setting.participants.size(node_count(setting.network)) - 1;
}

// The messages for one node have successive numbers.
addressed_messages to_others(const problem& problem) {
    const auto each = static_cast<std::uint32_t>(packets_a_pair(problem));
    return {
        .node_count = node_count(problem.network),
        .senders = problem.broadcasters,
        .destination = [each, is_cube = std::holds_alternative<hypercube>(problem.network),
                        participants = problem.participants](node_id origin, std::uint32_t number) {
            return destination_of(is_cube, participants, origin, number / each);
        }};
}

// All messages pass the links of the root, and one of them goes to the farthest node.
lower_bound root_bound(const problem& problem, packet_size packets) {
    const std::uint64_t room = packets_a_slot_of(problem, problem.root);
    return strongest({share_bound(problem, packets, problem.participant_count() - 1, room),
                      distance_bound(farthest_participant(problem, std::array{problem.root}),
                                     packets, the_farthest(problem)),
                      flow_bound_at(problem, packets, problem.root, one_each_node),
                      branch_bound(problem, packets)});
}

// On a hypercube 2^d times the sum of the distances from a node, d*2^(d-1), over d*2^d links, half
// of them if they are one-way; a node that sends one packet a slot sends that sum, and with half
// duplex receives as much.
lower_bound distances_bound(const problem& problem, packet_size packets) {
    const auto* const cube = std::get_if<hypercube>(&problem.network);
    if (cube == nullptr || !problem.participants.is_everyone()) {
        return {.assumes = packets};
    }
    const int shared = problem.ports == port_model::all_port  ? 1
                       : problem.ports == port_model::one_way ? 2
                       : problem.ports == port_model::single_port_full_duplex
                           ? cube->dimensions()
                           : 2 * cube->dimensions();
    return {.units = packets.rounded_up(rational{cube->node_count() / 2} * shared *
                                        packets_a_pair(problem)),
            .assumes = packets,
            .proof = "the distances of all messages add up to that over the links in use",
            .name = "transmissions"};
}

lower_bound exchange_bound(const problem& problem, packet_size packets) {
    const std::uint64_t each = packets_a_pair(problem);
    const auto amount = [each](node_id /*from*/, node_id /*to*/) { return each; };
    const traffic messages{.amount = amount, .is_uniform = true};
    return strongest({distances_bound(problem, packets),
                      share_bound(problem, packets, (problem.participant_count() - 1) * each,
                                  rates_of_participants(problem).least),
                      farthest_bound(problem, packets), weights_bound(problem, packets, messages),

                      // Between all nodes weights are hardly ever weaker, and take long enough.
                      is_everyone_alike(problem) ? lower_bound{.assumes = packets}
                                                 : receiving_bound(problem, packets, messages),

                      ends_of_cut_bound(problem, packets, each),
                      turns_bound(problem, packets, each)});
}

}  // namespace

collective scatter() {
    return {.name = "scatter",
            .meaning = "The root has a message for every other node, and each gets its own.",
            .takes_root = true,
            .starts_at_root = true,
            .senders =
                [](const setting& context, node_id root) {
                    const std::uint32_t others = others_of(context);
                    return others == 0 ? broadcaster_set{}
                                       : broadcaster_set{.nodes = {root}, .packets = {others}};
                },
            .message_count = others_of,
            .required = to_others,
            .deliveries = one_each,
            .check_bytes = addressed_messages::bytes,
            .lower_bound = root_bound,
            .messages_in_size = &setting::participant_count};
}

collective gather() {
    return {.name = "gather",
            .meaning = "Every other node has a message for the root, which gets them all.",
            .takes_root = true,
            .senders = [](const setting& context,
                          node_id root) { return every_participant(context, 1, root); },
            .message_count = others_of,
            .required =
                [](const problem& problem) {
                    return addressed_messages{
                        .node_count = node_count(problem.network),
                        .senders = problem.broadcasters,
                        .destination = [root = problem.root](node_id /*origin*/,
                                                             std::uint32_t /*number*/) {
                            return root;
                        }};
                },
            .deliveries = one_each,
            .check_bytes = addressed_messages::bytes,
            .lower_bound = root_bound,
            .messages_in_size = &setting::participant_count};
}

collective total_exchange() {
    return {.name = "total-exchange",
            .aliases = {"alltoall"},
            .meaning = "Every node has a message for every other, and each gets those for it.",
            .senders =
                [](const setting& context, node_id /*root*/) {
                    return every_participant(context, others_of(context) * packets_a_pair(context));
                },
            .message_count =
                [](const setting& context) {
                    const std::uint64_t count = context.participant_count();
                    return count * (count - 1) * packets_a_pair(context);
                },
            .stated_count = [](const problem& problem) -> std::uint64_t {
                return problem.broadcasters.nodes.size() * packets_a_pair(problem);
            },
            .required = to_others,
            .deliveries = one_each,
            .check_bytes = addressed_messages::bytes,
            .lower_bound = exchange_bound,
            .messages_in_size =
                [](const problem& problem) {
                    return problem.participant_count() * packets_a_pair(problem);
                }};
}

}  // namespace tutti
