#include "executor.hpp"

#include <algorithm>
#include <barrier>
#include <iterator>
#include <latch>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>

#include "engine/memory/control_group.hpp"

namespace tutti {
namespace {

// The number of threads of an executor is up to its arena. Without a control oneTBB would allow no
// more than there are cores; with one for each executor, it was seen to keep to the limit of one
// that is gone (2021.8). So there is one, and it stays.
void allow_all_threads() {
    static const tbb::global_control limit{tbb::global_control::max_allowed_parallelism,
                                           most_threads};
}

// oneTBB's threads start each other, and where one cannot be started the process ends (2021.8). So
// it is tried out first, once for each larger number of threads.
void require_threads(int threads) {
    static std::mutex access;
    static int seen = 1;
    const std::lock_guard hold{access};
    if (threads <= seen) {
        return;
    }
    if (const int startable = startable_threads(threads); startable < threads) {
        throw threads_missing{startable, threads};
    }
    seen = threads;
}

class arena_executor final : public executor {
public:
    explicit arena_executor(int threads) : threads_{threads}, arena_{threads} {
        allow_all_threads();
        require_threads(threads);
    }

    [[nodiscard]] int threads() const noexcept override { return threads_; }

    void enter(detail::function_ref<void()> body) override {
        arena_.execute([&] { body(); });
    }

    // A static partition with a grain of one gives each shard to a separate thread.
    void call_together(detail::function_ref<void(int)> work) override {
        tbb::parallel_for(
            tbb::blocked_range<int>{0, threads_, 1},
            [&](const tbb::blocked_range<int>& shards) {
                for (int shard = shards.begin(); shard < shards.end(); ++shard) {
                    work(shard);
                }
            },
            tbb::static_partitioner{});
    }

private:
    int threads_;
    tbb::task_arena arena_;
};

class thread_executor final : public executor {
public:
    explicit thread_executor(int threads) : threads_{threads}, barrier_{threads} {
        try {
            for (int shard = 1; shard < threads; ++shard) {
                workers_.emplace_back([this, shard] { serve(shard); });
            }
        } catch (const std::system_error&) {
            dismiss();
            throw threads_missing{std::ssize(workers_) + 1, threads};
        } catch (...) {
            dismiss();
            throw;
        }
    }

    thread_executor(const thread_executor&) = delete;
    thread_executor& operator=(const thread_executor&) = delete;
    ~thread_executor() override {
        work_ = nullptr;
        barrier_.arrive_and_wait();
    }

    [[nodiscard]] int threads() const noexcept override { return threads_; }

    void enter(detail::function_ref<void()> body) override { body(); }

    // The first arrival releases the workers, the second one waits for them: `work` outlives its
    // use.
    void call_together(detail::function_ref<void(int)> work) override {
        work_ = &work;
        barrier_.arrive_and_wait();
        work(0);
        barrier_.arrive_and_wait();
    }

private:
    // Threads that have arrived leave, as if the others had arrived too.
    void dismiss() { std::ignore = barrier_.arrive(threads_ - std::ssize(workers_)); }

    void serve(int shard) {
        for (;;) {
            barrier_.arrive_and_wait();
            if (work_ == nullptr) {
                return;
            }
            (*work_)(shard);
            barrier_.arrive_and_wait();
        }
    }

    int threads_;
    // Written by the driving thread while the workers wait at the barrier that follows the write.
    const detail::function_ref<void(int)>* work_ = nullptr;
    std::barrier<> barrier_;
    std::vector<std::jthread> workers_;
};

}  // namespace

threads_missing::threads_missing(std::ptrdiff_t startable, int wanted)
    : std::runtime_error{fmt::format("{} threads are wanted, and no more than {} can be started",
                                     wanted, startable)} {}

int startable_threads(int wanted) {
    std::latch all_are_there{1};
    int threads = 1;
    std::vector<std::jthread> others;
    try {
        for (; threads < wanted; ++threads) {
            others.emplace_back([&] { all_are_there.wait(); });
        }
    } catch (const std::exception&) {
        // There is no room for another one.
    }
    all_are_there.count_down();
    return threads;
}

// The limit is checked here, as threads are started by the constructors.
std::unique_ptr<executor> make_executor(executor_kind kind, int threads) {
    if (threads < 1 || threads > most_threads) {
        throw std::invalid_argument{
            fmt::format("a run takes from 1 to {} threads, not {}", most_threads, threads)};
    }
    if (kind == executor_kind::plain_threads) {
        return std::make_unique<thread_executor>(threads);
    }
    return std::make_unique<arena_executor>(threads);
}

int available_threads() {
    return std::min(tbb::info::default_concurrency(), own_processor_quota());
}

}  // namespace tutti
