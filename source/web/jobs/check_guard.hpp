/// @file
/// Guard of checks that run programs, as some of these never end.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "web/server/worker_pool.hpp"
#include "web_jobs.hpp"

namespace tutti::program {

/// Time limits for answers that wait for checks.
struct check_timeouts {
    std::chrono::milliseconds check = std::chrono::seconds{5};  ///< then it is asked to stop
    std::chrono::milliseconds stop = std::chrono::seconds{1};   ///< then it is abandoned
    /// For a second one of the same task, which may be as slow as the first.
    std::chrono::milliseconds same_task = std::chrono::seconds{1};
};

/// Guard that runs checks on separate threads. A check measures memory by small runs, and the
/// program of a user may never end a slot of these: the answer does not wait for it.
///
/// Thread safety: any thread.
class check_guard {
public:
    explicit check_guard(std::size_t threads, const check_timeouts& patience = {});

    /// Result of a check, or nothing if it takes too long.
    /// @param check may be going on when this has returned, and refers to nothing that is not there
    /// @throws what `check` throws
    [[nodiscard]] std::optional<web_job> finish(
        const submitted_plan& plan,
        const std::function<web_job(const submitted_plan& plan)>& check);

    /// Threads whose checks have not ended.
    [[nodiscard]] std::size_t abandoned() const { return workers_.abandoned(); }

private:
    using clock = std::chrono::steady_clock;
    /// The begins of all checks that go on, by task.
    struct running_checks {
        std::mutex lock;
        std::multimap<std::string, clock::time_point> begins;
    };

    [[nodiscard]] bool is_slow(const std::string& task) const;

    check_timeouts patience_;
    std::shared_ptr<running_checks> begun_ = std::make_shared<running_checks>();
    serve::worker_pool workers_;
};

}  // namespace tutti::program
