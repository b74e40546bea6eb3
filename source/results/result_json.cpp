#include "experiment/result_json.hpp"

#include <fmt/format.h>

#include "engine/digest.hpp"
#include "json.hpp"
#include "tutti/version.hpp"
#include "util/json_values.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

namespace json = boost::json;

json::object phase_of(const phase_result& ran) {
    return {{"name", ran.name},
            {"slots", or_null(ran.slots)},
            {"slot_length", to_string(ran.slot_length)},
            {"expected", or_null(ran.expected)}};
}

// The text is present only if the check fails.
json::object check_of(const check_result& done) {
    json::object object{{"name", done.name}, {"holds", done.holds}};
    if (!done.holds) {
        object["text"] = done.text;
    }
    return object;
}

// Slots count from 0 in the engine and from 1 in results.
json::value violation_of(const result& result) {
    return or_null(result.place, [&](const fault_place& place) {
        return json::object{{"kind", result.violation ? name_of(*result.violation) : "exception"},
                            {"node", place.node},
                            {"slot", place.at + 1},
                            {"port", or_null(place.through)},
                            {"text", result.text}};
    });
}

json::object waiting_of(const waiting_node& sleeper) {
    return {{"node", sleeper.node}, {"for", sleeper.what}, {"since_slot", sleeper.since + 1}};
}

json::object termination_of(const termination_result& termination) {
    return {{"first_slot", termination.first_slot}, {"last_slot", termination.last_slot}};
}

json::object repeat_of(const repeat_result& repeat) {
    return {{"runs", repeat.runs},
            {"minimum_seconds", rounded(repeat.seconds.minimum, 4)},
            {"median_seconds", rounded(repeat.seconds.median, 4)},
            {"maximum_seconds", rounded(repeat.seconds.maximum, 4)}};
}

json::object delay_of(const delay_figures& delay) {
    return {
        {"mean", rounded(delay.mean, 6)},     {"confidence_95", rounded(delay.confidence_95, 4)},
        {"median", rounded(delay.median, 6)}, {"p95", rounded(delay.p95, 6)},
        {"p99", rounded(delay.p99, 6)},       {"max", rounded(delay.max, 6)}};
}

// Figures of a sample are rounded, and exact times are text.
json::object dynamic_of(const dynamic_result& seen) {
    return {{"intervals", seen.intervals},
            {"packets", seen.packets},
            {"time", to_string(seen.own_time)},
            {"delay", or_null(seen.delay, delay_of)},
            {"queue", json::object{{"mean", rounded(seen.queue.mean, 6)},
                                   {"max", seen.queue.max},
                                   {"mean_at_end", rounded(seen.queue.mean_at_end, 6)}}},
            {"mean_active", rounded(seen.mean_active, 6)},
            {"moment_ratio", or_null(seen.moment_ratio)},
            {"utilisation", rounded(seen.utilisation, 6)},
            {"stability_limit", rounded(seen.stability_limit, 6)},
            {"delay_bound", or_null(seen.delay_bound)},
            {"stability", name_of(seen.stability)},
            {"reason", seen.reason}};
}

// Threads are in the order of their numbers.
json::object account_of(const time_account& account, int processes) {
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
    // Times between processes exist only where there are several.
    if (processes > 1) {
        object["crossing_seconds"] = rounded(account.crossing, 4);
        object["others_seconds"] = rounded(account.others, 4);
    }
    return object;
}

// A part that was not verified is null; the reasons are in `not_verified`.
json::object verified_of(const verification& by) {
    return {{"links", or_null(by.links)},
            {"ports", or_null(by.ports)},
            {"possession", or_null(by.possession)},
            {"deliveries", or_null(by.deliveries)},
            {"causality", or_null(by.causality)},
            {"marks", or_null(by.marks)},
            {"times", or_null(by.times)},
            {"contents", or_null(by.contents)},
            {"not_verified", array_of(by.gaps, [](const std::string& gap) { return gap; })}};
}

// Keys such as `task` and `told` belong to the schema `tutti.result/1` and keep their names.
json::object heading_of(const result& result) {
    return {{"schema", "tutti.result/1"},
            {"tutti", version()},
            {"command", result.command},
            {"task", result.collective},
            {"algorithm", result.algorithm},
            {"source", result.source},
            {"network", network_json(result)},
            {"ports", name_of(result.ports)},
            {"broadcasters", broadcasters_json(result)},
            {"parameters", json_of(result.parameters)},
            {"told", array_of(result.knowledge, [](knowledge_item each) { return name_of(each); })},
            {"seed", result.seed},
            {"threads", result.threads}};
}

// Fields without a value are null, so that every result has the same fields; only fields of
// several processes are absent from others.
void add_findings(json::object& object, const result& result) {
    if (result.processes > 1) {
        object["processes"] = result.processes;
    }
    object["verdict"] = name_of(result.verdict);
    object["time"] = {{"slots", result.slots}, {"units", to_string(result.units)}};
    object["expected"] = json_of(result.expected);
    object["lower_bound"] = json_of(result.lower_bound);
    object["lower_bound_pieces"] = json_of(result.lower_bound_pieces);
    object["failure_probability"] = json_of(result.failure);
    // Phases are in the order of the plan, which readers of recordings rely on.
    object["phases"] = array_of(result.phases, phase_of);
    object["transmissions"] = result.transmissions;
    object["control_transmissions"] = result.control_transmissions;
    object["expected_transmissions"] = or_null(result.expected_transmissions);
    object["expected_control_transmissions"] = or_null(result.expected_control_transmissions);
    object["link_utilisation"] = rounded(result.link_utilisation, 3);
    object["termination"] = or_null(result.termination, termination_of);
    object["last_arrival"] = result.last_arrival;
    object["delivery"] = {{"required", result.delivery.required},
                          {"delivered", result.delivery.delivered},
                          {"missing", result.delivery.missing},
                          {"duplicate", result.delivery.duplicate},
                          {"unexpected", result.delivery.unexpected}};
    // The digest is text of 16 digits, since readers of JSON lose digits of 64 bits.
    object["digest"] = fmt::format("{:016x}", result.digest);
    object["digest_version"] = result.digest_version;
    object["checks"] = array_of(result.checks, check_of);
    object["verified"] = verified_of(result.verified);
    object["stated_by_program"] =
        array_of(result.stated, [](const std::string& each) { return each; });
    object["violation"] = violation_of(result);
    object["waiting"] = array_of(result.waiting, waiting_of);
    object["waiting_count"] = result.waiting_count;
    object["dynamic"] = or_null(result.dynamic, dynamic_of);
    object["link_load"] =
        or_null(result.link_load, [](const link_load_result& loads) { return json_of(loads); });
}

}  // namespace

// These objects are shared by the results of several commands, which describe plans alike.
json::value network_json(const request& request) {
    return {{"spec", request.network},
            {"nodes", request.nodes},
            {"links", request.links},
            {"diameter", request.diameter}};
}

json::value broadcasters_json(const request& request) {
    return {{"spec", request.broadcasters},
            {"nodes", request.broadcaster_nodes},
            {"packets", request.packets}};
}

json::object json_of(const lower_bound& bound) {
    return {{"units", to_string(bound.units)},
            {"assumes", bound.assumes.text()},
            {"proof", bound.proof}};
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
        return json::object{{"node", link.node}, {"port", link.through}, {"to", link.to}};
    };
    const auto bar_of = [](const auto& bar) { return json::array{bar.first, bar.second}; };
    return {{"idle", loads.idle},
            {"mean_load", to_string(loads.mean_load)},
            {"largest_load", loads.largest_load()},
            {"busiest", or_null(loads.busiest, link_of)},
            {"histogram", array_of(loads.histogram, bar_of)}};
}

json::object json_of(const result& outcome) {
    json::object object = heading_of(outcome);
    add_findings(object, outcome);
    object["repeat"] = or_null(outcome.repeat, repeat_of);
    if (outcome.account) {
        object["account"] = account_of(*outcome.account, outcome.processes);
    }
    object["setup_seconds"] = rounded(outcome.setup_seconds, 4);
    object["wall_seconds"] = rounded(outcome.wall_seconds, 4);
    object["packet_hops_per_second"] = rounded(outcome.packet_hops_per_second, 3);
    object["peak_rss_bytes"] = outcome.peak_rss_bytes;
    return object;
}

std::string to_json(const result& result) { return serialized(json_of(result)); }

}  // namespace tutti
