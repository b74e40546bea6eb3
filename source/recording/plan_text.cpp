#include "plan_text.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "experiment/plan/option_error.hpp"
#include "experiment/plan/plan_json.hpp"
#include "experiment/plan/plan_schema.hpp"
#include "node/mark.hpp"
#include "packed_bytes.hpp"
#include "util/json_values.hpp"
#include "util/value_syntax.hpp"

namespace tutti {

// Called by Boost.JSON for numbers in values.
void tag_invoke(boost::json::value_from_tag /*tag*/, boost::json::value& to,
                const rational& number) {
    to = to_string(number);
}
rational tag_invoke(boost::json::value_to_tag<rational> /*tag*/, const boost::json::value& from) {
    return parse_rational(from.as_string());
}

namespace record {
namespace {

namespace json = boost::json;

/// Fields of an object: they are written to it or, if it is constant, read from it. Access to one
/// that is absent or of another type throws, and `plan_from` turns every such exception into
/// damage.
template <class Object>
class field_codec {
    static constexpr bool reads = std::is_const_v<Object>;

public:
    explicit field_codec(Object& object) : object_{&object} {}

    void operator()(std::string_view name, auto& value) const {
        if constexpr (reads) {
            value = json::value_to<std::remove_reference_t<decltype(value)>>(object_->at(name));
        } else {
            (*object_)[name] = json::value_from(value);
        }
    }
    // A value that the format has in another form.
    void operator()(std::string_view name, auto& value, auto written, const auto& read) const {
        (*this)(name, written);
        if constexpr (reads) {
            value = read(written);
        }
    }
    [[nodiscard]] field_codec object(std::string_view name) const {
        if constexpr (reads) {
            return field_codec{object_->at(name).as_object()};
        } else {
            return field_codec{(*object_)[name].emplace_object()};
        }
    }
    void object_if(std::string_view name, auto& maybe, const auto& visit) const {
        if constexpr (reads) {
            if (!object_->at(name).is_null()) {
                visit(object(name), maybe.emplace());
            }
        } else if (maybe) {
            visit(object(name), *maybe);
        } else {
            (*object_)[name] = nullptr;
        }
    }
    void list(std::string_view name, auto& items, const auto& visit) const {
        if constexpr (reads) {
            for (const json::value& each : object_->at(name).as_array()) {
                visit(field_codec{each.as_object()}, items.emplace_back());
            }
        } else {
            json::array& made = (*object_)[name].emplace_array();
            for (const auto& each : items) {
                visit(field_codec{made.emplace_back(json::object{}).as_object()}, each);
            }
        }
    }

private:
    Object* object_;
};

// The facts of the format, each once, for the writer and for the reader, which requires all.
void visit_phase(const auto& fields, auto& phase) {
    fields("name", phase.name);
    fields("slot_length", phase.slot_length);
    fields("carries", phase.carries);
    fields("expected", phase.expected_slots);
    fields("is_knowable", phase.is_knowable);
    fields("markers", phase.markers);
    // Of a number of rounds, the format has only whether there are several.
    fields("repeats", phase.most_rounds, phase.most_rounds > 1,
           [](bool are_several) { return are_several ? ~std::uint64_t{0} : 1; });
    fields("is_synchronous", phase.is_synchronous);
}

void visit_filter(const auto& fields, auto& filter) {
    fields("first_slot", filter.first);
    // An open end is null, as the number that denotes it in memory is no part of the format.
    fields("last_slot", filter.last,
           filter.last == never ? std::nullopt : std::optional{filter.last},
           [](const std::optional<slot>& last) { return last.value_or(never); });
    fields("nodes", filter.nodes);
    fields("has_control", filter.has_control);
}

// Facts of the run that its plan does not have. The promises of the algorithm are stored as they
// were when the run was recorded; the verifier compares them with those of today.
void visit_facts(const auto& fields, auto& plan) {
    fields("program", plan.program);
    fields("source", plan.source);
    fields("nodes", plan.nodes);
    fields("links", plan.links);
    // The collective determines them if the plan has no choice of them.
    if (!plan.fields.has("broadcasters")) {
        fields("broadcasters", plan.broadcasters);
    }
    fields("broadcaster_nodes", plan.broadcaster_nodes);
    fields("messages", plan.packets);
    fields("known", plan.knowledge);
    fields("time", plan.time_formula);
    fields.object_if("expected", plan.expected_units, [&](const auto& expected, auto& units) {
        expected("units", units);
        expected("kind", plan.expected_kind);
    });
    fields("lower_bound", plan.lower_bound);
    fields.list("phases", plan.phases,
                [](const auto& part, auto& phase) { visit_phase(part, phase); });
    visit_filter(fields.object("filter"), plan.filter);
}

// Gives a head of format 1 or 2, `tutti.plan/1`, the names and the plan of format 3. It states the
// broadcasters of collectives that have a root, too, which are no field of their plans.
void upgrade(json::object& head) {
    const json::object network = head.at("network").as_object();
    const json::object senders = head.at("broadcasters").as_object();
    const auto text = [&](std::string_view name) {
        return json::value_to<std::string>(head.at(name));
    };
    json::object plan{{"collective", fmt::format("{}/{}", text("task"), text("algorithm"))},
                      {"network", network.at("spec")},
                      {"root", head.at("root")},
                      {"ports", head.at("ports")},
                      {"seed", head.at("seed")},
                      {"set", head.at("parameters")}};
    (head.at("root").is_null() ? plan : head)["broadcasters"] = senders.at("spec");
    head["plan"] = std::move(plan);
    head["nodes"] = network.at("nodes");
    head["links"] = network.at("links");
    head["broadcaster_nodes"] = senders.at("nodes");
    head["messages"] = senders.at("packets");
    head["known"] = head.at("told");
}

// Nodes are named in order, each once, and are there.
bool are_nodes_of(const recorded_plan& plan, std::span<const node_id> nodes) {
    return std::ranges::adjacent_find(nodes, std::greater_equal<>{}) == nodes.end() &&
           (nodes.empty() || nodes.back() < plan.nodes);
}

// Readers index tables of nodes and phases by these numbers without another check.
void require_sound(const recorded_plan& plan) {
    if (plan.phases.size() > most_phases) {
        refuse_damage("its plan has more phases than a run");
    }
    // Markers need not be in order, but there are never more of them than nodes.
    const auto has_strangers = [&](const phase& each) {
        return std::ranges::any_of(each.markers,
                                   [&](node_id node) { return node >= plan.nodes; }) ||
               each.markers.size() > plan.nodes;
    };
    if (!are_nodes_of(plan, plan.filter.nodes) || std::ranges::any_of(plan.phases, has_strangers) ||
        plan.root >= plan.nodes) {
        refuse_damage("its plan names nodes that its network does not have");
    }
    // A recording has participants by their ids: none of a forged one opens a file or draws them.
    const std::string participants = plan.fields.value("participants").value_or("all");
    if (participants != "all" && !participants.starts_with("nodes:")) {
        refuse_damage("its plan has participants that are no list of ids");
    }
    if (plan.filter.first < 0 || plan.filter.last < plan.filter.first) {
        refuse_damage("its plan has a filter that no slot passes");
    }
}

}  // namespace

recorded_plan plan_of_fields(const option_values& fields) {
    const auto text = [&](std::string_view name) { return fields.value(name).value_or(""); };
    recorded_plan plan;
    const std::string named = text("collective");
    plan.collective = named.substr(0, named.find('/'));
    plan.algorithm = named.substr(named.find('/') + 1);
    plan.network = text("network");
    plan.ports = read_port_model(text("ports")).value_or(plan.ports);
    plan.broadcasters = text("broadcasters");
    if (const auto root = fields.value("root")) {
        plan.root = parse_number<node_id>(*root, 0, std::numeric_limits<node_id>::max());
    }
    plan.seed = parse_number(text("seed"), 0, ~std::uint64_t{0});
    for (const std::string& setting : fields.values("set")) {
        const std::size_t equals = setting.find('=');
        plan.parameters.emplace(setting.substr(0, equals), setting.substr(equals + 1));
    }
    plan.fields = fields;
    return plan;
}

std::string plan_text(const recorded_plan& plan) {
    json::object head{{"plan", json_of(plan_values{plan_command::run, plan.fields})}};
    visit_facts(field_codec{head}, plan);
    return serialized(head);
}

std::string heading_of(const recorded_plan& plan) {
    return fmt::format("{}/{} on {}: {}, {}, ports: {}", printable(plan.collective),
                       printable(plan.algorithm), printable(plan.network),
                       quantity(plan.nodes, "node"), quantity(plan.links, "link"),
                       name_of(plan.ports));
}

recorded_plan plan_from(std::string_view text) {
    recorded_plan plan;
    try {
        json::object head = json::parse(json::string_view{text.data(), text.size()}).as_object();
        if (!head.contains("plan")) {
            upgrade(head);
        }
        plan = plan_of_fields(values_of(head.at("plan").as_object(), plan_command::run));
        visit_facts(field_codec{std::as_const(head)}, plan);
    } catch (const option_error& wrong) {
        refuse_damage(fmt::format("its plan cannot be read: {}", wrong.what()));
    } catch (const std::exception&) {
        refuse_damage("its plan cannot be read");
    }
    require_sound(plan);
    return plan;
}

}  // namespace record
}  // namespace tutti
