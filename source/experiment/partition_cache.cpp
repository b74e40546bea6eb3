#include "partition_cache.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <variant>
#include <vector>

#include "engine/exchange/bytes.hpp"
#include "engine/exchange/gather.hpp"
#include "engine/memory/memory.hpp"
#include "several_processes.hpp"
#include "topology/networks/each_link.hpp"

namespace tutti {
namespace {

/// The neighbours of all nodes, one node's behind the other's.
struct adjacency {
    explicit adjacency(const network& where) {
        const std::size_t nodes = node_count(where);
        first.reserve(nodes + 1);
        neighbours.reserve(link_count(where));
        for_each_link(where, [&](node_id node, port /*through*/, node_id to) {
            first.resize(node + std::size_t{1}, count());
            neighbours.push_back(static_cast<std::int32_t>(to));
        });
        first.resize(nodes + 1, count());
    }

    std::vector<std::int32_t> first;  // of each node, and the end
    std::vector<std::int32_t> neighbours;

private:
    [[nodiscard]] std::int32_t count() const noexcept {
        return static_cast<std::int32_t>(neighbours.size());
    }
};

// A product's ranges are slabs, and of a complete graph all parts are alike.
bool is_cut_in_ranges(const network& where) {
    const auto* const links = std::get_if<graph>(&where);
    constexpr std::size_t most_links = std::numeric_limits<std::int32_t>::max();
    return links == nullptr || links->link_count() > most_links ||
           std::holds_alternative<product_shape>(links->shape()) ||
           std::holds_alternative<complete_shape>(links->shape());
}

// Of process 0; empty: even ranges do as well.
std::vector<std::uint16_t> owners_of(transport& carrier, const network& where) {
    // Memory of METIS and of the neighbours that it is given; measured.
    constexpr std::uint64_t bytes_a_link = 64;
    if (carrier.self() != 0 || link_count(where) * bytes_a_link > available_memory_bytes()) {
        return {};
    }
    const adjacency all{where};
    return carrier.partition_graph(all.first, all.neighbours);
}

// As process 0 has it, told in pieces, as each is told to all at once.
std::vector<std::uint16_t> table_of(transport& carrier, const network& where) {
    constexpr std::size_t most_at_once = std::size_t{1} << 20U;
    const std::vector<std::uint16_t> mine = owners_of(carrier, where);
    const std::size_t count = gather_values(&carrier, mine.size()).front();
    std::vector<std::uint16_t> owners;
    owners.reserve(count);
    while (owners.size() < count) {
        transport::bytes told;
        if (!mine.empty()) {
            const std::span left = std::span{mine}.subspan(owners.size());
            detail::append_values(told, left.first(std::min(most_at_once, left.size())));
        }
        const transport::bytes said = gather(&carrier, told).front();
        for (detail::byte_reader from{said}; !from.is_at_end();) {
            owners.push_back(from.take<std::uint16_t>());
        }
    }
    if (!owners.empty() && owners.size() != node_count(where)) {
        throw std::invalid_argument{"a graph was divided that has other nodes"};
    }
    return owners;
}

node_partition nodes_of_each(transport& carrier, const network& where) {
    if (!is_cut_in_ranges(where)) {
        const std::vector<std::uint16_t> owners = table_of(carrier, where);
        if (!owners.empty()) {
            return {owners, carrier.self(), carrier.processes()};
        }
    }
    return node_partition{node_count(where), carrier.self(), carrier.processes()};
}

// Packets that cross are written twice, to bring those of all threads together, and read once, each
// time with room for more: three places take as much as two mailboxes. Where they may go ahead, two
// more are taken in turn, by who sends and who receives.
constexpr double mailboxes_a_place = 2.0 / 3;
constexpr double mailboxes_a_crossing = 3 * mailboxes_a_place;
constexpr double mailboxes_a_crossing_ahead = 5 * mailboxes_a_place;

// Part of the process with the largest one.
process_part most_of_graph(transport& carrier, const graph& links, const node_partition& nodes) {
    std::size_t own = 0;
    std::size_t crossing = 0;  // out of here, or to here
    for_each_link(links, [&](node_id node, port /*through*/, node_id to) {
        if (nodes.is_own(node) != nodes.is_own(to)) {
            ++crossing;
        }
    });
    for (std::size_t number = 0; number < nodes.own_count(); ++number) {
        own += static_cast<std::size_t>(links.port_limit(nodes.own_node(number)));
    }
    const auto all_links = static_cast<double>(std::max<std::size_t>(1, links.port_count()));
    const double border = mailboxes_a_crossing_ahead * static_cast<double>(crossing) / all_links;
    process_part most{.processes = carrier.processes(), .nodes = 0, .mailboxes = 0};
    const process_part mine{
        .processes = carrier.processes(),
        .nodes = static_cast<double>(nodes.own_count()) / static_cast<double>(nodes.node_count()),
        .mailboxes = static_cast<double>(own) / all_links + border,
        .border = border};
    for (const process_part& each : gather_values(&carrier, mine)) {
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

process_part least_part(const network& where, int processes) {
    const double count = processes;
    process_part least{.processes = processes, .nodes = 1 / count, .mailboxes = 1 / count};
    if (processes == 1) {
        return least;
    }
    if (const auto* const cube = std::get_if<hypercube>(&where)) {
        // Each range has as many neighbours as their number has bits, each through one port of all
        // its nodes; where they are no power of two, ranges begin within a port's pairs.
        const auto count_of_all = static_cast<unsigned>(processes);
        const int neighbours = static_cast<int>(std::bit_width(count_of_all - 1)) +
                               (std::has_single_bit(count_of_all) ? 0 : 1);
        least.border = 2 * mailboxes_a_crossing * std::min(cube->dimensions(), neighbours) /
                       std::max(1, cube->dimensions()) / count;
    } else if (const auto* const lines = std::get_if<grid>(&where)) {
        // A slab has two ends, and at each as many links as there are nodes between two that are
        // neighbours, in each dimension.
        double cut = 0;
        for (int i = 0; i < lines->dimensions(); ++i) {
            cut += lines->stride(i);
        }
        const double links = std::max(1.0, static_cast<double>(lines->link_count()));
        least.border = 2 * mailboxes_a_crossing_ahead * std::min(1 / count, 2 * cut / links);
    }
    least.mailboxes += least.border;
    return least;
}

partition_cache::share partition_cache::of(transport* carrier, const network& where) {
    if (carrier == nullptr) {
        return {.nodes = node_partition{node_count(where)}, .most = {}};
    }
    if (last_ && last_->carrier == carrier && last_->found.most.processes == carrier->processes() &&
        are_the_same(last_->where, where)) {
        return last_->found;
    }
    require_the_same(where, carrier);
    share found{.nodes = nodes_of_each(*carrier, where),
                .most = least_part(where, carrier->processes())};
    if (const auto* const links = std::get_if<graph>(&where)) {
        found.most = most_of_graph(*carrier, *links, found.nodes);
    }
    last_ = cache_entry{.where = where, .carrier = carrier, .found = found};
    return found;
}

}  // namespace tutti
