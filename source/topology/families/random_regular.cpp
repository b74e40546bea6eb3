/// @file
/// Generator of random regular graphs: pairs of ends are drawn, and bad ones exchange their ends.

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "families.hpp"
#include "topology/random.hpp"
#include "util/counts.hpp"

namespace tutti::families {
namespace {

using node_pair = std::pair<node_id, node_id>;

constexpr int most_exchanges = 100'000;

std::uint64_t key_of(const node_pair& ends) {
    const auto [low, high] = std::minmax(ends.first, ends.second);
    return std::uint64_t{low} << 32U | high;
}

/// Pairs of nodes, with how often each occurs.
class drawn_pairs {
public:
    drawn_pairs(std::uint64_t nodes, std::uint64_t degree, split_mix& random) {
        std::vector<node_id> ends;
        ends.reserve(nodes * degree);
        for (std::uint64_t i = 0; i < nodes * degree; ++i) {
            ends.push_back(static_cast<node_id>(i / degree));
        }
        for (std::uint64_t i = ends.size(); i-- > 1;) {
            std::swap(ends[i], ends[random.next() % (i + 1)]);
        }
        counts_.reserve(ends.size() / 2);
        for (std::size_t i = 0; i + 1 < ends.size(); i += 2) {
            pairs_.emplace_back(ends[i], ends[i + 1]);
            ++counts_[key_of(pairs_.back())];
        }
    }

    /// Exchanges ends until no pair is a loop or occurs twice; false if that takes too long.
    [[nodiscard]] bool mend(split_mix& random) {
        // New pairs are good ones, so that those before the first bad one stay good.
        std::size_t first_bad = 0;
        for (int exchange = 0; exchange < most_exchanges; ++exchange) {
            while (first_bad < pairs_.size() && is_good(pairs_[first_bad])) {
                ++first_bad;
            }
            if (first_bad == pairs_.size()) {
                return true;
            }
            exchange_ends(pairs_[first_bad], pairs_[random.next() % pairs_.size()]);
        }
        return std::ranges::all_of(pairs_, [this](const node_pair& each) { return is_good(each); });
    }

    [[nodiscard]] const std::vector<node_pair>& pairs() const noexcept { return pairs_; }

private:
    [[nodiscard]] bool is_good(const node_pair& ends) const {
        return ends.first != ends.second && counts_.at(key_of(ends)) == 1;
    }
    [[nodiscard]] bool is_new(const node_pair& ends) const {
        const auto position = counts_.find(key_of(ends));
        return ends.first != ends.second && (position == counts_.end() || position->second == 0);
    }

    // (a, b), (c, d) become (a, d), (c, b), if both are new and good.
    void exchange_ends(node_pair& one, node_pair& other) {
        const node_pair first{one.first, other.second};
        const node_pair second{other.first, one.second};
        if (&one == &other || !is_new(first) || !is_new(second) ||
            key_of(first) == key_of(second)) {
            return;
        }
        --counts_[key_of(one)];
        --counts_[key_of(other)];
        one = first;
        other = second;
        ++counts_[key_of(one)];
        ++counts_[key_of(other)];
    }

    std::vector<node_pair> pairs_;
    std::unordered_map<std::uint64_t, int> counts_;
};

bool are_one_part(std::uint64_t nodes, const std::vector<node_pair>& links) {
    std::vector<node_id> above(nodes);  // of a forest with a tree for each part
    std::iota(above.begin(), above.end(), node_id{0});
    const auto root_of = [&](node_id node) {
        while (above[node] != node) {
            node = above[node] = above[above[node]];
        }
        return node;
    };
    std::uint64_t parts = nodes;
    for (const auto& [one, other] : links) {
        const node_id root = root_of(one);
        const node_id joined = root_of(other);
        parts -= root == joined ? 0U : 1U;
        above[root] = joined;
    }
    return parts == 1;
}

std::vector<node_pair> regular_links(std::uint64_t nodes, std::uint64_t degree, std::uint64_t seed,
                                     bool is_connected) {
    for (split_mix random{seed};;) {
        drawn_pairs drawn{nodes, degree, random};
        if (drawn.mend(random) && (!is_connected || are_one_part(nodes, drawn.pairs()))) {
            return drawn.pairs();
        }
    }
}

// All pairs that are not among the links.
std::vector<node_pair> complement(std::uint64_t nodes, const std::vector<node_pair>& links) {
    std::vector<std::uint64_t> keys;
    keys.reserve(links.size());
    for (const node_pair& each : links) {
        keys.push_back(key_of(each));
    }
    std::ranges::sort(keys);
    std::vector<node_pair> others;
    others.reserve(nodes * (nodes - 1) / 2 - keys.size());
    auto next = keys.begin();
    for (node_id low = 0; low < nodes; ++low) {
        for (node_id high = low + 1; high < nodes; ++high) {
            if (next != keys.end() && *next == key_of({low, high})) {
                ++next;
            } else {
                others.emplace_back(low, high);
            }
        }
    }
    return others;
}

// Dense graphs are complements of sparse ones, as pairs of them are bad for ever.
bool is_dense(std::uint64_t nodes, std::uint64_t degree) {
    return nodes > 2 && 2 * degree >= nodes;
}

network_listing random_regular_links(std::uint64_t nodes, std::uint64_t degree,
                                     std::uint64_t seed) {
    std::vector<node_pair> links;
    if (!is_dense(nodes, degree)) {
        links = regular_links(nodes, degree, seed, true);
    } else if (degree == nodes - 1) {
        links = complement(nodes, {});
    } else {
        links = complement(nodes, regular_links(nodes, nodes - 1 - degree, seed, false));
    }
    network_listing listing{.nodes = nodes};
    listing.links.reserve(links.size());
    for (const auto& [one, other] : links) {
        add(listing, one, other);
    }
    return listing;
}

// Exchanges that are tried until all pairs are good, about: a share of D^2/4N pairs is bad, and an
// exchange is made if both new pairs are good.
double expected_exchanges(std::uint64_t nodes, std::uint64_t degree) {
    const double density = ratio(degree, nodes);
    return product(degree, degree) / 4 / ((1 - density) * (1 - density));
}

}  // namespace

network_outline random_regular(numbers drawn) {
    return listed_network{.size = size_with(drawn[0], drawn[0] * drawn[1] / 2),
                          .links = [nodes = drawn[0], degree = drawn[1], seed = drawn[2]] {
                              return random_regular_links(nodes, degree, seed);
                          }};
}

std::string random_regular_mismatch(numbers drawn) {
    const std::uint64_t nodes = drawn[0];
    const std::uint64_t degree = drawn[1];
    if (degree >= nodes) {
        return fmt::format("{} nodes have degrees from 1 to {}, not {}", nodes, nodes - 1, degree);
    }
    if (nodes % 2 == 1 && degree % 2 == 1) {
        return fmt::format("{} nodes of degree {} have an odd number of ends; use an even number",
                           nodes, degree);
    }
    if (degree == 1 && nodes > 2) {
        return fmt::format("{} nodes of degree 1 are {} parts; use a degree of at least 2", nodes,
                           nodes / 2);
    }
    const std::uint64_t drawn_degree = is_dense(nodes, degree) ? nodes - 1 - degree : degree;
    // A random ring is one part in some 1 of sqrt(N) draws.
    constexpr std::uint64_t most_in_ring = std::uint64_t{1} << 17U;
    if (drawn_degree == 2 && nodes > most_in_ring) {
        return fmt::format("a ring of {} nodes takes too long to draw; use ring:{}", nodes, nodes);
    }
    constexpr std::uint64_t far_too_many = 1024;
    std::uint64_t most = std::min(drawn_degree, far_too_many);
    constexpr double few_exchanges = 0.8 * most_exchanges;
    while (expected_exchanges(nodes, most) > few_exchanges) {
        --most;
    }
    return most == drawn_degree
               ? ""
               : fmt::format("a degree of {} takes too long to draw; use at most {} or at least {}",
                             degree, most, nodes - 1 - most);
}

}  // namespace tutti::families
