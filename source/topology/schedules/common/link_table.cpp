#include "link_table.hpp"

#include <algorithm>
#include <variant>

#include "topology/networks/each_link.hpp"
#include "tutti/topology/graph.hpp"
#include "util/counts.hpp"

namespace tutti {

link_table::link_table(const network& net) {
    links_.reserve(tutti::link_count(net));
    const auto read = [&](const auto& shape) {
        for (; nodes_ < shape.node_count(); ++nodes_) {
            for_each_neighbour(shape, nodes_, [&](port through, node_id to) {
                links_.push_back({.from = nodes_, .to = to, .through = through});
            });
            first_.push_back(size_as<link_id>(links_));
            largest_degree_ = std::max(largest_degree_, degree(nodes_));
        }
        link_id id = 0;
        for (const link& forward : links_) {
            const port far_port = shape.far_port(forward.from, forward.through);
            const auto theirs = std::span{links_}.subspan(first_[forward.to], degree(forward.to));
            std::ranges::lower_bound(theirs, far_port, {}, &link::through)->reverse = id++;
        }
    };
    std::visit(read, net);
    if (const auto* const shape = std::get_if<graph>(&net);
        shape != nullptr && !shape->switches().empty()) {
        is_switch_.resize(nodes_);
        for (const node_id node : shape->switches()) {
            is_switch_[node] = true;
        }
    }
}

}  // namespace tutti
