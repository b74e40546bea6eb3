#include "stated_result.hpp"

#include <stdexcept>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "recorded_plan.hpp"
#include "verification/result_versions.hpp"

namespace tutti {
namespace {

using json_object = boost::json::object;
using json_value = boost::json::value;

// Reason for the end of the run, or the first check that does not hold.
// A violation ends a run before its checks, and thus comes first.
std::string first_error(const json_object& object) {
    const json_value& violation = object.at("violation");
    if (!violation.is_null()) {
        return std::string{violation.at("text").as_string()};
    }
    for (const json_value& each : object.at("checks").as_array()) {
        if (!each.at("holds").as_bool()) {
            return fmt::format("{}: {}", std::string_view{each.at("name").as_string()},
                               std::string_view{each.at("text").as_string()});
        }
    }
    return {};
}

delivery_counts delivery_from(const json_value& document) {
    const auto number = [&](std::string_view name) {
        return document.at(name).to_number<std::uint64_t>();
    };
    return {.required = number("required"),
            .delivered = number("delivered"),
            .missing = number("missing"),
            .duplicate = number("duplicate"),
            .unexpected = number("unexpected")};
}

std::optional<std::string> text_in(const json_object& object, std::string_view name) {
    const json_value* const value = object.if_contains({name.data(), name.size()});
    return value == nullptr || value->is_null() ? std::nullopt
                                                : std::optional{std::string{value->as_string()}};
}

std::optional<rational> units_in(const json_object& object, std::string_view name) {
    const json_value* const value = object.if_contains({name.data(), name.size()});
    return value == nullptr || value->is_null()
               ? std::nullopt
               : std::optional{parse_rational(value->at("units").as_string())};
}

void read_plan_of_result(const json_object& object, stated_result& to) {
    to.collective = text_in(object, "collective");
    to.algorithm = text_in(object, "algorithm");
    to.source = text_in(object, "source");
    if (const json_value* const network = object.if_contains("network")) {
        to.network = text_in(network->as_object(), "spec");
    }
    if (const json_value* const seed = object.if_contains("seed")) {
        to.seed = seed->to_number<std::uint64_t>();
    }
    to.expected = units_in(object, "expected");
    to.lower_bound = units_in(object, "lower_bound");
}

verdict verdict_from(const json_value& name) {
    const auto known = verdict_named(name.as_string());
    if (!known) {
        throw std::invalid_argument{"no verdict has that name"};
    }
    return *known;
}

// Required fields are read with `at`, which throws; fields that repeat the plan are optional.
stated_result result_from(const json_object& object) {
    stated_result read{
        .verdict = verdict_from(object.at("verdict")),
        .complaint = first_error(object),
        .slots = object.at("time").at("slots").to_number<slot>(),
        .units = parse_rational(object.at("time").at("units").as_string()),
        .transmissions = object.at("transmissions").to_number<std::uint64_t>(),
        .control_transmissions = object.at("control_transmissions").to_number<std::uint64_t>(),
        .last_arrival = object.at("last_arrival").to_number<slot>(),
        .delivery = delivery_from(object.at("delivery")),
        .digest = std::string{object.at("digest").as_string()}};
    for (const json_value& each : object.at("phases").as_array()) {
        read.phases.push_back(boost::json::value_to<std::optional<slot>>(each.at("slots")));
    }
    const json_value& ended = object.at("termination");
    if (!ended.is_null()) {
        read.termination = {.first_slot = ended.at("first_slot").to_number<slot>(),
                            .last_slot = ended.at("last_slot").to_number<slot>()};
    }
    read_plan_of_result(object, read);
    return read;
}

}  // namespace

stated_result read_result(const std::string& text) {
    try {
        return result_from(upgraded_result(boost::json::parse(text).as_object()));
    } catch (const std::exception&) {
        throw recording_error{"is damaged: its result is none"};
    }
}

}  // namespace tutti
