#include <string>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "json.hpp"
#include "tutti/experiment/result.hpp"
#include "tutti/machine/digest.hpp"
#include "tutti/version.hpp"

namespace tutti {
namespace {

namespace json = boost::json;

json::array phases_of(const result& found) {
    json::array all;
    for (const phase_result& ran : found.phases) {
        all.push_back(json::object{{"name", ran.name},
                                   {"slots", or_null(ran.slots)},
                                   {"slot_length", to_string(ran.slot_length)},
                                   {"expected", or_null(ran.expected)}});
    }
    return all;
}

json::object parameters_of(const result& found) {
    json::object all;
    for (const auto& [name, value] : found.parameters) {
        all[name] = value.text();
    }
    return all;
}

json::array told_of(const result& found) {
    json::array all;
    for (const knowledge each : found.told) {
        all.push_back(json::value(name_of(each)));
    }
    return all;
}

json::array checks_of(const result& found) {
    json::array all;
    for (const check_result& done : found.checks) {
        json::object one{{"name", done.name}, {"holds", done.holds}};
        if (!done.holds) {
            one["text"] = done.text;
        }
        all.push_back(std::move(one));
    }
    return all;
}

json::value violation_of(const result& found) {
    if (!found.place) {
        return nullptr;
    }
    return json::object{{"kind", found.violation ? name_of(*found.violation) : "exception"},
                        {"node", found.place->node},
                        {"slot", found.place->at + 1},
                        {"port", or_null(found.place->through)},
                        {"text", found.text}};
}

json::array waiting_of(const result& found) {
    json::array all;
    for (const waiting_node& sleeper : found.waiting) {
        all.push_back(json::object{
            {"node", sleeper.node}, {"for", sleeper.what}, {"since_slot", sleeper.since + 1}});
    }
    return all;
}

json::value termination_of(const result& found) {
    if (!found.termination) {
        return nullptr;
    }
    return json::object{{"first_slot", found.termination->first_slot},
                        {"last_slot", found.termination->last_slot}};
}

json::value repeat_of(const result& found) {
    if (!found.repeat) {
        return nullptr;
    }
    return json::object{{"runs", found.repeat->runs},
                        {"minimum_seconds", rounded(found.repeat->minimum_seconds, 4)},
                        {"median_seconds", rounded(found.repeat->median_seconds, 4)},
                        {"maximum_seconds", rounded(found.repeat->maximum_seconds, 4)}};
}

json::value delay_of(const std::optional<delay_figures>& delay) {
    if (!delay) {
        return nullptr;
    }
    return json::object{
        {"mean", rounded(delay->mean, 6)},     {"confidence_95", rounded(delay->confidence_95, 4)},
        {"median", rounded(delay->median, 6)}, {"p95", rounded(delay->p95, 6)},
        {"p99", rounded(delay->p99, 6)},       {"max", rounded(delay->max, 6)}};
}

json::value dynamic_of(const result& found) {
    if (!found.dynamic) {
        return nullptr;
    }
    const dynamic_result& seen = *found.dynamic;
    return json::object{
        {"intervals", seen.intervals},
        {"packets", seen.packets},
        {"time", to_string(seen.own_time)},
        {"delay", delay_of(seen.delay)},
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

void add_request(json::object& all, const result& found) {
    all["schema"] = "tutti.result/1";
    all["tutti"] = version();
    all["command"] = found.command;
    all["task"] = found.task;
    all["algorithm"] = found.algorithm;
    all["source"] = found.source;
    all["network"] = json::object{{"spec", found.network},
                                  {"nodes", found.nodes},
                                  {"links", found.links},
                                  {"diameter", found.diameter}};
    all["ports"] = name_of(found.ports);
    all["broadcasters"] = json::object{{"spec", found.broadcasters},
                                       {"nodes", found.broadcaster_nodes},
                                       {"packets", found.packets}};
    all["parameters"] = parameters_of(found);
    all["told"] = told_of(found);
    all["seed"] = found.seed;
    all["threads"] = found.threads;
}

void add_findings(json::object& all, const result& found) {
    all["verdict"] = name_of(found.verdict);
    all["time"] = json::object{{"slots", found.slots}, {"units", to_string(found.units)}};
    all["expected"] = json_of(found.expected);
    all["lower_bound"] = json::object{{"units", to_string(found.lower_bound)}};
    all["failure_probability"] = json_of(found.failure);
    all["phases"] = phases_of(found);
    all["transmissions"] = found.transmissions;
    all["control_transmissions"] = found.control_transmissions;
    all["expected_transmissions"] = or_null(found.expected_transmissions);
    all["link_utilisation"] = rounded(found.link_utilisation, 3);
    all["termination"] = termination_of(found);
    all["last_arrival"] = found.last_arrival;
    all["delivery"] = json::object{{"required", found.delivery.required},
                                   {"delivered", found.delivery.delivered},
                                   {"missing", found.delivery.missing},
                                   {"duplicate", found.delivery.duplicate},
                                   {"unexpected", found.delivery.unexpected}};
    all["digest"] = fmt::format("{:016x}", found.digest);
    all["digest_version"] = digest_version;
    all["checks"] = checks_of(found);
    all["violation"] = violation_of(found);
    all["waiting"] = waiting_of(found);
    all["waiting_count"] = found.waiting_count;
    all["dynamic"] = dynamic_of(found);
}

}  // namespace

double rounded(double value, int digits) {
    return std::stod(fmt::format("{:.{}g}", value, digits));
}

json::value json_of(const std::optional<expected_time>& expected) {
    if (!expected) {
        return nullptr;
    }
    return json::object{{"units", to_string(expected->units)}, {"kind", name_of(expected->kind)}};
}

json::object json_of(const machine_account& kept) {
    json::array threads;
    for (const thread_account& thread : kept.threads) {
        threads.push_back({{"programs_seconds", rounded(thread.programs, 4)},
                           {"barrier_seconds", rounded(thread.barrier, 4)}});
    }
    return {{"slots_on_one_thread", kept.slots_on_one},
            {"slots_on_all_threads", kept.slots_on_all},
            {"seconds_on_one_thread", rounded(kept.seconds_on_one, 4)},
            {"seconds_on_all_threads", rounded(kept.seconds_on_all, 4)},
            {"between_slots_seconds", rounded(kept.between, 4)},
            {"threads", std::move(threads)}};
}

json::value json_of(const std::optional<failure_probability>& failure) {
    if (!failure) {
        return nullptr;
    }
    return json::object{{"exact", or_null(failure->exact)}, {"bound", failure->bound}};
}

json::object json_of(const result& found) {
    json::object all;
    add_request(all, found);
    add_findings(all, found);
    all["repeat"] = repeat_of(found);
    if (found.account) {
        all["account"] = json_of(*found.account);
    }
    all["setup_seconds"] = rounded(found.setup_seconds, 4);
    all["wall_seconds"] = rounded(found.wall_seconds, 4);
    all["packet_hops_per_second"] = rounded(found.packet_hops_per_second, 3);
    all["peak_rss_bytes"] = found.peak_rss_bytes;
    return all;
}

std::string to_json(const result& found) { return json::serialize(json_of(found)); }

}  // namespace tutti
