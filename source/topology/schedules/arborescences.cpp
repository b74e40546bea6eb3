#include "arborescences.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <queue>
#include <span>
#include <tuple>
#include <utility>

#include "common/flow_network.hpp"
#include "util/counts.hpp"
#include "util/number_sequence.hpp"

namespace tutti {
namespace {

/// A link, or a way of several over nodes that the trees need not span.
struct way {
    node_id from = 0;
    node_id to = 0;
    std::uint32_t length = 1;
};

/// Ways that no tree has, as a flow network: first the links, with their ids as numbers.
///
/// Nodes are split off one by one: two ways over a node become one past it, until there are none
/// over it, while the flows from the root to the participants stay large enough. Networks whose
/// links lead both ways have such a pair at every node (Jackson 1988).
class free_ways {
public:
    free_ways(const link_table& links, node_id root)
        : nodes_{links.node_count()}, root_{root}, is_free_(links.link_count(), true) {
        ways_.reserve(links.link_count());
        for (const link_table::link& link : links.links()) {
            ways_.push_back({.from = link.from, .to = link.to});
        }
    }

    [[nodiscard]] const way& operator[](std::uint32_t number) const { return ways_[number]; }
    [[nodiscard]] bool has(std::uint32_t number) const { return is_free_[number]; }
    void take(std::uint32_t number) { is_free_[number] = false; }
    void put_back(std::uint32_t number) { is_free_[number] = true; }

    /// Calls `visit(link)` for the links of a way, from its beginning.
    void for_each_link(std::uint32_t number, const auto& visit) const {
        const auto link_count = size_as<std::uint32_t>(ways_) - size_as<std::uint32_t>(parts_);
        for (std::vector<std::uint32_t> left{number}; !left.empty();) {
            const std::uint32_t next = left.back();
            left.pop_back();
            if (next < link_count) {
                visit(link_id{next});
            } else {
                const auto& [first, second] = parts_[next - link_count];
                left.push_back(second);
                left.push_back(first);
            }
        }
    }

    /// Units that flow from the root to a node, up to `limit`.
    [[nodiscard]] std::uint32_t flow_to(node_id node, std::uint32_t limit) const {
        flow_network flow{nodes_, [this](const auto& add) {
                              for_each_free([&](std::uint32_t number) {
                                  add(ways_[number].from, ways_[number].to, 1);
                              });
                          }};
        return flow.send(root_, node, limit);
    }

    /// Splits a node off. False if some participant would get less than `units` then.
    [[nodiscard]] bool split_off(node_id node, const number_sequence& participants,
                                 std::uint32_t units) {
        for (;;) {
            const auto [in, out] = ways_over(node);
            if (in.empty() || out.empty()) {
                return true;
            }
            const bool is_split = std::ranges::any_of(out, [&](std::uint32_t next) {
                return join(in.front(), next, participants, units);
            });
            if (!is_split) {
                return false;
            }
        }
    }

    /// The free ways of each node, in their order, but for those to the root, which are taken.
    [[nodiscard]] std::vector<std::vector<std::uint32_t>> by_sender() {
        std::vector<std::vector<std::uint32_t>> leaving(nodes_);
        for_each_free([&](std::uint32_t number) {
            if (ways_[number].to == root_) {
                take(number);
            } else {
                leaving[ways_[number].from].push_back(number);
            }
        });
        return leaving;
    }

private:
    void for_each_free(const auto& visit) const {
        for (std::uint32_t number = 0; number < ways_.size(); ++number) {
            if (is_free_[number]) {
                visit(number);
            }
        }
    }

    // Those into a node, and out of it in the order in which they are tried with the first one.
    [[nodiscard]] std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>> ways_over(
        node_id node) const {
        std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>> over;
        for_each_free([&](std::uint32_t number) {
            if (ways_[number].to == node) {
                over.first.push_back(number);
            }
            if (ways_[number].from == node) {
                over.second.push_back(number);
            }
        });
        if (!over.first.empty()) {
            const node_id back = ways_[over.first.front()].from;
            std::ranges::stable_sort(over.second, {}, [&](std::uint32_t number) {
                return std::pair{ways_[number].to == back, ways_[number].length};
            });
        }
        return over;
    }

    // Replaces two ways by one, if the flows allow.
    [[nodiscard]] bool join(std::uint32_t in, std::uint32_t out,
                            const number_sequence& participants, std::uint32_t units) {
        take(in);
        take(out);
        const bool is_loop = ways_[in].from == ways_[out].to;
        if (!is_loop) {
            ways_.push_back({.from = ways_[in].from,
                             .to = ways_[out].to,
                             .length = ways_[in].length + ways_[out].length});
            parts_.emplace_back(in, out);
            is_free_.push_back(true);
        }
        const bool is_enough = std::ranges::all_of(participants, [&](node_id node) {
            return node == root_ || flow_to(node, units) == units;
        });
        if (!is_enough) {
            if (!is_loop) {
                ways_.pop_back();
                parts_.pop_back();
                is_free_.pop_back();
            }
            put_back(in);
            put_back(out);
        }
        return is_enough;
    }

    node_id nodes_;
    node_id root_;
    std::vector<way> ways_{};
    std::vector<std::pair<std::uint32_t, std::uint32_t>> parts_{};  // of those that are no links
    std::vector<bool> is_free_;
};

/// Trees under construction, and the ways that none of them has.
class tree_packing {
public:
    tree_packing(const link_table& links, node_id root, const participant_set& participants)
        : links_{&links},
          root_{root},
          participants_{participants.nodes(links.node_count())},
          spanned_{number_sequence::ascending(links.node_count())},
          free_{links, root} {
        if (participants_.size() > 1) {
            const std::uint32_t most = least_degree();
            tree_count_ = is_quickly_measured(most) ? least_flow(participants_, most) : 1;
            const std::uint32_t to_all =
                participants.is_everyone() ? tree_count_ : least_flow(spanned_, tree_count_);
            if (to_all < tree_count_ && is_quickly_split()) {
                spanned_ = participants_;
                split_off_others(participants);
            } else {
                tree_count_ = to_all;
            }
        }
        leaving_ = free_.by_sender();
    }

    /// The number of trees that there can be.
    [[nodiscard]] std::uint32_t tree_count() const noexcept { return tree_count_; }

    /// Grows a tree and takes its ways. @param later the trees to come after it
    [[nodiscard]] arborescence grow(std::uint32_t later) {
        std::vector<bool> is_in(links_->node_count());
        is_in[root_] = true;
        std::vector<std::uint32_t> taken;
        std::priority_queue<candidate, std::vector<candidate>, std::greater<>> candidates;
        add_candidates(candidates, root_, 0);
        while (taken.size() + 1 < spanned_.size()) {
            const auto [depth, from, number] = candidates.top();
            candidates.pop();
            const node_id to = free_[number].to;
            if (is_in[to]) {
                continue;
            }
            free_.take(number);
            if (later > 0 && free_.flow_to(to, later) < later) {
                free_.put_back(number);
                continue;
            }
            is_in[to] = true;
            taken.push_back(number);
            add_candidates(candidates, to, depth);
        }
        return tree_over(taken);
    }

private:
    // By depth of its end, sender and number.
    using candidate = std::tuple<std::uint32_t, node_id, std::uint32_t>;

    [[nodiscard]] std::uint32_t least_flow(const number_sequence& nodes,
                                           std::uint32_t limit) const {
        for (const node_id node : nodes) {
            // The network is connected.
            limit = node == root_ || limit == 1 ? limit : free_.flow_to(node, limit);
        }
        return limit;
    }

    [[nodiscard]] std::uint32_t least_degree() const {
        std::uint32_t least = links_->degree(root_);
        for (const node_id node : participants_) {
            least = std::min(least, links_->degree(node));
        }
        return least;
    }

    [[nodiscard]] bool is_quickly_measured(std::uint64_t degree) const {
        constexpr std::uint64_t most_work = std::uint64_t{1} << 36U;
        return degree == 1 || participants_.size() * links_->link_count() * degree <= most_work;
    }

    // Splitting tries each link of the others, with a flow to each participant.
    [[nodiscard]] bool is_quickly_split() const {
        constexpr std::uint64_t most_work = std::uint64_t{1} << 33U;
        const std::uint64_t others = spanned_.size() - participants_.size();
        return others * participants_.size() * links_->link_count() <= most_work;
    }

    // With a tree less where a node cannot be split off.
    void split_off_others(const participant_set& participants) {
        for (const free_ways all = free_; !split_off_all(participants); --tree_count_) {
            free_ = all;
        }
    }
    [[nodiscard]] bool split_off_all(const participant_set& participants) {
        return std::ranges::all_of(number_sequence::ascending(links_->node_count()),
                                   [&](node_id node) {
                                       return participants.contains(node) ||
                                              free_.split_off(node, participants_, tree_count_);
                                   });
    }

    void add_candidates(auto& candidates, node_id node, std::uint32_t depth) const {
        for (const std::uint32_t number : leaving_[node]) {
            if (free_.has(number)) {
                candidates.emplace(depth + free_[number].length, node, number);
            }
        }
    }

    // The tree of shortest paths over the links of the ways, as far as it leads to participants.
    [[nodiscard]] arborescence tree_over(std::span<const std::uint32_t> ways) const {
        std::vector<std::vector<link_id>> links(links_->node_count());
        for (const std::uint32_t number : ways) {
            free_.for_each_link(number,
                                [&](link_id id) { links[(*links_)[id].from].push_back(id); });
        }
        std::vector<link_id> into(links_->node_count(), no_link);
        std::vector<std::uint32_t> depths(links_->node_count());
        std::vector<node_id> reached{root_};
        for (std::size_t i = 0; i < reached.size(); ++i) {
            for (const link_id id : links[reached[i]]) {
                const node_id to = (*links_)[id].to;
                if (to != root_ && into[to] == no_link) {
                    into[to] = id;
                    depths[to] = depths[reached[i]] + 1;
                    reached.push_back(to);
                }
            }
        }
        arborescence tree{.link_into = std::vector<link_id>(links_->node_count(), no_link)};
        for (node_id node : participants_) {
            tree.height = std::max(tree.height, depths[node]);
            for (; node != root_ && tree.link_into[node] == no_link;
                 node = (*links_)[into[node]].from) {
                tree.link_into[node] = into[node];
            }
        }
        return tree;
    }

    const link_table* links_;
    node_id root_;
    number_sequence participants_;
    number_sequence spanned_;  // nodes that the trees grow to before they are cut back
    free_ways free_;
    std::vector<std::vector<std::uint32_t>> leaving_{};
    std::uint32_t tree_count_ = 0;
};

std::vector<std::uint32_t> depths_in(const link_table& links, const arborescence& tree) {
    std::vector<std::uint32_t> depths(tree.link_into.size());
    for (node_id node = 0; node < depths.size(); ++node) {
        for (node_id above = node; tree.link_into[above] != no_link;
             above = links[tree.link_into[above]].from) {
            ++depths[node];
        }
    }
    return depths;
}

}  // namespace

std::vector<arborescence> arborescences(const link_table& links, node_id root,
                                        const participant_set& participants) {
    tree_packing packing{links, root, participants};
    std::vector<arborescence> trees;
    for (std::uint32_t later = packing.tree_count(); later > 0; --later) {
        trees.push_back(packing.grow(later - 1));
    }
    return trees;
}

send_table broadcast_over(const link_table& links, const std::vector<arborescence>& trees,
                          std::uint32_t pieces) {
    std::vector<std::vector<std::uint32_t>> depths;
    std::vector<std::uint32_t> ends;  // of the next piece of each tree
    for (const arborescence& tree : trees) {
        depths.push_back(depths_in(links, tree));
        ends.push_back(tree.height);
    }
    send_table sends;
    for (std::uint32_t piece = 0; piece < pieces && !trees.empty(); ++piece) {
        const auto first = std::ranges::min_element(ends);
        const auto i = static_cast<std::size_t>(first - ends.begin());
        const std::uint32_t sent = (*first)++ - trees[i].height;
        for (node_id node = 0; node < links.node_count(); ++node) {
            if (const link_id link = trees[i].link_into[node]; link != no_link) {
                sends.push_back({.slot = sent + depths[i][node], .link = link, .packet = piece});
            }
        }
    }
    std::ranges::sort(sends);
    return sends;
}

schedule_cost arborescences_cost(std::uint64_t nodes, std::uint64_t links,
                                 std::uint64_t least_degree) {
    const std::uint64_t flows = 2 * nodes * least_degree;
    return {.bytes = links * 32 + nodes * (32 + 4 * least_degree),
            .operations = flows * links * (least_degree + 4)};
}

}  // namespace tutti
