/// @file
/// Several processes of a run, played by threads of this one.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <vector>

#include "tutti/machine/transport.hpp"

namespace support {

/// Transports that lead to each other.
///
/// Thread safety: a thread an end.
class transports {
public:
    explicit transports(int count);

    [[nodiscard]] tutti::transport& end(int process);

private:
    class one_end final : public tutti::transport {
    public:
        one_end(transports& all, int self) : all_{&all}, self_{self} {}

        [[nodiscard]] int processes() const noexcept override {
            return static_cast<int>(all_->count_);
        }
        [[nodiscard]] int self() const noexcept override { return self_; }
        void exchange(const std::vector<bytes>& out, std::vector<bytes>& in) override;
        void abandon() noexcept override;

    private:
        transports* all_;
        int self_;
    };

    // Waits until every process has come here. @throws process_left if one will not come
    void meet(std::unique_lock<std::mutex>& hold);

    std::size_t count_;
    std::mutex access_;
    std::condition_variable changed_;
    std::vector<std::vector<tutti::transport::bytes>> given_;  // [from][to]
    std::size_t here_ = 0;
    std::size_t meetings_ = 0;
    bool is_abandoned_ = false;
    std::deque<one_end> ends_;
};

/// What came of a call: what it returned, or what it threw.
template <class Result>
struct outcome {
    std::optional<Result> value{};
    std::exception_ptr thrown{};
};

/// Calls `work(end)` for the ends of so many processes, at the same time, and gives what came of
/// it. Who throws has left the others.
template <class Work>
[[nodiscard]] auto on_engines(int count, const Work& work) {
    using result = std::invoke_result_t<const Work&, tutti::transport&>;
    std::vector<outcome<result>> found(static_cast<std::size_t>(count));
    transports all{count};
    const auto play = [&](int process) {
        outcome<result>& own = found[static_cast<std::size_t>(process)];
        try {
            own.value.emplace(work(all.end(process)));
        } catch (...) {
            own.thrown = std::current_exception();
            all.end(process).abandon();
        }
    };
    {
        std::vector<std::jthread> others;
        for (int process = 1; process < count; ++process) {
            others.emplace_back(play, process);
        }
        play(0);
    }
    return found;
}

}  // namespace support
