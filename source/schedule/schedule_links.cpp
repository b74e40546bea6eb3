#include "schedule_links.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

template <class Network>
void add_links_of(const Network& net, node_id node, std::vector<schedule_link>& links) {
    for (port through = 0; through < net.port_limit(node); ++through) {
        if (net.has_port(node, through)) {
            links.push_back({.from = node, .to = net.neighbour(node, through)});
        }
    }
}

// Equal pairs become one, with the sum or the largest of their capacities.
template <class Join>
void join_pairs(std::vector<schedule_link>& links, const Join& join) {
    std::ranges::sort(links);
    std::size_t count = 0;
    for (const schedule_link& link : links) {
        if (count > 0 && links[count - 1].from == link.from && links[count - 1].to == link.to) {
            links[count - 1].capacity = join(links[count - 1].capacity, link.capacity);
        } else {
            links[count] = link;
            ++count;
        }
    }
    links.resize(count);
}

std::vector<schedule_link> links_of(const network& net) {
    std::vector<schedule_link> links;
    links.reserve(link_count(net));
    std::visit(
        [&](const auto& shape) {
            for (node_id node = 0; node < shape.node_count(); ++node) {
                add_links_of(shape, node, links);
            }
        },
        net);
    join_pairs(links, [](std::uint32_t a, std::uint32_t b) { return a + b; });
    return links;
}

}  // namespace

schedule_links::schedule_links(const network& net)
    : schedule_links{tutti::node_count(net), links_of(net)} {}

schedule_links::schedule_links(std::size_t nodes, std::vector<schedule_link> links)
    : links_{std::move(links)}, first_(nodes + 1) {
    join_pairs(links_, [](std::uint32_t a, std::uint32_t b) { return std::max(a, b); });
    for (const schedule_link& link : links_) {
        ++first_[std::size_t{link.from} + 1];
    }
    for (std::size_t node = 0; node < nodes; ++node) {
        first_[node + 1] += first_[node];
    }
}

std::uint32_t schedule_links::capacity(node_id from, node_id to) const {
    const auto row = all().subspan(first_[from], first_[std::size_t{from} + 1] - first_[from]);
    const auto place = std::ranges::lower_bound(row, to, {}, &schedule_link::to);
    return place != row.end() && place->to == to ? place->capacity : 0;
}

network_listing with_reverses(const schedule_links& links) {
    network_listing listing{.nodes = links.node_count()};
    for (const schedule_link& link : links.all()) {
        const std::uint32_t back = links.capacity(link.to, link.from);
        const std::uint32_t copies = std::max(link.capacity, back);
        if (link.from > link.to && back > 0) {
            continue;  // it is there with its reverse
        }
        if (copies > most_copies) {
            refuse("{} links {}->{}; a network has {} between two nodes at most", copies, link.from,
                   link.to, most_copies);
        }
        listing.links.push_back(
            {.from = link.from, .to = link.to, .copies = remainder_of(copies, most_copies + 1)});
    }
    return listing;
}

std::string edge_list(const schedule_links& links) {
    std::string text = "# the links of a schedule: two nodes, and the number of their links\n";
    for (const listed_link& link : with_reverses(links).links) {
        text += fmt::format("{} {} {}\n", link.from, link.to, link.copies);
    }
    return text;
}

}  // namespace tutti
