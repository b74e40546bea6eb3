/// @file
/// Several processes of a run, emulated by threads of one process.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <optional>
#include <span>
#include <thread>
#include <type_traits>
#include <vector>

#include "engine/partition/node_partition.hpp"
#include "tutti/engine/transport.hpp"

namespace support {

/// For each node a process, without any order; some processes may get none.
[[nodiscard]] std::vector<std::uint16_t> scattered(std::size_t nodes, int processes);

/// Transports that lead to each other. Graphs are scattered over them.
///
/// Thread safety: a thread an end.
class transports {
public:
    /// One takes ahead whatever there is for some of the others.
    class one_end final : public tutti::transport {
    public:
        one_end(transports& ends, int self) : transports_{&ends}, self_{self} {}

        [[nodiscard]] std::size_t bytes_given() const noexcept { return bytes_given_; }
        /// Of these, what was taken before the exchange that brought it.
        [[nodiscard]] std::size_t bytes_ahead() const noexcept { return bytes_ahead_; }
        [[nodiscard]] std::uint64_t times_attended() const noexcept { return times_attended_; }
        /// True if another thread than the one of the exchanges gave it, or attended to it.
        [[nodiscard]] bool was_called_by_others() const noexcept { return is_wrong_thread_; }

        [[nodiscard]] int processes() const noexcept override { return transports_->count_; }
        [[nodiscard]] int self() const noexcept override { return self_; }
        void exchange(const std::vector<bytes>& out, std::vector<bytes>& in) override;
        [[nodiscard]] std::size_t least_ahead() const noexcept override { return 1; }
        void begin(std::vector<bytes>& out) override;
        void progress() override;
        [[nodiscard]] std::vector<std::uint16_t> partition_graph(
            std::span<const std::int32_t> first, std::span<const std::int32_t> neighbours) override;
        void abandon() noexcept override;

    private:
        friend class transports;

        void note_thread();

        transports* transports_;
        int self_;
        std::size_t parity_ = 0;                   // of the exchanges made
        std::array<std::vector<bytes>, 2> given_;  // [parity][to]
        std::vector<bytes> ahead_;                 // to each, for the next exchange
        std::thread::id driver_;                   // the thread that made the exchange before
        std::size_t bytes_given_ = 0;
        std::size_t bytes_ahead_ = 0;
        std::uint64_t times_attended_ = 0;
        bool is_wrong_thread_ = false;
    };

    explicit transports(int count);

    [[nodiscard]] one_end& end(int process);

private:
    // Waits until every process has come here. @throws process_left if one will not come
    void meet();

    int count_;
    std::atomic<int> here_ = 0;
    // The meetings that were held, and whether a process left. The last thread to come publishes
    // with it what all have given; the others read that after they have seen it change.
    std::atomic<int> state_ = 0;
    std::deque<one_end> ends_;
};

/// Result of a call: its value, or its exception.
template <class Result>
struct outcome {
    std::optional<Result> value{};
    std::exception_ptr thrown{};
};

/// Calls `work(end)` for the ends of this number of processes, at the same time, and returns the
/// results. An end that throws has left the others.
template <class Work>
[[nodiscard]] auto on_engines(int count, const Work& work) {
    using result = std::invoke_result_t<const Work&, transports::one_end&>;
    std::vector<outcome<result>> outcomes(static_cast<std::size_t>(count));
    transports ends{count};
    const auto play = [&](int process) {
        outcome<result>& own = outcomes[static_cast<std::size_t>(process)];
        try {
            own.value.emplace(work(ends.end(process)));
        } catch (...) {
            own.thrown = std::current_exception();
            ends.end(process).abandon();
        }
    };
    {
        std::vector<std::jthread> others;
        for (int process = 1; process < count; ++process) {
            others.emplace_back(play, process);
        }
        play(0);
    }
    return outcomes;
}

}  // namespace support
