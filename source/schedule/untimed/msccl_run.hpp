/// @file
/// Run of a program of MSCCL XML, as soon as dependencies, arrivals and links allow.
///
/// A boundary is the end of a slot. There, thread blocks work until none can: they start steps,
/// take packets and compute, without time. In a slot, links carry chunks that were ready at the
/// boundary before.
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "msccl_contents.hpp"
#include "msccl_program.hpp"
#include "schedule/foreign_schedule.hpp"

namespace tutti {

/// The k-th send of a block over a channel and the k-th receive at its other end meet here.
struct msccl_connection {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint32_t channel = 0;
    std::uint32_t sender = msccl_none;    ///< a block
    std::uint32_t receiver = msccl_none;  ///< a block
    std::uint32_t taken = 0;
    std::uint32_t longest_queue = 0;
    std::vector<msccl_packet> packets{};

    [[nodiscard]] std::uint32_t waiting() const { return size_as<std::uint32_t>(packets) - taken; }
};

/// The run.
class msccl_run {
public:
    msccl_run(const msccl_program& program, const schedule_links& links, msccl_contents& contents);

    void run();

    /// Transmissions, whose positions are steps. Messages and pieces are not set.
    [[nodiscard]] std::vector<schedule_row>& rows() noexcept { return rows_; }
    /// What each row carries.
    [[nodiscard]] const std::vector<msccl_value>& values() const noexcept { return values_; }
    [[nodiscard]] const std::vector<msccl_connection>& connections() const noexcept {
        return connections_;
    }
    /// Steps that sent a packet, and the ones that took it.
    [[nodiscard]] const std::vector<std::pair<std::uint32_t, std::uint32_t>>& hops()
        const noexcept {
        return hops_;
    }
    [[nodiscard]] bool is_done(std::uint32_t step) const { return done_[step]; }
    [[nodiscard]] std::uint32_t largest_load() const noexcept { return largest_load_; }

private:
    // A chunk of a step that receives and sends on.
    struct forwarded_chunk {
        slot ready = 0;
        msccl_value value{};
    };
    struct block_state {
        std::uint32_t step = 0;
        std::uint32_t taken = 0;
        std::uint32_t sent = 0;
        slot started = 0;
        bool is_started = false;
        bool is_waiting = false;  // for the dependency of its step
        bool is_candidate = false;
        std::uint32_t next_waiter = msccl_none;  // for the same step
        std::uint32_t pair = msccl_none;
        std::uint32_t to = msccl_none;    // connection
        std::uint32_t from = msccl_none;  // connection
        std::vector<forwarded_chunk> forwarded{};
    };
    // First ready chunk of a block.
    struct candidate {
        slot ready = 0;
        std::uint32_t channel = 0;
        std::uint32_t block = 0;
        friend auto operator<=>(const candidate&, const candidate&) = default;
    };
    struct node_pair {
        std::uint32_t from = 0;
        std::uint32_t to = 0;
        std::uint32_t capacity = 0;
        std::vector<candidate> candidates{};  // a heap, the first one on top
    };

    void connect();
    void connect_pairs(const schedule_links& links);
    void wake(std::uint32_t block);
    void work_at_boundary();
    void work(std::uint32_t block);
    [[nodiscard]] bool start(std::uint32_t block);
    [[nodiscard]] bool progress(std::uint32_t block);
    void take(std::uint32_t block);
    void finish_step(std::uint32_t block);
    void offer(std::uint32_t block);
    [[nodiscard]] bool has_ready(std::uint32_t block) const;
    void carry_slot();
    void carry(node_pair& pair, std::uint32_t block);

    const msccl_program* program_;
    msccl_contents* contents_;
    std::vector<block_state> blocks_;
    std::vector<msccl_connection> connections_;
    std::vector<node_pair> pairs_;
    std::vector<std::uint32_t> active_pairs_;
    std::vector<bool> done_;                // by step
    std::vector<std::uint32_t> waiter_of_;  // by step: the first block
    std::set<std::uint32_t> sweep_;
    std::set<std::uint32_t> next_sweep_;
    std::uint32_t working_ = msccl_none;
    slot boundary_ = 0;
    std::uint32_t largest_load_ = 0;
    std::vector<schedule_row> rows_;
    std::vector<msccl_value> values_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> hops_;
};

}  // namespace tutti
