#include "tutti/topology/network.hpp"

#include "network_specification.hpp"
#include "util/value_syntax.hpp"

namespace tutti {

void detail::refuse_network(const network& any, std::string_view needed) {
    refuse("the network is {} of {}, and {} is needed",
           std::visit([]<class Shape>(const Shape& /*any*/) { return noun_of<Shape>(); }, any),
           quantity(node_count(any), "node"), needed);
}

network parse_network(std::string_view specification, std::uint64_t most_bytes) {
    return network_specification::parse(specification).build(most_bytes);
}

std::size_t node_count(const network& any) {
    return std::visit([](const auto& shape) { return shape.node_count(); }, any);
}

std::size_t link_count(const network& any) {
    return std::visit([](const auto& shape) { return shape.link_count(); }, any);
}

port port_towards(const network& any, node_id from, node_id to) {
    return std::visit(
        [&](const auto& shape) {
            for (port through = 0; through < shape.port_limit(from); ++through) {
                if (shape.has_port(from, through) && shape.neighbour(from, through) == to) {
                    return through;
                }
            }
            return port{-1};
        },
        any);
}

network built(const network& any) {
    const auto* const links = std::get_if<graph>(&any);
    return links != nullptr ? links->built() : any;
}

graph_size size_of(const network& any) {
    const auto ports_of = []<class Shape>(const Shape& shape) -> std::uint64_t {
        if constexpr (regular_topology<Shape>) {
            return shape.node_count() * static_cast<std::uint64_t>(shape.uniform_ports());
        } else {
            return shape.port_count();
        }
    };
    return {.nodes = node_count(any), .ports = std::visit(ports_of, any), .links = link_count(any)};
}

}  // namespace tutti
