#include "trial_batch.hpp"

#include <mutex>
#include <utility>

#include "engine/memory/address_space.hpp"
#include "experiment/plan/estimate.hpp"
#include "experiment/processes/distributed_jobs.hpp"
#include "experiment/processes/result_bytes.hpp"
#include "results/store/store.hpp"
#include "util/stopwatch.hpp"

namespace tutti {
namespace {

/// Runs trials on threads.
///
/// The workers share the listener, which is under `lock_`.
class batch {
public:
    batch(const experiment& asked, const stress_options& how, const batch_division& divided,
          const std::function<void(const ended_trial&)>& ended)
        : asked_{&asked},
          how_{&how},
          divided_{&divided},
          ended_{&ended},
          queue_{how.run.stop, room_} {}

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
    void run_trial(std::uint64_t number) {
        const stopwatch watch;
        const experiment trial = draw_trial(*asked_, how_->messages, number);
        const result found = run_experiment(trial, divided_->each, {});
        if (found.verdict == verdict::interrupted) {
            return;
        }
        const ended_trial ended{
            .number = number, .asked = &trial, .found = &found, .seconds = watch.seconds()};
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
    job_admission room_;
    job_queue queue_;
    std::mutex lock_;
    bool is_halted_ = false;
};

// Serialises a trial for process 0, which draws the input itself.
void append_trial(std::vector<std::byte>& told, const ended_trial& ended) {
    detail::append(told, ended.number);
    detail::append_text(told, name_of_host());
    detail::append(told, ended.seconds);
    append_result(told, *ended.found);
}

void read_trial(detail::byte_reader& from, const experiment& asked, const stress_options& how,
                const std::function<void(const ended_trial&)>& ended) {
    const auto number = from.take<std::uint64_t>();
    const std::string host = from.take_text();
    const auto seconds = from.take<double>();
    const result found = take_result(from);
    const experiment trial = draw_trial(asked, how.messages, number);
    ended({.number = number, .asked = &trial, .found = &found, .seconds = seconds, .host = host});
}

}  // namespace

std::uint64_t bytes_of_trial(const experiment& asked, const message_range& messages,
                             std::uint64_t enough) {
    // The set as text, and what it is read into.
    constexpr std::uint64_t bytes_written = 32;
    return collective_of(asked).takes_broadcasters
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
    divided.each.carrier = nullptr;
    if (node_count(asked.where) > small_network) {
        return divided;
    }
    const std::uint64_t most = std::min(how.trials, limit / std::max<std::uint64_t>(1, needed));
    divided.workers = static_cast<int>(std::clamp<std::uint64_t>(most, 1, threads));
    divided.each.threads = 1;
    divided.each.executor = executor_kind::plain_threads;
    return divided;
}

// A trial with no packets takes about as long as one with a sixteenth of the most: seen on cubes
// and tori, where it lies between a hundredth and a third.
double work_of_trial(const stress_options& how, double packets) {
    return packets + static_cast<double>(how.messages.most) / 16 + 1;
}

void run_trials(const experiment& asked, const stress_options& how, const batch_division& divided,
                const std::function<void(const ended_trial&)>& ended) {
    transport* const carrier = how.run.carrier;
    const job_range all{.first = 0, .end = how.trials};
    if (carrier == nullptr) {
        batch trials{asked, how, divided, ended};
        trials.queue().feed(all);
        trials.queue().close();
        trials.pass();
        return;
    }
    result_queue news;
    const std::function<void(const ended_trial&)> tell = [&](const ended_trial& each) {
        news.tell([&](std::vector<std::byte>& told) { append_trial(told, each); });
    };
    batch trials{asked, how, divided, tell};
    distributed_jobs mine{
        .queue = &trials.queue(),
        .threads = divided.workers,
        .run_jobs = [&] { trials.pass(); },
        .news = &news,
        .stop = how.run.stop,
        .hear = [&](detail::byte_reader& from) { read_trial(from, asked, how, ended); }};
    if (carrier->self() == 0) {
        mine.due.add(all);
    }
    run_distributed(*carrier, std::move(mine));
}

}  // namespace tutti
