/// @file
/// Two one-dimensional networks: small models of grids.
#pragma once

#include <cstddef>

#include "tutti/topology/topology.hpp"

namespace support {

/// Nodes 0..p-1 in a row. Port 0 leads to the next smaller id, port 1 to the next larger; an end
/// lacks one of them, and the other keeps its number.
class path {
public:
    /// @param nodes p, at least 1
    explicit path(std::size_t nodes) noexcept : nodes_{nodes} {}

    [[nodiscard]] std::size_t node_count() const noexcept { return nodes_; }
    [[nodiscard]] std::size_t link_count() const noexcept { return 2 * (nodes_ - 1); }
    [[nodiscard]] static tutti::port uniform_ports() noexcept { return 2; }
    [[nodiscard]] static tutti::port port_limit(tutti::node_id /*node*/) noexcept { return 2; }
    [[nodiscard]] int degree(tutti::node_id node) const noexcept {
        return (has_port(node, 0) ? 1 : 0) + (has_port(node, 1) ? 1 : 0);
    }
    [[nodiscard]] bool has_port(tutti::node_id node, tutti::port through) const noexcept {
        return (through == 0 && node > 0) || (through == 1 && node + 1 < nodes_);
    }
    /// @pre `has_port(node, through)`
    [[nodiscard]] static tutti::node_id neighbour(tutti::node_id node,
                                                  tutti::port through) noexcept {
        return through == 0 ? node - 1 : node + 1;
    }
    /// @pre `has_port(node, through)`
    [[nodiscard]] static tutti::port far_port(tutti::node_id /*node*/,
                                              tutti::port through) noexcept {
        return 1 - through;
    }

private:
    std::size_t nodes_;
};

/// Nodes 0..p-1 in a circle. Port 0 leads to the next smaller id mod p, port 1 to the next larger.
/// A ring of two nodes is a path, a ring of one has no links.
class ring {
public:
    /// @param nodes p, at least 1
    explicit ring(std::size_t nodes) noexcept : nodes_{nodes} {}

    [[nodiscard]] std::size_t node_count() const noexcept { return nodes_; }
    [[nodiscard]] std::size_t link_count() const noexcept {
        return nodes_ > 2 ? 2 * nodes_ : 2 * (nodes_ - 1);
    }
    [[nodiscard]] static tutti::port uniform_ports() noexcept { return 2; }
    [[nodiscard]] static tutti::port port_limit(tutti::node_id /*node*/) noexcept { return 2; }
    [[nodiscard]] int degree(tutti::node_id node) const noexcept {
        return (has_port(node, 0) ? 1 : 0) + (has_port(node, 1) ? 1 : 0);
    }
    [[nodiscard]] bool has_port(tutti::node_id node, tutti::port through) const noexcept {
        return nodes_ > 2 ? through == 0 || through == 1 : path{nodes_}.has_port(node, through);
    }
    /// @pre `has_port(node, through)`
    [[nodiscard]] tutti::node_id neighbour(tutti::node_id node,
                                           tutti::port through) const noexcept {
        const std::size_t step = through == 0 ? nodes_ - 1 : 1;
        return static_cast<tutti::node_id>((node + step) % nodes_);
    }
    /// @pre `has_port(node, through)`
    [[nodiscard]] static tutti::port far_port(tutti::node_id /*node*/,
                                              tutti::port through) noexcept {
        return 1 - through;
    }

private:
    std::size_t nodes_;
};

static_assert(tutti::regular_topology<path>);
static_assert(tutti::regular_topology<ring>);

}  // namespace support
