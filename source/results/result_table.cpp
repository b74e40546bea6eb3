#include <variant>

#include <fmt/ranges.h>

#include "experiment/time_model/quantities.hpp"
#include "schema/result_schema.hpp"
#include "text_tables.hpp"
#include "tutti/experiment/result.hpp"
#include "util/json_values.hpp"
#include "util/text_table.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

constexpr int name_width = 14;

// Times keep three or four digits in the unit that suits them.
std::string seconds(double time) {
    return time < 1e-3 ? fmt::format("{:.0f} us", time * 1e6)
           : time < 1  ? fmt::format("{:.1f} ms", time * 1e3)
                       : fmt::format("{:.2f} s", time);
}

std::string rate(double per_second) {
    return per_second >= 1e6 ? fmt::format("{:.1f} M", per_second / 1e6)
                             : fmt::format("{:.1f} k", per_second / 1e3);
}

// A missing number is a dash; numbers below 0 are grouped by their magnitude.
std::string slots_or_none(const std::optional<slot>& slots) {
    return or_dash(slots, [](slot number) {
        return fmt::format("{}{}", number < 0 ? "-" : "", grouped(std::abs(number)));
    });
}

void add_heading(listing& out, const result& result) {
    add_request_heading(out, result);
    if (!result.participants.empty()) {
        out.line("participants", "{}", participants_text(result));
    }
    if (has_senders(result)) {
        out.line("broadcasters", "{}, seed {}", senders_text(result), result.seed);
    } else {
        out.line("seed", "{}", result.seed);
    }
    add_parameters(out, result.parameters);
    if (!result.knowledge.empty()) {
        out.line("knowledge", "{}", to_string(result.knowledge));
    }
}

void add_phases(listing& out, const result& result) {
    out.line("phase", "{:>12} {:>12} {:>12}", "slots", "expected", "slot length");
    for (const phase_result& ran : result.phases) {
        // A long name takes room from its number.
        const std::string name = "  " + ran.name;
        const auto width = 12 - std::max<std::ptrdiff_t>(0, std::ssize(name) - name_width);
        out.line(name, "{:>{}} {:>12} {:>12}", slots_or_none(ran.slots),
                 std::max<std::ptrdiff_t>(1, width), slots_or_none(ran.expected),
                 to_string(ran.slot_length));
    }
}

// The ratio to the bound is left out for runs that were broken off.
std::string comparison(const result& result) {
    std::string text;
    if (result.expected) {
        text = fmt::format("; {} {} = {}", name_of(result.expected->kind),
                           to_string(result.expected->units), result.time_formula);
    }
    const rational& bound = result.lower_bound.units;
    text += fmt::format("; lower bound {}", to_string(bound));
    if (bound > rational{0} && result.verdict <= verdict::late) {
        text += fmt::format(" (x {:.2f})", result.units.to_double() / bound.to_double());
    }
    return text;
}

std::string bound_text(const model_time& timed) {
    if (!timed.bound_seconds) {
        return {};
    }
    std::string text = fmt::format("; lower bound {}", seconds_text(*timed.bound_seconds));
    if (*timed.bound_seconds > 0) {
        text += fmt::format(" (x {:.2f})", timed.seconds / *timed.bound_seconds);
    }
    return text;
}

void add_time(listing& out, const result& result) {
    std::string took = quantity(result.slots, "slot");
    if (result.units != rational{result.slots}) {
        took += fmt::format(", {} unit{}", to_string(result.units),
                            result.units == rational{1} ? "" : "s");
    }
    out.line("time", "{}", took + comparison(result));
    out.line("lower bound", "{}", to_string(result.lower_bound));
    if (result.lower_bound.assumes.is_whole() && result.lower_bound_pieces) {
        out.line("", "{}", to_string(*result.lower_bound_pieces));
    }
}

// Under the time model of the plan, if it has one.
void add_model_time(listing& out, const result& result) {
    if (!result.model_time) {
        return;
    }
    const model_time& timed = *result.model_time;
    out.line("model time", "{} for {} with {} and {}{}", seconds_text(timed.seconds),
             size_text(timed.bytes), timed.latency, timed.bandwidth, bound_text(timed));
    if (timed.startup_seconds && timed.startups) {
        out.line("critical path", "{}: {}", seconds_text(*timed.startup_seconds),
                 quantity(*timed.startups, "start-up"));
    } else {
        out.line("critical path", "not followed: {}", timed.startups_gap);
    }
}

void add_failure(listing& out, const result& result) {
    if (!result.failure) {
        return;
    }
    const std::string exact =
        result.failure->exact ? fmt::format("{:.2g}", *result.failure->exact) : "not worked out";
    out.line("may fail", "with probability {} over its draws; Chernoff bound {:.2g}", exact,
             result.failure->bound);
}

void add_traffic(listing& out, const result& result) {
    const auto& planned = result.expected_transmissions;
    const std::string expected = planned ? fmt::format("expected {}, ", grouped(*planned)) : "";
    out.line("transmissions", "{} ({}{} of them control); {:.1f} % of the links busy on average",
             grouped(result.transmissions), expected, grouped(result.control_transmissions),
             100 * result.link_utilisation);
    out.line("delivery", "{} of {}; {} missing, {} twice, {} unexpected",
             grouped(result.delivery.delivered), grouped(result.delivery.required),
             grouped(result.delivery.missing), grouped(result.delivery.duplicate),
             grouped(result.delivery.unexpected));
    if (result.termination) {
        out.line("termination", "the first node knows in slot {}, the last in slot {}",
                 result.termination->first_slot, result.termination->last_slot);
    }
}

// Of many different loads as many rows as there is room for, each of equally many loads.
void add_histogram(listing& out, const link_load_result& loads) {
    constexpr std::uint64_t most_rows = 8;
    const std::uint64_t least = loads.histogram.front().first;
    const bool fits = loads.histogram.size() <= most_rows;
    const std::uint64_t width = fits ? 1 : (loads.largest_load() - least) / most_rows + 1;
    std::uint64_t row = 0;
    std::uint64_t links = 0;
    for (std::size_t i = 0; i < loads.histogram.size(); ++i) {
        row = (loads.histogram[i].first - least) / width;
        links += loads.histogram[i].second;
        if (i + 1 < loads.histogram.size() &&
            (loads.histogram[i + 1].first - least) / width == row) {
            continue;
        }
        const std::uint64_t from = least + row * width;
        const std::string name = width == 1 ? fmt::format("  {}", from)
                                            : fmt::format("  {} to {}", from, from + width - 1);
        out.line(name, "{:>12}", grouped(std::exchange(links, 0)));
    }
}

void add_link_load(listing& out, const result& result) {
    // A network of one node has no links to load.
    if (!result.link_load || result.links == 0) {
        return;
    }
    const link_load_result& loads = *result.link_load;
    std::string text = fmt::format("{:.1f} packets on average", loads.mean_load.to_double());
    if (loads.busiest) {
        const loaded_link& link = *loads.busiest;
        text += fmt::format("; most {}, of node {} through port {} to {}{}; {} idle",
                            grouped(link.packets), link.node, link.through, link.to,
                            link.copy < 0 ? "" : fmt::format(", copy {}", link.copy),
                            grouped(loads.idle));
    }
    out.line("link load", "{}", text);
    out.line("  packets", "{:>12}", "links");
    add_histogram(out, loads);
}

void add_dynamic(listing& out, const result& result) {
    if (!result.dynamic) {
        return;
    }
    const dynamic_result& seen = *result.dynamic;
    out.line("intervals", "{}, {}; {:.2f} nodes broadcast in one on average",
             grouped(seen.intervals), quantity(seen.packets, "packet"), seen.mean_active);
    if (seen.delay) {
        const std::string bound =
            seen.delay_bound ? fmt::format("; bound {:.4g}", *seen.delay_bound) : "";
        out.line("mean delay", "{:.4g} units +- {:.2g} (95 %){}", seen.delay->mean,
                 seen.delay->confidence_95, bound);
        out.line("", "median {:.4g}, 95 % {:.4g}, 99 % {:.4g}, longest {:.4g}", seen.delay->median,
                 seen.delay->p95, seen.delay->p99, seen.delay->max);
    }
    out.line("queues", "{:.3g} messages on average, {} at most, {:.3g} at the end", seen.queue.mean,
             grouped(seen.queue.max), seen.queue.mean_at_end);
    out.line("stability", "{}: {}", name_of(seen.stability), seen.reason);
}

void add_speed(listing& out, const result& result) {
    const std::string processes =
        result.processes == 1 ? "" : fmt::format("{} processes with ", result.processes);
    out.line("speed", "{} packet-hops/s: {} on {}{}{}, {} to set up",
             rate(result.packet_hops_per_second), seconds(result.wall_seconds), processes,
             quantity(result.threads, "thread"), result.processes == 1 ? "" : " each",
             seconds(result.setup_seconds));
    if (result.repeat) {
        out.line("", "median of {} runs, {} to {}", result.repeat->runs,
                 seconds(result.repeat->seconds.minimum), seconds(result.repeat->seconds.maximum));
    }
}

/// Value of a field for people.
struct text_writer {
    std::string operator()(std::monostate /*none*/) const { return {}; }
    std::string operator()(bool value) const { return value ? "yes" : "no"; }
    std::string operator()(std::uint64_t value) const { return grouped(value); }
    std::string operator()(const rational& value) const { return to_string(value); }
    std::string operator()(double value) const { return fmt::format("{:.4g}", value); }
    std::string operator()(const std::string& value) const { return value; }
    std::string operator()(const boost::json::value& value) const { return serialized(value); }
    std::string operator()(std::int64_t value) const { return fmt::to_string(value); }
};

// Fields that have a row to themselves, where they have a value.
void add_fields(listing& out, const result& result) {
    const field_source source{.outcome = &result};
    for (const result_field& field : result_fields()) {
        const field_value value = field.shown.row.empty() ? field_value{} : value_of(field, source);
        if (!std::holds_alternative<std::monostate>(value)) {
            const std::string text = std::visit(text_writer{}, value);
            std::string_view unit = field.shown.unit;
            unit.remove_suffix(text == "1" && !unit.empty() ? 1 : 0);  // units are plurals
            out.line(field.shown.row, "{}{}{}", text, unit.empty() ? "" : " ", unit);
        }
    }
}

// Time that a thread did not spend in programs or at the barrier is idle time.
void add_account(listing& out, const result& result) {
    if (!result.account) {
        return;
    }
    const time_account& account = *result.account;
    out.line("slots run", "{} on one thread in {}, {} on all in {}, {} in between",
             grouped(account.slots_on_one), seconds(account.seconds_on_one),
             grouped(account.slots_on_all), seconds(account.seconds_on_all),
             seconds(account.between));
    if (result.processes > 1) {
        out.line("between",
                 "{} for packets that cross, {} to tell other processes and wait for them",
                 seconds(account.crossing), seconds(account.others));
    }
    // The idle time of a thread is what remains of the whole.
    const double whole = account.seconds_on_one + account.seconds_on_all + account.between;
    for (std::size_t i = 0; i < account.threads.size(); ++i) {
        const thread_account& thread = account.threads[i];
        // The first thread also works between slots, while the others wait.
        const double adding = i == 0 ? account.between : 0;
        const double idle = std::max(0.0, whole - thread.programs - thread.barrier - adding);
        out.line(fmt::format("thread {}", i), "{} in programs, {} at the barrier, {} idle",
                 seconds(thread.programs), seconds(thread.barrier), seconds(idle));
    }
}

// Whatever was not verified is listed beside the verdict, so that "complete" is not overrated.
void add_gaps(listing& out, const result& result) {
    for (const std::string& gap : result.verified.gaps) {
        out.line("not verified", "{}", gap);
    }
    if (!result.stated.empty()) {
        out.line("not verified", "stated by the program: {}", fmt::join(result.stated, ", "));
    }
}

// The verdict comes last, where a user of a terminal looks first, with each check that fails.
void add_verdict(listing& out, const result& result) {
    out.plain("");
    if (result.verdict == verdict::complete) {
        out.plain("{}: every check holds", judged("complete", out.style()));
        return;
    }
    // A run that is unlucky has no error text.
    const std::string_view why = result.verdict == verdict::unlucky
                                     ? "its draws lose messages, and nothing else is wrong"
                                     : std::string_view{result.text};
    out.plain("{}{}{}", judged(name_of(result.verdict), out.style()), why.empty() ? "" : ": ", why);
    for (const check_result& done : result.checks) {
        if (!done.holds) {
            out.line(done.name, "{}", done.text);
        }
    }
}

}  // namespace

std::string to_table(const result& result, table_style style) {
    listing out{name_width, style};
    add_heading(out, result);
    add_phases(out, result);
    add_time(out, result);
    add_model_time(out, result);
    add_failure(out, result);
    add_traffic(out, result);
    add_link_load(out, result);
    add_dynamic(out, result);
    add_speed(out, result);
    add_fields(out, result);
    add_account(out, result);
    add_gaps(out, result);
    add_verdict(out, result);
    return out.text();
}

}  // namespace tutti
