/// @file
/// Spanning trees of the hypercube that grow from a link.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "tutti/topology/hypercube.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Group structure of the d-cube: bits 2f and 2f+1 of an element are a digit mod 4, digit f, whose
/// values are four neighbours in the order of the Gray code, 00, 01, 11, 10; if d is odd, the last
/// bit is a digit mod 2. There are d moves, a digit up or down by one or the last bit: each adds an
/// element, its generator, and crosses one of the d links of a node.
///
/// Bits and digits count from 0. An element is written by the values of its digits, a node's id by
/// their Gray codes.
class gray_group {
public:
    explicit gray_group(const hypercube& cube) noexcept : dimensions_{cube.dimensions()} {}

    [[nodiscard]] node_id element(node_id node) const noexcept {
        return node ^ (node >> 1U & low_bits());
    }
    [[nodiscard]] node_id node(node_id element) const noexcept {
        return element ^ (element >> 1U & low_bits());
    }
    [[nodiscard]] node_id sum(node_id one, node_id other) const noexcept {
        // Two bits at a time without a carry from one digit to the next.
        const node_id carry = one & other & low_bits();
        return one ^ other ^ carry << 1U;
    }
    [[nodiscard]] node_id negative(node_id element) const noexcept {
        // 1 and 3 change places.
        return element ^ (element & low_bits()) << 1U;
    }
    [[nodiscard]] node_id difference(node_id one, node_id other) const noexcept {
        return sum(one, negative(other));
    }

    /// The generators of the d moves: up and down in digit 0, in digit 1, ..; then the last bit.
    [[nodiscard]] std::vector<node_id> generators() const;
    /// The generator of the first move.
    static constexpr node_id first_generator = 1;

    /// Links from `element` to 0.
    [[nodiscard]] int distance(node_id element) const noexcept;
    /// The dimension over which a move leads from `element`.
    [[nodiscard]] int dimension(node_id element, node_id generator) const noexcept;

private:
    /// The lower bits of the digits mod 4.
    [[nodiscard]] node_id low_bits() const noexcept;

    int dimensions_;
};

/// A tree that spans the cube and grows from the link between 0 and the first generator: in each
/// step by d nodes, one over each move. Tree i is that with i added to every element; all N of them
/// grow at once without two links of different trees being the same in a step.
///
/// Needs d to divide 2^d - 2, as every prime does (and then a choice in every step: there is one
/// for d = 2, 3, 5, 7, 11 and 13). spec/reductions.md, 2.3. A pure function of d; 8 bytes an
/// element.
class edge_tree {
public:
    /// A link that is added: to `element`, by the move that adds `generator`.
    struct link {
        node_id element = 0;
        node_id generator = 0;
    };

    /// @throws std::invalid_argument as `edge_tree_mismatch` says
    explicit edge_tree(const hypercube& cube);

    /// q - 1.
    [[nodiscard]] std::size_t steps() const noexcept { return links_.size() / moves_; }
    /// The links of a step, one for each move. @pre step < `steps()`
    [[nodiscard]] std::span<const link> links(std::size_t step) const noexcept {
        return std::span{links_}.subspan(step * moves_, moves_);
    }

private:
    std::size_t moves_;
    std::vector<link> links_;
};

/// Why no such tree is made of `cube`, or an empty text.
[[nodiscard]] std::string edge_tree_mismatch(const hypercube& cube);

}  // namespace tutti
