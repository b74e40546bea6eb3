#include "tutti/collective/collectives.hpp"
#include "tutti/machine/memory.hpp"

namespace tutti {

collective dynamic_broadcast() {
    return {.name = "dynamic-broadcast",
            .meaning = "messages that arrive at all nodes at random times, all at every node",
            .parameters = {{.name = "rate",
                            .default_value = rational{1, 100},
                            .meaning = "messages that arrive at a node in a slot, on average",
                            .range =
                                rational_range{.most = 1000,
                                               .most_denominator = 1'000'000'000,
                                               .words = "above 0 and at most 1000, as 1/20 or 0.05",
                                               .takes_decimals = true}}},
            .input =
                [](const problem& what, const assignment& given, node_id node) {
                    return node_input{.arrivals = given.arrivals_at(
                                          node, what.seed, what.parameter<rational>("rate"))};
                },
            .required =
                [](const problem& what) {
                    return streamed_everywhere{.node_count = node_count(what.where)};
                },
            .check_bytes =
                [](std::uint64_t nodes, std::uint64_t /*messages*/) {
                    return nodes * nodes * sizeof(std::uint32_t) + nodes * sizeof(interval_record);
                },
            .is_dynamic = true};
}

}  // namespace tutti
