#include <array>
#include <optional>

#include "result_schema.hpp"

namespace tutti {
namespace {

// The field of `result::dynamic` that its members are.
template <auto... Members>
constexpr result_field dynamic_field(std::string_view path, std::string_view column,
                                     std::string_view meaning, field_presentation shown = {}) {
    result_field field = field_of<&result::dynamic, Members...>(path, column, meaning, shown);
    field.is_of_dynamic = !column.empty();
    return field;
}

template <auto Member>
constexpr result_field delay_field(std::string_view path, std::string_view column,
                                   std::string_view meaning, field_presentation shown = {}) {
    shown.unit = "units";
    shown.digits = shown.digits == 0 ? 6 : shown.digits;
    return dynamic_field<&dynamic_result::delay, Member>(path, column, meaning, shown);
}

std::optional<rational> time_by_nodes(const field_source& from) {
    const auto& dynamic = from.outcome->dynamic;
    return dynamic ? std::optional{dynamic->own_time} : std::nullopt;
}

constexpr std::array dynamic_entries{
    dynamic_field<&dynamic_result::intervals>("dynamic.intervals", "intervals",
                                              "intervals of a dynamic run"),
    dynamic_field<&dynamic_result::packets>("dynamic.packets", "dynamic_packets",
                                            "messages broadcast in all intervals",
                                            {.formerly = "packets"}),
    field_from<time_by_nodes>("dynamic.time", "", "by the nodes, at the end of the last interval"),
    delay_field<&delay_figures::mean>("dynamic.delay.mean", "delay_mean",
                                      "mean time from a message's arrival to its last delivery",
                                      {.axis = "mean delay in units", .title = "mean delay"}),
    delay_field<&delay_figures::confidence_95>("dynamic.delay.confidence_95", "delay_confidence_95",
                                               "half the width of its interval", {.digits = 4}),
    delay_field<&delay_figures::median>("dynamic.delay.median", "delay_median", "median delay",
                                        {.axis = "median delay in units", .title = "median delay"}),
    delay_field<&delay_figures::p95>("dynamic.delay.p95", "delay_p95",
                                     "delay that 95 % do not exceed",
                                     {.axis = "delay of 95 % in units", .title = "delay of 95 %"}),
    delay_field<&delay_figures::p99>("dynamic.delay.p99", "delay_p99",
                                     "delay that 99 % do not exceed",
                                     {.axis = "delay of 99 % in units", .title = "delay of 99 %"}),
    delay_field<&delay_figures::max>("dynamic.delay.max", "delay_max", "longest delay",
                                     {.axis = "longest delay in units", .title = "longest delay"}),
    dynamic_field<&dynamic_result::queue, &queue_figures::mean>(
        "dynamic.queue.mean", "queue_mean", "mean length of the queues",
        {.unit = "messages", .axis = "mean queue in messages", .title = "mean queue", .digits = 6}),
    dynamic_field<&dynamic_result::queue, &queue_figures::max>(
        "dynamic.queue.max", "queue_max", "longest queue",
        {.unit = "messages", .axis = "longest queue in messages", .title = "longest queue"}),
    dynamic_field<&dynamic_result::queue, &queue_figures::mean_at_end>(
        "dynamic.queue.mean_at_end", "", "mean length in the last part of the run",
        {.unit = "messages", .digits = 6}),
    dynamic_field<&dynamic_result::mean_active>(
        "dynamic.mean_active", "mean_active", "broadcasting nodes an interval",
        {.axis = "broadcasting nodes an interval", .title = "broadcasting nodes", .digits = 6}),
    dynamic_field<&dynamic_result::moment_ratio>("dynamic.moment_ratio", "",
                                                 "E[M^2] / E[M] of these numbers, M"),
    dynamic_field<&dynamic_result::utilisation>("dynamic.utilisation", "dynamic_utilisation",
                                                "offered load, rho",
                                                {.digits = 6, .formerly = "utilisation"}),
    dynamic_field<&dynamic_result::stability_limit>("dynamic.stability_limit", "stability_limit",
                                                    "of the offered load", {.digits = 6}),
    dynamic_field<&dynamic_result::delay_bound>(
        "dynamic.delay_bound", "delay_bound", "mean delay by theory",
        {.unit = "units", .axis = "delay by theory in units", .title = "delay by theory"}),
    dynamic_field<&dynamic_result::stability>("dynamic.stability", "stability",
                                              "stable, unstable or undecided"),
    dynamic_field<&dynamic_result::reason>("dynamic.reason", "", "of the statement on stability"),
};

}  // namespace

std::span<const result_field> detail::dynamic_result_fields() noexcept { return dynamic_entries; }

}  // namespace tutti
