/// @file
/// Executors: the threads that sweep the nodes in a slot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>

#include "util/function_ref.hpp"
#include "util/pinned.hpp"

namespace tutti {

/// The largest number of threads that a run takes.
inline constexpr int most_threads = 1024;

/// Kind of threads to use.
enum class executor_kind : std::uint8_t {
    /// oneTBB with a separate arena and static partition; the join of the loop is the barrier.
    task_arena,
    /// `std::jthread` and `std::barrier`: the reference, which ThreadSanitizer can check.
    plain_threads,
};

/// Order in which the shards of a slot are swept.
enum class shard_order : std::uint8_t {
    together,    ///< at the same time, by all threads, where the machine has the cores
    one_by_one,  ///< by the driving thread
};

/// A fixed team of threads.
///
/// Thread safety: one thread at a time drives an executor.
class executor : polymorphic {
public:
    /// The size of the team, the driving thread included.
    [[nodiscard]] virtual int threads() const noexcept = 0;

    /// Calls `body` once, on the driving thread, with the team at hand. `for_each_shard` may only
    /// be called from inside.
    virtual void enter(detail::function_ref<void()> body) = 0;

    /// Calls `work(0)` to `work(threads()-1)`, each once, and returns when all have returned: their
    /// writes are then visible to every later call. `work(0)` is called on the driving thread.
    /// `work` must not throw. From outside of `enter` they can only be called `one_by_one`.
    void for_each_shard(detail::function_ref<void(int)> work,
                        shard_order order = shard_order::together) {
        if (order == shard_order::together) {
            call_together(work);
            return;
        }
        for (int shard = 0; shard < threads(); ++shard) {
            work(shard);
        }
    }

private:
    virtual void call_together(detail::function_ref<void(int)> work) = 0;
};

/// The system starts no more threads.
class threads_missing : public std::runtime_error {
public:
    threads_missing(std::ptrdiff_t startable, int wanted);
};

/// This number of threads, or as many as the system starts to run at the same time, the calling one
/// included: at least 1. They are started, and end.
[[nodiscard]] int startable_threads(int wanted);

/// @param threads from 1 to `most_threads`
/// @throws std::invalid_argument outside that range
/// @throws threads_missing if not all of them can be started
[[nodiscard]] std::unique_ptr<executor> make_executor(executor_kind kind, int threads);

/// The threads that this process may run at the same time, at least 1.
[[nodiscard]] int available_threads();

}  // namespace tutti
