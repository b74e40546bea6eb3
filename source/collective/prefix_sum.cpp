
#include "tutti/collective/collectives.hpp"
#include "tutti/topology/diameter.hpp"

namespace tutti {
namespace {

requirement sums(const problem& what) {
    one_message_each each;
    each.expected.resize(node_count(what.where));
    std::uint64_t sum = 0;
    for (std::size_t id = each.expected.size(); id-- > 0;) {
        const auto node = static_cast<node_id>(id);
        sum += what.broadcasters.packets_of(node);
        each.expected[id] = {.origin = node, .number = 0, .payload = sum};
    }
    return each;
}

}  // namespace

collective prefix_sum() {
    return {.name = "prefix-sum",
            .trade_names = {"scan"},
            .meaning = "at every node the sum of the counts of the nodes from its own id upwards",
            .takes_broadcasters = true,
            .input =
                [](const problem& what, const assignment& /*given*/, node_id node) {
                    return node_input{.value = what.broadcasters.packets_of(node)};
                },
            .required = sums,
            .deliveries = [](std::uint64_t nodes, std::uint64_t /*messages*/) { return nodes; },
            .check_bytes =
                [](std::uint64_t nodes, std::uint64_t messages) {
                    return messages * broadcaster_set::bytes_each + nodes * (sizeof(message) + 1);
                },
            .lower_bound = [](const problem& what) -> rational {
                const diameter_bound found = diameter_of(what.where);
                return found.is_exact ? found.links : 0;
            }};
}

}  // namespace tutti
