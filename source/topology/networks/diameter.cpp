#include "diameter.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "breadth_first.hpp"
#include "util/collect.hpp"

namespace tutti {
namespace {

/// Bounds for how far the farthest node is from each node, closed by one search after another.
template <class Network>
class bounding_search {
public:
    /// @param nodes among which distances count
    bounding_search(Network links, std::vector<node_id> nodes)
        : links_{std::move(links)},
          nodes_{std::move(nodes)},
          least_(links_.node_count(), 0),
          most_(links_.node_count(), std::numeric_limits<int>::max()),
          open_{nodes_} {}

    /// @param stated the diameter by the network's family, if it states one
    [[nodiscard]] diameter_bound find(std::uint64_t most_links, std::optional<int> stated) {
        const std::uint64_t a_search = links_.link_count() + links_.node_count();
        for (std::uint64_t searched = 0; !open_.empty();) {
            searched += a_search;
            // The first search is always made, so that there is an upper bound to return.
            if (searched > most_links && searched > a_search) {
                const int most = most_[*farthest_possible()];
                return stated && *stated >= longest_ && *stated <= most
                           ? diameter_bound{.links = *stated, .is_exact = true}
                           : diameter_bound{.links = most, .is_exact = false};
            }
            search_from(next());
        }
        return {.links = longest_, .is_exact = true};
    }

private:
    [[nodiscard]] std::vector<node_id>::const_iterator farthest_possible() const {
        return std::ranges::max_element(open_, {}, [this](node_id node) { return most_[node]; });
    }

    // In turns the node that may be farthest from another, which raises the lower bound, and the
    // one that may be in the middle, which lowers the upper bounds.
    node_id next() {
        is_far_next_ = !is_far_next_;
        return is_far_next_ ? *farthest_possible()
                            : *std::ranges::min_element(
                                  open_, {}, [this](node_id node) { return least_[node]; });
    }

    void search_from(node_id start) {
        const std::vector<int> distances = distances_by_search(links_, start);
        const int farthest = largest_of(
            nodes_, [&](node_id node) { return distances[node]; }, 0);
        longest_ = std::max(longest_, farthest);
        for (const node_id node : nodes_) {
            const int distance = distances[node];
            if (distance >= 0) {
                // The triangle inequality bounds the eccentricity of each node from both sides.
                least_[node] = std::max({least_[node], distance, farthest - distance});
                most_[node] = std::min(most_[node], farthest + distance);
            }
        }
        std::erase_if(open_, [&](node_id node) {
            return most_[node] <= longest_ || least_[node] == most_[node];
        });
    }

    Network links_;
    std::vector<node_id> nodes_;
    std::vector<int> least_;
    std::vector<int> most_;
    std::vector<node_id> open_;  // nodes whose farthest node may be farther than `longest_`
    int longest_ = 0;
    bool is_far_next_ = false;
};

/// One function for each topology and shape.
class diameter_search {
public:
    explicit diameter_search(std::uint64_t most_links) noexcept : most_links_{most_links} {}

    diameter_bound operator()(const hypercube& cube) const { return {.links = cube.diameter()}; }
    diameter_bound operator()(const grid& shape) const { return {.links = shape.diameter()}; }
    // NOLINTNEXTLINE(misc-no-recursion): as deep as products are nested
    diameter_bound operator()(const graph& links) const {
        const auto* const listed = std::get_if<listed_shape>(&links.shape());
        return listed != nullptr ? of_listed(links, listed->stated.get())
                                 : std::visit(*this, links.shape());
    }

    diameter_bound operator()(const listed_shape& /*any*/) const { return {}; }
    diameter_bound operator()(const complete_shape& complete) const {
        return {.links = complete.nodes == 1 ? 0 : 1};
    }
    // Friis, Havas and Liebman, "The diameter of the cube-connected cycles" (1997).
    diameter_bound operator()(const ccc_shape& ccc) const {
        return {.links = ccc.levels == 3 ? 6 : 2 * ccc.levels + ccc.levels / 2 - 2};
    }
    // All levels are passed once, and then the shorter way round to the right one.
    diameter_bound operator()(const butterfly_shape& butterfly) const {
        return {.links = butterfly.levels + butterfly.levels / 2};
    }
    // From 0 to -1 every link adds one bit at most.
    diameter_bound operator()(const debruijn_shape& debruijn) const {
        return {.links = debruijn.bits};
    }
    // NOLINTNEXTLINE(misc-no-recursion)
    diameter_bound operator()(const product_shape& product) const {
        diameter_bound sum;
        for (const network& factor : product.factors()) {
            const diameter_bound bound = std::visit(*this, factor);
            sum.links += bound.links;
            sum.is_exact = sum.is_exact && bound.is_exact;
        }
        return sum;
    }

private:
    [[nodiscard]] diameter_bound of_listed(const graph& links,
                                           const stated_properties* stated) const {
        if (stated != nullptr && stated->is_proved) {
            return {.links = stated->diameter.value_or(0)};
        }
        // All nodes have the same node farthest away.
        if (stated != nullptr && stated->is_vertex_transitive) {
            return {.links = std::ranges::max(distances_by_search(links.built(), 0))};
        }
        std::vector<node_id> nodes(links.node_count());
        std::iota(nodes.begin(), nodes.end(), node_id{0});
        return bounding_search{links.built(), std::move(nodes)}.find(
            most_links_, stated != nullptr ? stated->diameter : std::nullopt);
    }

    std::uint64_t most_links_;
};

}  // namespace

std::vector<node_id> hosts_of(const graph& links) {
    std::vector<node_id> hosts;
    auto next = links.switches().begin();
    for (node_id node = 0; node < links.node_count(); ++node) {
        if (next != links.switches().end() && *next == node) {
            ++next;
        } else {
            hosts.push_back(node);
        }
    }
    return hosts;
}

// In the library's families two hosts are as far apart as any two nodes.
diameter_bound host_diameter_of(const graph& links, std::uint64_t most_links) {
    std::vector<node_id> hosts = hosts_of(links);
    const auto* const listed = std::get_if<listed_shape>(&links.shape());
    if (hosts.size() > 1 && listed != nullptr && listed->stated && listed->stated->is_proved) {
        return {.links = listed->stated->diameter.value_or(0)};
    }
    return bounding_search{links.built(), std::move(hosts)}.find(most_links, std::nullopt);
}

diameter_bound diameter_among(const network& any, const participant_set& participants,
                              std::uint64_t most_links) {
    if (participants.is_everyone()) {
        return diameter_of(any, most_links);
    }
    std::vector<node_id> nodes{participants.nodes(node_count(any))};
    const auto* const links = std::get_if<graph>(&any);
    if (links != nullptr && nodes == hosts_of(*links)) {
        return host_diameter_of(*links, most_links);
    }
    return std::visit(
        [&](const auto& shape) {
            return bounding_search{shape, std::move(nodes)}.find(most_links, std::nullopt);
        },
        built(any));
}

diameter_bound diameter_of(const network& any, std::uint64_t most_links) {
    return std::visit(diameter_search{most_links}, any);
}

int diameter(const network& any) { return diameter_of(any).links; }

}  // namespace tutti
