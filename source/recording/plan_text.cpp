#include "plan_text.hpp"

#include <algorithm>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "node/mark.hpp"
#include "packed_bytes.hpp"
#include "recording_format.hpp"

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

// All fields are part of the file format: the reader requires each of them.
json::object phase_json(const recorded_phase& phase) {
    return {{"name", phase.name},
            {"slot_length", to_string(phase.slot_length)},
            {"carries", to_string(phase.carries)},
            {"expected", number_or_null(phase.expected)},
            {"is_knowable", phase.is_knowable},
            {"markers", json::array(phase.markers.begin(), phase.markers.end())},
            {"repeats", phase.repeats},
            {"is_synchronous", phase.is_synchronous}};
}

json::object filter_json(const recording_filter& only) {
    return {{"first_slot", only.first},
            // An open end is null, as the number that denotes it in memory is no part of the
            // format.
            {"last_slot", only.last == never ? json::value(nullptr) : json::value(only.last)},
            {"nodes", json::array(only.nodes.begin(), only.nodes.end())},
            {"has_control", only.has_control}};
}

json::object parameters_json(const recorded_plan& plan) {
    json::object object;
    for (const auto& [name, value] : plan.parameters) {
        object[name] = value;
    }
    return object;
}

template <class T>
std::optional<T> number_if_any(const json::value& any) {
    return any.is_null() ? std::nullopt : std::optional{any.to_number<T>()};
}

// Access to a value of another type throws, and `plan_from` turns every such exception into
// damage.
std::string text_of(const json::value& any) { return std::string{any.as_string()}; }

rational rational_of(const json::value& any) { return parse_rational(any.as_string()); }

std::vector<node_id> nodes_of(const json::value& any) {
    std::vector<node_id> nodes;
    for (const json::value& one : any.as_array()) {
        nodes.push_back(one.to_number<node_id>());
    }
    return nodes;
}

recorded_phase phase_from(const json::object& object) {
    return {.name = text_of(object.at("name")),
            .slot_length = rational_of(object.at("slot_length")),
            .carries = rational_of(object.at("carries")),
            .expected = number_if_any<slot>(object.at("expected")),
            .is_knowable = object.at("is_knowable").as_bool(),
            .markers = nodes_of(object.at("markers")),
            .repeats = object.at("repeats").as_bool(),
            .is_synchronous = object.at("is_synchronous").as_bool()};
}

recording_filter filter_from(const json::object& object) {
    return {.first = object.at("first_slot").to_number<slot>(),
            .last = number_if_any<slot>(object.at("last_slot")).value_or(never),
            .nodes = nodes_of(object.at("nodes")),
            .has_control = object.at("has_control").as_bool()};
}

port_model ports_from(const json::value& any) {
    const auto ports = port_model_named(any.as_string());
    if (!ports) {
        refuse_damage("its plan has no port model");
    }
    return *ports;
}

// The promises of the algorithm are stored as they were when the run was recorded; the verifier
// compares them with those of today.
void read_promises(const json::object& object, recorded_plan& plan) {
    plan.time_formula = text_of(object.at("time"));
    const json::value& expected = object.at("expected");
    if (!expected.is_null()) {
        plan.expected_units = rational_of(expected.at("units"));
        plan.expected_kind = text_of(expected.at("kind"));
    }
    plan.lower_bound = rational_of(object.at("lower_bound"));
    for (const json::value& each : object.at("phases").as_array()) {
        plan.phases.push_back(phase_from(each.as_object()));
    }
    if (plan.phases.size() > most_phases) {
        refuse_damage("its plan has more phases than a run");
    }
}

// Nodes are named in order, each once, and are there.
bool are_nodes_of(const recorded_plan& plan, std::span<const node_id> nodes) {
    return std::ranges::adjacent_find(nodes, std::greater_equal<>{}) == nodes.end() &&
           (nodes.empty() || nodes.back() < plan.nodes);
}

// Readers index tables of nodes by these numbers without another check.
void require_nodes(const recorded_plan& plan) {
    // Markers need not be in order, but there are never more of them than nodes.
    const auto has_strangers = [&](const recorded_phase& each) {
        return std::ranges::any_of(each.markers,
                                   [&](node_id node) { return node >= plan.nodes; }) ||
               each.markers.size() > plan.nodes;
    };
    if (!are_nodes_of(plan, plan.filter.nodes) || std::ranges::any_of(plan.phases, has_strangers) ||
        plan.root >= plan.nodes) {
        refuse_damage("its plan names nodes that its network does not have");
    }
    if (plan.filter.first < 0 || plan.filter.last < plan.filter.first) {
        refuse_damage("its plan has a filter that no slot passes");
    }
}

recorded_plan read_plan(const json::object& object) {
    const json::object& network_object = object.at("network").as_object();
    const json::object& senders = object.at("broadcasters").as_object();
    recorded_plan plan{.program = text_of(object.at("program")),
                       .collective = text_of(object.at("task")),
                       .algorithm = text_of(object.at("algorithm")),
                       .source = text_of(object.at("source")),
                       .network = text_of(network_object.at("spec")),
                       .nodes = network_object.at("nodes").to_number<std::uint64_t>(),
                       .links = network_object.at("links").to_number<std::uint64_t>(),
                       .ports = ports_from(object.at("ports")),
                       .broadcasters = text_of(senders.at("spec")),
                       .broadcaster_nodes = senders.at("nodes").to_number<std::uint64_t>(),
                       .packets = senders.at("packets").to_number<std::uint64_t>(),
                       .root = number_if_any<node_id>(object.at("root")),
                       .seed = object.at("seed").to_number<std::uint64_t>(),
                       .filter = filter_from(object.at("filter").as_object())};
    for (const auto& [name, value] : object.at("parameters").as_object()) {
        plan.parameters.emplace(name, text_of(value));
    }
    for (const json::value& each : object.at("told").as_array()) {
        plan.knowledge.push_back(text_of(each));
    }
    read_promises(object, plan);
    require_nodes(plan);
    return plan;
}

}  // namespace

std::string plan_text(const recorded_plan& plan) {
    json::object object{
        {"schema", "tutti.plan/1"},
        {"program", plan.program},
        {"task", plan.collective},
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
        {"told", json::array(plan.knowledge.begin(), plan.knowledge.end())},
        {"seed", plan.seed},
        {"time", plan.time_formula},
        {"expected", nullptr},
        {"lower_bound", to_string(plan.lower_bound)}};
    if (plan.expected_units) {
        object["expected"] = {{"units", rational_or_null(plan.expected_units)},
                              {"kind", plan.expected_kind}};
    }
    json::array phases;
    for (const recorded_phase& each : plan.phases) {
        phases.emplace_back(phase_json(each));
    }
    object["phases"] = std::move(phases);
    object["filter"] = filter_json(plan.filter);
    return json::serialize(object);
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

}  // namespace tutti::record
