/// @file
/// Distributed execution of numbered jobs on the processes of an mpirun, with dynamic load
/// balancing.
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <stop_token>
#include <utility>
#include <vector>

#include "engine/exchange/bytes.hpp"
#include "jobs.hpp"
#include "tutti/engine/transport.hpp"

namespace tutti {

/// Queue of the results of finished jobs, for the thread that talks to other processes.
///
/// Thread safety: any thread.
class result_queue {
public:
    void tell(const std::vector<std::byte>& result) {
        const std::scoped_lock guard{lock_};
        data_.insert(data_.end(), result.begin(), result.end());
    }
    [[nodiscard]] std::vector<std::byte> take() {
        const std::scoped_lock guard{lock_};
        return std::exchange(data_, {});
    }

private:
    std::mutex lock_;
    std::vector<std::byte> data_;
};

/// A process's part in jobs that all do together.
struct distributed_jobs {
    job_queue* queue = nullptr;
    int threads = 1;                 ///< that do jobs
    std::function<void()> run_jobs;  ///< returns when the queue is empty; results are sent before
    std::stop_token stop{};
    job_list due{};                ///< of process 0; the others have none
    result_queue* news = nullptr;  ///< of the results; unused without a transport
    /// At process 0: takes the results of one job from there.
    std::function<void(detail::byte_reader&)> hear{};
};

/// Does jobs on the threads of all processes until all have ended, or a stop is asked for in one of
/// them; those that run then still end. Each process gets more jobs when it has done most of what
/// it had. All of them call it.
/// @param carrier null: this process does all
/// @throws what `run_jobs` or `hear` throws; process_left
void run_distributed(transport* carrier, distributed_jobs jobs);

}  // namespace tutti
