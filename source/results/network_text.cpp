#include <algorithm>
#include <span>

#include <fmt/ranges.h>

#include "experiment/network_summary.hpp"
#include "util/collect.hpp"
#include "util/json_values.hpp"
#include "util/text_table.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

std::string degrees(const network_properties& properties) {
    const std::string least = std::to_string(properties.least_degree);
    return properties.least_degree == properties.most_degree
               ? least
               : fmt::format("{} to {}", least, properties.most_degree);
}

std::string_view answer_text(answer finding) {
    return finding == answer::unknown ? "unknown" : finding == answer::yes ? "yes" : "no";
}

boost::json::value known_or_null(answer finding) {
    return finding == answer::unknown ? boost::json::value{} : finding == answer::yes;
}

std::string_view name_of(const diameter_bound& bound) {
    return bound.is_exact ? "exact" : "upper bound";
}

std::string text_of(const diameter_bound& bound) {
    return fmt::format("{}{}", grouped(bound.links), bound.is_exact ? "" : " at most");
}

std::string names_text(std::span<const std::string> names) {
    constexpr std::size_t most_shown = 16;
    return fmt::format("{}{}", fmt::join(names.first(std::min(names.size(), most_shown)), ", "),
                       names.size() > most_shown ? ", ..." : "");
}

std::string cycle_text(const network_summary& described) {
    constexpr std::size_t most_shown = 64;
    constexpr std::size_t beginning = 16;
    if (!described.cycle) {
        return fmt::format("{}{}{}",
                           described.is_hamiltonian == answer::no ? "none" : "none is known",
                           described.why_no_cycle.empty() ? "" : ": ", described.why_no_cycle);
    }
    const std::span<const node_id> nodes{*described.cycle};
    const auto text_of = [&](node_id node) {
        return node < described.names.size() ? fmt::format("{} ({})", node, described.names[node])
                                             : fmt::to_string(node);
    };
    return described.nodes <= most_shown
               ? joined_texts(nodes, " ", text_of)
               : joined_texts(nodes.first(beginning), " ", text_of) + " ...";
}

}  // namespace

std::string to_json(const network_summary& described) {
    namespace json = boost::json;
    const network_properties& properties = described.properties;
    json::value cycle;
    if (described.cycle && described.cycle->size() == described.nodes) {
        cycle = json::array(described.cycle->begin(), described.cycle->end());
    }
    json::object object{
        {"spec", described.text},
        {"nodes", described.nodes},
        {"links", described.links},
        {"degree", {{"least", properties.least_degree}, {"most", properties.most_degree}}},
        {"diameter", described.diameter.links},
        {"diameter_is", name_of(described.diameter)},
        {"bipartite", properties.is_bipartite},
        {"vertex_transitive", known_or_null(properties.vertex_transitive)},
        {"hamiltonian", known_or_null(described.is_hamiltonian)},
        {"hamiltonian_cycle_known", described.cycle.has_value()},
        {"hamiltonian_cycle", cycle},
        {"why_no_hamiltonian_cycle", or_null(described.why_no_cycle)}};
    if (described.switches > 0) {
        object["hosts"] = described.nodes - described.switches;
        object["switches"] = described.switches;
        object["host_diameter"] = described.host_diameter.links;
        object["host_diameter_is"] = name_of(described.host_diameter);
    }
    if (!described.names.empty()) {
        object["node_names"] = json::array(described.names.begin(), described.names.end());
    }
    if (!described.left_out.empty()) {
        object["left_out"] = described.left_out;
    }
    return serialized(object);
}

std::string to_table(const network_summary& described, table_style style) {
    const network_properties& properties = described.properties;
    listing out{19};
    out.plain("{}\n", bold(described.text, style));
    out.line("nodes", "{}", grouped(described.nodes));
    if (described.switches > 0) {
        out.line("hosts", "{}", grouped(described.nodes - described.switches));
        out.line("switches", "{}", grouped(described.switches));
    }
    out.line("links", "{} directed", grouped(described.links));
    out.line("degree", "{}", degrees(properties));
    out.line("diameter", "{}", text_of(described.diameter));
    if (described.switches > 0) {
        out.line("between hosts", "{}", text_of(described.host_diameter));
    }
    out.line("bipartite", "{}", properties.is_bipartite ? "yes" : "no");
    out.line("vertex-transitive", "{}", answer_text(properties.vertex_transitive));
    out.line("Hamiltonian cycle", "{}", cycle_text(described));
    if (!described.names.empty()) {
        out.line("names", "{}", names_text(described.names));
    }
    if (!described.left_out.empty()) {
        out.line("left out", "{}", described.left_out);
    }
    return out.text();
}

}  // namespace tutti
