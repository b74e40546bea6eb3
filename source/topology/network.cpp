#include "tutti/topology/network.hpp"

#include "tutti/topology/network_specification.hpp"

namespace tutti {

network parse_network(std::string_view specification, std::uint64_t most_bytes) {
    return network_specification::parse(specification).build(most_bytes);
}

std::size_t node_count(const network& any) {
    return std::visit([](const auto& shape) { return shape.node_count(); }, any);
}

std::size_t link_count(const network& any) {
    return std::visit([](const auto& shape) { return shape.link_count(); }, any);
}

}  // namespace tutti
