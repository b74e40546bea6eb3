#include "distributed_jobs.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <span>
#include <system_error>
#include <thread>

#include "engine/exchange/gather.hpp"
#include "engine/executor/executor.hpp"
#include "experiment/processes/value_bytes.hpp"
#include "util/counts.hpp"
#include "util/stopwatch.hpp"

namespace tutti {
namespace {

using bytes = transport::bytes;

// Short beside what people notice, and long beside what a round takes.
constexpr std::chrono::milliseconds between_rounds{5};

/// Report of a process in a round, in front of its results.
struct job_report {
    std::uint64_t left = 0;    ///< jobs that it has and that have not ended
    std::uint64_t wanted = 0;  ///< more
    bool is_stopped = false;
};

/// Prefetch depth of jobs: a process needs as many as it finishes in a few rounds, because new jobs
/// are handed out once a round, and no other process can do those that it has.
class prefetch_depth {
public:
    explicit prefetch_depth(int threads) : least_(static_cast<std::uint64_t>(threads)) {}

    [[nodiscard]] std::uint64_t more(const job_queue::state& now) {
        // Of the last rounds the latest count most.
        constexpr double older = 0.9;
        constexpr double seconds_at_hand = 0.04;
        seconds_ = older * seconds_ + round_.seconds();
        round_ = {};
        ended_ = older * ended_ + static_cast<double>(now.ended - ended_before_);
        ended_before_ = now.ended;
        const auto size = std::max(least_, whole_part(ended_ / seconds_ * seconds_at_hand));
        return size - std::min(size, now.waiting + now.running);
    }

private:
    std::uint64_t least_;
    std::uint64_t ended_before_ = 0;
    stopwatch round_;
    double seconds_ = 0;
    double ended_ = 0;
};

void read_results(const distributed_jobs& jobs, std::span<const std::byte> news) {
    for (detail::byte_reader from{news}; !from.is_at_end();) {
        jobs.hear(from);
    }
}

/// Work distributor of process 0.
class work_distributor {
public:
    explicit work_distributor(distributed_jobs& jobs) : jobs_{&jobs} {}

    /// Answers to the reports of all processes.
    [[nodiscard]] std::vector<bytes> answer(const std::vector<bytes>& messages) {
        std::vector<job_report> reports;
        reports.reserve(messages.size());
        for (const bytes& each : messages) {
            detail::byte_reader from{each};
            reports.push_back(from.take<job_report>());
            read_results(*jobs_, from.left());
        }
        // A stop of any process stops all.
        is_halted_ = is_halted_ || std::ranges::any_of(reports, &job_report::is_stopped);
        if (is_halted_) {
            jobs_->due = {};
        }
        // The work is over if nothing is due and no process has jobs left, by reports of the same
        // round.
        const bool is_over = jobs_->due.empty() && std::ranges::all_of(reports, [](auto& each) {
                                 return each.left == 0;
                             });
        std::vector<bytes> orders(messages.size());
        // So that no process is left with much to do while the others have nothing any more.
        const std::uint64_t fair =
            std::max<std::uint64_t>(1, jobs_->due.size() / (2 * messages.size()));
        for (std::size_t to = 0; to < orders.size(); ++to) {
            append_values(orders[to], is_halted_, is_over);
            assign_jobs(std::min(reports[to].wanted, fair), orders[to]);
        }
        return orders;
    }

private:
    void assign_jobs(std::uint64_t wanted, bytes& order) {
        while (wanted > 0 && !jobs_->due.empty()) {
            const job_range some = jobs_->due.take(wanted);
            wanted -= some.end - some.first;
            append_values(order, some);
        }
    }

    distributed_jobs* jobs_;
    bool is_halted_ = false;
};

/// A process's side of the rounds.
class job_rounds {
public:
    job_rounds(transport& carrier, distributed_jobs& jobs)
        : carrier_{&carrier}, jobs_{&jobs}, master_{jobs}, appetite_{jobs.threads} {}

    /// True if there is another round.
    [[nodiscard]] bool pass() {
        const std::vector<bytes> messages = gather_at_first(carrier_, report());
        unheard_.clear();
        std::vector<bytes> orders(messages.size());
        if (carrier_->self() == 0) {
            orders = master_.answer(messages);
        }
        std::vector<bytes> parcels(messages.size());
        carrier_->exchange(orders, parcels);
        return apply_order(parcels.front());
    }

    /// Message of process 0 to itself after another process has left.
    [[nodiscard]] bytes pending_results() {
        const bytes news = jobs_->news->take();
        unheard_.insert(unheard_.end(), news.begin(), news.end());
        return std::exchange(unheard_, {});
    }

private:
    // A job ends after its results are sent: those of none that has ended are missing.
    bytes report() {
        const job_queue::state now = jobs_->queue->now();
        bytes data = bytes_of(job_report{.left = now.running + (is_halted_ ? 0 : now.waiting),
                                         .wanted = appetite_.more(now),
                                         .is_stopped = jobs_->stop.stop_requested()});
        unheard_ = jobs_->news->take();
        data.insert(data.end(), unheard_.begin(), unheard_.end());
        return data;
    }

    // Orders begin with two flags; ranges of jobs fill the rest.
    bool apply_order(const bytes& order) {
        detail::byte_reader from{order};
        is_halted_ = from.take<bool>();
        if (is_halted_) {
            jobs_->queue->halt();
        }
        if (from.take<bool>()) {
            return false;
        }
        while (!from.is_at_end()) {
            jobs_->queue->feed(from.take<job_range>());
        }
        return true;
    }

    transport* carrier_;
    distributed_jobs* jobs_;
    work_distributor master_;
    prefetch_depth appetite_;
    bytes unheard_;  // news that are on their way to process 0
    bool is_halted_ = false;
};

// Jobs run on other threads, and this one alone uses the transport.
void run_in_all_processes(transport& carrier, distributed_jobs& jobs) {
    std::atomic<bool> has_failed = false;
    std::exception_ptr thrown;
    std::thread doing = [&] {
        try {
            return std::thread{[&] {
                try {
                    jobs.run_jobs();
                } catch (...) {
                    thrown = std::current_exception();
                    has_failed = true;
                }
            }};
        } catch (const std::system_error&) {
            throw threads_missing{0, jobs.threads};
        }
    }();
    job_rounds rounds{carrier, jobs};
    try {
        while (!has_failed && rounds.pass()) {
            std::this_thread::sleep_for(between_rounds);
        }
        jobs.queue->close();
    } catch (const process_left&) {
        jobs.queue->halt();
        doing.join();
        if (carrier.self() == 0) {
            read_results(jobs, rounds.pending_results());  // what was done here is not lost
        }
        throw;
    } catch (...) {
        jobs.queue->halt();
        doing.join();
        throw;
    }
    doing.join();
    if (thrown) {
        std::rethrow_exception(thrown);
    }
}

}  // namespace

void run_distributed(transport* carrier, distributed_jobs jobs) {
    if (carrier != nullptr) {
        run_in_all_processes(*carrier, jobs);
        return;
    }
    while (!jobs.due.empty()) {
        jobs.queue->feed(jobs.due.take(jobs.due.size()));
    }
    jobs.queue->close();
    jobs.run_jobs();
}

}  // namespace tutti
