/// @file
/// Run of a GOAL program, as soon as requirements, arrivals and links allow.
///
/// A boundary is the end of a slot. There, operations start, and receives get messages, without
/// time. In a slot, links carry packets of sends that had started at the boundary before.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "goal_program.hpp"
#include "message_matcher.hpp"
#include "schedule/schedule_links.hpp"
#include "schedule/schedule_row.hpp"
#include "step_order.hpp"
#include "util/counts.hpp"

namespace tutti {

/// The run.
class goal_run {
public:
    /// @param packet_bytes of a packet
    goal_run(const goal_program& program, const schedule_links& links, std::uint64_t packet_bytes);

    void run();

    /// Transmissions, whose positions are sends.
    [[nodiscard]] std::vector<schedule_row>& rows() noexcept { return rows_; }
    /// Sends with the receives that got their messages.
    [[nodiscard]] const std::vector<step_pair>& matches() const noexcept { return matches_; }
    [[nodiscard]] bool is_started(std::uint32_t operation) const {
        return states_[operation].is_started;
    }
    [[nodiscard]] bool is_done(std::uint32_t operation) const { return states_[operation].is_done; }
    /// Slot of the last packet of a send.
    [[nodiscard]] slot arrival(std::uint32_t send) const { return states_[send].arrival; }
    [[nodiscard]] std::uint64_t packets(std::uint32_t send) const {
        return std::max<std::uint64_t>(1,
                                       divided_up(program_->operations[send].bytes, packet_bytes_));
    }
    [[nodiscard]] std::uint32_t largest_load() const noexcept { return largest_load_; }

private:
    struct operation_state {
        std::uint32_t missing = 0;  // of what it requires
        std::uint64_t packets = 0;  // left
        slot arrival = 0;
        bool is_started = false;
        bool is_done = false;
    };
    struct started_send {
        slot at = 0;
        std::uint32_t send = 0;
        friend auto operator<=>(const started_send&, const started_send&) = default;
    };
    struct node_pair {
        node_id from = 0;
        node_id to = 0;
        std::uint32_t capacity = 0;
        std::vector<started_send> sends{};  // a heap, the first one on top
    };

    void connect(const schedule_links& links);
    void start_all();
    void start(std::uint32_t operation);
    void finish(std::uint32_t operation);
    void match(std::uint32_t send, std::uint32_t receive);
    void release(std::span<const std::uint32_t> operations);
    void carry_slot();
    void carry_packet(node_pair& pair);

    const goal_program* program_;
    std::uint64_t packet_bytes_;
    step_lists after_end_;
    step_lists after_start_;
    message_matcher matcher_;
    std::vector<operation_state> states_;
    std::vector<node_pair> pairs_;
    std::vector<std::uint32_t> pair_of_;  // by send
    std::vector<std::uint32_t> active_pairs_;
    std::vector<std::uint32_t> startable_;
    std::vector<std::uint32_t> sent_;  // whose last packets were carried in the slot
    slot boundary_ = 0;
    std::uint32_t largest_load_ = 0;
    std::vector<schedule_row> rows_;
    std::vector<step_pair> matches_;
};

}  // namespace tutti
