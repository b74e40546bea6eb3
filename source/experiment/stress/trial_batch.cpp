#include "trial_batch.hpp"

#include <mutex>
#include <utility>

#include "engine/memory/address_space.hpp"
#include "experiment/plan/estimate.hpp"
#include "experiment/processes/distributed_jobs.hpp"
#include "experiment/processes/work_bytes.hpp"
#include "util/counts.hpp"
#include "util/host_name.hpp"
#include "util/stopwatch.hpp"

namespace tutti {
namespace {

/// Runs trials on threads.
///
/// The workers share the listener, which is under `lock_`.
class batch {
public:
    batch(const experiment& plan, const stress_options& options, const batch_division& divided,
          const std::function<void(const ended_trial&)>& on_end)
        : plan_{&plan},
          options_{&options},
          divided_{&divided},
          on_end_{&on_end},
          queue_{options.run.stop, room_} {}

    [[nodiscard]] job_queue& queue() noexcept { return queue_; }

    void pass() {
        work_on_threads(divided_->workers, queue_, [this] {
            while (const std::optional<std::uint64_t> number = queue_.next()) {
                run_trial(*number);
                queue_.end(*number);
            }
        });
    }

private:
    // An interrupted trial is not counted, as it says nothing about the algorithm.
    void run_trial(std::uint64_t number) {
        const stopwatch watch;
        const experiment trial = draw_trial(*plan_, options_->messages, number);
        const result result = run_experiment(trial, divided_->each, {});
        if (result.verdict == verdict::interrupted) {
            return;
        }
        const ended_trial outcome{
            .number = number, .plan = &trial, .result = &result, .seconds = watch.seconds()};
        const std::scoped_lock guard{lock_};
        // Those that end after one has halted the test are lost.
        if (!is_halted_) {
            record(outcome);
        }
    }

    // The caller has the lock.
    void record(const ended_trial& trial) {
        try {
            (*on_end_)(trial);
        } catch (...) {
            is_halted_ = true;  // before another thread gets the lock
            throw;
        }
    }

    const experiment* plan_;
    const stress_options* options_;
    const batch_division* divided_;
    const std::function<void(const ended_trial&)>* on_end_;
    job_admission room_;
    job_queue queue_;
    std::mutex lock_;
    bool is_halted_ = false;
};

// The trial that process 0 gets, which draws the input itself.
void read_trial(detail::byte_reader& from, const experiment& plan, const stress_options& options,
                const std::function<void(const ended_trial&)>& on_end) {
    const auto number = from.take<std::uint64_t>();
    const std::string host = from.take_text();
    const auto seconds = from.take<double>();
    const auto outcome = take_value<result>(from);
    const experiment trial = draw_trial(plan, options.messages, number);
    on_end(
        {.number = number, .plan = &trial, .result = &outcome, .seconds = seconds, .host = host});
}

}  // namespace

std::uint64_t bytes_of_trial(const experiment& plan, const message_range& messages,
                             std::uint64_t enough) {
    // The set as text, and what it is read into.
    constexpr std::uint64_t bytes_written = 32;
    return collective_of(plan).takes_broadcasters
               ? bytes_needed(plan, messages.most, enough) + bytes_written * messages.most
               : bytes_needed(plan, most_messages(plan), enough);
}

// Small networks run one trial a thread, and large ones use all threads for each.
batch_division divide(const experiment& plan, const stress_options& options) {
    constexpr std::size_t small_network = 4096;
    const std::uint64_t limit =
        usable_memory_bytes(options.run.memory_limit_bytes, options.run.threads);
    const auto threads = static_cast<std::uint64_t>(options.run.threads);
    const std::uint64_t needed = bytes_of_trial(plan, options.messages, limit / threads);
    batch_division divided{.each = options.run};
    divided.each.repeats = 1;
    divided.each.sinks.clear();
    divided.each.begins = {};
    divided.each.carrier = nullptr;
    if (node_count(plan.built_network) > small_network) {
        return divided;
    }
    // As many trials run side by side as the memory admits, each at its largest.
    const std::uint64_t most = std::min(options.trials, limit / std::max<std::uint64_t>(1, needed));
    divided.workers = static_cast<int>(std::clamp<std::uint64_t>(most, 1, threads));
    divided.each.threads = 1;
    divided.each.executor = executor_kind::plain_threads;
    return divided;
}

// A trial with no packets takes about as long as one with a sixteenth of the most: seen on cubes
// and tori, where it is between a hundredth and a third.
double work_of_trial(const stress_options& options, double packets) {
    return packets + ratio(options.messages.most, 16) + 1;
}

void run_trials(const experiment& plan, const stress_options& options,
                const batch_division& divided,
                const std::function<void(const ended_trial&)>& on_end) {
    transport* const carrier = options.run.carrier;
    result_queue news;
    // The order is that of `read_trial`.
    const std::function<void(const ended_trial&)> tell = [&](const ended_trial& each) {
        news.tell(bytes_of(each.number, name_of_host(), each.seconds, *each.result));
    };
    batch trials{plan, options, divided, carrier == nullptr ? on_end : tell};
    job_list due;
    if (carrier == nullptr || carrier->self() == 0) {
        due.add({.first = 0, .end = options.trials});
    }
    run_distributed(
        carrier,
        {.queue = &trials.queue(),
         .threads = divided.workers,
         .run_jobs = [&] { trials.pass(); },
         .stop = options.run.stop,
         .due = std::move(due),
         .news = &news,
         .hear = [&](detail::byte_reader& from) { read_trial(from, plan, options, on_end); }});
}

}  // namespace tutti
