#include "tutti/experiment/description.hpp"

#include <algorithm>
#include <span>

#include <boost/json.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "figures.hpp"
#include "tutti/topology/specification.hpp"
#include "tutti/tree/hamiltonian_cycle.hpp"

namespace tutti {
namespace {

std::string degrees(const network_properties& known) {
    return known.least_degree == known.most_degree
               ? fmt::format("{}", known.least_degree)
               : fmt::format("{} to {}", known.least_degree, known.most_degree);
}

std::string_view answer_text(answer given) {
    if (given == answer::unknown) {
        return "unknown";
    }
    return given == answer::yes ? "yes" : "no";
}

boost::json::value known_or_null(answer given) {
    return given == answer::unknown ? boost::json::value{} : given == answer::yes;
}

std::string diameter_text(diameter_bound diameter) {
    return fmt::format("{}{}", grouped(static_cast<std::uint64_t>(diameter.links)),
                       diameter.is_exact ? "" : " at most");
}

std::string cycle_text(const network_description& described) {
    constexpr std::size_t most_shown = 64;
    constexpr std::size_t beginning = 16;
    if (!described.cycle) {
        return fmt::format("{}{}{}",
                           described.is_hamiltonian == answer::no ? "none" : "none is known",
                           described.why_no_cycle.empty() ? "" : ": ", described.why_no_cycle);
    }
    const std::span<const node_id> all{*described.cycle};
    if (described.nodes <= most_shown) {
        return fmt::format("{}", fmt::join(all, " "));
    }
    return fmt::format("{} ...", fmt::join(all.first(beginning), " "));
}

std::vector<node_id> first_nodes(const hamiltonian_answer& found, std::size_t count) {
    std::vector<node_id> nodes(count);
    for (std::size_t i = 0; i < count; ++i) {
        nodes[i] = found.at(i);
    }
    return nodes;
}

}  // namespace

network_description describe(std::string_view text, const network& where) {
    const hamiltonian_answer found = find_hamiltonian_cycle(where);
    network_description described{.text = std::string{text},
                                  .nodes = node_count(where),
                                  .links = link_count(where),
                                  .diameter = diameter_of(where),
                                  .properties = properties_of(where),
                                  .is_hamiltonian = found.exists,
                                  .cycle = std::nullopt,
                                  .why_no_cycle = found.why_not};
    if (found.at) {
        described.cycle =
            first_nodes(found, std::min(described.nodes, network_description::most_cycle_nodes));
    }
    return described;
}

std::string to_json(const network_description& described) {
    namespace json = boost::json;
    const network_properties& known = described.properties;
    json::value cycle;
    if (described.cycle && described.cycle->size() == described.nodes) {
        cycle = json::array(described.cycle->begin(), described.cycle->end());
    }
    return json::serialize(json::object{
        {"spec", described.text},
        {"nodes", described.nodes},
        {"links", described.links},
        {"degree", {{"least", known.least_degree}, {"most", known.most_degree}}},
        {"diameter", described.diameter.links},
        {"diameter_is", described.diameter.is_exact ? "exact" : "upper bound"},
        {"bipartite", known.is_bipartite},
        {"vertex_transitive", known_or_null(known.vertex_transitive)},
        {"hamiltonian", known_or_null(described.is_hamiltonian)},
        {"hamiltonian_cycle_known", described.cycle.has_value()},
        {"hamiltonian_cycle", cycle},
        {"why_no_hamiltonian_cycle",
         described.why_no_cycle.empty() ? json::value{} : json::value(described.why_no_cycle)}});
}

std::string to_table(const network_description& described) {
    const network_properties& known = described.properties;
    std::string table = described.text + "\n\n";
    const auto line = [&](std::string_view name, std::string_view text) {
        table += fmt::format("  {:<19}{}\n", name, text);
    };
    line("nodes", grouped(described.nodes));
    line("links", grouped(described.links) + " directed");
    line("degree", degrees(known));
    line("diameter", diameter_text(described.diameter));
    line("bipartite", known.is_bipartite ? "yes" : "no");
    line("vertex-transitive", answer_text(known.vertex_transitive));
    line("Hamiltonian cycle", cycle_text(described));
    return table;
}

}  // namespace tutti
