#include "tutti/experiment/audit.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "audited_run.hpp"
#include "stopwatch.hpp"
#include "tutti/topology/specification.hpp"

namespace tutti {
namespace {

// What a run of all may take: those who wait can stop it.
constexpr std::chrono::hours no_limit{24 * 365};

// Null if it was stopped.
std::optional<first_run> run_all(const experiment& asked, const audit_options& how) {
    first_listener heard{how};
    const process_end end =
        work_apart([&](const speech& say) { run_together(asked, how, say); },
                   [&](std::span<const std::byte> some) { heard.hear(some); }, no_limit, how.stop);
    if (end.ending == process_ending::stopped) {
        return std::nullopt;
    }
    std::optional<first_run> found = heard.take();
    if (!found) {
        throw std::runtime_error{fmt::format("the run of all nodes came to nothing: {}",
                                             end.text.empty() ? "it said nothing" : end.text)};
    }
    return found;
}

/// What a node did alone, as far as it came.
struct lone_result {
    process_end end;
    node_log log;
    slot last = 0;          ///< the last clock slot that began
    std::string refusal{};  ///< why there was no run, or empty
};

lone_result run_one(const experiment& asked, const audit_options& how, const lone_run& which,
                    std::chrono::milliseconds limit) {
    const std::array nodes{which.node};
    log_listener heard{nodes};
    piece_reader pieces;
    lone_result found;
    found.end =
        work_apart([&](const speech& say) { run_alone(asked, how, which, say); },
                   [&](std::span<const std::byte> some) {
                       pieces.hear(some, [&](piece_kind what, std::span<const std::byte> content) {
                           if (!heard.take(what, content)) {
                               found.refusal = refusal_in(content);
                           }
                       });
                   },
                   limit, how.stop);
    found.log = std::move(heard.logs().front());
    found.last = heard.last();
    return found;
}

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

// Why the run of the node did not come to its end, or an empty text.
std::string failure_of(const lone_result& found) {
    if (!found.refusal.empty()) {
        return fmt::format("cannot run: {}", one_line(found.refusal));
    }
    if (found.end.ending == process_ending::crashed) {
        return fmt::format("crashes: {}", found.end.text);
    }
    return found.end.ending == process_ending::hung ? "does not come to an end" : "";
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
    const std::vector<node_event>& expected = all.logs[index].events;
    const std::vector<node_event>& seen = found.log.events;
    const auto same =
        static_cast<std::size_t>(std::ranges::mismatch(expected, seen).in1 - expected.begin());
    const deeds wanted = deeds{expected}.subspan(same);
    const deeds got = deeds{seen}.subspan(same);
    const std::string failure = failure_of(found);
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

/// The runs of nodes alone, world by world.
class lone_runs {
public:
    lone_runs(const experiment& asked, const audit_options& how, const first_run& all,
              double first_seconds)
        : asked_{&asked},
          how_{&how},
          all_{&all},
          limit_{static_cast<std::int64_t>(1000 * (how.hung_seconds + first_seconds))} {}

    // The worlds up to the first in which some node does something else.
    void pass(audit_report& into) const {
        for (std::uint64_t trial = 0; trial < how_->trials && !into.difference; ++trial) {
            for (std::size_t i = 0; i < all_->nodes.size(); ++i) {
                if (!run(i, trial, into)) {
                    into.verdict = into.difference ? locality::not_local : locality::interrupted;
                    return;
                }
            }
        }
        into.verdict = into.difference ? locality::not_local : locality::local;
    }

private:
    // False if it was stopped.
    bool run(std::size_t index, std::uint64_t trial, audit_report& into) const {
        const lone_run which = lone_run_of(*asked_, *all_, index, trial);
        const lone_result found = run_one(*asked_, *how_, which, limit_);
        if (found.end.ending == process_ending::stopped) {
            return false;
        }
        ++into.runs;
        if (auto one = difference_of(*all_, index, which, found)) {
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

    const experiment* asked_;
    const audit_options* how_;
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
    report.broadcasters = all.asked.broadcasters;
    report.broadcaster_nodes = all.asked.broadcaster_nodes;
    report.packets = all.asked.packets;
    report.first_run = all.judged;
    report.first_text = all.text;
    report.slots = all.last + 1;
    report.audited = all.nodes;
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
    if (const std::optional<first_run> all = run_all(here, how)) {
        add_first_run(report, *all);
        if (how.progress != nullptr) {
            how.progress->runs = all->nodes.size() * how.trials;
        }
        lone_runs{here, how, *all, watch.seconds()}.pass(report);
    } else {
        report.verdict = locality::interrupted;
    }
    report.wall_seconds = watch.seconds();
    return report;
}

}  // namespace tutti
