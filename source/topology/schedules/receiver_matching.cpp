#include "receiver_matching.hpp"

#include <algorithm>
#include <utility>

#include "common/receiver_matcher.hpp"
#include "util/counts.hpp"

namespace tutti {

send_table receiver_matching(const link_table& links, std::span<const node_id> sources,
                             const wanted_packets& wanted) {
    receiver_matcher receivers{links, size_as<std::uint32_t>(sources), wanted};
    packet_possession& packets = receivers.packets();
    for (std::uint32_t packet = 0; packet < packets.packet_count(); ++packet) {
        packets.place(sources[packet], packet);
    }
    send_table sends;
    sends.reserve(packets.missing());
    for (std::uint32_t now = 1; !packets.is_complete(); ++now) {
        for (node_id receiver = 0; receiver < links.node_count(); ++receiver) {
            receivers.begin_turn(receiver);
            receivers.match();
            receivers.end_turn([&](link_id link, std::uint32_t packet) {
                sends.push_back({.slot = now, .link = link, .packet = packet});
            });
        }
        packets.end_slot();
    }
    std::ranges::sort(sends);
    return pruned(links, std::move(sends), packets.packet_count(), wanted);
}

schedule_cost receiver_matching_cost(std::uint64_t nodes, std::uint64_t links,
                                     std::uint64_t packets) {
    const std::uint64_t words = packets / 64 + 1;
    const std::uint64_t slots = packets * nodes / std::max<std::uint64_t>(links, 1) + nodes;
    return {.bytes = nodes * words * 16 + packets * nodes * sizeof(timed_send),
            .operations = slots * links * words * 8};
}

std::vector<node_id> packets_in_turn(const link_table& links, std::uint32_t packets,
                                     const participant_set& participants) {
    const std::size_t count = participants.size(links.node_count());
    std::vector<node_id> sources(packets);
    for (std::uint32_t packet = 0; packet < packets; ++packet) {
        sources[packet] = participants.at(packet % count);
    }
    return sources;
}

}  // namespace tutti
