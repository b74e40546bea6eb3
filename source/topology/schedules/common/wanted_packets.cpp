#include "wanted_packets.hpp"

#include <algorithm>
#include <ranges>
#include <vector>

namespace tutti {

std::uint64_t wanted_packets::count(std::size_t nodes, std::uint32_t packets) const {
    if (!of_node_) {
        return std::uint64_t{nodes_.size(nodes)} * packets;
    }
    std::uint64_t pairs = 0;
    for (std::size_t node = 0; node < nodes; ++node) {
        pairs += size_of(std::as_const(*of_node_)[node]);
    }
    return pairs;
}

send_table pruned(const link_table& links, send_table sends, std::uint32_t packets,
                  const wanted_packets& wanted) {
    if (wanted.is_everything()) {
        return sends;
    }
    bit_matrix sent(links.node_count(), packets);  // by the rows so far, from the last slot on
    send_table kept;
    for (const timed_send& send : std::views::reverse(sends)) {
        const link_table::link& over = links[send.link];
        if (wanted.contains(over.to, send.packet) || contains(sent[over.to], send.packet)) {
            insert(sent[over.from], send.packet);
            kept.push_back(send);
        }
    }
    std::ranges::reverse(kept);
    return kept;
}

}  // namespace tutti
