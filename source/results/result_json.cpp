#include "experiment/result_json.hpp"

#include <string_view>
#include <variant>

#include "json.hpp"
#include "schema/result_schema.hpp"
#include "util/json_values.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

namespace json = boost::json;

/// Value of a field in JSON. Fractions are text, since JSON has no number for them.
struct json_writer {
    int digits;  ///< of real numbers; 0: all

    json::value operator()(std::monostate /*none*/) const { return nullptr; }
    json::value operator()(const rational& value) const { return json::string{to_string(value)}; }
    json::value operator()(double value) const {
        return digits == 0 ? value : rounded(value, digits);
    }
    json::value operator()(const auto& value) const { return json::value(value); }
};

// Puts the value at the end of a path, whose objects are made on the way.
void put_at(json::object& whole, std::string_view path, json::value value) {
    json::object* object = &whole;
    for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.')) {
        json::value& part = (*object)[path.substr(0, dot)];
        object = part.is_object() ? &part.as_object() : &part.emplace_object();
        path.remove_prefix(dot + 1);
    }
    (*object)[path] = std::move(value);
}

// An object of which all parts are null becomes null.
// NOLINTNEXTLINE(misc-no-recursion): no deeper than paths are
void reduce(json::value& value) {
    json::object* const object = value.if_object();
    if (object == nullptr || object->empty()) {
        return;
    }
    bool is_null = true;
    for (auto& part : *object) {
        reduce(part.value());
        is_null = is_null && part.value().is_null();
    }
    if (is_null) {
        value = nullptr;
    }
}

}  // namespace

// These objects are shared by the results of several commands, which describe plans alike.
json::value network_json(const request& request) {
    return {{"spec", request.network},
            {"nodes", request.nodes},
            {"links", request.links},
            {"diameter", request.diameter}};
}

json::value participants_json(const request& request) {
    return request.participants.empty()
               ? json::value{}
               : json::value{{"spec", request.participants}, {"count", request.participant_count}};
}

json::array known_json(const request& request, const std::vector<knowledge_item>& items) {
    json::array names = array_of(items, [](knowledge_item each) { return name_of(each); });
    if (!request.participants.empty()) {
        names.emplace_back("participants");
    }
    return names;
}

json::value broadcasters_json(const request& request) {
    return {{"spec", request.broadcasters}, {"nodes", request.broadcaster_nodes}};
}

json::object json_of(const lower_bound& bound) {
    return {{"units", to_string(bound.units)},
            {"assumes", bound.assumes.text()},
            {"proof", bound.proof},
            {"name", bound.name}};
}

json::value json_of(const std::optional<lower_bound>& bound) {
    return or_null(bound, [](const lower_bound& one) { return json_of(one); });
}

// Values are text, since fractions have no number in JSON.
json::object json_of(const parameter_values& values) {
    json::object object;
    for (const auto& [name, value] : values) {
        object[name] = value.text();
    }
    return object;
}

json::value json_of(const std::optional<expected_time>& expected) {
    return or_null(expected, [](const expected_time& time) {
        return json::object{{"units", to_string(time.units)}, {"kind", name_of(time.kind)}};
    });
}

json::value json_of(const std::optional<failure_probability>& failure) {
    return or_null(failure, [](const failure_probability& one) {
        return json::object{{"exact", or_null(one.exact)}, {"bound", one.bound}};
    });
}

json::object json_of(const link_load_result& loads) {
    const auto link_of = [](const loaded_link& link) {
        json::object object{{"node", link.node}, {"port", link.through}, {"to", link.to}};
        if (link.copy >= 0) {
            object["copy"] = link.copy;
        }
        return object;
    };
    const auto bar_of = [](const auto& bar) { return json::array{bar.first, bar.second}; };
    return {{"idle", loads.idle},
            {"mean_load", to_string(loads.mean_load)},
            {"largest_load", loads.largest_load()},
            {"busiest", or_null(loads.busiest, link_of)},
            {"histogram", array_of(loads.histogram, bar_of)}};
}

json::object json_of(const result& outcome) {
    json::object object;
    const field_source source{.outcome = &outcome};
    for (const result_field& field : result_fields()) {
        if (!field.path.empty()) {
            put_at(object, field.path,
                   std::visit(json_writer{.digits = field.shown.digits}, value_of(field, source)));
        }
    }
    // Values of one field may be objects of nulls by themselves, and stay.
    for (const result_field& field : result_fields()) {
        const std::size_t dot = field.path.find('.');
        if (dot != std::string_view::npos) {
            reduce(object.at(field.path.substr(0, dot)));
        }
    }
    return object;
}

std::string to_json(const result& result) { return serialized(json_of(result)); }

}  // namespace tutti
