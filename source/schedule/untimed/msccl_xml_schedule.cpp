#include <algorithm>
#include <compare>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "msccl_cells.hpp"
#include "msccl_contents.hpp"
#include "msccl_program.hpp"
#include "msccl_races.hpp"
#include "msccl_run.hpp"
#include "schedule/foreign_schedule.hpp"
#include "schedule/schedule_contents.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

constexpr std::uint32_t most_steps_in_a_queue = 8;  // of NCCL
constexpr std::size_t most_pairs_named = 5;

// Pieces of a message: all chunks that go from one GPU to the same ones.
std::uint32_t pieces_of(const msccl_program& program) {
    return program.collective == schedule_collective::allgather ||
                   program.collective == schedule_collective::alltoall
               ? program.chunks_each()
               : 1;
}

// Runs a program, and gives what the schedule and its findings are.
class msccl_verification {
public:
    msccl_verification(std::shared_ptr<const msccl_program> program, foreign_schedule& schedule)
        : program_{std::move(program)},
          schedule_{&schedule},
          cells_{*program_},
          contents_{*program_, cells_},
          run_{*program_, schedule.links, contents_} {}

    void verify();

private:
    void add_row_faults();
    void add_races();
    void add_stalled();
    void add_unread();
    void add_queue_remark();
    void add_count_remarks();
    void take_rows();
    [[nodiscard]] std::string place(std::uint32_t step) const {
        return fmt::format("{}: {}", program_->file, program_->place_of(step));
    }
    void add(const msccl_fault& fault);
    [[nodiscard]] std::vector<std::uint32_t> counts(std::uint32_t block, bool of_sends) const;

    std::shared_ptr<const msccl_program> program_;
    foreign_schedule* schedule_;
    msccl_cells cells_;
    msccl_contents contents_;
    msccl_run run_;
    slot end_ = 1;
    schedule_findings findings_;
};

void msccl_verification::add(const msccl_fault& fault) {
    schedule_fault added{.kind = fault.kind,
                         .at = fault.at,
                         .from = fault.from,
                         .to = fault.to,
                         .channel = fault.channel,
                         .position = fault.step};
    if (findings_.fault_count < most_faults_kept) {
        added.place = place(fault.step);
        added.text = text_of(fault, *program_, *schedule_);
    }
    add_fault(findings_, std::move(added));
}

void msccl_verification::add_row_faults() {
    std::ranges::stable_sort(contents_.faults(), {}, [](const msccl_fault& fault) {
        return std::tuple{fault.at, fault.from, fault.to, fault.channel, fault.step};
    });
    for (const msccl_fault& fault : contents_.faults()) {
        add(fault);
    }
}

void msccl_verification::add_races() {
    auto races = find_races(*program_, cells_, run_, end_);
    std::ranges::sort(races, {}, [](const msccl_fault& race) {
        return std::tuple{race.from, race.step, race.other};
    });
    for (const msccl_fault& race : races) {
        add(race);
    }
}

void msccl_verification::add_stalled() {
    for (const msccl_block& block : program_->blocks) {
        std::uint32_t step = block.first_step;
        while (step < block.last_step && run_.is_done(step)) {
            ++step;
        }
        if (step == block.last_step) {
            continue;
        }
        const std::uint32_t other = program_->steps[step].dependency;
        const bool waits = other != msccl_none && !run_.is_done(other);
        add_fault(
            findings_,
            {.kind = fault_kind::stalled,
             .at = end_,
             .from = block.gpu,
             .to = block.gpu,
             .position = step,
             .place = place(step),
             .text = waits ? fmt::format("waits for tb {} step {}",
                                         program_->blocks[program_->steps[other].block].number,
                                         program_->steps[other].number)
                           : fmt::format("waits for a packet from {} on channel {}",
                                         block.receive_peer, block.channel)});
        return;
    }
}

void msccl_verification::add_unread() {
    for (const msccl_connection& each : run_.connections()) {
        if (each.waiting() > 0) {
            add_fault(findings_, {.kind = fault_kind::unread,
                                  .at = end_,
                                  .from = each.from,
                                  .to = each.to,
                                  .channel = each.channel,
                                  .place = program_->file,
                                  .text = fmt::format(
                                      "channel {}: {} packets {}->{} are sent and never received",
                                      each.channel, each.waiting(), each.from, each.to)});
        }
    }
}

void msccl_verification::add_queue_remark() {
    const auto longest =
        std::ranges::max_element(run_.connections(), {}, &msccl_connection::longest_queue);
    if (longest != run_.connections().end() && longest->longest_queue > most_steps_in_a_queue) {
        schedule_->remarks.push_back(fmt::format(
            "{} packets {}->{} wait on channel {}; real queues hold few steps, NCCL's {}",
            longest->longest_queue, longest->from, longest->to, longest->channel,
            most_steps_in_a_queue));
    }
}

std::vector<std::uint32_t> msccl_verification::counts(std::uint32_t block, bool of_sends) const {
    std::vector<std::uint32_t> counts;
    if (block == msccl_none) {
        return counts;
    }
    for (std::uint32_t i = program_->blocks[block].first_step;
         i < program_->blocks[block].last_step; ++i) {
        const msccl_step& step = program_->steps[i];
        if (of_sends ? step.kind().sends : step.kind().receives) {
            counts.push_back(step.count);
        }
    }
    return counts;
}

void msccl_verification::add_count_remarks() {
    std::size_t found = 0;
    for (const msccl_connection& each : run_.connections()) {
        const auto sends = counts(each.sender, true);
        const auto receives = counts(each.receiver, false);
        const auto [send, receive] = std::ranges::mismatch(sends, receives);
        const std::string_view ends = "{}->{} channel {}: ";
        if (sends == receives || ++found > most_pairs_named) {
            continue;
        }
        const std::string text = fmt::format(fmt::runtime(ends), each.from, each.to, each.channel);
        schedule_->remarks.push_back(
            text + (sends.size() != receives.size()
                        ? fmt::format("{} sends and {} receives", sends.size(), receives.size())
                        : fmt::format("send {} has {} chunks, its receive {}",
                                      send - sends.begin() + 1, *send, *receive)));
    }
    if (found > most_pairs_named) {
        schedule_->remarks.push_back(fmt::format("{} more channels whose sends and receives differ",
                                                 found - most_pairs_named));
    }
}

void msccl_verification::take_rows() {
    const std::uint32_t each = pieces_of(*program_);
    auto& rows = run_.rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const msccl_value& value = run_.values()[i];
        if (value.is_empty()) {
            continue;
        }
        const std::uint64_t origin = contents_.sets().first(value.gpus);
        rows[i].piece = value.chunk % each;
        rows[i].message = program_->collective == schedule_collective::allgather ? origin
                          : program_->collective == schedule_collective::alltoall
                              ? origin * schedule_->node_count() + value.chunk / each
                              : value.chunk;
    }
    std::ranges::sort(rows);
    schedule_->rows = std::move(rows);
}

void msccl_verification::verify() {
    run_.run();
    for (const schedule_row& row : run_.rows()) {
        end_ = std::max(end_, row.at + 1);
    }
    add_row_faults();
    add_races();
    add_stalled();
    if (!findings_.has_stalled) {
        add_unread();
    }
    if (findings_.fault_count == 0) {
        contents_.find_missing(findings_, end_);
    }
    add_count_remarks();
    add_queue_remark();
    findings_.redundant = contents_.redundant();
    findings_.largest_load = run_.largest_load();
    findings_.has_contents = program_->collective != schedule_collective::unknown;
    take_rows();
    schedule_->own_findings = std::move(findings_);
}

}  // namespace

foreign_schedule read_msccl_xml_schedule(std::string_view content,
                                         const schedule_options& options) {
    foreign_schedule schedule;
    const auto program = std::make_shared<const msccl_program>(
        read_msccl_program(content, options, schedule.remarks));
    std::vector<schedule_link> used;
    for (const msccl_step& step : program->steps) {
        const msccl_block& block = program->blocks[step.block];
        if (step.kind().sends) {
            used.push_back({.from = block.gpu, .to = block.send_peer});
        }
    }
    std::ranges::sort(used);
    used.erase(std::ranges::unique(used).begin(), used.end());
    set_links(schedule, options, program->gpus.size(), std::move(used));
    schedule.is_participant.assign(program->gpus.size(), true);
    schedule.is_participant.resize(schedule.node_count());
    schedule.collective = program->collective;
    schedule.collective_text = program->collective_text;
    schedule.root = program->root;
    schedule.pieces = pieces_of(*program);
    set_messages(schedule, program->chunks);
    msccl_verification{program, schedule}.verify();
    schedule.place_of = [program](std::uint32_t position) {
        return fmt::format("{}: {}", program->file, program->place_of(position));
    };
    return schedule;
}

}  // namespace tutti
