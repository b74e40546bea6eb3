/// @file
/// Choice between one thread and all of them for a slot.
#pragma once

#include <cstdint>

#include "util/counts.hpp"

namespace tutti::detail {

/// Chooses for every slot. Slots of little work are for one thread. For the others it calibrates
/// from time to time: some are given to one thread and to all in turn and timed, and the faster way
/// is taken. Where cores are far from each other, or other programs use them, that may be one
/// thread.
class thread_choice {
public:
    /// @param parallel_work as in `emulator_options`
    thread_choice(int threads, std::uint64_t parallel_work) noexcept
        : threads_{threads}, parallel_work_{parallel_work} {}

    /// Work of a slot in which `nodes` run and read `packets`: a node's run costs as much as some
    /// packets.
    [[nodiscard]] static std::uint64_t work_of(std::uint64_t nodes,
                                               std::uint64_t packets) noexcept {
        constexpr std::uint64_t packets_of_a_run = 4;
        return packets_of_a_run * nodes + packets;
    }

    /// True if the work may be worth all threads.
    [[nodiscard]] bool is_enough_for_all(std::uint64_t work) const noexcept {
        return threads_ > 1 && work >= parallel_work_;
    }

    /// True if all threads are to share some work between the slots: as they do the slots.
    [[nodiscard]] bool suits_all_threads(std::uint64_t work) const noexcept {
        return is_enough_for_all(work) && (takes_all_ || parallel_work_ == 0);
    }

    /// Decides if all threads sweep the next slot.
    [[nodiscard]] bool is_for_all(std::uint64_t work) noexcept {
        is_timed_ = false;
        if (!is_enough_for_all(work)) {
            return false;
        }
        if (parallel_work_ == 0) {
            return true;
        }
        if (left_ == 0) {
            begin_turn();
        }
        // The first slot of a turn brings the nodes to where they are swept.
        is_timed_ = is_calibrating() && left_ != slots_of_turn();
        --left_;
        work_ = work;
        return takes_all_ != is_turn_of_other();
    }

    /// True if `note` expects the duration of that slot.
    [[nodiscard]] bool is_timed() const noexcept { return is_timed_; }

    /// Takes in how long that slot took. @pre `is_timed()`
    void note(double seconds) noexcept {
        (is_turn_of_other() ? others_ : taken_) += ratio(seconds, work_);
    }

private:
    // When it calibrates, the way that is taken and the other one have their turns, in pairs. The
    // other one must win every pair, because what the slots of a pair do may differ. Lest slots
    // that differ all over again in the same order speak for it, the pairs differ in order and
    // length: other 4, taken 4; taken 6, other 6; other 8, taken 8.
    static constexpr int calibration_turns = 6;
    [[nodiscard]] bool is_calibrating() const noexcept { return turn_ != 0; }
    [[nodiscard]] bool is_turn_of_other() const noexcept {
        return is_calibrating() && turn_ % 4 < 2;
    }
    [[nodiscard]] int slots_of_turn() const noexcept { return (turn_ + 1) / 2 * 2 + 2; }

    // Calibrations take little of the time, whatever they say.
    static constexpr int slots_before_first = 128;
    static constexpr int slots_between = 2048;
    // Time that the other choice must stay below to win, as a share of the time of the present
    // one.
    static constexpr double clearly_less = 0.9;

    // A turn or the time between calibrations is over.
    void begin_turn() noexcept {
        const bool is_pair_over = is_calibrating() && turn_ % 2 == 0;
        const bool is_lost = is_pair_over && others_ >= clearly_less * taken_;
        if (is_pair_over) {
            others_ = taken_ = 0;
        }
        if (is_lost || turn_ == calibration_turns) {
            takes_all_ = is_lost ? takes_all_ : !takes_all_;
            turn_ = 0;
            left_ = slots_between;
        } else {
            ++turn_;
            left_ = slots_of_turn();
        }
    }

    int threads_;
    std::uint64_t parallel_work_;
    bool takes_all_ = true;
    int turn_ = 0;                   // of a calibration, from 1 on, or 0
    int left_ = slots_before_first;  // slots of the turn, or until the next calibration
    bool is_timed_ = false;
    std::uint64_t work_ = 0;
    double taken_ = 0;  // seconds for the work of a pair's timed slots, each way
    double others_ = 0;
};

}  // namespace tutti::detail
