#include "tutti/experiment/stress.hpp"

#include <chrono>

#include "failure_inquiry.hpp"
#include "trial_batch.hpp"

namespace tutti {
namespace {

using std::chrono::steady_clock;

stress_report request_of(const experiment& asked, const stress_options& how) {
    stress_report report;
    report.task = asked.what->task;
    report.algorithm = asked.what->name;
    report.source = asked.what->source;
    report.network = asked.network.text();
    report.nodes = node_count(asked.where);
    report.links = link_count(asked.where);
    report.ports = asked.ports;
    report.parameters = asked.parameters;
    report.seed = asked.seed;
    if (asked.what->goal->takes_broadcasters) {
        report.messages = how.messages;
    }
    report.threads = how.run.threads;
    report.trials_asked = how.trials;
    return report;
}

}  // namespace

bool is_unlucky(const algorithm& what, const result& found) {
    const bool may_be = what.kind == time_kind::high_probability && what.failure != nullptr;
    const bool only_lost = found.delivery.missing > 0 && found.delivery.duplicate == 0 &&
                           found.delivery.unexpected == 0;
    if (!may_be || !only_lost || found.verdict != verdict::incorrect) {
        return false;
    }
    // Among the checks is one that the draws make it so.
    return std::ranges::all_of(found.checks, [](const check_result& done) {
        return done.holds || done.name == "delivery";
    });
}

void check_stress(const experiment& asked, const stress_options& how) {
    const std::uint64_t limit = how.run.memory_limit_bytes;
    const std::uint64_t needed = bytes_of_trial(asked, how.messages, limit);
    if (needed > limit) {
        throw memory_limit_exceeded{needed, limit};
    }
    static_cast<void>(draw_trial(asked, how.messages, 0));
}

stress_report stress(const experiment& asked, const stress_options& how) {
    check_stress(asked, how);
    stress_report report = request_of(asked, how);
    const batch_division divided = divide(asked, how);
    const steady_clock::time_point begin = steady_clock::now();
    const trial_tally trials = run_trials(asked, how, divided);
    report.wall_seconds = std::chrono::duration<double>(steady_clock::now() - begin).count();
    trials.tell(report);
    report.failures = look_into(trials.failures(), asked, how, divided.each);
    const bool is_cut_short = how.run.stop.stop_requested() && report.failed > 0;
    report.is_interrupted = report.trials < report.trials_asked || is_cut_short;
    if (report.is_interrupted) {
        report.verdict = verdict::interrupted;
    }
    return report;
}

}  // namespace tutti
