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
#include "util/json_values.hpp"
#include "util/value_syntax.hpp"

namespace tutti::record {
namespace {

namespace json = boost::json;

/// Writer of the fields of an object.
class field_writer {
public:
    template <class T>
    void operator()(std::string_view name, const T& value) {
        object_[name] = json::value_from(value);
    }
    void operator()(std::string_view name, const rational& value) {
        object_[name] = to_string(value);
    }
    void operator()(std::string_view name, port_model ports) { object_[name] = name_of(ports); }
    // An open end is null, as the number that denotes it in memory is no part of the format.
    void open_end(std::string_view name, slot last) {
        (*this)(name, last == never ? std::nullopt : std::optional{last});
    }
    // Of a number of rounds, the format has only whether there are several.
    void is_above_1(std::string_view name, std::uint64_t rounds) { (*this)(name, rounds > 1); }
    template <class Fields>
    void object(std::string_view name, const Fields& fields) {
        field_writer part;
        fields(part);
        object_[name] = std::move(part.object_);
    }
    template <class T, class Fields>
    void object_if(std::string_view name, const std::optional<T>& maybe, const Fields& fields) {
        object_[name] = nullptr;
        if (maybe) {
            object(name, [&](field_writer& part) { fields(part, *maybe); });
        }
    }
    template <class T, class Fields>
    void list(std::string_view name, const std::vector<T>& items, const Fields& fields) {
        object_[name] = array_of(items, [&](const T& each) {
            field_writer part;
            fields(part, each);
            return std::move(part.object_);
        });
    }
    [[nodiscard]] std::string text() const { return json::serialize(object_); }

private:
    json::object object_;
};

/// Reader of the fields of an object. Access to one that is absent or of another type throws, and
/// `plan_from` turns every such exception into damage.
class field_reader {
public:
    explicit field_reader(const json::value& from) : from_{&from.as_object()} {}

    template <class T>
    void operator()(std::string_view name, T& value) const {
        value = json::value_to<T>(from_->at(name));
    }
    void operator()(std::string_view name, rational& value) const {
        value = parse_rational(from_->at(name).as_string());
    }
    void operator()(std::string_view name, port_model& ports) const {
        const auto named = port_model_named(from_->at(name).as_string());
        if (!named) {
            refuse_damage("its plan has no port model");
        }
        ports = *named;
    }
    void open_end(std::string_view name, slot& last) const {
        last = json::value_to<std::optional<slot>>(from_->at(name)).value_or(never);
    }
    void is_above_1(std::string_view name, std::uint64_t& rounds) const {
        rounds = json::value_to<bool>(from_->at(name)) ? ~std::uint64_t{0} : 1;
    }
    template <class Fields>
    void object(std::string_view name, const Fields& fields) const {
        fields(field_reader{from_->at(name)});
    }
    template <class T, class Fields>
    void object_if(std::string_view name, std::optional<T>& maybe, const Fields& fields) const {
        if (const json::value& part = from_->at(name); !part.is_null()) {
            fields(field_reader{part}, maybe.emplace());
        }
    }
    template <class T, class Fields>
    void list(std::string_view name, std::vector<T>& items, const Fields& fields) const {
        for (const json::value& each : from_->at(name).as_array()) {
            fields(field_reader{each}, items.emplace_back());
        }
    }

private:
    const json::object* from_;
};

// The fields of the format, each once, for the writer and for the reader, which requires all.
void visit_phase(auto&& fields, auto& phase) {
    fields("name", phase.name);
    fields("slot_length", phase.slot_length);
    fields("carries", phase.carries);
    fields("expected", phase.expected_slots);
    fields("is_knowable", phase.is_knowable);
    fields("markers", phase.markers);
    fields.is_above_1("repeats", phase.most_rounds);
    fields("is_synchronous", phase.is_synchronous);
}

void visit_filter(auto&& fields, auto& filter) {
    fields("first_slot", filter.first);
    fields.open_end("last_slot", filter.last);
    fields("nodes", filter.nodes);
    fields("has_control", filter.has_control);
}

// Names are those of the first version, for which `told` is the knowledge and `task` the
// collective. The promises of the algorithm are stored as they were when the run was recorded; the
// verifier compares them with those of today.
void visit_plan(auto&& fields, auto& plan) {
    fields("program", plan.program);
    fields("task", plan.collective);
    fields("algorithm", plan.algorithm);
    fields("source", plan.source);
    fields.object("network", [&](auto&& network) {
        network("spec", plan.network);
        network("nodes", plan.nodes);
        network("links", plan.links);
    });
    fields("ports", plan.ports);
    fields.object("broadcasters", [&](auto&& senders) {
        senders("spec", plan.broadcasters);
        senders("nodes", plan.broadcaster_nodes);
        senders("packets", plan.packets);
    });
    fields("root", plan.root);
    fields("parameters", plan.parameters);
    fields("told", plan.knowledge);
    fields("seed", plan.seed);
    fields("time", plan.time_formula);
    fields.object_if("expected", plan.expected_units, [&](auto&& expected, auto& units) {
        expected("units", units);
        expected("kind", plan.expected_kind);
    });
    fields("lower_bound", plan.lower_bound);
    fields.list("phases", plan.phases, [](auto&& part, auto& phase) { visit_phase(part, phase); });
    fields.object("filter", [&](auto&& part) { visit_filter(part, plan.filter); });
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
    if (plan.filter.first < 0 || plan.filter.last < plan.filter.first) {
        refuse_damage("its plan has a filter that no slot passes");
    }
}

}  // namespace

std::string plan_text(const recorded_plan& plan) {
    field_writer fields;
    fields("schema", "tutti.plan/1");
    visit_plan(fields, plan);
    return fields.text();
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
        visit_plan(field_reader{json::parse(json::string_view{text.data(), text.size()})}, plan);
    } catch (const recording_error&) {
        throw;
    } catch (const std::exception&) {
        refuse_damage("its plan cannot be read");
    }
    require_sound(plan);
    return plan;
}

}  // namespace tutti::record
