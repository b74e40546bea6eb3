#include "tutti/experiment/audit.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "audit_draws.hpp"
#include "audit_processes.hpp"
#include "plain_run.hpp"
#include "rekeyed_log.hpp"
#include "stopwatch.hpp"
#include "tutti/experiment/stress.hpp"
#include "tutti/topology/specification.hpp"

namespace tutti {
namespace {

using deeds = std::span<const node_event>;

// The first of what a node did in one slot, in words.
std::string told_of(slot at, deeds left, bool is_first) {
    constexpr std::size_t most = 4;
    const auto end =
        std::ranges::find_if(left, [&](const node_event& each) { return each.at != at; });
    const auto count = static_cast<std::size_t>(end - left.begin());
    if (count == 0) {
        return is_first ? "does nothing" : "does nothing more";
    }
    std::vector<std::string_view> texts;
    for (const node_event& each : left.first(std::min(count, most))) {
        texts.push_back(each.text);
    }
    const std::string more = count > most ? fmt::format(" and {} more", count - most) : "";
    return fmt::format("{}{}", fmt::join(texts, ", "), more);
}

// Why there was no end of a run, or an empty text.
std::string failure_of(const process_end& end, const std::string& refusal) {
    if (!refusal.empty()) {
        return fmt::format("cannot run: {}", one_line(refusal));
    }
    if (end.ending == process_ending::crashed) {
        return fmt::format("crashes: {}", end.text);
    }
    return end.ending == process_ending::hung ? "does not come to an end" : "";
}

std::string knowledge_at(slot at, const first_run& all, std::size_t index) {
    const auto& mail = all.logs[index].mail;
    const auto came =
        std::ranges::count_if(mail, [&](const kept_packet& each) { return each.sent_in < at; });
    return fmt::format("{}; {} packets that came to it", all.knowing[index], came);
}

// What a node did otherwise, from the first deed on that was not the same. Where all was the same
// up to the slot in which the node broke off, that is the difference.
std::optional<audit_difference> difference_of(const first_run& all, std::size_t index,
                                              const lone_run& which, const lone_result& found) {
    const std::vector<node_event>& expected = which.log.events;
    const std::vector<node_event>& seen = found.log.events;
    const auto same =
        static_cast<std::size_t>(std::ranges::mismatch(expected, seen).in1 - expected.begin());
    const deeds wanted = deeds{expected}.subspan(same);
    const deeds got = deeds{seen}.subspan(same);
    const std::string failure = failure_of(found.end, found.refusal);
    slot at =
        std::min(wanted.empty() ? never : wanted.front().at, got.empty() ? never : got.front().at);
    const bool broke_off = !failure.empty() && found.last <= at;
    at = broke_off ? found.last : at;
    if (at > which.last) {
        return std::nullopt;
    }
    const bool is_first = same == 0 || expected[same - 1].at != at;
    return audit_difference{.node = which.node,
                            .at = at + 1,
                            .trial = which.trial,
                            .together = told_of(at, wanted, is_first),
                            .alone = broke_off ? failure : told_of(at, got, is_first),
                            .knew = knowledge_at(at, all, index)};
}

// What the runs of a world come to that cannot be made.
audit_difference no_world(const first_run& all, std::uint64_t trial, const world_result& found) {
    const std::string failure = failure_of(found.end, found.refusal);
    return {.node = all.nodes.front(),
            .at = 1,
            .trial = trial,
            .together = told_of(0, all.logs.front().events, true),
            .alone = failure.empty() ? "cannot run: there is nothing for it to run in" : failure,
            .knew = knowledge_at(0, all, 0)};
}

std::vector<node_event> deliveries_in(const node_log& log) {
    std::vector<node_event> all;
    std::ranges::copy_if(log.events, std::back_inserter(all), [](const node_event& each) {
        return each.what == node_event::kind::delivered && each.note.content.payload != 0;
    });
    return all;
}

// Whether what the node delivers can be made of nothing but its own input: no packet came to it.
bool follows_from_input(const prepared_world& world, const lone_run& which,
                        const lone_input& given) {
    const node_input& mine = given.plain.mine;
    return world.is_folded && !which.is_rekeyed && which.log.mail.empty() &&
           (mine.value != 0 || !mine.messages.empty()) && !deliveries_in(which.log).empty();
}

/// The runs of nodes alone, world by world.
class lone_runs {
public:
    lone_runs(const experiment& asked, const audit_options& how, const process_starter& starter,
              const audit_draws& draws, const first_run& all, double first_seconds)
        : asked_{&asked},
          how_{&how},
          starter_{&starter},
          draws_{&draws},
          all_{&all},
          limit_{static_cast<std::int64_t>(1000 * (how.hung_seconds + first_seconds))} {}

    // The worlds up to the first in which some node does something else.
    void pass(audit_report& into) const {
        bool goes_on = true;
        for (std::uint64_t trial = 0; trial < how_->trials && goes_on && !into.difference;
             ++trial) {
            goes_on = pass_world(trial, into);
        }
        into.verdict = into.difference ? locality::not_local
                       : goes_on       ? locality::local
                                       : locality::interrupted;
    }

private:
    // False if it was stopped.
    bool pass_world(std::uint64_t trial, audit_report& into) const {
        const world_result made = prepare(*starter_, *asked_,
                                          {.trial = trial,
                                           .key = draws_->key(trial),
                                           .withheld = how_->withheld,
                                           .nodes = all_->nodes},
                                          limit_, how_->stop);
        if (made.end.ending == process_ending::stopped) {
            return false;
        }
        if (!made.world) {
            ++into.differing;
            into.difference = no_world(*all_, trial, made);
            return true;
        }
        for (std::size_t i = 0; i < all_->nodes.size(); ++i) {
            if (!run(*made.world, i, trial, into)) {
                return false;
            }
        }
        return true;
    }

    // Up to the end of the run of all, or to before what ended that early. Where messages arrive
    // while the run goes on, up to some slot, in all worlds but the first.
    [[nodiscard]] lone_run lone_run_of(const lone_input& given, std::size_t index,
                                       std::uint64_t trial, audit_isolation& isolation) const {
        lone_run one{.node = all_->nodes[index],
                     .trial = trial,
                     .log = {},
                     .last = all_->failed_in ? *all_->failed_in - 1 : all_->last,
                     .has_other_arrivals = goal_of(*asked_).is_dynamic && trial > 0};
        if (one.has_other_arrivals && one.last > 0) {
            one.last = draws_->slot_until(one.last, trial, one.node);
        }
        rekeyed_log other{.log = all_->logs[index], .why_not = "as was asked for"};
        if (!how_->keeps_contents) {
            other = given.plain.mine.value != 0
                        ? rekeyed_log{.log = all_->logs[index],
                                      .why_not = "nodes start with values, not with messages"}
                        : rekey(all_->logs[index], payloads_for(asked_->seed),
                                derived_payloads{draws_->key(trial)});
        }
        one.log = std::move(other.log);
        one.is_rekeyed = other.why_not.empty();
        ++(one.is_rekeyed ? isolation.rekeyed : isolation.kept);
        if (!one.is_rekeyed && isolation.why_kept.empty()) {
            isolation.why_kept = other.why_not;
        }
        return one;
    }

    // False if it was stopped.
    bool run(const prepared_world& world, std::size_t index, std::uint64_t trial,
             audit_report& into) const {
        const lone_run which = lone_run_of(world.inputs[index], index, trial, into.isolation);
        const lone_result found = run_one(
            *starter_, work_for(*asked_, world, which, world.inputs[index], draws_->late(trial)),
            which.node, limit_, how_->stop);
        if (found.end.ending == process_ending::stopped) {
            return false;
        }
        ++into.runs;
        auto one = difference_of(*all_, index, which, found);
        if (!one && !how_->keeps_contents &&
            follows_from_input(world, which, world.inputs[index])) {
            one = difference_without(world, index, which);
        }
        if (one) {
            ++into.differing;
            if (!into.difference || one->at < into.difference->at) {
                into.difference = std::move(one);
            }
        }
        if (how_->progress != nullptr) {
            how_->progress->finished = into.runs;
            how_->progress->differing = into.differing;
        }
        return true;
    }

    // With other input of its own the node has to deliver something else.
    [[nodiscard]] std::optional<audit_difference> difference_without(const prepared_world& world,
                                                                     std::size_t index,
                                                                     lone_run which) const {
        which.is_rekeyed = true;
        const lone_result found =
            run_one(*starter_,
                    work_for(*asked_, world, which, world.inputs[index], draws_->late(which.trial)),
                    which.node, limit_, how_->stop);
        const std::vector<node_event> expected = deliveries_in(which.log);
        if (deliveries_in(found.log) != expected) {
            return std::nullopt;
        }
        return audit_difference{.node = which.node,
                                .at = expected.front().at + 1,
                                .trial = which.trial,
                                .together = expected.front().text,
                                .alone = "delivers the same though its own values are others",
                                .knew = knowledge_at(expected.front().at, *all_, index)};
    }

    const experiment* asked_;
    const audit_options* how_;
    const process_starter* starter_;
    const audit_draws* draws_;
    const first_run* all_;
    std::chrono::milliseconds limit_;
};

audit_report heading_of(const experiment& asked, const audit_options& how, std::string command) {
    audit_report report;
    static_cast<request&>(report) = request_of(asked);
    report.parameters = setting_of(asked).parameters;
    report.broadcasters = printable(sender_text(asked));
    report.command = std::move(command);
    report.told = asked.what->told;
    report.withheld = how.withheld;
    report.trials = how.trials;
    return report;
}

void add_first_run(audit_report& report, const first_run& all) {
    report.diameter = all.asked.diameter;
    report.broadcaster_nodes = all.asked.broadcaster_nodes;
    report.packets = all.asked.packets;
    report.first_run = all.judged;
    report.first_text = all.text;
    report.slots = all.last + 1;
    report.audited = all.nodes;
    report.isolation.refuses_files = report.isolation.has_own_processes && all.why_unsealed.empty();
    if (report.isolation.why_not.empty()) {
        report.isolation.why_not = all.why_unsealed;
    }
}

// False if it was stopped.
bool compare_plainly(const experiment& asked, const audit_options& how, const first_run& all,
                     audit_report& report) {
    if (!report.isolation.has_own_processes || !has_command_line()) {
        report.plain_text = "there is no command line for a run in a process of its own";
        return true;
    }
    const plain_run plain = run_plainly(asked, how);
    report.plain_text = plain.why_none;
    if (plain.figures) {
        const bool is_same = *plain.figures == all.figures;
        report.plain = is_same ? plain_comparison::the_same : plain_comparison::different;
        if (!is_same) {
            report.plain_text = fmt::format(
                "{} slots, {} transmissions, digest {:016x}; audited: {}, {}, {:016x}",
                plain.figures->slots, plain.figures->transmissions, plain.figures->digest,
                all.figures.slots, all.figures.transmissions, all.figures.digest);
        }
    }
    return !plain.is_stopped;
}

// As processes get it that cannot open the file of its broadcasters.
experiment without_file(experiment asked) {
    if (goal_of(asked).takes_broadcasters && asked.broadcasters.text().starts_with("file:")) {
        asked.broadcasters = broadcaster_specification::at(mentions_of(asked));
    }
    return asked;
}

void audit_nodes(const experiment& original, const audit_options& how, const stopwatch& watch,
                 audit_report& report) {
    const experiment asked = without_file(original);
    const process_starter starter{asked};
    const audit_draws draws{report.audit_seed};
    report.verdict = locality::interrupted;
    report.isolation.has_own_processes = starter.why_forked().empty();
    report.isolation.why_not = starter.why_forked();
    const std::optional<first_run> all = run_all(starter, asked, how, draws.node_seed());
    if (!all) {
        return;
    }
    add_first_run(report, *all);
    if (how.progress != nullptr) {
        how.progress->runs = all->nodes.size() * how.trials;
    }
    const double seconds = watch.seconds();
    if (compare_plainly(original, how, *all, report)) {
        lone_runs{asked, how, starter, draws, *all, seconds}.pass(report);
    }
    if (report.plain == plain_comparison::different) {
        report.verdict = locality::not_local;
    }
}

}  // namespace

std::string_view name_of(locality judged) noexcept {
    constexpr std::array<std::string_view, 3> names{"local", "not-local", "interrupted"};
    return names.at(static_cast<std::size_t>(judged));
}

int exit_status(const audit_report& found) noexcept {
    constexpr std::array statuses{0, 1, 130};
    constexpr int failed = 3;
    const int own = statuses.at(static_cast<std::size_t>(found.verdict));
    return own == 0 && exit_status(found.first_run) == failed ? failed : own;
}

void check_withheld(const algorithm& what, knowledge withheld) {
    if (std::ranges::count(what.told, withheld) == 0) {
        refuse("{} cannot be withheld: the nodes of {}/{} are told {}", name_of(withheld),
               what.task, what.name, what.told.empty() ? "nothing" : to_string(what.told));
    }
}

audit_report audit(const experiment& asked, const audit_options& how, std::string command) {
    for (const knowledge each : how.withheld) {
        check_withheld(*asked.what, each);
    }
    experiment here = asked;
    here.where = built(here.where);
    const stopwatch watch;
    audit_report report = heading_of(here, how, std::move(command));
    report.audit_seed = how.audit_seed ? *how.audit_seed : draw_audit_seed();
    audit_nodes(here, how, watch, report);
    report.wall_seconds = watch.seconds();
    return report;
}

}  // namespace tutti
