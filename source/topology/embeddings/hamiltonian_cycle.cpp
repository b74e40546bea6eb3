#include "hamiltonian_cycle.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "cycle_search.hpp"
#include "gray_code.hpp"
#include "node_line.hpp"
#include "topology/trees/rotations.hpp"

namespace tutti {
namespace {

/// Ids of a line times `stride`.
node_line strided(node_line line, node_id stride) {
    if (stride != 1) {
        line.at = [at = std::move(line.at), stride](std::uint64_t k) { return at(k) * stride; };
    }
    return line;
}

/// The nodes from `start` on, each the one that `next` says, back to `start`.
template <class Next>
node_line walk(std::size_t length, const Next& next) {
    std::vector<node_id> nodes;
    nodes.reserve(length);
    node_id node = 0;
    for (std::size_t i = 0; i < length; ++i) {
        nodes.push_back(node);
        node = next(node);
    }
    return line_through(std::move(nodes));
}

bool ends_in_zeros(node_id word, int bits) noexcept {
    return (word & ((node_id{1} << bits) - 1)) == 0;
}

// Cycles of straight links, one a word, merged along the tree that clears a word's lowest one.
node_id after(const butterfly_shape& butterfly, node_id node) {
    const node_id word = butterfly.word(node);
    const int level = butterfly.level(node);
    const node_id flip = ends_in_zeros(word, level) ? node_id{1} << level : 0;
    return butterfly.id(word ^ flip, (level + 1) % butterfly.levels);
}

/// The cycle of cube-connected cycles as a set of links: every node keeps two of its three. Of an
/// even number of levels, cycles are merged by pairs of levels through cycles of eight; of an odd
/// number the first three levels are a cycle of their 3-cube.
class ccc_cycle {
public:
    explicit ccc_cycle(const ccc_shape& shape) noexcept : shape_{shape} {}

    /// The node after `node` if `before` is the one before it.
    [[nodiscard]] node_id next(node_id node, node_id before) const {
        const node_id word = shape_.word(node);
        const int level = shape_.level(node);
        const int below = (level + shape_.levels - 1) % shape_.levels;
        if (shape_.id(word, below) != before && keeps_link(word, below)) {
            return shape_.id(word, below);
        }
        const int above = (level + 1) % shape_.levels;
        return shape_.id(word, above) != before && keeps_link(word, level)
                   ? shape_.id(word, above)
                   : node ^ (node_id{1} << level);
    }

private:
    // The link from level b to the one above.
    [[nodiscard]] bool keeps_link(node_id word, int b) const noexcept {
        if (shape_.levels % 2 == 0) {
            return b % 2 != 0 || !ends_in_zeros(word, b);
        }
        if (b < 2) {
            return (word >> 1U & 1U) == (b == 0 ? 0U : 1U);
        }
        const bool is_first_of_pair = b % 2 != 0 && b < shape_.levels - 1;
        return !is_first_of_pair || !ends_in_zeros(word, b);
    }

    ccc_shape shape_;
};

node_line walk(const ccc_shape& shape) {
    const ccc_cycle cycle{shape};
    constexpr node_id nowhere = ~node_id{0};
    node_id before = nowhere;
    return walk(size_of(shape).nodes,
                [&](node_id node) { return cycle.next(node, std::exchange(before, node)); });
}

// Cycles of rotated words, merged where a word and its neighbour with another last bit meet.
node_id after(const debruijn_shape& debruijn, node_id word) {
    const node_id top = word >> (debruijn.bits - 1);
    const node_id shifted = (word << 1U) & ((node_id{1} << debruijn.bits) - 1);
    return shifted | (is_smallest_rotation(shifted | 1U, debruijn.bits) ? 1 - top : top);
}

/// A line through all nodes; null if none is known.
using known_line = std::optional<node_line>;

known_line line_of(const network& any);

// One function for each topology and shape.
class line_finder {
public:
    known_line operator()(const hypercube& cube) const {
        return node_line{.length = cube.node_count(), .at = [](std::uint64_t k) {
                             return gray_code::gray(static_cast<std::uint32_t>(k));
                         }};
    }
    // Ids of a grid are sums of digits times strides, so that its cycle is that of a product.
    known_line operator()(const grid& shape) const {
        std::vector<node_line> lines;
        lines.reserve(shape.sides().size());
        for (int i = 0; i < shape.dimensions(); ++i) {
            lines.push_back(
                strided(line_by_id(shape.nodes_along(i), shape.edge() == grid_edge::closed),
                        shape.stride(i)));
        }
        return product_of(std::move(lines));
    }
    // NOLINTNEXTLINE(misc-no-recursion): as deep as products are nested
    known_line operator()(const graph& links) const {
        if (!std::holds_alternative<listed_shape>(links.shape())) {
            return std::visit(*this, links.shape());
        }
        const hamiltonian_answer answer = search_cycle(links);
        return answer.at ? known_line{node_line{.length = links.node_count(), .at = answer.at}}
                         : std::nullopt;
    }

    known_line operator()(const listed_shape& /*any*/) const { return std::nullopt; }
    known_line operator()(const complete_shape& complete) const {
        return line_by_id(complete.nodes, true);
    }
    known_line operator()(const ccc_shape& ccc) const { return walk(ccc); }
    known_line operator()(const butterfly_shape& butterfly) const {
        return walk(size_of(butterfly).nodes, [&](node_id node) { return after(butterfly, node); });
    }
    known_line operator()(const debruijn_shape& debruijn) const {
        if (debruijn.bits == 1) {
            return line_by_id(2, true);
        }
        return walk(size_of(debruijn).nodes, [&](node_id node) { return after(debruijn, node); });
    }
    // NOLINTNEXTLINE(misc-no-recursion)
    known_line operator()(const product_shape& product) const {
        std::vector<node_line> lines;
        lines.reserve(product.factors().size());
        for (std::size_t i = 0; i < product.factors().size(); ++i) {
            known_line one = line_of(product.factors()[i]);
            if (!one) {
                return std::nullopt;
            }
            lines.push_back(strided(*std::move(one), product.stride(i)));
        }
        return product_of(std::move(lines));
    }
};

// NOLINTNEXTLINE(misc-no-recursion)
known_line line_of(const network& any) { return std::visit(line_finder{}, any); }

// A line of three nodes or more that does not close, in a product whose factors have all an odd
// number of nodes: an array is bipartite then, others may have a cycle that the line does not show.
hamiltonian_answer without_closed_form(const network& any) {
    const auto* const shape = std::get_if<grid>(&any);
    if (shape == nullptr) {
        return search_cycle(std::get<graph>(any));
    }
    return {.exists = answer::no,
            .inapplicable_reason =
                std::cmp_equal(std::ranges::max(shape->sides()), shape->node_count())
                    ? "node 0 has one link only"
                    : "every link joins one half of the nodes to the other, which is "
                      "smaller by one"};
}

}  // namespace

// Cycles are functions of the position, and are listed only as far as they are wanted.
std::vector<node_id> hamiltonian_answer::first(std::size_t count) const {
    std::vector<node_id> nodes(count);
    std::ranges::generate(nodes, [this, i = std::uint64_t{0}]() mutable { return at(i++); });
    return nodes;
}

hamiltonian_answer find_hamiltonian_cycle(const network& any) {
    const auto* const links = std::get_if<graph>(&any);
    if (links != nullptr && std::holds_alternative<listed_shape>(links->shape())) {
        return search_cycle(*links);
    }
    known_line line = line_of(any);
    if (!line || !line->closes) {
        return without_closed_form(any);
    }
    return {.exists = answer::yes, .at = std::move(line->at)};
}

}  // namespace tutti
