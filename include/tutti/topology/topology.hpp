/// @file
/// Network concept of the engine: numbered nodes, and ports that lead to neighbours.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

namespace tutti {

/// A processor of the network; ids run from 0 to N-1.
using node_id = std::uint32_t;

/// A node's local number of an incident link; not every number below `port_limit()` need exist.
using port = int;

/// Place of a port in a table with an entry, or a bit, for each number of a port.
[[nodiscard]] constexpr std::size_t port_index(port through) noexcept {
    return static_cast<std::size_t>(through);
}

template <class T>
concept numbers_its_nodes = requires(const T network) {
    { network.node_count() } -> std::same_as<std::size_t>;
};

template <class T>
concept counts_its_links = requires(const T network) {
    { network.link_count() } -> std::same_as<std::size_t>;
};

template <class T>
concept numbers_its_ports = requires(const T network, node_id node, port through) {
    { network.port_limit(node) } -> std::same_as<port>;
    { network.degree(node) } -> std::same_as<int>;
    { network.has_port(node, through) } -> std::same_as<bool>;
};

template <class T>
concept links_its_nodes = requires(const T network, node_id node, port through) {
    { network.neighbour(node, through) } -> std::same_as<node_id>;
};

template <class T>
concept knows_the_far_port = requires(const T network, node_id node, port through) {
    { network.far_port(node, through) } -> std::same_as<port>;
};

/// A network's shape. For every node x below `node_count()` and every port p with `has_port(x, p)`,
/// which implies 0 <= p < `port_limit(x)`:
/// - `neighbour(x, p)` is the node at the other end of the link, and never x itself;
/// - `far_port(x, p)` is the number of that link at the other end, so that
///   `neighbour(neighbour(x, p), far_port(x, p)) == x`.
///
/// `degree(x)` counts the ports that x has, `link_count()` the directed links of the whole network.
/// All of it is fixed for the life of the object and may be called from any thread.
template <class T>
concept topology = numbers_its_nodes<T> && counts_its_links<T> && numbers_its_ports<T> &&
                   links_its_nodes<T> && knows_the_far_port<T>;

/// Network whose nodes all have the same port numbers 0 to `uniform_ports()`-1, at most 64, some of
/// which may be missing at some nodes (the border of an array). Its mailboxes are stored port by
/// port.
template <class T>
concept regular_topology = topology<T> && requires(const T network) {
    { network.uniform_ports() } -> std::same_as<port>;
};

/// Ports of a regular network, from port 0 on, that lead from no node of a range of ids out of the
/// range: how many are known to.
/// @param first the first node. @param last the one after the last
template <regular_topology T>
[[nodiscard]] port ports_within(const T& network, std::size_t first, std::size_t last) noexcept {
    if (first == 0 && last == network.node_count()) {
        return network.uniform_ports();
    }
    if constexpr (requires { network.ports_within(first, last); }) {
        return network.ports_within(first, last);
    } else {
        return 0;
    }
}

/// A network in which the distance of two nodes, in links, has a closed form.
template <class T>
concept measures_distances = topology<T> && requires(const T network, node_id node) {
    { network.distance(node, node) } -> std::same_as<int>;
    { network.diameter() } -> std::same_as<int>;
};

/// True for a node that only forwards, and uses all of its ports whatever the port model.
[[nodiscard]] inline bool is_switch(const auto& shape, node_id node) noexcept {
    if constexpr (requires { shape.is_switch(node); }) {
        return shape.is_switch(node);
    } else {
        return false;
    }
}

}  // namespace tutti
