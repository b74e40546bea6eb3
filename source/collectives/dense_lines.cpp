#include "dense_lines.hpp"

#include <algorithm>
#include <utility>

#include "named_nodes.hpp"

namespace tutti {

// Both lists are sorted, as the binary searches below need.
dense_lines dense_lines_of(const setting& setting) {
    return {.columns = named_nodes{setting, "columns"}.ids(),
            .rows = named_nodes{setting, "rows"}.ids()};
}

broadcaster_set senders_of(std::uint64_t node_count, const dense_lines& dense) {
    broadcaster_set senders;
    for (node_id node = 0; node < node_count; ++node) {
        const std::uint64_t own_row = std::ranges::binary_search(dense.rows, node) ? 1 : 0;
        const std::uint64_t packets = std::ranges::binary_search(dense.columns, node)
                                          ? node_count - 1
                                          : dense.rows.size() - own_row;
        if (packets > 0) {
            senders.nodes.push_back(node);
            senders.packets.push_back(static_cast<std::uint32_t>(packets));
        }
    }
    return senders;
}

addressed_messages required_of(std::uint64_t node_count, dense_lines dense) {
    broadcaster_set senders = senders_of(node_count, dense);
    return {.node_count = node_count,
            .senders = std::move(senders),
            .destination = [dense = std::move(dense)](node_id origin, std::uint32_t number) {
                if (std::ranges::binary_search(dense.columns, origin)) {
                    // Numbers of the messages of a dense column skip the diagonal, as no node sends
                    // to itself.
                    return number < origin ? number : number + 1;
                }
                const bool skips_own =
                    dense.rows[number] >= origin && std::ranges::binary_search(dense.rows, origin);
                return dense.rows[number + (skips_own ? 1 : 0)];
            }};
}

}  // namespace tutti
