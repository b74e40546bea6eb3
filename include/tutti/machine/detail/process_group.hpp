/// @file
/// What the processes of a run tell each other between two slots.
#pragma once

#include <cstddef>
#include <vector>

#include "tutti/machine/detail/clock.hpp"
#include "tutti/machine/detail/function_ref.hpp"
#include "tutti/machine/detail/tally.hpp"
#include "tutti/machine/digest.hpp"
#include "tutti/machine/partition.hpp"
#include "tutti/machine/run_report.hpp"
#include "tutti/machine/transport.hpp"

namespace tutti::detail {

/// The processes that run a network together. All of them call the same functions in the same
/// order, and come to the same. One that is alone has nobody to tell and nothing to wait for.
class process_group {
public:
    /// @param carrier outlives the group; null: this process is alone
    explicit process_group(transport* carrier);

    [[nodiscard]] int count() const noexcept {
        return carrier_ != nullptr ? carrier_->processes() : 1;
    }
    [[nodiscard]] int self() const noexcept { return carrier_ != nullptr ? carrier_->self() : 0; }
    /// This process's part of so many nodes.
    [[nodiscard]] partition part_of(std::size_t node_count, int shards) const noexcept;

    /// Adds up what was counted in all processes, in the order of their nodes.
    ///
    /// Of the smallest fault all learn the place and the text; the exception itself stays where it
    /// was thrown.
    /// @param nodes what was sent in this slot is brought to where it will be read; null: nothing
    ///   was sent
    void add_up(slot_counts& counts, clocked_nodes* nodes = nullptr);

    /// Makes of the own nodes that wait those of all processes.
    void add_up_waiting(run_report& report);

    /// Adds to `sum` what each process adds with `add_mine`, one after the other.
    void add_in_turn(digest& sum, function_ref<void()> add_mine);

    /// This process leaves the run; the others end theirs.
    void abandon() noexcept;

private:
    void exchange(const transport::bytes& mine, clocked_nodes* nodes = nullptr);

    transport* carrier_;
    std::vector<transport::bytes> out_;  // for each process
    std::vector<transport::bytes> in_;   // from each
};

}  // namespace tutti::detail
