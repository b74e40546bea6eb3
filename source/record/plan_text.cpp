#include "plan_text.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "packed_bytes.hpp"
#include "recording_format.hpp"
#include "tutti/topology/network_specification.hpp"

namespace tutti::record {
namespace {

namespace json = boost::json;

json::value rational_or_null(const std::optional<rational>& maybe) {
    return maybe ? json::value(to_string(*maybe)) : json::value(nullptr);
}

template <class T>
json::value number_or_null(const std::optional<T>& maybe) {
    return maybe ? json::value(*maybe) : json::value(nullptr);
}

json::object phase_json(const recorded_phase& one) {
    return {{"name", one.name},
            {"slot_length", to_string(one.slot_length)},
            {"carries", to_string(one.carries)},
            {"expected", number_or_null(one.expected)},
            {"is_knowable", one.is_knowable},
            {"markers", json::array(one.markers.begin(), one.markers.end())},
            {"repeats", one.repeats},
            {"is_synchronous", one.is_synchronous}};
}

json::object filter_json(const recording_filter& only) {
    return {{"first_slot", only.first},
            {"last_slot", only.last == never ? json::value(nullptr) : json::value(only.last)},
            {"nodes", json::array(only.nodes.begin(), only.nodes.end())},
            {"has_control", only.has_control}};
}

json::object parameters_json(const recorded_plan& plan) {
    json::object all;
    for (const auto& [name, value] : plan.parameters) {
        all[name] = value;
    }
    return all;
}

template <class T>
std::optional<T> number_if_any(const json::value& any) {
    return any.is_null() ? std::nullopt : std::optional{any.to_number<T>()};
}

std::string text_of(const json::value& any) { return std::string{any.as_string()}; }

rational rational_of(const json::value& any) { return parse_rational(any.as_string()); }

std::vector<node_id> nodes_of(const json::value& any) {
    std::vector<node_id> nodes;
    for (const json::value& one : any.as_array()) {
        nodes.push_back(one.to_number<node_id>());
    }
    return nodes;
}

recorded_phase phase_from(const json::object& all) {
    return {.name = text_of(all.at("name")),
            .slot_length = rational_of(all.at("slot_length")),
            .carries = rational_of(all.at("carries")),
            .expected = number_if_any<slot>(all.at("expected")),
            .is_knowable = all.at("is_knowable").as_bool(),
            .markers = nodes_of(all.at("markers")),
            .repeats = all.at("repeats").as_bool(),
            .is_synchronous = all.at("is_synchronous").as_bool()};
}

recording_filter filter_from(const json::object& all) {
    return {.first = all.at("first_slot").to_number<slot>(),
            .last = number_if_any<slot>(all.at("last_slot")).value_or(never),
            .nodes = nodes_of(all.at("nodes")),
            .has_control = all.at("has_control").as_bool()};
}

port_model ports_from(const json::value& any) {
    const auto ports = port_model_named(any.as_string());
    if (!ports) {
        refuse_damage("its plan has no port model");
    }
    return *ports;
}

void read_promises(const json::object& all, recorded_plan& plan) {
    plan.time_formula = text_of(all.at("time"));
    const json::value& expected = all.at("expected");
    if (!expected.is_null()) {
        plan.expected_units = rational_of(expected.at("units"));
        plan.expected_kind = text_of(expected.at("kind"));
    }
    plan.lower_bound = rational_of(all.at("lower_bound"));
    for (const json::value& each : all.at("phases").as_array()) {
        plan.phases.push_back(phase_from(each.as_object()));
    }
}

recorded_plan read_plan(const json::object& all) {
    const json::object& where = all.at("network").as_object();
    const json::object& senders = all.at("broadcasters").as_object();
    recorded_plan plan{.program = text_of(all.at("program")),
                       .task = text_of(all.at("task")),
                       .algorithm = text_of(all.at("algorithm")),
                       .source = text_of(all.at("source")),
                       .network = text_of(where.at("spec")),
                       .nodes = where.at("nodes").to_number<std::uint64_t>(),
                       .links = where.at("links").to_number<std::uint64_t>(),
                       .ports = ports_from(all.at("ports")),
                       .broadcasters = text_of(senders.at("spec")),
                       .broadcaster_nodes = senders.at("nodes").to_number<std::uint64_t>(),
                       .packets = senders.at("packets").to_number<std::uint64_t>(),
                       .root = number_if_any<node_id>(all.at("root")),
                       .seed = all.at("seed").to_number<std::uint64_t>(),
                       .filter = filter_from(all.at("filter").as_object())};
    for (const auto& [name, value] : all.at("parameters").as_object()) {
        plan.parameters.emplace(name, text_of(value));
    }
    for (const json::value& each : all.at("told").as_array()) {
        plan.told.push_back(text_of(each));
    }
    read_promises(all, plan);
    return plan;
}

/// Links of files by the names that the plan has for them.
using named_links = std::map<std::string, graph, std::less<>>;

// Each once, in order.
std::vector<graph::link> links_of(const graph& where) {
    std::vector<graph::link> links;
    for (std::size_t node = 0; node < where.node_count(); ++node) {
        const auto from = static_cast<node_id>(node);
        for (port through = 0; through < where.port_limit(from); ++through) {
            if (where.has_port(from, through) && where.neighbour(from, through) > from) {
                links.emplace_back(from, where.neighbour(from, through));
            }
        }
    }
    std::ranges::sort(links);
    return links;
}

std::string bytes_of(const graph& where) {
    column bytes;
    const std::vector<graph::link> links = links_of(where);
    bytes.add(where.node_count());
    bytes.add(links.size());
    node_id last = 0;
    for (const auto& [from, to] : links) {
        bytes.add(from - last);
        bytes.add(to);
        last = from;
    }
    return std::string{bytes.bytes()};
}

std::string name_of_links(const graph& where) {
    const std::string bytes = bytes_of(where);
    return fmt::format("{:016x}", checksum_of({}, bytes));
}

// Calls `found(path, links)` for each file of the specification, from left to right.
// Where the path of the next `graph:PATH` begins, which may occur in other words, too.
std::size_t place_of_file(std::string_view specification, const std::string& path,
                          std::size_t after) {
    constexpr std::string_view kind = "graph:";
    const std::string wanted = std::string{kind} + path;
    std::size_t at = specification.find(wanted, after);
    while (at > 0 && specification[at - 1] != '(' && specification[at - 1] != ',') {
        at = specification.find(wanted, at + 1);
    }
    return at + kind.size();
}

template <class Found>
// NOLINTNEXTLINE(misc-no-recursion): no deeper than products may stand in products
void for_each_file(const network_specification& said, const network& where, const Found& found) {
    if (!said.path().empty()) {
        found(said.path(), std::get<graph>(where));
        return;
    }
    if (said.factors().empty()) {
        return;
    }
    const auto* const made = std::get_if<graph>(&where);
    const auto* const product =
        made == nullptr ? nullptr : std::get_if<product_shape>(&made->shape());
    for (std::size_t i = 0; product != nullptr && i < said.factors().size(); ++i) {
        for_each_file(said.factors()[i], product->factors()[i], found);
    }
}

// NOLINTNEXTLINE(misc-no-recursion): no deeper than products may stand in products
network built_of(const network_specification& said, const named_links& files,
                 std::uint64_t most_bytes) {
    if (!said.path().empty()) {
        const auto found = files.find(said.path());
        if (found == files.end()) {
            refuse_damage("the links of its network are not there");
        }
        return found->second;
    }
    if (said.factors().empty() || files.empty()) {
        return said.build(most_bytes);
    }
    std::vector<network> factors;
    for (const network_specification& each : said.factors()) {
        factors.push_back(built_of(each, files, most_bytes));
    }
    return built(graph::outline(product_shape{std::move(factors)}));
}

graph graph_from(column_reader& from) {
    constexpr std::uint64_t most = std::uint64_t{1} << 30U;
    const std::uint64_t nodes = from.number(most);
    const std::uint64_t count = from.number(most_part_bytes / 2);
    std::vector<graph::link> links;
    node_id last = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        last += from.small_number();
        links.emplace_back(last, from.small_number());
    }
    return graph{nodes, links};
}

named_links read_links(std::string_view text) {
    named_links all;
    column_reader from{text};
    while (!from.is_at_end()) {
        const std::string name{from.text(text.size())};
        all.emplace(name, graph_from(from));
    }
    return all;
}

}  // namespace

std::string plan_text(const recorded_plan& plan) {
    json::object all{
        {"schema", "tutti.plan/1"},
        {"program", plan.program},
        {"task", plan.task},
        {"algorithm", plan.algorithm},
        {"source", plan.source},
        {"network", {{"spec", plan.network}, {"nodes", plan.nodes}, {"links", plan.links}}},
        {"ports", name_of(plan.ports)},
        {"broadcasters",
         {{"spec", plan.broadcasters},
          {"nodes", plan.broadcaster_nodes},
          {"packets", plan.packets}}},
        {"root", number_or_null(plan.root)},
        {"parameters", parameters_json(plan)},
        {"told", json::array(plan.told.begin(), plan.told.end())},
        {"seed", plan.seed},
        {"time", plan.time_formula},
        {"expected", nullptr},
        {"lower_bound", to_string(plan.lower_bound)}};
    if (plan.expected_units) {
        all["expected"] = {{"units", rational_or_null(plan.expected_units)},
                           {"kind", plan.expected_kind}};
    }
    json::array phases;
    for (const recorded_phase& each : plan.phases) {
        phases.emplace_back(phase_json(each));
    }
    all["phases"] = std::move(phases);
    all["filter"] = filter_json(plan.filter);
    return json::serialize(all);
}

recorded_plan plan_from(std::string_view text) {
    try {
        return read_plan(json::parse(json::string_view{text.data(), text.size()}).as_object());
    } catch (const recording_error&) {
        throw;
    } catch (const std::exception&) {
        refuse_damage("its plan cannot be read");
    }
}

std::string links_text(const recorded_plan& plan, const network& where) {
    column all;
    const auto said = network_specification::parse(plan.network);
    std::set<std::string> known;
    for_each_file(said, where, [&](const std::string& name, const graph& links) {
        if (known.insert(name).second) {
            all.add_text(name);
            const std::string bytes = bytes_of(links);
            all.add_bytes(std::as_bytes(std::span{bytes}));
        }
    });
    return std::string{all.bytes()};
}

network network_of(const recorded_plan& plan, std::string_view links, std::uint64_t most_bytes) {
    try {
        const named_links files = read_links(links);
        const auto said = network_specification::parse(plan.network);
        network where = built_of(said, files, most_bytes);
        if (node_count(where) != plan.nodes) {
            refuse_damage("its network has another number of nodes than its plan says");
        }
        return where;
    } catch (const recording_error&) {
        throw;
    } catch (const std::invalid_argument& wrong) {
        throw recording_error{fmt::format("has a network that cannot be built: {}", wrong.what())};
    }
}

std::string name_without_files(std::string specification, const network& where) {
    const auto said = network_specification::parse(specification);
    std::size_t after = 0;
    for_each_file(said, where, [&](const std::string& path, const graph& links) {
        const std::size_t at = place_of_file(specification, path, after);
        const std::string name = name_of_links(links);
        specification.replace(at, path.size(), name);
        after = at + name.size();
    });
    return specification;
}

}  // namespace tutti::record
