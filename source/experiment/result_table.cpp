#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "figures.hpp"
#include "tutti/experiment/result.hpp"
#include "tutti/topology/specification.hpp"

namespace tutti {
namespace {

/// Lines of a name and what is to be said of it.
class table {
public:
    void line(std::string_view name, std::string_view text) {
        fmt::format_to(std::back_inserter(text_), "  {:<14}{}\n", name, text);
    }
    void plain(std::string_view text) { fmt::format_to(std::back_inserter(text_), "{}\n", text); }
    [[nodiscard]] const std::string& text() const noexcept { return text_; }

private:
    std::string text_;
};

std::string seconds(double time) {
    if (time < 1e-3) {
        return fmt::format("{:.0f} us", time * 1e6);
    }
    return time < 1 ? fmt::format("{:.1f} ms", time * 1e3) : fmt::format("{:.2f} s", time);
}

std::string rate(double per_second) {
    return per_second >= 1e6 ? fmt::format("{:.1f} M", per_second / 1e6)
                             : fmt::format("{:.1f} k", per_second / 1e3);
}

std::string slots_or_none(const std::optional<slot>& slots) {
    if (!slots) {
        return "-";
    }
    const auto magnitude = static_cast<std::uint64_t>(std::abs(*slots));
    return fmt::format("{}{}", *slots < 0 ? "-" : "", grouped(magnitude));
}

void add_heading(table& out, const result& found) {
    out.plain(fmt::format("{}/{} on {}: {} nodes, {} links, ports: {}", found.task, found.algorithm,
                          found.network, grouped(found.nodes), grouped(found.links),
                          name_of(found.ports)));
    out.plain(found.source);
    out.plain("");
    out.line("broadcasters",
             fmt::format("{}: {} nodes, {} packets, seed {}", found.broadcasters,
                         grouped(found.broadcaster_nodes), grouped(found.packets), found.seed));
    for (const auto& [name, value] : found.parameters) {
        out.line("parameter", fmt::format("{} = {}", name, value.text()));
    }
    if (!found.told.empty()) {
        out.line("told", to_string(found.told));
    }
}

void add_phases(table& out, const result& found) {
    out.line("phase", fmt::format("{:>12} {:>12} {:>12}", "slots", "expected", "slot length"));
    for (const phase_result& ran : found.phases) {
        out.line("  " + ran.name,
                 fmt::format("{:>12} {:>12} {:>12}", slots_or_none(ran.slots),
                             slots_or_none(ran.expected), to_string(ran.slot_length)));
    }
}

std::string comparison(const result& found) {
    std::string text;
    if (found.expected) {
        text = fmt::format("; {} {} = {}", name_of(found.expected->kind),
                           to_string(found.expected->units), found.time_formula);
    }
    text += fmt::format("; lower bound {}", to_string(found.lower_bound));
    if (found.lower_bound > rational{0} && found.verdict <= verdict::late) {
        text += fmt::format(" (x {:.2f})", found.units.to_double() / found.lower_bound.to_double());
    }
    return text;
}

void add_time(table& out, const result& found) {
    std::string took = fmt::format("{} slots", grouped(static_cast<std::uint64_t>(found.slots)));
    if (found.units != rational{found.slots}) {
        took += fmt::format(", {} units", to_string(found.units));
    }
    out.line("time", took + comparison(found));
}

void add_failure(table& out, const result& found) {
    if (!found.failure) {
        return;
    }
    const std::string exact =
        found.failure->exact ? fmt::format("{:.2g}", *found.failure->exact) : "not worked out";
    out.line("may fail", fmt::format("with probability {} over its draws; Chernoff bound {:.2g}",
                                     exact, found.failure->bound));
}

void add_traffic(table& out, const result& found) {
    const std::string expected =
        found.expected_transmissions
            ? fmt::format("expected {}, ", grouped(*found.expected_transmissions))
            : std::string{};
    out.line("transmissions",
             fmt::format("{} ({}{} of them control); {:.1f} % of the links busy on average",
                         grouped(found.transmissions), expected,
                         grouped(found.control_transmissions), 100 * found.link_utilisation));
    out.line("delivery",
             fmt::format("{} of {}; {} missing, {} twice, {} unexpected",
                         grouped(found.delivery.delivered), grouped(found.delivery.required),
                         grouped(found.delivery.missing), grouped(found.delivery.duplicate),
                         grouped(found.delivery.unexpected)));
    if (found.termination) {
        out.line("termination",
                 fmt::format("the first node knows in slot {}, the last in slot {}",
                             found.termination->first_slot, found.termination->last_slot));
    }
}

void add_dynamic(table& out, const result& found) {
    if (!found.dynamic) {
        return;
    }
    const dynamic_result& seen = *found.dynamic;
    out.line("intervals",
             fmt::format("{}, {} packets; {:.2f} nodes broadcast in one on average",
                         grouped(seen.intervals), grouped(seen.packets), seen.mean_active));
    if (seen.delay) {
        const std::string bound =
            seen.delay_bound ? fmt::format("; bound {:.4g}", *seen.delay_bound) : std::string{};
        out.line("mean delay", fmt::format("{:.4g} slots +- {:.2g} (95 %){}", seen.delay->mean,
                                           seen.delay->confidence_95, bound));
        out.line(
            "", fmt::format("median {:.4g}, 95 % {:.4g}, 99 % {:.4g}, longest {:.4g}",
                            seen.delay->median, seen.delay->p95, seen.delay->p99, seen.delay->max));
    }
    out.line("queues",
             fmt::format("{:.3g} messages on average, {} at most, {:.3g} at the end",
                         seen.queue.mean, grouped(seen.queue.max), seen.queue.mean_at_end));
    out.line("stability", fmt::format("{}: {}", name_of(seen.stability), seen.reason));
}

void add_speed(table& out, const result& found) {
    out.line("speed", fmt::format("{} packet-hops/s: {} on {} thread{}, {} to set up",
                                  rate(found.packet_hops_per_second), seconds(found.wall_seconds),
                                  found.threads, found.threads == 1 ? "" : "s",
                                  seconds(found.setup_seconds)));
    if (found.repeat) {
        out.line("", fmt::format("median of {} runs, {} to {}", found.repeat->runs,
                                 seconds(found.repeat->minimum_seconds),
                                 seconds(found.repeat->maximum_seconds)));
    }
    out.line("digest", fmt::format("{:016x}", found.digest));
}

// What a thread did not spend in programs or at the barrier it was idle.
void add_account(table& out, const result& found) {
    if (!found.account) {
        return;
    }
    const machine_account& kept = *found.account;
    out.line("slots run", fmt::format("{} on one thread in {}, {} on all in {}, {} in between",
                                      grouped(kept.slots_on_one), seconds(kept.seconds_on_one),
                                      grouped(kept.slots_on_all), seconds(kept.seconds_on_all),
                                      seconds(kept.between)));
    const double whole = kept.seconds_on_one + kept.seconds_on_all + kept.between;
    for (std::size_t i = 0; i < kept.threads.size(); ++i) {
        const thread_account& thread = kept.threads[i];
        const double adding = i == 0 ? kept.between : 0;
        const double idle = std::max(0.0, whole - thread.programs - thread.barrier - adding);
        out.line(fmt::format("thread {}", i),
                 fmt::format("{} in programs, {} at the barrier, {} idle", seconds(thread.programs),
                             seconds(thread.barrier), seconds(idle)));
    }
}

void add_verdict(table& out, const result& found) {
    out.plain("");
    if (found.verdict == verdict::complete) {
        out.plain("complete: every check holds");
        return;
    }
    out.plain(
        fmt::format("{}{}{}", name_of(found.verdict), found.text.empty() ? "" : ": ", found.text));
    for (const check_result& done : found.checks) {
        if (!done.holds) {
            out.line(done.name, done.text);
        }
    }
}

}  // namespace

std::string to_table(const result& found) {
    table out;
    add_heading(out, found);
    add_phases(out, found);
    add_time(out, found);
    add_failure(out, found);
    add_traffic(out, found);
    add_dynamic(out, found);
    add_speed(out, found);
    add_account(out, found);
    add_verdict(out, found);
    return out.text();
}

}  // namespace tutti
