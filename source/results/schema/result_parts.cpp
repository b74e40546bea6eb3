#include "result_parts.hpp"

#include "experiment/result_json.hpp"
#include "result_schema.hpp"
#include "tutti/node/rational.hpp"
#include "util/json_values.hpp"

namespace tutti {

namespace json = boost::json;

json::array json_of_result_fields() {
    json::array fields;
    for (const result_field& field : result_fields()) {
        if (!field.path.empty()) {
            fields.push_back(json::object{{"path", field.path},
                                          {"column", or_null(std::string{field.column})},
                                          {"row", or_null(std::string{field.shown.row})},
                                          {"unit", or_null(std::string{field.shown.unit})},
                                          {"meaning", field.meaning}});
        }
    }
    return fields;
}

// Phases are in the order of the plan, which readers of recordings rely on.
json::value json_of_phases(const field_source& from) {
    return array_of(from.outcome->phases, [](const phase_result& ran) {
        return json::object{{"name", ran.name},
                            {"slots", or_null(ran.slots)},
                            {"slot_length", to_string(ran.slot_length)},
                            {"expected", or_null(ran.expected)}};
    });
}

// The text is present only if the check fails.
json::value json_of_checks(const field_source& from) {
    return array_of(from.outcome->checks, [](const check_result& done) {
        json::object object{{"name", done.name}, {"holds", done.holds}};
        if (!done.holds) {
            object["text"] = done.text;
        }
        return object;
    });
}

// Slots count from 0 in the engine and from 1 in results.
json::value json_of_waiting(const field_source& from) {
    return array_of(from.outcome->waiting, [](const waiting_node& sleeper) {
        return json::object{
            {"node", sleeper.node}, {"for", sleeper.what}, {"since_slot", sleeper.since + 1}};
    });
}

// A part that was not verified is null; the reasons are in `not_verified`.
json::value json_of_verification(const field_source& from) {
    const verification& by = from.outcome->verified;
    return {{"links", or_null(by.links)},
            {"ports", or_null(by.ports)},
            {"possession", or_null(by.possession)},
            {"deliveries", or_null(by.deliveries)},
            {"causality", or_null(by.causality)},
            {"marks", or_null(by.marks)},
            {"times", or_null(by.times)},
            {"contents", or_null(by.contents)},
            {"not_verified", json::value_from(by.gaps)}};
}

json::value json_of_loads(const field_source& from) {
    return or_null(from.outcome->link_load,
                   [](const link_load_result& loads) { return json_of(loads); });
}

// Threads are in the order of their numbers; times between processes exist only where there are
// several.
json::value json_of_account(const field_source& from) {
    if (!from.outcome->account) {
        return nullptr;
    }
    const time_account& account = *from.outcome->account;
    const auto thread_of = [](const thread_account& thread) {
        return json::object{{"programs_seconds", rounded(thread.programs, 4)},
                            {"barrier_seconds", rounded(thread.barrier, 4)}};
    };
    json::object object{{"slots_on_one_thread", account.slots_on_one},
                        {"slots_on_all_threads", account.slots_on_all},
                        {"seconds_on_one_thread", rounded(account.seconds_on_one, 4)},
                        {"seconds_on_all_threads", rounded(account.seconds_on_all, 4)},
                        {"between_slots_seconds", rounded(account.between, 4)},
                        {"threads", array_of(account.threads, thread_of)}};
    if (from.outcome->processes > 1) {
        object["crossing_seconds"] = rounded(account.crossing, 4);
        object["others_seconds"] = rounded(account.others, 4);
    }
    return object;
}

}  // namespace tutti
