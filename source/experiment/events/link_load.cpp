#include "link_load.hpp"

#include <map>
#include <numeric>

#include "engine/exchange/gather.hpp"
#include "experiment/processes/value_bytes.hpp"

namespace tutti {

link_loads::link_loads(network net, node_partition shares)
    : network_{std::move(net)}, shares_{std::move(shares)} {
    if (const auto* const links = std::get_if<graph>(&network_)) {
        // Nodes of a graph differ in their number of ports: offsets locate the counters of each.
        // The other networks have the same number at every node.
        first_.resize(shares_.own_count() + 1);
        for (std::size_t index = 0; index < shares_.own_count(); ++index) {
            const node_id node = shares_.own_node(index);
            first_[shares_.own_index(node) + 1] = static_cast<std::size_t>(links->port_limit(node));
        }
        std::partial_sum(first_.begin(), first_.end(), first_.begin());
    } else {
        ports_ = size_of(network_).ports / node_count(network_);
    }
    counts_.resize(links_before(shares_.own_count()));
}

// Beside the counters, this includes the events of a slot, one for each link at most.
std::uint64_t link_loads::bytes_for(const network& net) {
    const graph_size size = size_of(net);
    const std::uint64_t offsets = std::holds_alternative<graph>(net) ? size.nodes + 1 : 0;
    return (size.ports + offsets) * sizeof(std::uint64_t) + size.links * sizeof(transmission);
}

void link_loads::slot(const slot_record& record) {
    for (const transmission& each : record.sent) {
        add(each.from, each.through);
    }
}

namespace {

// Parallel links have ports side by side.
int copy_at(const network& net, node_id node, port through) {
    return std::visit(
        [&](const auto& shape) {
            const auto is_copy = [&](port other) {
                return shape.has_port(node, other) &&
                       shape.neighbour(node, other) == shape.neighbour(node, through);
            };
            int before = 0;
            while (is_copy(through - before - 1)) {
                ++before;
            }
            return before > 0 || is_copy(through + 1) ? before : -1;
        },
        net);
}

// Loads that can be added up.
struct load_sums {
    std::uint64_t packets = 0;
    std::uint64_t links = 0;
    std::optional<loaded_link> busiest;
    std::map<std::uint64_t, std::uint64_t> histogram;

    // Those of other nodes' links.
    void add(const load_sums& more) {
        packets += more.packets;
        links += more.links;
        if (more.busiest && (!busiest || is_before(*more.busiest, *busiest))) {
            busiest = more.busiest;
        }
        for (const auto& [load, count] : more.histogram) {
            histogram[load] += count;
        }
    }

    // Of the busiest, the first.
    static bool is_before(const loaded_link& left, const loaded_link& right) noexcept {
        return left.packets > right.packets ||
               (left.packets == right.packets && left.node < right.node);
    }

    [[nodiscard]] link_load_result result() const {
        const auto idle = histogram.find(0);
        return {.idle = idle == histogram.end() ? 0 : idle->second,
                .mean_load = links == 0 ? rational{} : rational{packets, links},
                .busiest = busiest,
                .histogram{histogram.begin(), histogram.end()}};
    }
};

}  // namespace

link_load_result link_loads::sum_up(transport* carrier) const {
    load_sums sums;
    // Links are visited in ascending order, so that the first of the busiest is taken.
    visit([&](const loaded_link& each) {
        const bool is_most = each.packets > (sums.busiest ? sums.busiest->packets : 0);
        sums.packets += each.packets;
        ++sums.links;
        ++sums.histogram[each.packets];
        if (is_most) {
            sums.busiest = each;
        }
    });
    if (sums.busiest) {
        sums.busiest->copy = copy_at(network_, sums.busiest->node, sums.busiest->through);
    }
    load_sums totals;
    // The sums are gathered by all processes, and are the same in each.
    for (const transport::bytes& each : gather(carrier, bytes_of(sums))) {
        totals.add(value_in<load_sums>(each));
    }
    return totals.result();
}

}  // namespace tutti
