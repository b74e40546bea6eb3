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
    /// @param write puts it behind the bytes that it is given
    void tell(const std::function<void(std::vector<std::byte>&)>& write) {
        std::vector<std::byte> whole;
        write(whole);
        const std::scoped_lock guard{lock_};
        data_.insert(data_.end(), whole.begin(), whole.end());
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
    result_queue* news = nullptr;
    std::stop_token stop{};
    job_list due{};  ///< of process 0; the others have none
    /// At process 0: takes the results of one job.
    std::function<void(detail::byte_reader&)> hear{};
};

/// Does jobs on the threads of all processes until all have ended, or a stop is asked for in one of
/// them; those that run then still end. Each process gets more jobs when it has done most of what
/// it had. All of them call it.
/// @throws what `run_jobs` or `hear` throws; process_left
void run_distributed(transport& carrier, distributed_jobs jobs);

}  // namespace tutti
