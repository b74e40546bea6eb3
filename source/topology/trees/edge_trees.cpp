#include "edge_trees.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "candidate_matching.hpp"

namespace tutti {
namespace {

constexpr node_id every_second_bit = 0x55555555U;

/// Chooses a new element for every move in every step.
class edge_tree_growth {
public:
    explicit edge_tree_growth(const hypercube& cube)
        : group_{cube}, generators_{group_.generators()}, is_in_(cube.node_count()) {
        by_distance_.resize(cube.node_count());
        std::iota(by_distance_.begin(), by_distance_.end(), node_id{0});
        std::ranges::stable_sort(by_distance_, {}, [&](node_id v) {
            return std::min(group_.distance(v),
                            group_.distance(group_.difference(v, gray_group::first_generator)));
        });
        is_in_[0] = true;
        is_in_[gray_group::first_generator] = true;
    }

    /// The links of the next step, by move; null if there are none that do.
    [[nodiscard]] std::optional<std::vector<edge_tree::link>> grow() {
        const auto elements = matched(candidates());
        std::vector<edge_tree::link> links;
        for (std::size_t g = 0; g < elements.size(); ++g) {
            const std::optional<node_id>& element = elements[g];
            if (!element) {
                return std::nullopt;
            }
            links.push_back({.element = *element, .generator = generators_[g]});
            is_in_[*element] = true;
        }
        return links;
    }

private:
    // New elements by move, the nearest to the first link first.
    [[nodiscard]] std::vector<std::vector<node_id>> candidates() const {
        std::vector<std::vector<node_id>> elements(generators_.size());
        for (const node_id v : by_distance_) {
            for (std::size_t g = 0; !is_in_[v] && g < generators_.size(); ++g) {
                if (is_in_[group_.difference(v, generators_[g])]) {
                    elements[g].push_back(v);
                }
            }
        }
        return elements;
    }

    gray_group group_;
    std::vector<node_id> generators_;
    std::vector<bool> is_in_;           // of the tree, by element
    std::vector<node_id> by_distance_;  // all elements
};

}  // namespace

node_id gray_group::low_bits() const noexcept {
    const int pairs = dimensions_ / 2 * 2;
    return every_second_bit & ((node_id{1} << pairs) - 1);
}

std::vector<node_id> gray_group::generators() const {
    std::vector<node_id> nodes;
    for (int f = 0; f < dimensions_ / 2; ++f) {
        nodes.push_back(node_id{1} << (2 * f));
        nodes.push_back(node_id{3} << (2 * f));
    }
    if (dimensions_ % 2 != 0) {
        nodes.push_back(node_id{1} << (dimensions_ - 1));
    }
    return nodes;
}

int gray_group::distance(node_id element) const noexcept { return std::popcount(node(element)); }

int gray_group::dimension(node_id element, node_id generator) const noexcept {
    return std::countr_zero(node(element) ^ node(sum(element, generator)));
}

edge_tree::edge_tree(const hypercube& cube) : moves_{cube.link_count() / cube.node_count()} {
    if (const std::string inapplicable_reason = edge_tree_mismatch(cube);
        !inapplicable_reason.empty()) {
        throw std::invalid_argument{inapplicable_reason};
    }
    edge_tree_growth growth{cube};
    while (links_.size() + 2 < cube.node_count()) {
        const auto links = growth.grow();
        if (!links) {
            throw std::invalid_argument{"no tree was found that grows over every dimension"};
        }
        links_.insert(links_.end(), links->begin(), links->end());
    }
}

std::string edge_tree_mismatch(const hypercube& cube) {
    constexpr std::array primes{2, 3, 5, 7, 11, 13};  // those that have been tried
    return std::ranges::count(primes, cube.dimensions()) != 0
               ? ""
               : "needs a prime number of dimensions, 13 at most";
}

}  // namespace tutti
