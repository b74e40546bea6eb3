#include "certificate.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "util/counts.hpp"
#include "util/indexed_vector.hpp"

namespace tutti {
namespace {

constexpr std::uint64_t unreachable = std::numeric_limits<std::uint64_t>::max() / 2;

/// A matrix of shortest ways between all nodes, by their sums over all nodes between (Floyd 1962).
using way_matrix = std::vector<std::vector<std::uint64_t>>;

way_matrix close_ways(way_matrix ways) {
    for (std::size_t by = 0; by < ways.size(); ++by) {
        for (auto& row : ways) {
            for (std::size_t to = 0; to < row.size(); ++to) {
                row[to] = std::min(row[to], row[by] + ways[by][to]);
            }
        }
        ways[by][by] = 0;
    }
    return ways;
}

way_matrix no_ways(std::size_t nodes) {
    return {nodes, std::vector<std::uint64_t>(nodes, unreachable)};
}

// Number of parallel links in front of one, which come one after the other.
std::size_t copies_before(const all_links& links, std::size_t link) {
    std::size_t rank = 0;
    while (rank < link && links.links()[link - rank - 1] == links.links()[link]) {
        ++rank;
    }
    return rank;
}

// What a packet takes on a link: the position of the link, or of the gates of its ends.
std::vector<std::uint64_t> costs_of(const all_links& links, const link_weights& weights) {
    std::map<std::pair<directed_link, std::size_t>, std::uint64_t> shared;
    std::vector<std::uint64_t> costs;
    const auto& w = weights.weights;
    const std::size_t nodes = links.node_count();
    // Switches have no gates.
    const auto at_gate = [&](node_id node, std::size_t gate) {
        return links.is_switch(node) ? 0 : w.at(gate);
    };
    for (std::size_t i = 0; i < links.links().size(); ++i) {
        const auto [from, to] = links.links()[i];
        switch (weights.ports) {
            case port_model::all_port:
                costs.push_back(w.at(i));
                break;
            case port_model::one_way: {
                const std::size_t rank = copies_before(links, i);
                const std::pair key{directed_link{std::min(from, to), std::max(from, to)}, rank};
                costs.push_back(w.at(shared.try_emplace(key, shared.size()).first->second));
                break;
            }
            case port_model::single_port_full_duplex:
                costs.push_back(at_gate(from, from) + at_gate(to, nodes + to));
                break;
            case port_model::single_port_half_duplex:
            case port_model::shout_and_whisper:
                costs.push_back(at_gate(from, from) + at_gate(to, to) +
                                (links.has_switches() ? 0 : w.at(nodes)));
                break;
        }
    }
    return costs;
}

// The number of those who may know after each slot, as one would count them on paper.
bool doubles_within(std::size_t nodes, slot slots) {
    std::size_t knowing = 1;
    for (slot t = 0; t < slots && knowing < nodes; ++t) {
        knowing += knowing;
    }
    return knowing >= nodes;
}

// A node that hears in slot t may tell `most` others in the slots after it.
bool spreads_within(const all_links& links, const telephone_bound& bound, slot slots) {
    std::size_t most = 0;
    for (node_id node = 0; node < links.node_count(); ++node) {
        most = std::max(most, links.degree(node) - 1);
    }
    indexed_vector<slot, std::size_t> telling{slots + 1};
    const auto begin_to_tell = [&](slot after, std::size_t nodes, std::size_t calls) {
        for (slot t = after; t <= slots && t < after + slots_for(calls); ++t) {
            telling[t] += nodes;
        }
    };
    begin_to_tell(0, 1, links.degree(bound.root));
    std::size_t knowing = 1;
    const std::size_t asked = bound.participants.size(links.node_count());
    for (slot t = 0; t < slots && knowing < asked; ++t) {
        knowing += telling[t];
        begin_to_tell(t + 1, telling[t], most);
    }
    return knowing >= asked;
}

// The participants whose label is so.
std::ptrdiff_t asked(const telephone_bound& bound, auto is_so) {
    std::ptrdiff_t count = 0;
    for (node_id node = 0; node < bound.labels.size(); ++node) {
        count += bound.participants.contains(node) && is_so(bound.labels[node]) ? 1 : 0;
    }
    return count;
}

bool are_distances(const all_links& links, const telephone_bound& bound) {
    return bound.labels.at(bound.root) == 0 &&
           std::ranges::all_of(links.links(), [&](const directed_link& link) {
               return std::abs(bound.labels.at(link.from) - bound.labels.at(link.to)) <= 1;
           });
}

// True if within some slots all participants that are farther than each distance may know.
bool layers_fill_within(const telephone_bound& bound, slot slots) {
    const std::vector<slot>& labels = bound.labels;
    const slot depth = std::ranges::max(labels);
    indexed_vector<slot, std::ptrdiff_t> knowing{depth + 1};
    knowing[0] = 1;
    bool is_full = false;
    for (slot t = 0; t <= slots && !is_full; ++t) {
        is_full = true;
        std::ptrdiff_t nearer = knowing[0];
        for (slot k = 0; k <= depth; ++k) {
            const auto nodes =
                std::ranges::count_if(labels, [k](slot label) { return label >= k; });
            is_full = is_full && knowing[k] >= asked(bound, [k](slot label) { return label >= k; });
            const std::ptrdiff_t before = std::exchange(nearer, knowing[k]);
            knowing[k] = std::min(nodes, before + knowing[k]);
        }
    }
    return is_full;
}

bool are_sides(const all_links& links, const std::vector<slot>& labels) {
    return std::ranges::all_of(links.links(), [&](const directed_link& link) {
        return labels.at(link.from) + labels.at(link.to) == 1;
    });
}

bool sides_fill_within(const telephone_bound& bound, slot slots) {
    const std::vector<slot>& labels = bound.labels;
    const slot side = labels.at(bound.root);
    const auto own = std::ranges::count(labels, side);
    const auto other = std::ssize(labels) - own;
    std::ptrdiff_t near = 1;
    std::ptrdiff_t far = 0;
    for (slot t = 0; t < slots; ++t) {
        const auto next = std::min(own, near + far);
        far = std::min(other, near + far);
        near = next;
    }
    return near >= asked(bound, [side](slot label) { return label == side; }) &&
           far >= asked(bound, [side](slot label) { return label != side; });
}

// The slots that each subtree takes, at most: all children that have a label in some order, and no
// order is better than by falling labels, so that one label may not be above what they need.
// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree is
bool needs_slots(const all_links& links, const telephone_bound& bound, node_id node,
                 node_id parent) {
    std::vector<slot> below;
    for (const directed_link& link : links.links_of(node)) {
        if (link.to != parent && bound.labels.at(link.to) >= 0) {
            if (!needs_slots(links, bound, link.to, node)) {
                return false;
            }
            below.push_back(bound.labels.at(link.to));
        }
    }
    // In some slot i or later a child is told below which it takes label - i more.
    const auto takes = [&](slot slots) {
        return std::ranges::any_of(below, [&](slot each) {
            const auto before =
                std::ranges::count_if(below, [&](slot other) { return other >= each; });
            return (links.is_switch(node) ? 1 : before) + each >= slots;
        });
    };
    const bool is_asked = bound.participants.contains(node) || !below.empty();
    return is_asked && (bound.labels.at(node) == 0 || takes(bound.labels.at(node)));
}

// True if no participant is nearer to the link on its side of the cut than stated.
bool is_as_far(const way_matrix& ways, const crossing_cut& cut, const directed_link& link) {
    for (node_id node = 0; node < ways.size(); ++node) {
        const bool is_inside = cut.is_inside[node];
        const std::uint64_t way = is_inside ? ways[node][link.from] : ways[link.to][node];
        if (cut.participants.contains(node) &&
            std::cmp_less(way, is_inside ? cut.before : cut.behind)) {
            return false;
        }
    }
    return true;
}

}  // namespace

std::uint64_t most_delivered(const all_links& links, const timed_cut& cut) {
    std::uint64_t most = 0;
    for (std::size_t node = 0; node < cut.labels.size(); ++node) {
        most += cut.labels[node] <= cut.slots ? cut.demand.amounts[node] : 0;
    }
    for (const auto& [from, to] : links.links()) {
        const slot last = std::min(cut.slots, cut.labels[to] - 1);
        most += static_cast<std::uint64_t>(std::max(slot{0}, last - cut.labels[from]));
    }
    return most;
}

bool holds(const all_links& links, const timed_cut& cut) {
    std::uint64_t all = 0;
    for (const std::uint64_t amount : cut.demand.amounts) {
        all += amount;
    }
    return cut.labels.size() == links.node_count() && cut.labels.at(cut.demand.root) == 0 &&
           std::ranges::min(cut.labels) >= 0 && most_delivered(links, cut) < all;
}

bool holds(const all_links& links, const static_cut& cut) {
    std::uint64_t messages = 0;
    std::uint64_t ways = 0;
    for (node_id node = 0; node < links.node_count(); ++node) {
        if (cut.is_beyond.at(node)) {
            messages += cut.demand.amounts.at(node);
            ways += count_where(links.links_of(node),
                                [&](const directed_link& link) { return !cut.is_beyond[link.to]; });
        }
    }
    return !cut.is_beyond.at(cut.demand.root) && messages >= cut.messages && messages > 0 &&
           ways <= cut.links && ways > 0;
}

namespace {

// True if all messages have as many links before the first that has a weight, and behind the last.
bool are_apart(const all_links& links, const link_weights& weights) {
    if (weights.before == 0 && weights.behind == 0) {
        return true;
    }
    way_matrix ways = no_ways(links.node_count());
    for (const auto& [from, to] : links.links()) {
        ways[from][to] = 1;
    }
    ways = close_ways(std::move(ways));
    const auto is_far = [&](const directed_link& link, const flow_demand& demand) {
        for (node_id to = 0; to < links.node_count(); ++to) {
            if (demand.amounts[to] > 0 && std::cmp_less(ways[link.to][to], weights.behind)) {
                return false;
            }
        }
        return std::cmp_greater_equal(ways[demand.root][link.from], weights.before);
    };
    for (std::size_t i = 0; i < links.links().size(); ++i) {
        if (weights.weights.at(i) > 0 && weights.ports == port_model::all_port &&
            !std::ranges::all_of(weights.demands, [&](const flow_demand& demand) {
                return is_far(links.links()[i], demand);
            })) {
            return false;
        }
    }
    return weights.ports == port_model::all_port && weights.distance > 0;
}

}  // namespace

bool holds(const all_links& links, const link_weights& weights) {
    const std::size_t nodes = links.node_count();
    const bool has_room = weights.ports == port_model::single_port_half_duplex ||
                          weights.ports == port_model::shout_and_whisper;
    std::uint64_t capacity = 0;
    for (std::size_t i = 0; i < weights.weights.size(); ++i) {
        capacity += weights.weights[i] * (has_room && i == nodes ? nodes / 2 : 1);
    }
    const std::vector<std::uint64_t> costs = costs_of(links, weights);
    way_matrix ways = no_ways(nodes);
    for (std::size_t i = 0; i < costs.size(); ++i) {
        std::uint64_t& way = ways[links.links()[i].from][links.links()[i].to];
        way = std::min(way, costs[i]);
    }
    ways = close_ways(std::move(ways));
    std::uint64_t distance = 0;
    for (const flow_demand& demand : weights.demands) {
        for (std::size_t to = 0; to < nodes; ++to) {
            distance += demand.amounts[to] * ways[demand.root][to];
        }
    }
    return distance >= weights.distance && capacity <= weights.capacity && capacity > 0 &&
           are_apart(links, weights);
}

bool holds(const all_links& links, const telephone_bound& bound) {
    const slot before = bound.slots - 1;
    switch (bound.rule) {
        case telephone_rule::doubling:
            return !links.has_switches() &&
                   !doubles_within(bound.participants.size(links.node_count()), before);
        case telephone_rule::distance:
            return are_distances(links, bound) &&
                   asked(bound, [before](slot label) { return label > before; }) > 0;
        case telephone_rule::degrees:
            return !links.has_switches() && !spreads_within(links, bound, before);
        case telephone_rule::layers:
            return !links.has_switches() && are_distances(links, bound) &&
                   !layers_fill_within(bound, before);
        case telephone_rule::sides:
            return !links.has_switches() && are_sides(links, bound.labels) &&
                   !sides_fill_within(bound, before);
        case telephone_rule::tree:
            return links.links().size() == 2 * (links.node_count() - 1) &&
                   bound.labels.at(bound.root) > before &&
                   needs_slots(links, bound, bound.root, bound.root);
    }
    return false;
}

namespace {

// For each of the two parts, how far the farthest of its participants is from the nearest of its
// ends; nothing if it has none.
std::array<std::optional<std::uint64_t>, 2> depths_of(const way_matrix& ways,
                                                      const one_way_tails& tails,
                                                      const std::vector<bool>& is_end) {
    std::array<std::optional<std::uint64_t>, 2> depths{};
    for (node_id node = 0; node < ways.size(); ++node) {
        if (!tails.participants.contains(node)) {
            continue;
        }
        std::uint64_t nearest = unreachable;
        for (std::size_t end = 0; end < ways.size(); ++end) {
            if (is_end[end] && tails.is_second[end] == tails.is_second[node]) {
                nearest = std::min(nearest, end == node ? 0 : ways[end][node]);
            }
        }
        auto& depth = depths[tails.is_second[node] ? 1 : 0];
        depth = std::max(depth.value_or(0), nearest);
    }
    return depths;
}

}  // namespace

bool holds(const all_links& links, const one_way_tails& tails) {
    const std::size_t nodes = links.node_count();
    way_matrix ways = no_ways(nodes);
    std::uint64_t joining = 0;
    std::vector<bool> is_end(nodes);
    for (const auto& [from, to] : links.links()) {
        if (tails.is_second.at(from) == tails.is_second.at(to)) {
            ways[from][to] = 1;
        } else {
            is_end[from] = true;
            joining += from < to ? 1 : 0;
        }
    }
    const auto [first, second] = depths_of(close_ways(std::move(ways)), tails, is_end);
    return joining > 0 && joining <= tails.links && first && second &&
           std::cmp_greater_equal(
               (tails.messages + joining - 1) / joining + std::min(*first, *second), tails.slots);
}

bool holds(const all_links& links, const crossing_cut& cut) {
    const std::size_t nodes = links.node_count();
    way_matrix ways = no_ways(nodes);
    for (const auto& [from, to] : links.links()) {
        ways[from][to] = 1;
    }
    ways = close_ways(std::move(ways));
    std::uint64_t inside = 0;
    for (node_id node = 0; node < nodes; ++node) {
        inside += cut.is_inside.at(node) && cut.participants.contains(node) ? 1U : 0U;
    }
    std::uint64_t crossing = 0;
    for (const directed_link& link : links.links()) {
        if (cut.is_inside[link.from] && !cut.is_inside[link.to]) {
            ++crossing;
            if (!is_as_far(ways, cut, link)) {
                return false;
            }
        }
    }
    return crossing > 0 && crossing <= cut.links &&
           inside * (cut.participants.size(nodes) - inside) >= cut.messages;
}

}  // namespace tutti
