#include "partition_cache.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

#include "engine/exchange/gather.hpp"
#include "engine/memory/memory.hpp"
#include "experiment/processes/value_bytes.hpp"
#include "several_processes.hpp"
#include "topology/networks/each_link.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

/// The neighbours of all nodes, one node's behind the other's, each once.
struct adjacency {
    explicit adjacency(const network& net) {
        const std::size_t nodes = node_count(net);
        first.reserve(nodes + 1);
        neighbours.reserve(link_count(net));
        for_each_link(net, [&](node_id node, port /*through*/, node_id to) {
            first.resize(node + std::size_t{1}, count());
            // Parallel links have ports side by side.
            if (first.back() == count() || std::cmp_not_equal(neighbours.back(), to)) {
                neighbours.push_back(static_cast<std::int32_t>(to));
            }
        });
        first.resize(nodes + 1, count());
    }

    std::vector<std::int32_t> first;  // of each node, and the end
    std::vector<std::int32_t> neighbours;

private:
    [[nodiscard]] std::int32_t count() const noexcept { return size_as<std::int32_t>(neighbours); }
};

// A product's ranges are slabs, and of a complete graph all parts are alike.
bool is_cut_in_ranges(const network& net) {
    const auto* const links = std::get_if<graph>(&net);
    constexpr std::size_t most_links = std::numeric_limits<std::int32_t>::max();
    return links == nullptr || links->link_count() > most_links ||
           std::holds_alternative<product_shape>(links->shape()) ||
           std::holds_alternative<complete_shape>(links->shape());
}

// Of process 0; empty: even ranges do as well.
std::vector<std::uint16_t> owners_of(transport& carrier, const network& net) {
    // Memory of METIS and of the neighbours that it is given; measured.
    constexpr std::uint64_t bytes_a_link = 64;
    if (carrier.self() != 0 || link_count(net) * bytes_a_link > available_memory_bytes()) {
        return {};
    }
    const adjacency links{net};
    return carrier.partition_graph(links.first, links.neighbours);
}

// As process 0 has it, sent in pieces, each of them to all processes at once.
std::vector<std::uint16_t> table_of(transport& carrier, const network& net) {
    constexpr std::size_t most_at_once = std::size_t{1} << 20U;
    const std::vector<std::uint16_t> own_owners = owners_of(carrier, net);
    const std::size_t count = gather_values(&carrier, own_owners.size()).front();
    std::vector<std::uint16_t> owners;
    owners.reserve(count);
    while (owners.size() < count) {
        const std::span left =
            std::span{own_owners}.subspan(std::min(own_owners.size(), owners.size()));
        const transport::bytes data = bytes_of(left.first(std::min(most_at_once, left.size())));
        const auto some = value_in<std::vector<std::uint16_t>>(gather(&carrier, data).front());
        owners.insert(owners.end(), some.begin(), some.end());
    }
    if (!owners.empty() && owners.size() != node_count(net)) {
        throw std::invalid_argument{"a graph was divided that has other nodes"};
    }
    return owners;
}

node_partition nodes_of_each(transport& carrier, const network& net) {
    if (!is_cut_in_ranges(net)) {
        const std::vector<std::uint16_t> owners = table_of(carrier, net);
        if (!owners.empty()) {
            return {owners, carrier.self(), carrier.processes()};
        }
    }
    return node_partition{node_count(net), carrier.self(), carrier.processes()};
}

// Packets that cross are written twice, to bring those of all threads together, and read once, each
// time with room for more: three places take as much as two mailboxes. Where they may go ahead, two
// more are taken in turn, by sender and by receiver.
constexpr double mailboxes_a_place = 2.0 / 3;
constexpr double mailboxes_a_crossing = 3 * mailboxes_a_place;
constexpr double mailboxes_a_crossing_ahead = 5 * mailboxes_a_place;

// Part of the process with the largest one.
process_part most_of_graph(transport& carrier, const graph& links, const node_partition& nodes) {
    std::int64_t own = 0;
    std::size_t crossing = 0;  // out of here, or to here
    for_each_link(links, [&](node_id node, port /*through*/, node_id to) {
        if (nodes.is_own(node) != nodes.is_own(to)) {
            ++crossing;
        }
    });
    for (std::size_t number = 0; number < nodes.own_count(); ++number) {
        own += links.port_limit(nodes.own_node(number));
    }
    const std::size_t all_links = std::max<std::size_t>(1, links.port_count());
    const double border = mailboxes_a_crossing_ahead * ratio(crossing, all_links);
    process_part most{.processes = carrier.processes(), .nodes = 0, .mailboxes = 0};
    const process_part part{.processes = carrier.processes(),
                            .nodes = ratio(nodes.own_count(), nodes.node_count()),
                            .mailboxes = ratio(own, all_links) + border,
                            .border = border};
    for (const process_part& each : gather_values(&carrier, part)) {
        most.nodes = std::max(most.nodes, each.nodes);
        most.mailboxes = std::max(most.mailboxes, each.mailboxes);
        most.border = std::max(most.border, each.border);
    }
    return most;
}

// Copies of a graph share its shape.
bool are_the_same(const network& left, const network& right) {
    const auto* const links = std::get_if<graph>(&left);
    const auto* const others = std::get_if<graph>(&right);
    if (links != nullptr && others != nullptr) {
        return &links->shape() == &others->shape();
    }
    return links == nullptr && others == nullptr && node_count(left) == node_count(right) &&
           left.index() == right.index();
}

}  // namespace

process_part least_part(const network& net, int processes) {
    const double count = processes;
    process_part least{.processes = processes, .nodes = 1 / count, .mailboxes = 1 / count};
    if (processes == 1) {
        return least;
    }
    if (const auto* const cube = std::get_if<hypercube>(&net)) {
        // Each range has as many neighbours as their number has bits, each through one port of all
        // its nodes; where they are no power of two, ranges begin within a port's pairs.
        const auto count_of_all = static_cast<unsigned>(processes);
        const int neighbours =
            32 - std::countl_zero(count_of_all - 1) + (std::has_single_bit(count_of_all) ? 0 : 1);
        least.border = 2 * mailboxes_a_crossing * std::min(cube->dimensions(), neighbours) /
                       std::max(1, cube->dimensions()) / count;
    } else if (const auto* const lines = std::get_if<grid>(&net)) {
        // A slab has two ends, and at each as many links as there are nodes between two that are
        // neighbours, in each dimension.
        double cut = 0;
        for (int i = 0; i < lines->dimensions(); ++i) {
            cut += lines->stride(i);
        }
        const std::size_t links = std::max<std::size_t>(1, lines->link_count());
        least.border = 2 * mailboxes_a_crossing_ahead * std::min(1 / count, ratio(2 * cut, links));
    }
    least.mailboxes += least.border;
    return least;
}

partition_cache::share partition_cache::of(transport* carrier, const network& net) {
    if (carrier == nullptr) {
        return {.nodes = node_partition{node_count(net)}, .most = {}};
    }
    if (last_ && last_->carrier == carrier && last_->part.most.processes == carrier->processes() &&
        are_the_same(last_->network, net)) {
        return last_->part;
    }
    require_the_same(net, carrier);
    share own_share{.nodes = nodes_of_each(*carrier, net),
                    .most = least_part(net, carrier->processes())};
    if (const auto* const links = std::get_if<graph>(&net)) {
        own_share.most = most_of_graph(*carrier, *links, own_share.nodes);
    }
    last_ = cache_entry{.network = net, .carrier = carrier, .part = own_share};
    return own_share;
}

}  // namespace tutti
