/// @file
/// Exchange of control information between the processes of a run, between two slots.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/executor/slot_counters.hpp"
#include "engine/partition/node_partition.hpp"
#include "tutti/engine/run_report.hpp"
#include "tutti/engine/transport.hpp"
#include "util/function_ref.hpp"
#include "util/stopwatch.hpp"

namespace tutti::detail {

class packet_exchange;

/// The processes that run a network together. All of them call the same functions in the same
/// order, and come to the same. A single process sends nothing and waits for nothing.
class process_group {
public:
    /// @param carrier outlives the group; null: this process is alone
    explicit process_group(transport* carrier);

    [[nodiscard]] int count() const noexcept {
        return carrier_ != nullptr ? carrier_->processes() : 1;
    }
    [[nodiscard]] int self() const noexcept { return carrier_ != nullptr ? carrier_->self() : 0; }

    /// Sums the counts of all processes.
    ///
    /// Of the smallest fault all learn the place and the text; the exception itself stays where it
    /// was thrown.
    /// @param packets what was sent in this slot is brought to where it will be read; null: nothing
    ///   was sent
    void add_up(slot_counts& counts, packet_exchange* packets = nullptr);

    /// True if the traffic to a process in the last slot was large enough for `begin` to pay off.
    [[nodiscard]] bool has_large_traffic() const noexcept {
        return carrier_ != nullptr && most_crossed_ >= carrier_->least_ahead();
    }
    /// Begins the exchange with the packets sent in this slot so far. `add_up` sends the rest.
    void begin(const packet_exchange& packets);
    /// Makes progress on the exchange. What others sent this way is read by `add_up`.
    void progress() { carrier_->progress(); }

    /// Makes of the own nodes that wait those of all processes.
    void add_up_waiting(run_report& report);

    /// Gives process 0, by `take`, the values of all nodes by id, many at a time; of an isolated
    /// node its own alone.
    /// @param value_of of an own node
    void gather_in_order(const node_partition& nodes, function_ref<std::uint64_t(node_id)> value_of,
                         function_ref<void(std::span<const std::uint64_t>)> take);

    /// Broadcasts a number from process 0.
    [[nodiscard]] std::uint64_t broadcast_from_first(std::uint64_t own);

    /// Begins a run, in which the time of the exchange is measured or not.
    void begin_account(bool is_asked_for) noexcept { timer_ = work_timer{is_asked_for}; }
    [[nodiscard]] double seconds() const noexcept { return timer_.seconds(); }

    /// This process leaves the run; the others end theirs.
    void abandon() noexcept;

private:
    void exchange(const transport::bytes& own_bytes);
    void meet();
    void exchange_values(const node_partition& nodes, std::size_t first, std::size_t last,
                         std::vector<std::uint64_t>& values);

    transport* carrier_;
    work_timer timer_;
    std::size_t most_crossed_ = 0;                     // in the slot before, bytes to a process
    std::vector<std::size_t> begun_;                   // bytes for each process, of this slot
    std::vector<transport::bytes> out_;                // for each process: the rest
    std::vector<transport::bytes> in_;                 // from each
    std::vector<std::span<const std::byte>> packets_;  // among these, those of a slot
};

}  // namespace tutti::detail
