/// @file
/// Shape of a network of explicit links, for programs that compute with its structure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tutti/topology/topology.hpp"

namespace tutti {

class graph;
class grid;
class hypercube;

/// Properties of a network of listed links that its family states.
struct stated_properties {
    std::optional<int> diameter{};
    std::vector<node_id> hamiltonian_cycle{};  ///< from node 0 on; empty: none is stated
    bool is_proved = false;                    ///< the diameter needs no search
    bool is_vertex_transitive = false;
};

/// Any links, given one by one: nothing more is known.
struct listed_shape {
    std::string name{};  ///< as users write it ("star:5"); empty for those of a file
    std::shared_ptr<const stated_properties> stated{};  ///< null: none
};

/// N nodes, each linked with all others.
struct complete_shape {
    std::size_t nodes = 1;  ///< from 1
};

/// A node (w, i) for each word w of n bits and each level i below n. Its id is i * 2^n + w.
template <int Least, int Ports>
struct levelled_words {
    static constexpr int least = Least;
    static constexpr int most = 20;
    static constexpr int ports = Ports;  ///< of each node, those that it lacks included

    int levels = least;  ///< n, from `least` to `most`

    [[nodiscard]] int level(node_id node) const noexcept {
        return static_cast<int>(node >> levels);
    }
    [[nodiscard]] node_id word(node_id node) const noexcept {
        return node & ((node_id{1} << levels) - 1);
    }
    [[nodiscard]] node_id id(node_id word, int level) const noexcept {
        return (static_cast<node_id>(level) << levels) | word;
    }
};

/// The cube-connected cycles: each node (w, i) has links to (w, i-1), (w, i+1), levels mod n, and
/// (w xor 2^i, i).
using ccc_shape = levelled_words<3, 3>;

/// The wrapped butterfly: each node (w, i) has links to (w, i+1) and (w xor 2^i, i+1), levels mod
/// n. Of two levels, the straight link upwards is that downwards too, and counts once.
using butterfly_shape = levelled_words<2, 4>;

/// The binary de Bruijn graph without directions: the words x of n bits, with links to 2x and 2x+1
/// mod 2^n, but none from a word to itself.
struct debruijn_shape {
    static constexpr int least = 1;
    static constexpr int most = 30;

    int bits = least;  ///< n, from 1 to 30
};

/// The Cartesian product of networks: a node for each choice of one node in every factor, the node
/// of the first factor least significant in its id; two are neighbours if they differ in one factor
/// and are neighbours there.
class product_shape {
public:
    /// Any network; the same type as `network`.
    using factor = std::variant<hypercube, grid, graph>;

    /// @param factors at least one, at most `most_factors`, of at most 2^30 nodes together
    /// @throws std::invalid_argument for any others
    explicit product_shape(std::vector<factor> factors);

    static constexpr std::size_t most_factors = 64;

    [[nodiscard]] const std::vector<factor>& factors() const noexcept;
    /// The difference of two ids that differ by one in factor `i` alone.
    [[nodiscard]] node_id stride(std::size_t i) const noexcept { return strides_[i]; }
    /// Node of factor `i` that corresponds to `node`.
    [[nodiscard]] node_id coordinate(node_id node, std::size_t i) const noexcept {
        return node / strides_[i] % sizes_[i];
    }
    /// The number at `node` of port 0 of factor `i`. @pre `i` may be the number of factors
    [[nodiscard]] port first_port(node_id node, std::size_t i) const;
    [[nodiscard]] std::size_t node_count() const noexcept { return node_count_; }

private:
    // Networks are passed by value, and a factor may hold gigabytes of links: copies share them.
    std::shared_ptr<const std::vector<factor>> factors_;
    std::vector<node_id> strides_;
    std::vector<node_id> sizes_;
    std::size_t node_count_ = 1;
};

/// Shape of a `graph`.
using graph_shape = std::variant<listed_shape, complete_shape, ccc_shape, butterfly_shape,
                                 debruijn_shape, product_shape>;

/// Size of a graph, known before it is built.
struct graph_size {
    std::uint64_t nodes = 0;
    std::uint64_t ports = 0;  ///< directed links, and the ports that some nodes lack
    std::uint64_t links = 0;  ///< directed

    /// Bytes that such a `graph` takes, at most.
    [[nodiscard]] std::uint64_t bytes() const noexcept {
        return (nodes + 1) * sizeof(std::size_t) + ports * (sizeof(node_id) + sizeof(port));
    }
};

/// @throws std::invalid_argument if a parameter of the shape is out of its range. Of listed links
/// the size is 0.
[[nodiscard]] graph_size size_of(const graph_shape& shape);

}  // namespace tutti
