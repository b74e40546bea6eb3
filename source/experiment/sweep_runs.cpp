#include "sweep_runs.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "tutti/algorithm/kept_machine.hpp"
#include "tutti/machine/address_space.hpp"

namespace tutti {
namespace {

/// Hands out runs in their order, each when there is room for it.
///
/// Thread safety: any thread; all is under `lock_`.
class run_queue {
public:
    /// All outlive this.
    run_queue(const sweep_plan& plan, const std::vector<bool>& is_done,
              const experiment_options& how)
        : plan_{&plan},
          is_done_{&is_done},
          limit_{usable_memory_bytes(how.memory_limit_bytes, how.threads)},
          stop_{how.stop} {}

    /// The next run, or null if there is none. Waits until those that run leave it room.
    /// @param kept takes memory that is not counted, and none any more while it waits
    [[nodiscard]] std::optional<std::uint64_t> next(kept_machine& kept) {
        std::unique_lock guard{lock_};
        if (has_next() && !has_room()) {
            kept.forget();
        }
        changed_.wait(guard, [this] { return !has_next() || has_room(); });
        if (!has_next()) {
            changed_.notify_all();
            return std::nullopt;
        }
        ++running_;
        bytes_ += plan_->cell_of(next_).bytes;
        is_one_alone_ = is_run_alone(*plan_, plan_->cell_of(next_));
        return next_++;
    }

    void end(std::uint64_t run) {
        const std::scoped_lock guard{lock_};
        --running_;
        is_one_alone_ = false;  // no other ran beside it
        bytes_ -= plan_->cell_of(run).bytes;
        changed_.notify_all();
    }

    /// No more runs.
    void halt() {
        const std::scoped_lock guard{lock_};
        is_halted_ = true;
        changed_.notify_all();
    }

private:
    [[nodiscard]] bool has_next() {
        while (next_ < is_done_->size() && (*is_done_)[static_cast<std::size_t>(next_)]) {
            ++next_;
        }
        return next_ < is_done_->size() && !is_halted_ && !stop_.stop_requested();
    }

    [[nodiscard]] bool has_room() const {
        const sweep_cell& cell = plan_->cell_of(next_);
        return running_ == 0 ||
               (!is_one_alone_ && !is_run_alone(*plan_, cell) && bytes_ + cell.bytes <= limit_);
    }

    const sweep_plan* plan_;
    const std::vector<bool>* is_done_;
    std::uint64_t limit_;
    std::stop_token stop_;
    std::mutex lock_;
    std::condition_variable changed_;
    std::uint64_t next_ = 0;
    std::uint64_t running_ = 0;
    std::uint64_t bytes_ = 0;
    bool is_one_alone_ = false;
    bool is_halted_ = false;
};

/// The threads that do the runs.
///
/// They share the queue, the progress, and under `lock_` the first exception.
class sweep_team {
public:
    sweep_team(const sweep_plan& plan, const sweep_options& how, const std::vector<bool>& is_done,
               const std::function<void(ended_sweep_run)>& ended)
        : plan_{&plan}, how_{&how}, ended_{&ended}, queue_{plan, is_done, how.run} {}

    void pass() {
        const auto count = static_cast<std::size_t>(how_->run.threads);
        std::vector<std::jthread> others;
        others.reserve(count);
        try {
            while (others.size() + 1 < count) {
                others.emplace_back([this] { work(); });
            }
        } catch (const std::system_error&) {
            queue_.halt();
            throw threads_missing{static_cast<int>(others.size()) + 1, how_->run.threads};
        }
        work();
        others.clear();
        if (thrown_) {
            std::rethrow_exception(thrown_);
        }
    }

private:
    // A network whose links are built, and its machine, for all runs on it that follow each other.
    struct built_network {
        std::optional<std::uint32_t> which;
        network where = hypercube{0};
        kept_machine machine{};
    };

    void work() {
        built_network last;
        try {
            bool is_left = true;
            while (is_left) {
                is_left = do_next_run(last);
            }
        } catch (...) {
            queue_.halt();
            const std::scoped_lock guard{lock_};
            if (!thrown_) {
                thrown_ = std::current_exception();
            }
        }
    }

    // Whether there was one.
    bool do_next_run(built_network& last) {
        const std::optional<std::uint64_t> run = queue_.next(last.machine);
        if (!run) {
            return false;
        }
        do_run(*run, last);
        queue_.end(*run);
        return true;
    }

    void do_run(std::uint64_t run, built_network& last) {
        const sweep_cell& cell = plan_->cell_of(run);
        experiment asked = plan_->at(run);
        if (last.which != cell.network) {
            last.machine.forget();
            last.where = built(asked.where);
            last.which = cell.network;
        }
        asked.where = last.where;
        experiment_options each = options_for(*plan_, cell, how_->run);
        each.kept = &last.machine;
        (*ended_)(outcome_of_run(run, asked, each));
    }

    static ended_sweep_run outcome_of_run(std::uint64_t run, const experiment& asked,
                                          const experiment_options& each) {
        try {
            return {
                .run = run,
                .found = run_to_store(asked, each.slot_budget, run_experiment(asked, each, {}))};
        } catch (const memory_limit_exceeded&) {
            throw;
        } catch (const std::invalid_argument& wrong) {
            return {.run = run, .misfit = wrong.what()};
        }
    }

    const sweep_plan* plan_;
    const sweep_options* how_;
    const std::function<void(ended_sweep_run)>* ended_;
    run_queue queue_;
    std::mutex lock_;
    std::exception_ptr thrown_;
};

}  // namespace

bool is_run_alone(const sweep_plan& plan, const sweep_cell& cell) {
    constexpr std::size_t most_nodes_side_by_side = 4096;
    return node_count(plan.axes().networks[cell.network].outline) > most_nodes_side_by_side;
}

experiment_options options_for(const sweep_plan& plan, const sweep_cell& cell,
                               const experiment_options& how) {
    experiment_options each{.threads = how.threads, .memory_limit_bytes = how.memory_limit_bytes};
    each.slot_budget = plan.axes().slot_budget;
    if (!is_run_alone(plan, cell)) {
        each.threads = 1;
        each.executor = executor_kind::plain_threads;
    }
    return each;
}

void do_runs(const sweep_plan& plan, const sweep_options& how, const std::vector<bool>& is_done,
             const std::function<void(ended_sweep_run)>& ended) {
    sweep_team{plan, how, is_done, ended}.pass();
}

}  // namespace tutti
