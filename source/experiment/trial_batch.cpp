#include "trial_batch.hpp"

#include <iterator>
#include <mutex>
#include <system_error>
#include <thread>

#include "estimate.hpp"
#include "tutti/machine/address_space.hpp"

namespace tutti {
namespace {

/// Runs the trials.
///
/// The workers share the number of the next trial, the listener and the first exception; the last
/// two are under `lock_`.
class batch {
public:
    batch(const experiment& asked, const stress_options& how, const batch_division& divided,
          const std::function<void(const ended_trial&)>& ended)
        : asked_{&asked}, how_{&how}, divided_{&divided}, ended_{&ended} {}

    void pass() {
        if (divided_->workers == 1) {
            work();
        } else {
            work_on_threads(divided_->workers);
        }
        if (thrown_) {
            std::rethrow_exception(thrown_);
        }
    }

private:
    void work_on_threads(int count) {
        std::vector<std::jthread> workers;
        workers.reserve(static_cast<std::size_t>(count));
        try {
            while (std::ssize(workers) < count) {
                workers.emplace_back([this] { work(); });
            }
        } catch (const std::system_error&) {
            is_halted_ = true;
            throw threads_missing{static_cast<int>(workers.size()), count};
        } catch (...) {
            is_halted_ = true;
            throw;
        }
    }

    void work() {
        try {
            while (!is_halted_ && !how_->run.stop.stop_requested()) {
                const std::uint64_t number = next_++;
                if (number >= how_->trials) {
                    break;
                }
                run_trial(number);
            }
        } catch (...) {
            const std::scoped_lock guard{lock_};
            is_halted_ = true;
            if (!thrown_) {
                thrown_ = std::current_exception();
            }
        }
    }

    void run_trial(std::uint64_t number) {
        const experiment trial = draw_trial(*asked_, how_->messages, number);
        const result found = run_experiment(trial, divided_->each, {});
        if (found.verdict == verdict::interrupted) {
            return;
        }
        const ended_trial ended{.number = number,
                                .asked = &trial,
                                .found = &found,
                                .is_unlucky = is_unlucky(*trial.what, found)};
        const std::scoped_lock guard{lock_};
        // Those that end after one has halted the test are lost.
        if (!is_halted_) {
            record(ended);
        }
    }

    // The caller has the lock.
    void record(const ended_trial& ended) {
        try {
            (*ended_)(ended);
        } catch (...) {
            is_halted_ = true;  // before another thread gets the lock
            throw;
        }
    }

    const experiment* asked_;
    const stress_options* how_;
    const batch_division* divided_;
    const std::function<void(const ended_trial&)>* ended_;
    std::atomic<std::uint64_t> next_ = 0;
    std::atomic<bool> is_halted_ = false;
    std::mutex lock_;
    std::exception_ptr thrown_;
};

}  // namespace

std::uint64_t bytes_of_trial(const experiment& asked, const message_range& messages,
                             std::uint64_t enough) {
    // The set as text, and what it is read into.
    constexpr std::uint64_t bytes_written = 32;
    return goal_of(asked).takes_broadcasters
               ? bytes_needed(asked, messages.most, enough) + bytes_written * messages.most
               : bytes_needed(asked, most_messages(asked), enough);
}

batch_division divide(const experiment& asked, const stress_options& how) {
    constexpr std::size_t small_network = 4096;
    const std::uint64_t limit = usable_memory_bytes(how.run.memory_limit_bytes, how.run.threads);
    const auto threads = static_cast<std::uint64_t>(how.run.threads);
    const std::uint64_t needed = bytes_of_trial(asked, how.messages, limit / threads);
    batch_division divided{.each = how.run};
    divided.each.repeats = 1;
    divided.each.sinks.clear();
    divided.each.begins = {};
    if (node_count(asked.where) > small_network) {
        return divided;
    }
    const std::uint64_t most = std::min(how.trials, limit / std::max<std::uint64_t>(1, needed));
    divided.workers = static_cast<int>(std::clamp<std::uint64_t>(most, 1, threads));
    divided.each.threads = 1;
    divided.each.executor = executor_kind::plain_threads;
    return divided;
}

void run_trials(const experiment& asked, const stress_options& how, const batch_division& divided,
                const std::function<void(const ended_trial&)>& ended) {
    batch{asked, how, divided, ended}.pass();
}

}  // namespace tutti
