#include "delivery_trees.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "common/distance_matrix.hpp"
#include "common/receiver_matcher.hpp"
#include "receiver_matching.hpp"

namespace tutti {
namespace {

/// Lengths of the paths that packets have taken to the nodes that have them.
class path_lengths {
public:
    path_lengths(const link_table& links, std::uint32_t detour)
        : distances_{links}, detour_{detour}, nodes_{links.node_count()}, rows_(nodes_ * nodes_) {}

    /// Leaves those candidates that reach the receiver by a path that is short enough.
    void narrow(bit_set candidates, const link_table::link& link) const {
        for_each_number(candidates, [&](node_id source) {
            if (at(link.from, source) + 1 > distances_.between(source, link.to) + detour_) {
                candidates[source / 64] &= ~bit_of(source);
            }
        });
    }
    void extend(const link_table::link& link, node_id source) {
        rows_[link.to * nodes_ + source] = rows_[link.from * nodes_ + source];
        ++rows_[link.to * nodes_ + source];
    }

private:
    [[nodiscard]] std::uint32_t at(node_id node, node_id source) const {
        return rows_[node * nodes_ + source];
    }

    distance_matrix distances_;
    std::uint32_t detour_;
    std::size_t nodes_;
    std::vector<std::uint16_t> rows_;
};

}  // namespace

send_table delivery_trees(const link_table& links, std::optional<std::uint32_t> detour) {
    if (!detour) {
        return receiver_matching(links, one_packet_a_node(links));
    }
    receiver_matcher receivers{links, links.node_count()};
    path_lengths lengths{links, *detour};
    for (node_id node = 0; node < links.node_count(); ++node) {
        receivers.packets().place(node, node);
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
            receivers.end_turn([&](link_id link, node_id source) {
                lengths.extend(links[link], source);
                sends.push_back({.slot = now, .link = link, .packet = source});
            });
        }
        receivers.packets().end_slot();
    }
    std::ranges::sort(sends);
    return sends;
}

schedule_cost delivery_trees_cost(std::uint64_t nodes, std::uint64_t links) {
    const auto [bytes, operations] = receiver_matching_cost(nodes, links, nodes);
    return {.bytes = bytes + nodes * nodes * 4, .operations = operations * 8};
}

}  // namespace tutti
