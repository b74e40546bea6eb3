/// @file
/// Stopwatch: measures elapsed time.
#pragma once

#include <chrono>

namespace tutti {

class stopwatch {
public:
    /// Of the wall clock, since it was made.
    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    }

private:
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// Timer of work that is done again and again, which adds up its time if that is asked for.
class work_timer {
public:
    explicit work_timer(bool is_asked_for = false) noexcept : is_asked_for_{is_asked_for} {}

    void time(const auto& work) {
        if (!is_asked_for_) {
            work();
            return;
        }
        const stopwatch passed;
        work();
        seconds_ += passed.seconds();
    }
    [[nodiscard]] double seconds() const noexcept { return seconds_; }

private:
    bool is_asked_for_;
    double seconds_ = 0;
};

}  // namespace tutti
