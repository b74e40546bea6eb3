
#include "bounds/lower_bounds.hpp"
#include "bounds/network_bounds.hpp"
#include "bounds/participation.hpp"
#include "collectives.hpp"

namespace tutti {

collective prefix_sum() {
    return {.name = "prefix-sum",
            .aliases = {"scan"},
            .meaning = "Every node gets the sum of the values of its own id and of all larger.",
            .takes_broadcasters = true,
            .input = [](const problem& /*problem*/, const assignment& assignment,
                        node_id node) { return node_input{.value = assignment.value_of(node)}; },
            .required = [](const problem& input) -> requirement {
                return sums_upwards{.node_count = node_count(input.network),
                                    .senders = input.broadcasters,
                                    .receivers = input.participants};
            },
            .deliveries = [](std::uint64_t nodes, std::uint64_t /*messages*/) { return nodes; },
            .check_bytes =
                [](std::uint64_t nodes, std::uint64_t messages) {
                    return messages * broadcaster_set::bytes_each + nodes * (sizeof(message) + 1);
                },
            .lower_bound =
                [](const problem& input, packet_size packets) {
                    // With one port, the first hears from twice as many in a slot, at most.
                    const bool is_sum_of_all =
                        input.broadcasters.nodes.size() == input.participant_count();
                    return strongest(
                        {distance_bound(participants_diameter(input), packets, the_farthest(input)),
                         is_sum_of_all && packets.is_whole() ? doubling_bound(input, packets)
                                                             : lower_bound{.assumes = packets}});
                },
            .follows_ids = true,
            .digest_version = 2};
}

}  // namespace tutti
