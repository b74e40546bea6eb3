#include <string>
#include <vector>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "collective_optimum.hpp"
#include "results/json.hpp"
#include "results/text_tables.hpp"
#include "schedule/tighten.hpp"
#include "util/counts.hpp"
#include "util/json_values.hpp"
#include "util/text_table.hpp"

namespace tutti {
namespace {

namespace json = boost::json;

json::value json_of(const optimum_attempt& attempt) {
    return {{"slots", attempt.slots},
            {"way", name_of(attempt.way)},
            {"answer", name_of(attempt.answer)},
            {"variables", attempt.variables},
            {"clauses", attempt.clauses},
            {"conflicts", attempt.conflicts},
            {"proof_steps", attempt.proof_steps},
            {"seconds", attempt.seconds},
            {"gap", or_null(attempt.gap)}};
}

// "7", or "7/6" of messages in pieces.
std::string units_of(slot slots, std::uint32_t pieces) {
    return to_string(rational{slots, pieces});
}

// "9..10", or "9.." where no timetable is known.
std::string interval_text(const collective_optimum& found) {
    const optimum_interval& interval = found.interval;
    if (interval.is_settled()) {
        const std::string slots = quantity(interval.lower, "slot");
        return found.pieces == 1 ? slots
                                 : fmt::format("{} of 1/{}: {} units", slots, found.pieces,
                                               units_of(interval.lower, found.pieces));
    }
    return fmt::format("{}..{} slots, not settled", interval.lower,
                       interval.upper ? fmt::format("{}", *interval.upper) : "");
}

std::string attempts_text(const std::vector<optimum_attempt>& attempts, table_style style) {
    if (attempts.empty()) {
        return "";
    }
    columns table{{"slots", "tried by", "variables", "clauses", "conflicts", "proof steps",
                   "seconds", "answer"},
                  style};
    for (const optimum_attempt& each : attempts) {
        const auto figure = [&](std::uint64_t number) {
            return each.way == attempt_way::solver ? grouped(number) : std::string{"-"};
        };
        const std::string end = each.gap.empty() ? "" : ": " + each.gap;
        table.add({fmt::format("{}", each.slots), std::string{name_of(each.way)},
                   figure(each.variables), figure(each.clauses), figure(each.conflicts),
                   figure(each.proof_steps), fmt::format("{:.2f}", each.seconds),
                   fmt::format("{}{}", name_of(each.answer), end)});
    }
    return "\n" + table.text();
}

}  // namespace

std::string to_json(const collective_optimum& found) {
    const optimum_interval& interval = found.interval;
    return serialized(json::object{
        {"schema", "tutti.optimum/1"},
        {"collective", found.collective},
        {"network", found.network},
        {"ports", name_of(found.ports)},
        {"participants", found.participant_count},
        {"pieces", found.pieces},
        {"lower", interval.lower},
        {"upper", or_null(interval.upper)},
        {"lower_units", units_of(interval.lower, found.pieces)},
        {"upper_units",
         or_null(interval.upper, [&](slot slots) { return units_of(slots, found.pieces); })},
        {"settled", interval.is_settled()},
        {"stopped", interval.is_stopped},
        {"reason", found.reason()},
        {"lower_bound", json_of(found.lower_bound)},
        {"algorithm", or_null(found.best_algorithm)},
        {"algorithm_slots", or_null(found.algorithm_slots)},
        {"attempts",
         array_of(interval.attempts, [](const optimum_attempt& each) { return json_of(each); })},
        {"verdict", or_null(found.played,
                            [](const result& run) { return json::value(name_of(run.verdict)); })},
        {"schedule", or_null(found.schedule, [](const foreign_schedule& schedule) {
             return json::value(to_csv(schedule));
         })}});
}

std::string to_table(const collective_optimum& found, table_style style) {
    constexpr int name_width = 16;
    listing out{name_width, style};
    out.plain("{}\n", bold(fmt::format("Optimum of {} on {}, ports {}", found.collective,
                                       found.network, name_of(found.ports)),
                           style));
    out.line("optimum", "{}", interval_text(found));
    out.line("because", "{}", found.reason());
    if (found.algorithm_slots) {
        out.line("best algorithm", "{}: {}", found.best_algorithm,
                 quantity(*found.algorithm_slots, "slot"));
    }
    if (found.played) {
        out.line("schedule", "{}, run by node programs: {}",
                 found.schedule ? quantity(found.schedule->rows.size(), "transmission")
                                : fmt::format("that of {}", found.best_algorithm),
                 judged(name_of(found.played->verdict), style));
    }
    return out.text() + attempts_text(found.interval.attempts, style);
}

}  // namespace tutti
