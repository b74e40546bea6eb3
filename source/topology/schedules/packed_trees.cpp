#include "packed_trees.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <ranges>

#include "util/counts.hpp"
#include "util/number_sequence.hpp"

namespace tutti {

struct packed_trees::member {
    std::uint32_t tree = 0;
    std::uint32_t depth = 0;
    node_id node = 0;
    link_id link_into = no_link;  // at the root
};

namespace {

constexpr std::uint32_t any_depth = std::numeric_limits<std::uint32_t>::max() / 2;

/// Breadth-first search over the links that no tree has, ports in order, from one node at a time.
/// It stops when it has reached all terminals.
///
/// Terminals are the participants; while there are three or more, nodes with a single free link
/// are left out, and their neighbours are terminals in their place, one link nearer. Such a node is
/// no root: its neighbour is nearer to all other participants.
class free_link_search {
public:
    free_link_search(const link_table& links, const participant_set& participants)
        : links_{&links},
          participants_{participants.nodes(links.node_count())},
          is_free_(links.link_count(), true),
          free_degree_(links.node_count()),
          extent_(links.node_count()),
          seen_(links.node_count()),
          depth_(links.node_count()),
          into_(links.node_count()) {
        for (node_id node = 0; node < links.node_count(); ++node) {
            free_degree_[node] = links.degree(node);
        }
    }

    /// Works the terminals out.
    void begin_tree() {
        omits_leaves_ = participants_.size() >= 3;
        std::ranges::fill(extent_, std::uint8_t{0});
        terminals_.clear();
        leaves_.clear();
        for (const node_id node : participants_) {
            if (!is_omitted(node)) {
                add_terminal(node, 1);
                continue;
            }
            const auto ids = links_->ids_of(node);
            const link_id only =
                *std::ranges::find_if(ids, [&](link_id id) { return is_free_[id]; });
            leaves_.push_back((*links_)[only].reverse);
            add_terminal((*links_)[only].to, 2);
        }
    }

    /// True if all terminals are within `limit` of a node, the links to those left out included.
    bool reach(node_id from, std::uint32_t limit) {
        missing_ = terminals_.size();
        search(from, limit, [this, limit](node_id node) {
            missing_ -= extent_[node] > 0 ? 1U : 0U;
            return missing_ > 0 && (extent_[node] == 0 || distance(node) <= limit);
        });
        return missing_ == 0 && distance(queue_.back()) <= limit;
    }
    /// Visits the nodes within `limit` of a terminal's participants.
    void visit_near(node_id terminal, std::uint32_t limit) {
        search(terminal, limit - own_depth(terminal), [](node_id /*node*/) { return true; });
    }

    /// Number of links from the root of the last search to a terminal's participants.
    [[nodiscard]] std::uint32_t distance(node_id terminal) const {
        return seen_[terminal] == epoch_ ? depth_[terminal] + extent_[terminal] - 1 : any_depth;
    }
    /// Number of links from a terminal to the farthest of its participants.
    [[nodiscard]] std::uint32_t own_depth(node_id terminal) const { return extent_[terminal] - 1U; }
    [[nodiscard]] const std::vector<node_id>& terminals() const noexcept { return terminals_; }
    /// Nodes that the last search has visited.
    [[nodiscard]] const std::vector<node_id>& visited() const noexcept { return queue_; }
    /// Least number of links of any tree.
    [[nodiscard]] std::size_t least_links() const noexcept {
        return terminals_.size() + leaves_.size() - 1;
    }

    /// Links of the last search that lead to participants, in no order.
    [[nodiscard]] std::vector<link_id> kept_links() {
        std::vector<link_id> kept;
        ++kept_epoch_;
        kept_.resize(links_->node_count());
        for (node_id node : terminals_) {
            for (; into_[node] != no_link && kept_[node] != kept_epoch_;
                 node = (*links_)[into_[node]].from) {
                kept_[node] = kept_epoch_;
                kept.push_back(into_[node]);
            }
        }
        return kept;
    }
    /// Number of participants that are left out.
    [[nodiscard]] std::uint32_t omitted_count() const noexcept {
        return size_as<std::uint32_t>(leaves_);
    }

    /// Takes the links of the last search that lead to participants. Calls `visit(link, depth)` for
    /// each, with the depth of its end.
    void take_tree(const auto& visit) {
        const auto take = [&](link_id into, std::uint32_t depth) {
            visit(into, depth);
            for (const link_id each : {into, (*links_)[into].reverse}) {
                is_free_[each] = false;
                --free_degree_[(*links_)[each].from];
            }
        };
        for (const link_id into : kept_links()) {
            take(into, depth_[(*links_)[into].to]);
        }
        for (const link_id into : leaves_) {
            take(into, depth_[(*links_)[into].from] + 1);
        }
    }

private:
    [[nodiscard]] bool is_omitted(node_id node) const {
        return omits_leaves_ && free_degree_[node] == 1;
    }
    void add_terminal(node_id node, std::uint8_t extent) {
        if (extent_[node] == 0) {
            terminals_.push_back(node);
        }
        extent_[node] = std::max(extent_[node], extent);
    }
    // Visits nodes by distance up to `limit`, as long as `goes_on(node)` says so.
    void search(node_id from, std::uint32_t limit, const auto& goes_on) {
        ++epoch_;
        queue_.clear();
        if (!visit(from, 0, no_link, goes_on)) {
            return;
        }
        for (std::size_t i = 0; i < queue_.size() && depth_[queue_[i]] < limit; ++i) {
            const node_id node = queue_[i];
            for (const link_id id : links_->ids_of(node)) {
                const node_id to = (*links_)[id].to;
                if (is_free_[id] && seen_[to] != epoch_ && !is_omitted(to)) {
                    if (!visit(to, depth_[node] + 1, id, goes_on)) {
                        return;
                    }
                }
            }
        }
    }
    bool visit(node_id node, std::uint32_t depth, link_id into, const auto& goes_on) {
        seen_[node] = epoch_;
        depth_[node] = depth;
        into_[node] = into;
        queue_.push_back(node);
        return goes_on(node);
    }

    const link_table* links_;
    number_sequence participants_;
    std::vector<bool> is_free_;               // by link
    std::vector<std::uint32_t> free_degree_;  // by node, like the rest
    bool omits_leaves_ = false;
    std::vector<std::uint8_t> extent_;  // 1 of a terminal, 2 of one with participants left out
    std::vector<node_id> terminals_{};
    std::vector<link_id> leaves_{};
    std::uint32_t epoch_ = 0;
    std::vector<std::uint32_t> seen_;  // the last search that has visited the node
    std::vector<std::uint32_t> depth_;
    std::vector<link_id> into_;
    std::vector<node_id> queue_{};
    std::size_t missing_ = 0;
    std::uint32_t kept_epoch_ = 0;
    std::vector<std::uint32_t> kept_{};
};

/// Search for the root of the next tree.
class root_search {
public:
    root_search(free_link_search& links, node_id nodes) : links_{&links}, near_(nodes) {}

    /// Null if no tree reaches all participants.
    /// @param is_any_node whether all nodes serve equally well
    [[nodiscard]] std::optional<packed_trees::tree> find(bool is_any_node) {
        if (links_->terminals().empty() || !links_->reach(links_->terminals()[0], any_depth)) {
            return std::nullopt;
        }
        const node_id end = farthest();
        if (is_any_node) {
            return best_within(links_->distance(end));
        }
        (void)links_->reach(end, any_depth);
        // Of two participants this far from each other, one is at least half as far from the root.
        const std::uint32_t spread = links_->own_depth(end) + links_->distance(farthest());
        for (std::uint32_t height = std::max(1U, (spread + 1) / 2);; ++height) {
            if (const auto found = best_within(height)) {
                return found;
            }
        }
    }

private:
    [[nodiscard]] node_id farthest() const {
        return *std::ranges::max_element(links_->terminals(), {},
                                         [this](node_id node) { return links_->distance(node); });
    }

    // Counts a terminal, and nodes within `height` of its participants that are so of all counted.
    void count_near(node_id terminal, std::uint32_t height) {
        links_->visit_near(terminal, height);
        for (const node_id node : links_->visited()) {
            near_[node] += near_[node] == counted_ ? 1U : 0U;
        }
        ++counted_;
    }

    [[nodiscard]] std::optional<packed_trees::tree> best_within(std::uint32_t height) {
        near_.assign(near_.size(), 0);
        counted_ = 0;
        count_near(links_->terminals()[0], height);
        std::vector<node_id> candidates = links_->visited();
        std::ranges::sort(candidates);
        std::optional<packed_trees::tree> best;
        for (const node_id root : candidates) {
            if (near_[root] != counted_) {
                continue;
            }
            if (!links_->reach(root, height)) {
                count_near(far_from_last(height), height);
                continue;
            }
            const std::uint32_t links =
                size_as<std::uint32_t>(links_->kept_links()) + links_->omitted_count();
            if (!best || links < best->links) {
                best = {.root = root, .height = height, .links = links};
            }
            if (links == links_->least_links()) {
                break;
            }
        }
        return best;
    }

    [[nodiscard]] node_id far_from_last(std::uint32_t height) const {
        return *std::ranges::find_if(links_->terminals(),
                                     [&](node_id node) { return links_->distance(node) > height; });
    }

    free_link_search* links_;
    std::vector<std::uint32_t> near_;  // by node, terminals counted that are all near
    std::uint32_t counted_ = 0;
};

}  // namespace

packed_trees::packed_trees(const link_table& links, const participant_set& participants,
                           bool nodes_are_alike) {
    std::vector<member> members;
    free_link_search search{links, participants};
    root_search roots{search, links.node_count()};
    const bool is_any_node = nodes_are_alike && participants.is_everyone();
    while (participants.size(links.node_count()) > 1) {
        search.begin_tree();
        const auto found = roots.find(is_any_node && trees_.empty());
        if (!found) {
            break;
        }
        (void)search.reach(found->root, found->height);
        const auto number = size_as<std::uint32_t>(trees_);
        members.push_back({.tree = number, .node = found->root});
        search.take_tree([&](link_id into, std::uint32_t depth) {
            members.push_back(
                {.tree = number, .depth = depth, .node = links[into].to, .link_into = into});
        });
        trees_.push_back(*found);
    }
    lay_out_places(links, members);
    lay_out_children(links, members);
}

// Members come by tree, so those of a node do.
void packed_trees::lay_out_places(const link_table& links, const std::vector<member>& members) {
    first_.assign(links.node_count() + std::size_t{1}, 0);
    for (const member& each : members) {
        ++first_[each.node + std::size_t{1}];
    }
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    places_.resize(members.size() + 1);
    std::vector<std::uint32_t> next{first_.begin(), first_.end() - 1};
    for (const member& each : members) {
        places_[next[each.node]++] = {.tree = each.tree,
                                      .depth = each.depth,
                                      .up = each.link_into == no_link
                                                ? port{-1}
                                                : links[links[each.link_into].reverse].through};
    }
}

void packed_trees::lay_out_children(const link_table& links, const std::vector<member>& members) {
    // Calls `visit(parent, link)` for the place that each link of a tree leaves.
    const auto for_each_link = [&](const auto& visit) {
        for (const member& each : members) {
            if (each.link_into != no_link) {
                const node_id parent = links[each.link_into].from;
                const auto places = places_of(parent);
                const auto at = std::ranges::lower_bound(places, each.tree, {}, &place::tree);
                visit(first_[parent] + position_at(places, at), each.link_into);
            }
        }
    };
    for_each_link([&](std::size_t parent, link_id /*link*/) { ++places_[parent + 1].first_child; });
    std::vector<std::uint32_t> next;
    std::uint32_t count = 0;
    for (place& each : places_) {
        count += each.first_child;
        each.first_child = count;
        next.push_back(count);
    }
    children_.resize(count);
    for_each_link(
        [&](std::size_t parent, link_id link) { children_[next[parent]++] = links[link].through; });
    for (std::size_t i = 0; i + 1 < places_.size(); ++i) {
        std::ranges::sort(
            std::span{children_}.subspan(places_[i].first_child, next[i] - places_[i].first_child));
    }
}

std::span<const port> packed_trees::children_of(const place& at) const {
    const auto i = static_cast<std::size_t>(&at - places_.data());
    return std::span{children_}.subspan(at.first_child,
                                        places_[i + 1].first_child - at.first_child);
}

std::size_t packed_trees::bytes() const noexcept {
    return trees_.size() * sizeof(tree) + first_.size() * sizeof(first_[0]) +
           places_.size() * sizeof(place) + children_.size() * sizeof(port);
}

tree_values::tree_values(std::span<const packed_trees::tree> trees, std::uint64_t values)
    : numbers_(trees.size()) {
    // Lower trees come first, so that those with a value of one rank are the first ones.
    std::uint32_t number = 0;
    for (std::uint64_t rank = 0; number < values; ++rank) {
        for (std::size_t i = 0; i < trees.size() && number < values; ++i) {
            if (2 * std::uint64_t{trees[i].height} > rank) {
                break;
            }
            numbers_[i].push_back(number++);
        }
    }
    for (std::size_t i = 0; i < trees.size(); ++i) {
        if (const std::uint64_t count = numbers_[i].size(); count > 0) {
            slots_ = std::max(slots_, count + 2 * std::uint64_t{trees[i].height} - 1);
            transmissions_ += 2 * count * trees[i].links;
        }
    }
}

schedule_cost packed_trees_cost(std::uint64_t nodes, std::uint64_t links) {
    // Some searches a tree, of which there are half as many as a node has links.
    constexpr std::uint64_t searches = 32;
    const std::uint64_t trees = links / (2 * nodes) + 1;
    return {.bytes = links * sizeof(link_table::link) + links / 8 + nodes * 64 + links * 24,
            .operations = trees * searches * (links + nodes)};
}

}  // namespace tutti
