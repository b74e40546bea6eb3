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

}  // namespace tutti
