#include "delivery_trees.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "common/distance_matrix.hpp"
#include "common/receiver_matcher.hpp"
#include "common/wanted_packets.hpp"
#include "receiver_matching.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

/// Lengths of the paths that packets have taken to the nodes that have them.
class path_lengths {
public:
    path_lengths(const link_table& links, std::uint32_t detour, const std::vector<node_id>& sources)
        : distances_{links},
          detour_{detour},
          sources_{&sources},
          rows_(links.node_count() * sources.size()) {}

    /// Leaves those candidates that reach the receiver by a path that is short enough.
    void narrow(bit_set candidates, const link_table::link& link) const {
        for_each_number(candidates, [&](std::uint32_t packet) {
            const std::uint32_t distance = distances_.between((*sources_)[packet], link.to);
            if (rows_[place(link.from, packet)] + 1U > distance + detour_) {
                candidates[packet / 64] &= ~bit_of(packet);
            }
        });
    }
    void extend(const link_table::link& link, std::uint32_t packet) {
        rows_[place(link.to, packet)] = rows_[place(link.from, packet)];
        ++rows_[place(link.to, packet)];
    }

private:
    [[nodiscard]] std::size_t place(node_id node, std::uint32_t packet) const {
        return node * sources_->size() + packet;
    }

    distance_matrix distances_;
    std::uint32_t detour_;
    const std::vector<node_id>* sources_;
    std::vector<std::uint16_t> rows_;  // by node and packet
};

}  // namespace

send_table delivery_trees(const link_table& links, std::optional<std::uint32_t> detour,
                          const participant_set& participants) {
    const std::vector<node_id> sources{participants.nodes(links.node_count())};
    if (!detour) {
        return receiver_matching(links, sources, participants);
    }
    const auto packets = size_as<std::uint32_t>(sources);
    receiver_matcher receivers{links, packets, participants};
    path_lengths lengths{links, *detour, sources};
    for (std::uint32_t packet = 0; packet < packets; ++packet) {
        receivers.packets().place(sources[packet], packet);
    }
    send_table sends;
    sends.reserve(receivers.packets().missing());
    for (std::uint32_t now = 1; !receivers.packets().is_complete(); ++now) {
        for (node_id receiver = 0; receiver < links.node_count(); ++receiver) {
            receivers.begin_turn(receiver);
            for (std::uint32_t i = 0; i < links.degree(receiver); ++i) {
                const link_id incoming = links[links.first(receiver) + i].reverse;
                lengths.narrow(receivers.candidates(i), links[incoming]);
            }
            receivers.match();
            receivers.end_turn([&](link_id link, std::uint32_t packet) {
                lengths.extend(links[link], packet);
                sends.push_back({.slot = now, .link = link, .packet = packet});
            });
        }
        receivers.packets().end_slot();
    }
    std::ranges::sort(sends);
    return pruned(links, std::move(sends), packets, participants);
}

schedule_cost delivery_trees_cost(std::uint64_t nodes, std::uint64_t links) {
    const auto [bytes, operations] = receiver_matching_cost(nodes, links, nodes);
    return {.bytes = bytes + nodes * nodes * 4, .operations = operations * 8};
}

}  // namespace tutti
