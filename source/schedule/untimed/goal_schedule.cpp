#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "goal_program.hpp"
#include "goal_run.hpp"
#include "schedule/foreign_schedule.hpp"
#include "schedule/schedule_contents.hpp"
#include "step_order.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

constexpr std::uint32_t ranks_at_once = 64;  // bits of a word

// Runs a program, and gives what the schedule and its findings are.
class goal_verification {
public:
    goal_verification(std::shared_ptr<const goal_program> program, foreign_schedule& schedule,
                      std::uint64_t packet_bytes)
        : program_{std::move(program)},
          schedule_{&schedule},
          run_{*program_, schedule.links, packet_bytes} {}

    void verify();

private:
    void add_row_faults();
    void add_stalled();
    void add_unread();
    void add_missing();
    void add_missing_of(const step_order& order, std::uint32_t first);
    void add_missing_at(std::uint32_t rank, std::uint32_t first, std::uint64_t known);
    [[nodiscard]] bool needs(std::uint32_t rank, std::uint32_t other) const;
    [[nodiscard]] std::string stalled_text(std::uint32_t operation) const;
    [[nodiscard]] std::uint32_t rank_count() const {
        return size_as<std::uint32_t>(program_->ranks);
    }

    std::shared_ptr<const goal_program> program_;
    foreign_schedule* schedule_;
    goal_run run_;
    slot end_ = 1;
    schedule_findings findings_;
    std::vector<step_pair> missing_;  // rank, and of which rank
};

void goal_verification::add_row_faults() {
    std::vector<schedule_fault> faults;
    for (const schedule_row& row : run_.rows()) {
        if (schedule_->links.capacity(row.from, row.to) == 0) {
            const bool is_named = schedule_->network_source == "-n";
            faults.push_back({.kind = fault_kind::missing_link,
                              .at = row.at,
                              .from = row.from,
                              .to = row.to,
                              .position = row.position,
                              .text = fmt::format("slot {}: no link {}->{}{}{}", row.at, row.from,
                                                  row.to, is_named ? " in " : "",
                                                  is_named ? schedule_->network_text : "")});
        }
    }
    for (const auto& [send, receive] : run_.matches()) {
        const goal_operation& from = program_->operations[send];
        const goal_operation& to = program_->operations[receive];
        if (from.bytes != to.bytes) {
            faults.push_back({.kind = fault_kind::size,
                              .at = run_.arrival(send),
                              .from = from.rank,
                              .to = to.rank,
                              .position = receive,
                              .text = fmt::format("slot {}: {}->{}: {} bytes sent, {} expected",
                                                  run_.arrival(send), from.rank, to.rank,
                                                  from.bytes, to.bytes)});
        }
    }
    std::ranges::stable_sort(faults, {}, [](const schedule_fault& fault) {
        return std::tuple{fault.at, fault.from, fault.to, fault.position};
    });
    for (schedule_fault& fault : faults) {
        fault.place = program_->place_of(fault.position);
        add_fault(findings_, std::move(fault));
    }
}

std::string goal_verification::stalled_text(std::uint32_t operation) const {
    const goal_operation& here = program_->operations[operation];
    const auto waits_for = [&](std::uint32_t before) {
        return fmt::format("'{}' waits for '{}'", here.label, program_->operations[before].label);
    };
    for (const auto& [before, after] : program_->done_before_start) {
        if (after == operation && !run_.is_done(before)) {
            return waits_for(before);
        }
    }
    for (const auto& [before, after] : program_->start_before_start) {
        if (after == operation && !run_.is_started(before)) {
            return waits_for(before);
        }
    }
    const auto name = [](std::uint32_t number) {
        return number == goal_any ? std::string{"any"} : fmt::format("{}", number);
    };
    return fmt::format("receives from {} tag {}, which nobody sends", name(here.peer),
                       name(here.tag));
}

void goal_verification::add_stalled() {
    for (const goal_rank& rank : program_->ranks) {
        for (std::uint32_t i = rank.first; i < rank.last; ++i) {
            if (!run_.is_done(i)) {
                add_fault(findings_, {.kind = fault_kind::stalled,
                                      .at = end_,
                                      .from = program_->operations[i].rank,
                                      .to = program_->operations[i].rank,
                                      .position = i,
                                      .place = program_->place_of(i),
                                      .text = stalled_text(i)});
                return;
            }
        }
    }
}

void goal_verification::add_unread() {
    std::vector<bool> is_read(program_->operations.size());
    for (const auto& [send, receive] : run_.matches()) {
        is_read[send] = true;
    }
    std::vector<std::uint32_t> unread;
    for (std::uint32_t i = 0; i < is_read.size(); ++i) {
        if (program_->operations[i].type == goal_operation_type::send && !is_read[i]) {
            unread.push_back(i);
        }
    }
    const auto ends_of = [&](std::uint32_t send) {
        return std::pair{program_->operations[send].rank, program_->operations[send].peer};
    };
    std::ranges::stable_sort(unread, {}, ends_of);
    for (auto first = unread.begin(); first != unread.end();) {
        const auto [from, to] = ends_of(*first);
        const std::uint32_t send = *first;
        std::uint64_t packets = 0;
        for (; first != unread.end() && ends_of(*first) == std::pair{from, to}; ++first) {
            packets += run_.packets(*first);
        }
        add_fault(findings_, {.kind = fault_kind::unread,
                              .at = end_,
                              .from = from,
                              .to = to,
                              .position = send,
                              .place = program_->place_of(send),
                              .text = fmt::format("{} packets {}->{} are sent and never received",
                                                  packets, from, to)});
    }
}

bool goal_verification::needs(std::uint32_t rank, std::uint32_t other) const {
    switch (schedule_->collective) {
        case schedule_collective::broadcast:
        case schedule_collective::scatter:
            return other == schedule_->root;
        case schedule_collective::gather:
        case schedule_collective::reduce:
            return rank == schedule_->root;
        default:
            return true;
    }
}

void goal_verification::add_missing_at(std::uint32_t rank, std::uint32_t first,
                                       std::uint64_t known) {
    for (std::uint32_t i = 0; i < ranks_at_once && first + i < rank_count(); ++i) {
        if (first + i != rank && (known >> i & 1U) == 0 && needs(rank, first + i)) {
            missing_.emplace_back(rank, first + i);
        }
    }
}

// What operations know of some ranks: their own, and what those before them know.
void goal_verification::add_missing_of(const step_order& order, std::uint32_t first) {
    std::vector<std::uint64_t> known(program_->operations.size());
    std::vector<std::uint64_t> known_at(rank_count());
    for (const std::uint32_t operation : order.sorted()) {
        const std::uint32_t rank = program_->operations[operation].rank;
        if (rank >= first && rank - first < ranks_at_once) {
            known[operation] = std::uint64_t{1} << (rank - first);
        }
        for (const std::uint32_t before : order.predecessors(operation)) {
            known[operation] |= known[before];
        }
        known_at[rank] |= known[operation];
    }
    for (std::uint32_t rank = 0; rank < rank_count(); ++rank) {
        add_missing_at(rank, first, known_at[rank]);
    }
}

void goal_verification::add_missing() {
    std::vector<step_pair> before = program_->done_before_start;
    before.insert(before.end(), run_.matches().begin(), run_.matches().end());
    const step_order order{program_->operations.size(), before};
    for (std::uint32_t first = 0; first < rank_count(); first += ranks_at_once) {
        add_missing_of(order, first);
    }
    std::ranges::sort(missing_);
    findings_.missing_count = missing_.size();
    for (const auto& [rank, other] : missing_) {
        add_fault(findings_,
                  {.kind = fault_kind::missing,
                   .at = end_,
                   .from = rank,
                   .to = rank,
                   .message = other,
                   .text = findings_.faults.size() == most_faults_kept
                               ? std::string{}
                               : fmt::format("at the end: anything of rank {} cannot have reached "
                                             "rank {} ({} missing in all)",
                                             other, rank, missing_.size())});
    }
}

void goal_verification::verify() {
    run_.run();
    for (const schedule_row& row : run_.rows()) {
        end_ = std::max(end_, row.at + 1);
    }
    add_row_faults();
    add_stalled();
    if (!findings_.has_stalled) {
        add_unread();
    }
    findings_.has_contents = schedule_->collective != schedule_collective::unknown;
    if (findings_.fault_count == 0 && findings_.has_contents) {
        add_missing();
    }
    findings_.largest_load = run_.largest_load();
    std::ranges::sort(run_.rows());
    schedule_->rows = std::move(run_.rows());
    schedule_->own_findings = std::move(findings_);
}

void add_goal_remarks(const goal_program& program, foreign_schedule& schedule) {
    const auto calcs =
        count_of(program.operations, goal_operation_type::calc, &goal_operation::type);
    if (calcs > 0) {
        schedule.remarks.push_back(fmt::format("{} calc operations take no slots", calcs));
    }
    schedule.remarks.emplace_back("no contents in GOAL: matching, links and causality are judged");
    if (schedule.collective == schedule_collective::unknown) {
        schedule.remarks.emplace_back(
            "contents are not judged: no collective is known (--collective)");
    }
}

// Bytes of a packet: those of the largest send, if the options do not say them.
std::uint64_t packet_bytes_of(const goal_program& program, const schedule_options& options) {
    std::uint64_t largest = 1;
    std::uint64_t packets = 0;
    const auto add_all = [&](auto add) {
        for (const goal_operation& each : program.operations) {
            if (each.type == goal_operation_type::send) {
                add(each.bytes);
            }
        }
    };
    add_all([&](std::uint64_t bytes) { largest = std::max(largest, bytes); });
    const std::uint64_t size = options.packet_bytes > 0 ? options.packet_bytes : largest;
    add_all([&](std::uint64_t bytes) {
        packets = std::min(packets + std::max<std::uint64_t>(1, divided_up(bytes, size)),
                           most_schedule_rows + 1);
    });
    if (packets > most_schedule_rows) {
        refuse_schedule(options.file, fmt::format("more than {} packets", most_schedule_rows));
    }
    return size;
}

}  // namespace

foreign_schedule read_goal_schedule(std::string_view content, const schedule_options& options) {
    const auto program =
        std::make_shared<const goal_program>(read_goal_program(content, options.file));
    foreign_schedule schedule;
    std::vector<schedule_link> used;
    for (const goal_operation& each : program->operations) {
        if (each.type == goal_operation_type::send) {
            used.push_back({.from = each.rank, .to = each.peer});
        }
    }
    std::ranges::sort(used);
    used.erase(std::ranges::unique(used).begin(), used.end());
    set_links(schedule, options, program->ranks.size(), std::move(used));
    schedule.is_participant.assign(program->ranks.size(), true);
    schedule.is_participant.resize(schedule.node_count());
    if (!options.collective.empty()) {
        schedule.collective = reading_option(
            "--collective", [&] { return parse_schedule_collective(options.collective); });
    }
    if (!options.root.empty()) {
        schedule.root = reading_option("--root", [&] {
            return parse_number<std::uint32_t>(options.root, 0, program->ranks.size() - 1);
        });
    }
    const bool has_one = schedule.collective == schedule_collective::broadcast;
    set_messages(schedule, has_one ? 1 : program->ranks.size());
    add_goal_remarks(*program, schedule);
    goal_verification{program, schedule, packet_bytes_of(*program, options)}.verify();
    schedule.place_of = [program](std::uint32_t position) { return program->place_of(position); };
    return schedule;
}

}  // namespace tutti
