#include "graph_file.hpp"

#include <boost/pending/disjoint_sets.hpp>

#include "link_listing.hpp"
#include "util/counts.hpp"
#include "util/file_content.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

constexpr file_kind graph_files{.content = "two node ids a line, or a Matrix Market matrix",
                                .most_bytes = most_graph_file_bytes};

/// Both ends, the smaller first.
std::pair<node_id, node_id> ends_of(const link_entry& each) {
    return std::minmax({each.from, each.to});
}

[[noreturn]] void refuse_link(const link_listing& listing, std::span<const link_entry> same) {
    const auto from = [&](const link_entry& each) { return each.from + listing.least_id; };
    const auto to = [&](const link_entry& each) { return each.to + listing.least_id; };
    const link_entry& first = same[0];
    if (same.size() == 1) {
        refuse(
            "has the link {0}-{1} in line {2} and not {1}-{0}: it is directed, and "
            "links have both directions",
            from(first), to(first), first.line);
    }
    // The third entry is at fault if the first two are the two directions of the link.
    const link_entry& again =
        same.size() > 2 && same[1].from != first.from && listing.has_both_directions ? same[2]
                                                                                     : same[1];
    const link_entry& before =
        again.from == first.from || !listing.has_both_directions ? first : same[1];
    refuse("has the link {}-{} in line {}, and in line {} already; list each link once",
           from(again), to(again), again.line, before.line);
}

/// The undirected links of a file; `entries` get another order.
/// @throws std::invalid_argument for the first line with a link that is there too often or not
/// often enough
std::vector<graph::link> links_of(link_listing& listing) {
    std::ranges::sort(listing.entries, {}, [](const link_entry& each) {
        return std::pair{ends_of(each), each.line};
    });
    std::vector<graph::link> links;
    links.reserve(listing.entries.size());
    std::span<const link_entry> wrong;
    for (auto rest = std::span<const link_entry>{listing.entries}; !rest.empty();) {
        const auto end = std::ranges::find_if(
            rest, [&](const link_entry& each) { return ends_of(each) != ends_of(rest.front()); });
        const auto same = rest.first(position_at(rest, end));
        links.push_back(ends_of(same.front()));
        const bool is_once = listing.has_both_directions
                                 ? same.size() == 2 && same[0].from != same[1].from
                                 : same.size() == 1;
        // The first line of the file with an error is reported, whatever the order of the links.
        if (!is_once && (wrong.empty() || same.front().line < wrong.front().line)) {
            wrong = same;
        }
        rest = rest.subspan(same.size());
    }
    if (!wrong.empty()) {
        refuse_link(listing, wrong);
    }
    return links;
}

/// Ids that have links, in increasing order. It takes memory for the links, not for nodes that have
/// none.
std::vector<node_id> linked_nodes(std::span<const graph::link> links) {
    std::vector<node_id> linked;
    linked.reserve(2 * links.size());
    for (const auto& [a, b] : links) {
        linked.push_back(a);
        linked.push_back(b);
    }
    std::ranges::sort(linked);
    const auto repeated = std::ranges::unique(linked);
    linked.erase(repeated.begin(), repeated.end());
    return linked;
}

void check_every_node_has_a_link(const link_listing& listing, std::span<const node_id> linked) {
    if (listing.nodes == 1 || linked.size() == listing.nodes) {
        return;
    }
    std::uint64_t first = 0;
    while (first < linked.size() && linked[first] == first) {
        ++first;
    }
    refuse("has no link of node {}; ids begin at {}, and every node up to {} has a link",
           first + listing.least_id, listing.least_id, listing.nodes - 1 + listing.least_id);
}

// A union of two parts reduces their number by one; one part is left if all nodes are connected.
void check_is_one_part(std::uint64_t nodes, std::span<const graph::link> links) {
    boost::disjoint_sets_with_storage<> parts{nodes};
    std::uint64_t count = nodes;
    for (const auto& [a, b] : links) {
        const std::size_t one = parts.find_set(std::size_t{a});
        const std::size_t other = parts.find_set(std::size_t{b});
        count -= one == other ? 0U : 1U;
        parts.link(one, other);
    }
    if (count != 1) {
        refuse("has {} nodes in {} parts; a network is one part", nodes, count);
    }
}

}  // namespace

graph parse_graph(std::string_view content) {
    check_is_text(content, graph_files);
    content = without_byte_order_mark(content);
    link_listing listing = read_links(content);
    const std::vector<graph::link> links = links_of(listing);
    listing.entries = {};
    check_every_node_has_a_link(listing, linked_nodes(links));
    check_is_one_part(listing.nodes, links);
    return {listing.nodes, links};
}

graph read_graph_file(const std::string& path, std::uint64_t most_bytes) {
    // Entries, links and lists of nodes take 20 bytes for each byte of the file at most.
    constexpr std::uint64_t bytes_for_each = 20;
    const std::uint64_t needed = bytes_for_each * size_of_file(path, graph_files);
    if (needed > most_bytes) {
        refuse("takes {} bytes to read, and there are {}; use a smaller file", grouped(needed),
               grouped(most_bytes));
    }
    return parse_graph(content_of_file(path, graph_files));
}

}  // namespace tutti
