#include <array>
#include <chrono>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "result_parts.hpp"
#include "result_schema.hpp"
#include "results/json.hpp"

namespace tutti {
namespace {

namespace json = boost::json;

std::optional<double> ratio_to_bound(const field_source& from) {
    const result& outcome = *from.outcome;
    const rational& bound = outcome.lower_bound.units;
    const bool has_ratio = bound > rational{0} && (outcome.verdict == verdict::complete ||
                                                   outcome.verdict == verdict::late);
    return has_ratio ? std::optional{outcome.units.to_double() / bound.to_double()} : std::nullopt;
}

std::int64_t time_now(const field_source& /*from*/) {
    return std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
}

std::optional<std::string> text_of_failure(const field_source& from) {
    std::string text = error_of(*from.outcome);
    return text.empty() ? std::nullopt : std::optional{std::move(text)};
}

std::optional<std::string> certificate_of(const field_source& from) {
    const std::string& certificate = from.outcome->lower_bound.certificate;
    return certificate.empty() ? std::nullopt : std::optional{certificate};
}

// Slots count from 0 in the engine and from 1 in results.
std::optional<slot> violation_slot(const field_source& from) {
    const auto& place = from.outcome->place;
    return place ? std::optional{place->at + 1} : std::nullopt;
}

std::optional<std::string> violation_kind_of(const field_source& from) {
    const result& outcome = *from.outcome;
    return !outcome.place ? std::nullopt
                          : std::optional{std::string{
                                outcome.violation ? name_of(*outcome.violation) : "exception"}};
}

std::optional<std::string> violation_text(const field_source& from) {
    return from.outcome->place ? std::optional{from.outcome->text} : std::nullopt;
}

constexpr std::array outcome_entries{
    field_of<&result::verdict>("verdict", "verdict", "complete, or what is wrong"),
    field_from<text_of_failure>("", "complaint", "what is wrong, in a line"),
    field_of<&result::slots>("time.slots", "slots", "the time on the clock",
                             {.unit = "slots", .axis = "time in slots"}),
    field_of<&result::units>("time.units", "units", "the time; a unit is a slot of a whole packet",
                             {.unit = "units", .axis = "time in units"}),
    field_of<&result::expected, &expected_time::units>(
        "expected.units", "expected", "the time that theory expects",
        {.unit = "units", .axis = "time by theory, in units", .title = "time by theory"}),
    field_of<&result::expected, &expected_time::kind>("expected.kind", "expected_kind",
                                                      "exact, upper-bound or high-probability"),
    field_of<&result::lower_bound, &lower_bound::units>(
        "lower_bound.units", "lower_bound", "lower bound of the time of any algorithm",
        {.unit = "units", .axis = "lower bound in units", .title = "lower bound"}),
    field_from("lower_bound.assumes", "lower_bound_assumes", "whole packets, or pieces of 1/m",
               [](const field_source& from) { return from.outcome->lower_bound.assumes.text(); }),
    field_of<&result::lower_bound, &lower_bound::proof>("lower_bound.proof", "",
                                                        "of the lower bound, in a sentence"),
    field_of<&result::lower_bound, &lower_bound::name>(
        "lower_bound.name", "", "of the kind of lower bound, such as quickest flow"),
    field_from("lower_bound_pieces", "",
               "lower bound for messages that are cut; null if it is not known",
               [](const field_source& from) { return json_of(from.outcome->lower_bound_pieces); }),
    field_from<certificate_of>("bound_certificate", "",
                               "labels or weights that prove the lower bound, if there are any"),
    field_from<ratio_to_bound>("", "ratio",
                               "units / lower_bound, if all was delivered and the bound is not 0",
                               {.axis = "time / lower bound"}),
    field_from("failure_probability", "", "of a randomised algorithm: exact, and an upper bound",
               [](const field_source& from) { return json_of(from.outcome->failure); }),
    field_of<&result::model_time, &model_time::seconds>(
        "model_time.seconds", "model_seconds", "time of all slots, under a time model",
        {.unit = "seconds", .axis = "time in seconds", .title = "model time"}),
    field_of<&result::model_time, &model_time::bound_seconds>(
        "model_time.bound_seconds", "bound_seconds", "lower bound of that time of any algorithm",
        {.unit = "seconds", .axis = "lower bound in seconds", .title = "bound in seconds"}),
    field_of<&result::model_time, &model_time::startups>(
        "model_time.startups", "startups", "start-ups of links on the critical path",
        {.axis = "start-ups on the critical path", .title = "start-ups"}),
    field_of<&result::model_time, &model_time::startup_seconds>(
        "model_time.startup_seconds", "startup_seconds",
        "start-ups x latency + bytes / bandwidth on the critical path",
        {.unit = "seconds", .axis = "critical path in seconds", .title = "critical path"}),
    field_of<&result::model_time, &model_time::latency>("model_time.latency", "latency",
                                                        "of a slot, as written after --latency"),
    field_of<&result::model_time, &model_time::bandwidth>(
        "model_time.bandwidth", "bandwidth", "of a link, as written after --bandwidth"),
    field_of<&result::model_time, &model_time::bytes>("model_time.bytes", "bytes",
                                                      "size of the data",
                                                      {.unit = "bytes", .axis = "size in bytes"}),
    field_from<detail::nothing_yet>("failures", "", "of links and nodes, as planned"),
    field_from<json_of_phases>("phases", "", "each with its slots, by the run and by theory"),
    field_of<&result::transmissions>(
        "transmissions", "transmissions", "packets over links",
        {.axis = "transmissions: packets over links", .title = "transmissions"}),
    field_of<&result::control_transmissions>(
        "control_transmissions", "control_transmissions", "those without a message",
        {.axis = "control packets over links", .title = "control transmissions"}),
    field_of<&result::expected_transmissions>(
        "expected_transmissions", "expected_transmissions", "transmissions by theory",
        {.axis = "transmissions by theory: packets over links",
         .title = "transmissions by theory"}),
    field_of<&result::expected_control_transmissions>("expected_control_transmissions", "",
                                                      "those without a message, by theory"),
    field_of<&result::peak_transmissions>(
        "peak_transmissions", "peak_transmissions", "most packets over links in a slot",
        {.unit = "packets", .axis = "packets in the busiest slot", .row = "busiest slot"}),
    field_of<&result::link_utilisation>("link_utilisation", "link_utilisation",
                                        "transmissions / (links x slots)",
                                        {.axis = "share of links that are busy",
                                         .title = "use of links",
                                         .digits = 3,
                                         .formerly = "utilisation"}),
    field_of<&result::termination, &termination_result::first_slot>(
        "termination.first_slot", "first_done",
        "slot in which the first node knew that all was over",
        {.unit = "slots", .axis = "first node done, in slots", .title = "first node done"}),
    field_of<&result::termination, &termination_result::last_slot>(
        "termination.last_slot", "", "slot in which the last node knew it"),
    field_of<&result::last_arrival>(
        "last_arrival", "last_arrival", "last slot in which a link carried a packet",
        {.unit = "slots", .axis = "last arrival, in slots", .title = "last arrival"}),
    field_of<&result::delivery, &delivery_counts::required>(
        "delivery.required", "required", "required deliveries", {.axis = "required deliveries"}),
    field_of<&result::delivery, &delivery_counts::delivered>(
        "delivery.delivered", "", "deliveries that were required, and made"),
    field_of<&result::delivery, &delivery_counts::missing>(
        "delivery.missing", "missing", "missing deliveries", {.axis = "missing deliveries"}),
    field_of<&result::delivery, &delivery_counts::duplicate>("delivery.duplicate", "duplicate",
                                                             "deliveries made twice",
                                                             {.axis = "duplicate deliveries"}),
    field_of<&result::delivery, &delivery_counts::unexpected>("delivery.unexpected", "unexpected",
                                                              "deliveries that were not required",
                                                              {.axis = "unexpected deliveries"}),
    field_from(
        "digest", "digest", "of all deliveries, 16 hexadecimal digits",
        [](const field_source& from) { return fmt::format("{:016x}", from.outcome->digest); },
        {.row = "digest"}),
    field_of<&result::digest_version>("digest_version", "digest_version", "how the digest is made"),
    field_from<json_of_checks>("checks", "", "each with its name, and whether it holds"),
    field_from<json_of_verification>("verified", "",
                                     "by what each part was verified; null: it was not"),
    field_of<&result::stated>("stated_by_program", "",
                              "statements of a description that nothing confirms"),
    field_from<violation_kind_of>("violation.kind", "", "of a broken model, or `exception`"),
    field_of<&result::place, &fault_place::node>("violation.node", "", "that broke it"),
    field_from<violation_slot>("violation.slot", "", "in which it did"),
    field_of<&result::place, &fault_place::through>("violation.port", "",
                                                    "through which it did, if any"),
    field_from<violation_text>("violation.text", "", "in a line"),
    field_from<json_of_waiting>("waiting", "",
                                "the first nodes that were not done, of a stalled run"),
    field_of<&result::waiting_count>("waiting_count", "", "all of them"),
    field_from<json_of_loads>("link_load", "", "loads of the links, if asked for"),
    field_from<json_of_account>("account", "", "use of the machine's threads, if asked for"),
    field_of<&result::repeat, &repeat_result::runs>("repeat.runs", "", "of the same plan"),
    field_of<&result::repeat, &repeat_result::seconds, &spread::minimum>(
        "repeat.minimum_seconds", "", "of one of these runs", {.digits = 4}),
    field_of<&result::repeat, &repeat_result::seconds, &spread::median>(
        "repeat.median_seconds", "", "of one of these runs", {.digits = 4}),
    field_of<&result::repeat, &repeat_result::seconds, &spread::maximum>(
        "repeat.maximum_seconds", "", "of one of these runs", {.digits = 4}),
    field_of<&result::setup_seconds>(
        "setup_seconds", "setup_seconds", "before the first slot",
        {.unit = "seconds", .axis = "set-up time in seconds", .title = "set-up time", .digits = 4}),
    field_of<&result::wall_seconds>(
        "wall_seconds", "wall_seconds", "from the first slot to the last",
        {.unit = "seconds", .axis = "wall time in seconds", .title = "wall time", .digits = 4}),
    field_of<&result::packet_hops_per_second>("packet_hops_per_second", "",
                                              "transmissions / wall_seconds", {.digits = 3}),
    field_of<&result::peak_rss_bytes>("peak_rss_bytes", "", "largest memory of the process",
                                      {.unit = "bytes"}),
    field_from<time_now>("", "ended_at", "end of the run, seconds since 1970, UTC",
                         {.unit = "seconds", .axis = "end in seconds since 1970", .title = "end"}),
};

}  // namespace

std::span<const result_field> detail::outcome_result_fields() noexcept { return outcome_entries; }

}  // namespace tutti
