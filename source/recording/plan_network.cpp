#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "engine/memory/memory.hpp"
#include "experiment/plan/plan_identity.hpp"
#include "packed_bytes.hpp"
#include "plan_text.hpp"
#include "recording_format.hpp"
#include "topology/networks/each_link.hpp"
#include "topology/networks/network_listing.hpp"
#include "topology/networks/network_specification.hpp"
#include "topology/node_naming.hpp"
#include "util/value_syntax.hpp"

namespace tutti::record {
namespace {

/// Network that a recording has itself: by its links, or by a specification.
using own_network = std::variant<graph, network_specification>;
/// Networks of files, of users' families and of code, by the names that the plan has for them.
using named_networks = std::map<std::string, own_network, std::less<>>;

network_specification parse(std::string_view text) {
    return network_specification::parse(text, library_networks(), unknown_networks::kept);
}

// Each copy once, in order.
std::vector<graph::link> links_of(const graph& on_graph) {
    std::vector<graph::link> links;
    for_each_link(on_graph, [&](node_id from, port /*through*/, node_id to) {
        if (to > from) {
            links.emplace_back(from, to);
        }
    });
    std::ranges::sort(links);
    return links;
}

// Sorted links give equal bytes for equal graphs, and first nodes are differences, most of which
// take one byte. `graph_from` is the inverse.
std::string bytes_of(const graph& on_graph) {
    column bytes;
    const std::vector<graph::link> links = links_of(on_graph);
    bytes.add(on_graph.node_count());
    bytes.add(links.size());
    node_id last = 0;
    for (const auto& [from, to] : links) {
        bytes.add(from - last);
        bytes.add(to);
        last = from;
    }
    return std::string{bytes.bytes()};
}

// The hash of the links replaces the path: a recording names no file of the computer that made it,
// and equal links have equal names.
std::string name_of_links(const graph& graph) {
    const std::string bytes = bytes_of(graph);
    return fmt::format("{:016x}", checksum_of({}, bytes));
}

/// Switches and names of a network that a recording has by its links.
struct node_facts {
    std::vector<node_id> switches{};
    std::vector<std::string> names{};  // of all nodes, or none
};
/// The same by the names that the plan has for these networks.
using facts_of_networks = std::map<std::string, node_facts, std::less<>>;

// `read_facts` is the inverse.
void add_facts(column& to, const std::string& name, const graph& links) {
    if (links.switches().empty() && links.names().empty()) {
        return;
    }
    to.add_text(name);
    to.add(links.switches().size());
    node_id last = 0;
    for (const node_id node : links.switches()) {
        to.add(node - std::exchange(last, node));
    }
    to.add(links.names().size());
    for (const std::string& each : links.names()) {
        to.add_text(each);
    }
}

facts_of_networks read_facts(std::string_view text) {
    facts_of_networks networks;
    column_reader from{text};
    while (!from.is_at_end()) {
        node_facts& facts = networks[std::string{from.text(text.size())}];
        facts.switches.resize(from.count(most_part_bytes, 1));
        node_id last = 0;
        for (node_id& each : facts.switches) {
            each = last += from.small_number();
        }
        facts.names.resize(from.count(most_part_bytes, 1));
        for (std::string& each : facts.names) {
            each = from.text(text.size());
            if (!is_node_name(each)) {
                refuse_damage("a node of its network has a name that is none");
            }
        }
    }
    return networks;
}

// Networks with a structure keep it, by a specification behind a number of nodes that no links
// have.
std::string bytes_of(const network& net) {
    const auto* const links = std::get_if<graph>(&net);
    if (links != nullptr && std::holds_alternative<listed_shape>(links->shape())) {
        return bytes_of(*links);
    }
    column bytes;
    bytes.add(0);
    bytes.add_text(network_specification::of(net).text());
    return std::string{bytes.bytes()};
}

// Name of a network that recordings have themselves, or an empty text.
std::string own_name(const network_specification& specification) {
    return specification.is_own() ? specification.text() : specification.path();
}

// NOLINTNEXTLINE(misc-no-recursion): no deeper than products are nested
bool has_own(const network_specification& specification) {
    return !own_name(specification).empty() ||
           std::ranges::any_of(specification.factors(), has_own);
}

// Calls `visit(specification, network)` for each network that recordings have themselves, from left
// to right.
template <class Found>
// NOLINTNEXTLINE(misc-no-recursion): no deeper than products are nested
void for_each_own(const network_specification& specification, const network& net,
                  const Found& visit) {
    if (!own_name(specification).empty()) {
        visit(specification, net);
        return;
    }
    if (specification.factors().empty()) {
        return;
    }
    const auto* const made = std::get_if<graph>(&net);
    const auto* const product =
        made == nullptr ? nullptr : std::get_if<product_shape>(&made->shape());
    for (std::size_t i = 0; product != nullptr && i < specification.factors().size(); ++i) {
        for_each_own(specification.factors()[i], product->factors()[i], visit);
    }
}

// Edges of random graphs are drawn one by one, which takes long rather than much.
// NOLINTNEXTLINE(misc-no-recursion): no deeper than products are nested
void require_drawing(const network_specification& specification, std::uint64_t most_bytes) {
    constexpr std::uint64_t bytes_an_edge = 1024;
    if (specification.kind() == "random-graph" &&
        bounded_product(specification.numbers()[1], bytes_an_edge) > most_bytes) {
        refuse(
            "to draw {} edges takes too long for a recording of this size; --memory-limit {} "
            "allows it",
            grouped(specification.numbers()[1]),
            bounded_product(specification.numbers()[1], bytes_an_edge));
    }
    for (const network_specification& each : specification.factors()) {
        require_drawing(each, most_bytes);
    }
}

// @param most_nodes that the recording has
network built_of(const own_network& own, const std::string& name, std::uint64_t most_nodes,
                 std::uint64_t most_bytes) {
    if (const auto* const links = std::get_if<graph>(&own)) {
        return links->named({.name = name});
    }
    const auto& specification = std::get<network_specification>(own);
    if (specification.node_count().value_or(most_nodes + 1) > most_nodes) {
        refuse_damage("its network has another number of nodes than its plan says");
    }
    require_drawing(specification, most_bytes);
    return specification.build(most_bytes);
}

// Specifications of the library are built as usual. Other networks come from the recording, in
// place of the file system and of programs.
// NOLINTNEXTLINE(misc-no-recursion): no deeper than products are nested
network built_of(const network_specification& specification, const named_networks& own,
                 std::uint64_t most_nodes, std::uint64_t most_bytes) {
    if (const std::string name = own_name(specification); !name.empty()) {
        const auto position = own.find(name);
        if (position == own.end()) {
            refuse_damage("the links of its network are missing");
        }
        return built_of(position->second, specification.is_own() ? name : "", most_nodes,
                        most_bytes);
    }
    if (!has_own(specification)) {
        return specification.build(most_bytes);
    }
    std::vector<network> factors;
    for (const network_specification& each : specification.factors()) {
        factors.push_back(built_of(each, own, most_nodes, most_bytes));
    }
    // The outline is measured before the links of the product are built.
    const graph whole = graph::outline(product_shape{std::move(factors)});
    if (whole.memory_bytes() > most_bytes) {
        refuse("it takes {} bytes for its links, and may take {}; --memory-limit allows more",
               grouped(whole.memory_bytes()), grouped(most_bytes));
    }
    return built(whole);
}

own_network network_from(column_reader& from, node_facts facts) {
    constexpr std::uint64_t most_nodes = std::uint64_t{1} << 30U;
    const std::uint64_t nodes = from.number(most_nodes);
    if (nodes == 0) {
        return network_specification::parse(from.text(most_part_bytes));
    }
    const std::uint64_t count = from.count(most_part_bytes, 2);
    // A connected graph has at least n - 1 links. The check bounds the number of nodes by the size
    // of the file before anything is allocated for them.
    if (nodes > count + 1) {
        refuse_damage("the links of its network do not reach all nodes");
    }
    network_listing listing{
        .nodes = nodes, .switches = std::move(facts.switches), .names = std::move(facts.names)};
    node_id last = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        last += from.small_number();
        const node_id to = from.small_number();
        // Parallel links follow each other.
        if (!listing.links.empty() && listing.links.back().from == last &&
            listing.links.back().to == to) {
            ++listing.links.back().copies;
        } else {
            listing.links.push_back({.from = last, .to = to});
        }
    }
    return graph{listing};
}

named_networks read_links(const network_parts& parts) {
    named_networks links;
    facts_of_networks facts = read_facts(parts.nodes);
    column_reader from{parts.links};
    while (!from.is_at_end()) {
        const std::string name{from.text(parts.links.size())};
        links.emplace(name, network_from(from, std::move(facts[name])));
    }
    return links;
}

// Tables of a recording are by node and by link.
void require_memory(const recorded_plan& plan, std::uint64_t links, std::uint64_t most_bytes) {
    constexpr std::uint64_t bytes_a_link = 8;
    const std::uint64_t nodes = plan.nodes;
    const std::uint64_t bytes_a_node = 64 + 5 * plan.phases.size();
    const std::uint64_t needed =
        bounded_product(nodes, bytes_a_node) + bounded_product(links, bytes_a_link);
    if (needed > most_bytes) {
        refuse(
            "{} and {} take about {} bytes, and reading it may take {}; --memory-limit allows more",
            quantity(nodes, "node"), quantity(links, "link"), grouped(needed), grouped(most_bytes));
    }
}

}  // namespace

// A file that occurs in several factors is written once.
network_parts parts_of(const recorded_plan& plan, const network& net) {
    column column;
    record::column facts;
    std::set<std::string> names;
    for_each_own(parse(plan.network), net,
                 [&](const network_specification& specification, const network& own) {
                     const std::string name = own_name(specification);
                     if (names.insert(name).second) {
                         column.add_text(name);
                         const std::string bytes = bytes_of(own);
                         column.add_bytes(std::as_bytes(std::span{bytes}));
                         if (const auto* const links = std::get_if<graph>(&own)) {
                             add_facts(facts, name, *links);
                         }
                     }
                 });
    return {.nodes = std::string{facts.bytes()}, .links = std::string{column.bytes()}};
}

network network_of(const recorded_plan& plan, const network_parts& parts,
                   std::uint64_t most_bytes) {
    try {
        const named_networks own = read_links(parts);
        const auto specification = parse(plan.network);
        // The number of nodes and the memory for them are checked before the network is built, and
        // the memory for links when it is known.
        if (specification.node_count().value_or(plan.nodes) != plan.nodes) {
            refuse_damage("its network has another number of nodes than its plan says");
        }
        require_memory(plan, 0, most_bytes);
        require_drawing(specification, most_bytes);
        network net = built_of(specification, own, plan.nodes, most_bytes);
        if (node_count(net) != plan.nodes) {
            refuse_damage("its network has another number of nodes than its plan says");
        }
        require_memory(plan, link_count(net), most_bytes);
        return net;
    } catch (const recording_error&) {
        throw;
    } catch (const std::invalid_argument& wrong) {
        throw recording_error{fmt::format("has a network that cannot be built: {}", wrong.what())};
    }
}

std::string name_without_files(const std::string& specification, const network& net) {
    const network_specification named = parse(specification);
    std::vector<std::string> names;
    for_each_own(named, net, [&](const network_specification& own, const network& part) {
        if (!own.is_own()) {
            names.push_back(name_of_links(std::get<graph>(part)));
        }
    });
    std::span<const std::string> next{names};
    return text_with_paths(named, next);
}

}  // namespace tutti::record
