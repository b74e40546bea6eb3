#include <fmt/format.h>

#include "engine/digest.hpp"
#include "json.hpp"
#include "tutti/version.hpp"
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

json::object check_of(const check_result& done) {
    json::object one{{"name", done.name}, {"holds", done.holds}};
    if (!done.holds) {
        one["text"] = done.text;
    }
    return one;
}

json::value violation_of(const result& found) {
    return or_null(found.place, [&](const fault_place& place) {
        return json::object{{"kind", found.violation ? name_of(*found.violation) : "exception"},
                            {"node", place.node},
                            {"slot", place.at + 1},
                            {"port", or_null(place.through)},
                            {"text", found.text}};
    });
}

json::object waiting_of(const waiting_node& sleeper) {
    return {{"node", sleeper.node}, {"for", sleeper.what}, {"since_slot", sleeper.since + 1}};
}

json::object termination_of(const termination_result& ended) {
    return {{"first_slot", ended.first_slot}, {"last_slot", ended.last_slot}};
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

json::object account_of(const time_account& kept, int processes) {
    const auto thread_of = [](const thread_account& thread) {
        return json::object{{"programs_seconds", rounded(thread.programs, 4)},
                            {"barrier_seconds", rounded(thread.barrier, 4)}};
    };
    json::object all{{"slots_on_one_thread", kept.slots_on_one},
                     {"slots_on_all_threads", kept.slots_on_all},
                     {"seconds_on_one_thread", rounded(kept.seconds_on_one, 4)},
                     {"seconds_on_all_threads", rounded(kept.seconds_on_all, 4)},
                     {"between_slots_seconds", rounded(kept.between, 4)},
                     {"threads", array_of(kept.threads, thread_of)}};
    if (processes > 1) {
        all["crossing_seconds"] = rounded(kept.crossing, 4);
        all["others_seconds"] = rounded(kept.others, 4);
    }
    return all;
}

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

json::object heading_of(const result& found) {
    return {{"schema", "tutti.result/1"},
            {"tutti", version()},
            {"command", found.command},
            {"task", found.collective},
            {"algorithm", found.algorithm},
            {"source", found.source},
            {"network", network_json(found)},
            {"ports", name_of(found.ports)},
            {"broadcasters", broadcasters_json(found)},
            {"parameters", json_of(found.parameters)},
            {"told", array_of(found.knowledge, [](knowledge_item each) { return name_of(each); })},
            {"seed", found.seed},
            {"threads", found.threads}};
}

void add_findings(json::object& all, const result& found) {
    if (found.processes > 1) {
        all["processes"] = found.processes;
    }
    all["verdict"] = name_of(found.verdict);
    all["time"] = {{"slots", found.slots}, {"units", to_string(found.units)}};
    all["expected"] = json_of(found.expected);
    all["lower_bound"] = json_of(found.lower_bound);
    all["lower_bound_pieces"] = json_of(found.lower_bound_pieces);
    all["failure_probability"] = json_of(found.failure);
    all["phases"] = array_of(found.phases, phase_of);
    all["transmissions"] = found.transmissions;
    all["control_transmissions"] = found.control_transmissions;
    all["expected_transmissions"] = or_null(found.expected_transmissions);
    all["expected_control_transmissions"] = or_null(found.expected_control_transmissions);
    all["link_utilisation"] = rounded(found.link_utilisation, 3);
    all["termination"] = or_null(found.termination, termination_of);
    all["last_arrival"] = found.last_arrival;
    all["delivery"] = {{"required", found.delivery.required},
                       {"delivered", found.delivery.delivered},
                       {"missing", found.delivery.missing},
                       {"duplicate", found.delivery.duplicate},
                       {"unexpected", found.delivery.unexpected}};
    all["digest"] = fmt::format("{:016x}", found.digest);
    all["digest_version"] = found.digest_version;
    all["checks"] = array_of(found.checks, check_of);
    all["verified"] = verified_of(found.verified);
    all["stated_by_program"] = array_of(found.stated, [](const std::string& each) { return each; });
    all["violation"] = violation_of(found);
    all["waiting"] = array_of(found.waiting, waiting_of);
    all["waiting_count"] = found.waiting_count;
    all["dynamic"] = or_null(found.dynamic, dynamic_of);
    all["link_load"] =
        or_null(found.link_load, [](const link_load_result& loads) { return json_of(loads); });
}

}  // namespace

// Only strings can hold what has to be escaped, each escape of which is a string of JSON, too.
std::string serialized(const json::value& any) { return printable(json::serialize(any), R"(\\)"); }

double rounded(double value, int digits) {
    return std::stod(fmt::format("{:.{}g}", value, digits));
}

json::value network_json(const request& asked) {
    return {{"spec", asked.network},
            {"nodes", asked.nodes},
            {"links", asked.links},
            {"diameter", asked.diameter}};
}

json::value broadcasters_json(const request& asked) {
    return {{"spec", asked.broadcasters},
            {"nodes", asked.broadcaster_nodes},
            {"packets", asked.packets}};
}

json::object json_of(const lower_bound& bound) {
    return {{"units", to_string(bound.units)},
            {"assumes", bound.assumes.text()},
            {"proof", bound.proof}};
}

json::value json_of(const std::optional<lower_bound>& bound) {
    return or_null(bound, [](const lower_bound& one) { return json_of(one); });
}

json::object json_of(const parameter_values& given) {
    json::object all;
    for (const auto& [name, value] : given) {
        all[name] = value.text();
    }
    return all;
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

json::object json_of(const result& found) {
    json::object all = heading_of(found);
    add_findings(all, found);
    all["repeat"] = or_null(found.repeat, repeat_of);
    if (found.account) {
        all["account"] = account_of(*found.account, found.processes);
    }
    all["setup_seconds"] = rounded(found.setup_seconds, 4);
    all["wall_seconds"] = rounded(found.wall_seconds, 4);
    all["packet_hops_per_second"] = rounded(found.packet_hops_per_second, 3);
    all["peak_rss_bytes"] = found.peak_rss_bytes;
    return all;
}

std::string to_json(const result& found) { return serialized(json_of(found)); }

}  // namespace tutti
