#include "check_result.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include "tutti/record/recording.hpp"

namespace tutti {
namespace {

using json_object = boost::json::object;
using json_value = boost::json::value;

std::optional<slot> slot_or_null(const json_value& any) {
    return any.is_null() ? std::nullopt : std::optional{any.to_number<slot>()};
}

// What ended the run, or the first check that does not hold.
std::string first_complaint(const json_object& all) {
    const json_value& violation = all.at("violation");
    if (!violation.is_null()) {
        return std::string{violation.at("text").as_string()};
    }
    for (const json_value& each : all.at("checks").as_array()) {
        if (!each.at("holds").as_bool()) {
            return fmt::format("{}: {}", std::string_view{each.at("name").as_string()},
                               std::string_view{each.at("text").as_string()});
        }
    }
    return {};
}

delivery_counts delivery_from(const json_value& all) {
    const auto number = [&](std::string_view name) {
        return all.at(name).to_number<std::uint64_t>();
    };
    return {.required = number("required"),
            .delivered = number("delivered"),
            .missing = number("missing"),
            .duplicate = number("duplicate"),
            .unexpected = number("unexpected")};
}

claimed_result result_from(const json_object& all) {
    claimed_result read{
        .verdict = std::string{all.at("verdict").as_string()},
        .complaint = first_complaint(all),
        .slots = all.at("time").at("slots").to_number<slot>(),
        .units = parse_rational(all.at("time").at("units").as_string()),
        .transmissions = all.at("transmissions").to_number<std::uint64_t>(),
        .control_transmissions = all.at("control_transmissions").to_number<std::uint64_t>(),
        .last_arrival = all.at("last_arrival").to_number<slot>(),
        .delivery = delivery_from(all.at("delivery")),
        .digest = std::string{all.at("digest").as_string()}};
    for (const json_value& each : all.at("phases").as_array()) {
        read.phases.push_back(slot_or_null(each.at("slots")));
    }
    const json_value& ended = all.at("termination");
    if (!ended.is_null()) {
        read.first_end = ended.at("first_slot").to_number<slot>();
        read.last_end = ended.at("last_slot").to_number<slot>();
    }
    return read;
}

}  // namespace

claimed_result read_result(const std::string& text) {
    try {
        return result_from(boost::json::parse(text).as_object());
    } catch (const std::exception&) {
        throw recording_error{"is damaged: its result is none"};
    }
}

}  // namespace tutti
