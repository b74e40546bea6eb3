#include "tutti/experiment/link_load.hpp"

#include <map>

namespace tutti {

link_loads::link_loads(network where) : where_{std::move(where)} {
    if (const auto* const links = std::get_if<graph>(&where_)) {
        first_.resize(links->node_count() + 1);
        for (std::size_t node = 0; node < links->node_count(); ++node) {
            const port limit = links->port_limit(static_cast<node_id>(node));
            first_[node + 1] = first_[node] + static_cast<std::size_t>(limit);
        }
        counts_.resize(first_.back());
        return;
    }
    const std::uint64_t ports = size_of(where_).ports;
    ports_ = static_cast<std::size_t>(ports) / node_count(where_);
    counts_.resize(static_cast<std::size_t>(ports));
}

std::uint64_t link_loads::bytes_for(const network& where) {
    const graph_size size = size_of(where);
    const std::uint64_t offsets = std::holds_alternative<graph>(where) ? size.nodes + 1 : 0;
    return (size.ports + offsets) * sizeof(std::uint64_t) + size.links * sizeof(transmission);
}

void link_loads::slot(const slot_record& what) {
    for (const transmission& each : what.sent) {
        add(each.from, each.through);
    }
}

link_load_result link_loads::sum_up() const {
    link_load_result found;
    std::uint64_t packets = 0;
    std::uint64_t links = 0;
    std::map<std::uint64_t, std::uint64_t> histogram;
    visit([&](const loaded_link& each) {
        packets += each.packets;
        ++links;
        ++histogram[each.packets];
        if (each.packets > found.largest_load()) {
            found.busiest = each;
        }
    });
    found.idle = histogram.contains(0) ? histogram[0] : 0;
    found.mean_load = links == 0 ? rational{} : rational{packets, links};
    found.histogram.assign(histogram.begin(), histogram.end());
    return found;
}

}  // namespace tutti
