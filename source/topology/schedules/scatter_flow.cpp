#include "scatter_flow.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "common/distance_matrix.hpp"
#include "common/flow_network.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

// All participants but the root.
std::vector<node_id> destinations(const link_table& links, node_id root,
                                  const participant_set& participants) {
    std::vector<node_id> nodes = participants.nodes(links.node_count());
    std::erase(nodes, root);
    return nodes;
}

/// Network over time of a scatter: node t * N + x is node x after slot t, the last one the sink.
class network_over_time {
public:
    network_over_time(const link_table& links, node_id root, const participant_set& participants)
        : nodes_{links.node_count()},
          ends_{destinations(links, root, participants)},
          distances_{distances_from(links, root)} {
        for (const link_table::link& link : links.links()) {
            if (link.to != root) {
                into_.push_back(link);
            }
        }
        std::ranges::sort(into_, {}, [](const auto& link) {
            return std::pair{link.from, link.to};
        });
    }

    [[nodiscard]] std::uint32_t sink(std::uint32_t slots) const { return (slots + 1) * nodes_; }

    /// Adds arcs by slot, first those of packets that stay and then those of links by their ends.
    void generate(std::uint32_t slots, const auto& add) const {
        for (std::uint32_t slot = 1; slot <= slots; ++slot) {
            const std::uint32_t before = (slot - 1) * nodes_;
            const std::uint32_t after = slot * nodes_;
            for (node_id node = 0; node < nodes_; ++node) {
                add(before + node, after + node, nodes_);
            }
            for (const link_table::link& link : into_) {
                if (distances_[link.from] < slot) {
                    add(before + link.from, after + link.to, 1);
                }
            }
        }
        for (const node_id node : ends_) {
            add(slots * nodes_ + node, sink(slots), 1);
        }
    }

private:
    node_id nodes_;
    std::vector<node_id> ends_;  // of the packets
    std::vector<std::uint16_t> distances_;
    std::vector<link_table::link> into_;  // of all nodes but the root, by their ends
};

using packet_lists = std::vector<std::vector<std::uint32_t>>;  // by node

/// Names of the units of a flow over time: from the destinations backwards, the packets that a node
/// has after a slot are handed to those that sent them.
class flow_packets {
public:
    flow_packets(const link_table& links, const flow_network& flow)
        : links_{&links}, flow_{&flow}, has_(links.node_count()) {}

    [[nodiscard]] send_table sends(const std::vector<node_id>& ends, std::uint32_t slots) {
        for (const node_id node : ends) {
            has_[node].assign(1, node);
        }
        for (std::uint32_t slot = slots; slot > 0; --slot) {
            packet_lists had(has_.size());
            for (node_id to = 0; to < links_->node_count(); ++to) {
                hand_back(had, to, slot);
            }
            for (node_id node = 0; node < links_->node_count(); ++node) {
                // What stayed comes behind what was sent on.
                had[node].insert(had[node].end(), has_[node].begin(), has_[node].end());
            }
            has_ = std::move(had);
        }
        std::ranges::sort(sends_);
        // A unit may pass its destination and come back: a packet stays there.
        std::vector<bool> has_come(links_->node_count());
        std::erase_if(sends_, [&](const timed_send& send) {
            const bool is_over = has_come[send.packet];
            has_come[send.packet] = is_over || (*links_)[send.link].to == send.packet;
            return is_over;
        });
        return std::move(sends_);
    }

private:
    // Takes what a node received in a slot out of its list, from the front.
    // Units of parallel links, whose arcs are side by side, take these links in turn.
    void hand_back(packet_lists& had, node_id to, std::uint32_t slot) {
        const std::uint32_t after = slot * links_->node_count();
        const std::uint32_t before = after - links_->node_count();
        auto packet = has_[to].begin();
        node_id last = to;
        link_id link = no_link;
        for (const auto& [place, reverse, units] : flow_->arcs_of(after + to)) {
            const bool is_link = place < after && place != before + to;
            if (is_link && units > 0) {
                const node_id from = place - before;
                link = from == last ? link + 1 : links_->between(from, to);
                last = from;
                had[from].push_back(*packet);
                sends_.push_back({.slot = slot, .link = link, .packet = *packet++});
            }
        }
        has_[to].erase(has_[to].begin(), packet);
    }

    const link_table* links_;
    const flow_network* flow_;
    packet_lists has_;  // after the slot
    send_table sends_;
};

}  // namespace

std::uint32_t scatter_slots_bound(const link_table& links, node_id root,
                                  const participant_set& participants) {
    const std::vector<std::uint16_t> distances = distances_from(links, root);
    std::vector<node_id> ends = destinations(links, root, participants);
    std::ranges::sort(ends, {}, [&](node_id node) { return distances[node]; });
    std::uint32_t bound = 0;
    for (std::uint32_t i = 0; i < ends.size(); ++i) {
        const std::uint32_t farther = size_as<std::uint32_t>(ends) - i;
        bound = std::max(bound, distances[ends[i]] + (farther - 1) / links.degree(root));
    }
    return bound;
}

send_table scatter_flow(const link_table& links, node_id root,
                        const participant_set& participants) {
    const network_over_time times{links, root, participants};
    const std::vector<node_id> ends = destinations(links, root, participants);
    const auto packets = size_as<std::uint32_t>(ends);
    for (std::uint32_t slots = scatter_slots_bound(links, root, participants);; ++slots) {
        const std::uint32_t sink = times.sink(slots);
        flow_network flow{sink + 1, [&](const auto& add) { times.generate(slots, add); }};
        if (flow.send(root, sink, packets) == packets) {
            return flow_packets{links, flow}.sends(ends, slots);
        }
    }
}

schedule_cost scatter_flow_cost(std::uint64_t nodes, std::uint64_t links, std::uint64_t slots) {
    const std::uint64_t arcs = slots * (links + nodes);
    return {.bytes = arcs * 24 + slots * nodes * 20 + nodes * 64, .operations = arcs * 200};
}

}  // namespace tutti
