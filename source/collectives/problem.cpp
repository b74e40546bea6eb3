#include "tutti/catalog/problem.hpp"

#include <algorithm>

#include "collectives/input/broadcasters.hpp"

namespace tutti {

broadcaster_set every_participant(const setting& setting, std::uint64_t packets,
                                  std::optional<node_id> but) {
    const std::size_t nodes = node_count(setting.network);
    if (setting.participants.is_everyone()) {
        return every_node(nodes, packets, but);
    }
    if (packets == 0) {
        return {};
    }
    std::vector<node_id> ids = setting.participants.nodes(nodes);
    if (but) {
        std::erase(ids, *but);
    }
    broadcaster_set participants = every_node(ids.size(), packets);
    participants.nodes = std::move(ids);
    return participants;
}

}  // namespace tutti
