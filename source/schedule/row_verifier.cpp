#include "row_verifier.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "node_contents.hpp"
#include "schedule_contents.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// Walk over the rows of a schedule.
class row_walk {
public:
    row_walk(const foreign_schedule& schedule, std::uint64_t most_bytes)
        : schedule_{&schedule},
          contents_{contents_at_start(schedule, most_bytes)},
          is_applied_(schedule.rows.size()) {}

    schedule_findings verify() {
        const std::span rows{schedule_->rows};
        auto step_end = schedule_->step_ends.begin();
        for (std::size_t first = 0; first < rows.size();) {
            while (step_end != schedule_->step_ends.end() && *step_end < rows[first].at) {
                ++step_end;
            }
            const slot last = step_end == schedule_->step_ends.end() ? rows[first].at : *step_end;
            std::size_t end = first;
            while (end < rows.size() && rows[end].at <= last) {
                ++end;
            }
            verify_step(first, rows.subspan(first, end - first));
            first = end;
        }
        add_arrivals();
        return std::move(findings_);
    }

    [[nodiscard]] const node_contents& contents() const noexcept { return *contents_; }
    /// Position of the first redundant row in the file.
    [[nodiscard]] std::uint32_t first_redundant() const noexcept { return first_redundant_; }
    /// Indices of the rows whose values took the place of others.
    [[nodiscard]] std::span<const std::size_t> replacing() const noexcept { return replacing_; }

private:
    void verify_step(std::size_t first, std::span<const schedule_row> step) {
        contents_->read(step);
        for (std::size_t place = 0; place < step.size(); ++place) {
            const schedule_row& row = step[place];
            if (place == 0 || row.at != last_.at || row.from != last_.from || row.to != last_.to) {
                capacity_ = schedule_->links.capacity(row.from, row.to);
                load_ = 0;
                last_ = row;
            }
            is_applied_[first + place] = verify_row(row, place);
            if (is_replaced_) {
                replacing_.push_back(first + place);
                is_replaced_ = false;
            }
        }
    }

    // True if the row changes what its receiver has.
    bool verify_row(const schedule_row& row, std::size_t place) {
        if (capacity_ == 0) {
            add(fault_kind::missing_link, row,
                fmt::format("no link {}{}", link_text(row), network_suffix()));
            return false;
        }
        if (!contents_->has_sent(place)) {
            add(fault_kind::not_held, row, not_held_text(row));
            return false;
        }
        ++load_;
        findings_.largest_load = std::max(findings_.largest_load, load_);
        if (load_ > capacity_) {
            add(fault_kind::link_over, row, link_over_text(row));
            return false;
        }
        const row_effect effect = contents_->apply(row, place);
        if (effect.fault) {
            add(*effect.fault, row, effect.text);
            return false;
        }
        is_replaced_ = effect.is_replaced;
        if (effect.is_redundant) {
            first_redundant_ = findings_.redundant == 0 ? row.position : first_redundant_;
            ++findings_.redundant;
        }
        return !effect.is_redundant;
    }

    [[nodiscard]] std::string link_text(const schedule_row& row) const {
        return fmt::format("{}->{}", schedule_->label(row.from), schedule_->label(row.to));
    }

    [[nodiscard]] std::string network_suffix() const {
        return schedule_->is_network_named ? " in " + schedule_->network_text : "";
    }

    [[nodiscard]] std::string not_held_text(const schedule_row& row) const {
        const std::string message = message_text(*schedule_, row.message, row.piece);
        return contents_->exists(row)
                   ? fmt::format("node {} does not have {}", schedule_->label(row.from), message)
                   : message + " does not exist";
    }

    [[nodiscard]] std::string link_over_text(const schedule_row& row) const {
        const std::string packets = capacity_ == 1 ? "one packet" : quantity(capacity_, "packet");
        const bool is_unstated = schedule_->format == schedule_format::teccl &&
                                 schedule_->network_source == "used" && capacity_ == 1;
        return fmt::format("link {} carries {} a slot; {} is one more{}", link_text(row), packets,
                           message_text(*schedule_, row.message, row.piece),
                           is_unstated ? " (the file names no capacities; --parallel used takes "
                                         "them from the loads)"
                                       : "");
    }

    void add(fault_kind kind, const schedule_row& row, std::string_view text) {
        if (findings_.faults.size() == most_faults_kept) {
            add_fault(findings_, {.kind = kind});
            return;
        }
        add_fault(findings_, fault_of_row(*schedule_, kind, row, text));
    }

    // The slots in which senders get what they did not have yet.
    void add_arrivals() {
        for (schedule_fault& fault : findings_.faults) {
            if (fault.kind == fault_kind::not_held) {
                add_arrival(fault);
            }
        }
    }

    void add_arrival(schedule_fault& fault) const {
        const std::span rows{schedule_->rows};
        const auto begin = std::ranges::lower_bound(rows, fault.at, {}, &schedule_row::at);
        for (auto row = begin; row != rows.end(); ++row) {
            if (row->to == fault.from && row->message == fault.message &&
                row->piece == fault.piece && is_applied_[position_at(rows, row)]) {
                fault.text += fmt::format(" yet (it arrives in slot {})", row->at);
                return;
            }
        }
    }

    const foreign_schedule* schedule_;
    std::unique_ptr<node_contents> contents_;
    std::vector<bool> is_applied_;  // by row
    std::vector<std::size_t> replacing_{};
    bool is_replaced_ = false;  // by the row that is verified
    schedule_findings findings_{};
    schedule_row last_{};
    std::uint32_t capacity_ = 0;
    std::uint32_t load_ = 0;
    std::uint32_t first_redundant_ = 0;
};

void add_missing(schedule_findings& findings, const row_walk& walk, slot slots) {
    unmet_need first;
    findings.missing_count = walk.contents().count_missing(first);
    if (findings.missing_count > 0 && findings.faults.empty()) {
        add_fault(findings, {.kind = fault_kind::missing,
                             .at = slots + 1,
                             .from = first.node,
                             .to = first.node,
                             .message = first.message,
                             .piece = first.piece,
                             .text = fmt::format("at the end: {} ({} missing in all)", first.text,
                                                 findings.missing_count)});
    }
}

// What a row does to its receiver's value, where that follows from the values alone.
void set_flags(std::span<schedule_row> rows, std::span<const std::size_t> replacing) {
    for (schedule_row& row : rows) {
        row.reduces = true;
    }
    for (const std::size_t index : replacing) {
        rows[index].reduces = false;
    }
}

}  // namespace

schedule_findings verify_rows(foreign_schedule& schedule, std::uint64_t most_bytes) {
    row_walk walk{schedule, most_bytes};
    schedule_findings findings = walk.verify();
    if (schedule.merges) {
        set_flags(schedule.rows, walk.replacing());
    }
    merge_faults(findings, schedule.own_faults);
    add_missing(findings, walk, schedule.slots());
    if (findings.redundant > 0) {
        schedule.remarks.push_back(fmt::format("{} {} what is there already, first: {}",
                                               quantity(findings.redundant, "row"),
                                               findings.redundant == 1 ? "brings" : "bring",
                                               schedule.place_of(walk.first_redundant())));
    }
    return findings;
}

}  // namespace tutti
