#include "shared_jobs.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <thread>

#include "tutti/machine/gather.hpp"

namespace tutti {
namespace {

using bytes = transport::bytes;

// Short beside what people notice, and long beside what a round takes.
constexpr std::chrono::milliseconds between_rounds{5};

/// What a process says in a round, in front of its news.
struct job_report {
    std::uint64_t left = 0;    ///< jobs that it has and that have not ended
    std::uint64_t wanted = 0;  ///< more
    bool is_stopped = false;
};

/// How many jobs a process should have at hand, as many as it does in a few rounds: it is told of
/// new ones once a round, and nobody else can do those that it has.
class job_appetite {
public:
    explicit job_appetite(int threads) : least_(static_cast<std::uint64_t>(threads)) {}

    [[nodiscard]] std::uint64_t more(const job_queue::state& now) {
        constexpr std::uint64_t most = std::uint64_t{1} << 16U;
        const std::uint64_t ended = now.ended - std::exchange(ended_before_, now.ended);
        if (ended >= size_ / 2) {
            size_ = std::min(size_ * 4, most);
        } else if (ended < size_ / 8) {
            size_ = std::max(size_ / 2, least_);
        }
        const std::uint64_t has = now.waiting + now.running;
        return size_ - std::min(size_, has);
    }

private:
    std::uint64_t least_;
    std::uint64_t size_ = least_;
    std::uint64_t ended_before_ = 0;
};

/// Process 0's: who does what.
class job_master {
public:
    explicit job_master(shared_jobs& mine) : mine_{&mine} {}

    /// What each process said makes what each is told.
    [[nodiscard]] std::vector<bytes> answer(const std::vector<bytes>& all) {
        std::vector<job_report> reports;
        reports.reserve(all.size());
        for (const bytes& each : all) {
            detail::byte_reader from{each};
            reports.push_back(from.take<job_report>());
            while (!from.is_at_end()) {
                mine_->hear(from);
            }
        }
        is_halted_ = is_halted_ || std::ranges::any_of(reports, &job_report::is_stopped);
        if (is_halted_) {
            mine_->due = {};
        }
        const bool is_over = mine_->due.empty() && std::ranges::all_of(reports, [](auto& each) {
                                 return each.left == 0;
                             });
        std::vector<bytes> orders(all.size());
        for (std::size_t to = 0; to < orders.size(); ++to) {
            detail::append(orders[to], is_halted_);
            detail::append(orders[to], is_over);
            hand_out(reports[to].wanted, orders[to]);
        }
        return orders;
    }

private:
    void hand_out(std::uint64_t wanted, bytes& order) {
        while (wanted > 0 && !mine_->due.empty()) {
            const job_range some = mine_->due.take(wanted);
            wanted -= some.end - some.first;
            detail::append(order, some);
        }
    }

    shared_jobs* mine_;
    bool is_halted_ = false;
};

/// A process's side of the rounds.
class job_rounds {
public:
    job_rounds(transport& carrier, shared_jobs& mine)
        : carrier_{&carrier}, mine_{&mine}, master_{mine}, appetite_{mine.threads} {}

    /// Whether there is another one.
    [[nodiscard]] bool pass() {
        const std::vector<bytes> all = gather_at_first(carrier_, report());
        std::vector<bytes> orders(all.size());
        if (carrier_->self() == 0) {
            orders = master_.answer(all);
        }
        std::vector<bytes> told(all.size());
        carrier_->exchange(orders, told);
        return obey(told.front());
    }

private:
    // A job ends after its news are told: those of none that has ended are missing.
    bytes report() {
        const job_queue::state now = mine_->queue->now();
        const bool is_stopped = mine_->stop.stop_requested();
        bytes told;
        detail::append(told, job_report{.left = now.running + (is_over_soon_ ? 0 : now.waiting),
                                        .wanted = appetite_.more(now),
                                        .is_stopped = is_stopped});
        const bytes news = mine_->news->take();
        told.insert(told.end(), news.begin(), news.end());
        return told;
    }

    bool obey(const bytes& order) {
        detail::byte_reader from{order};
        is_over_soon_ = from.take<bool>();
        if (is_over_soon_) {
            mine_->queue->halt();
        }
        if (from.take<bool>()) {
            return false;
        }
        while (!from.is_at_end()) {
            mine_->queue->feed(from.take<job_range>());
        }
        return true;
    }

    transport* carrier_;
    shared_jobs* mine_;
    job_master master_;
    job_appetite appetite_;
    bool is_over_soon_ = false;
};

}  // namespace

void do_together(transport& carrier, shared_jobs mine) {
    std::atomic<bool> has_failed = false;
    std::exception_ptr thrown;
    std::thread doing{[&] {
        try {
            mine.do_them();
        } catch (...) {
            thrown = std::current_exception();
            has_failed = true;
        }
    }};
    try {
        job_rounds rounds{carrier, mine};
        while (!has_failed && rounds.pass()) {
            std::this_thread::sleep_for(between_rounds);
        }
        mine.queue->close();
    } catch (...) {
        mine.queue->halt();
        doing.join();
        throw;
    }
    doing.join();
    if (thrown) {
        std::rethrow_exception(thrown);
    }
}

}  // namespace tutti
