#include "sweep_runs.hpp"

#include <optional>
#include <utility>

#include "algorithms/emulator_cache.hpp"
#include "engine/memory/address_space.hpp"
#include "experiment/processes/distributed_jobs.hpp"
#include "experiment/processes/work_bytes.hpp"

namespace tutti {
namespace {

/// Scheduling policy of the runs of a sweep: a large one runs alone.
class sweep_admission final : public job_admission {
public:
    /// @param plan outlives this
    sweep_admission(const sweep_plan& plan, const experiment_options& options)
        : plan_{&plan}, limit_{usable_memory_bytes(options.memory_limit_bytes, options.threads)} {}

    // A run is always admitted if no other is running, even if it exceeds the limit: it will be
    // refused by itself.
    [[nodiscard]] bool admits(std::uint64_t run) const override {
        const sweep_cell& cell = plan_->cell_of(run);
        return running_ == 0 ||
               (!is_one_alone_ && !is_run_alone(*plan_, cell) && bytes_ + cell.bytes <= limit_);
    }
    void begin(std::uint64_t run) override {
        const sweep_cell& cell = plan_->cell_of(run);
        ++running_;
        bytes_ += cell.bytes;
        is_one_alone_ = is_run_alone(*plan_, cell);
    }
    void end(std::uint64_t run) override {
        --running_;
        is_one_alone_ = false;  // no other ran beside it
        bytes_ -= plan_->cell_of(run).bytes;
    }

private:
    const sweep_plan* plan_;
    std::uint64_t limit_;
    std::uint64_t running_ = 0;
    std::uint64_t bytes_ = 0;
    bool is_one_alone_ = false;
};

/// Does runs on threads.
class sweep_workers {
public:
    sweep_workers(const sweep_plan& plan, const sweep_options& options,
                  const std::function<void(ended_sweep_run)>& on_end)
        : plan_{&plan},
          options_{&options},
          on_end_{&on_end},
          room_{plan, options.run},
          queue_{options.run.stop, room_} {}

    [[nodiscard]] job_queue& queue() noexcept { return queue_; }

    void pass() {
        work_on_threads(options_->run.threads, queue_, [this] { work(); });
    }

private:
    // A network whose links are built, and its machine, for all runs on it that follow each other.
    struct built_network {
        std::optional<std::uint32_t> which;
        tutti::network network = hypercube{0};
        emulator_cache machine{};
    };

    void work() {
        built_network last;
        // Cached emulators take memory that is not counted; they are dropped while other runs need
        // it.
        const auto forget = [&] { last.machine.forget(); };
        for (;;) {
            const std::optional<std::uint64_t> run = queue_.next(forget);
            if (!run) {
                return;
            }
            do_run(*run, last);
            queue_.end(*run);
        }
    }

    void do_run(std::uint64_t run, built_network& last) {
        const sweep_cell& cell = plan_->cell_of(run);
        experiment plan = plan_->at(run);
        // Runs on the same network follow each other, so that it is built once a thread.
        if (last.which != cell.network) {
            last.machine.forget();
            last.network = built(plan.built_network);
            last.which = cell.network;
        }
        plan.built_network = last.network;
        experiment_options each = options_for(*plan_, cell, options_->run);
        each.cache = &last.machine;
        (*on_end_)(outcome_of_run(run, plan, each, plan_->contents_at(run)));
    }

    static ended_sweep_run outcome_of_run(std::uint64_t run, const experiment& plan,
                                          const experiment_options& each,
                                          const file_contents& read) {
        try {
            return {.run = run,
                    .stored =
                        run_to_store(plan, each.slot_budget, run_experiment(plan, each, {}), read)};
            // Missing memory ends the sweep; an input that does not fit is a result.
        } catch (const memory_limit_exceeded&) {
            throw;
        } catch (const std::invalid_argument& wrong) {
            return {.run = run, .inapplicable_reason = wrong.what()};
        }
    }

    const sweep_plan* plan_;
    const sweep_options* options_;
    const std::function<void(ended_sweep_run)>* on_end_;
    sweep_admission room_;
    job_queue queue_;
};

// A run as the process that did it sends it, and as process 0 receives it.
byte_string bytes_of_run(const ended_sweep_run& run) {
    byte_string data = bytes_of(run.run, run.inapplicable_reason);
    if (run.stored) {
        append_values(data, run.stored->host, run.stored->result);
    }
    return data;
}

// The plan of a run is not sent: its number determines it.
ended_sweep_run take_run(detail::byte_reader& from, const sweep_plan& plan) {
    ended_sweep_run run{.run = from.take<std::uint64_t>(), .inapplicable_reason = from.take_text()};
    if (run.inapplicable_reason.empty()) {
        std::string host = from.take_text();
        run.stored = run_to_store(plan.at(run.run), plan.axes().slot_budget,
                                  take_value<result>(from), plan.contents_at(run.run));
        run.stored->host = std::move(host);
    }
    return run;
}

}  // namespace

bool is_run_alone(const sweep_plan& plan, const sweep_cell& cell) {
    constexpr std::size_t most_nodes_side_by_side = 4096;
    return node_count(plan.axes().networks[cell.network].outline) > most_nodes_side_by_side;
}

// Several small runs use one thread each, while a large one uses all.
experiment_options options_for(const sweep_plan& plan, const sweep_cell& cell,
                               const experiment_options& options) {
    experiment_options each{.threads = options.threads,
                            .memory_limit_bytes = options.memory_limit_bytes};
    each.slot_budget = plan.axes().slot_budget;
    if (!is_run_alone(plan, cell)) {
        each.threads = 1;
        each.executor = executor_kind::plain_threads;
    }
    return each;
}

void do_runs(const sweep_plan& plan, const sweep_options& options, job_list due,
             const std::function<void(ended_sweep_run)>& on_end) {
    transport* const carrier = options.run.carrier;
    result_queue news;
    const std::function<void(ended_sweep_run)> tell = [&](const ended_sweep_run& each) {
        news.tell(bytes_of_run(each));
    };
    sweep_workers team{plan, options, carrier == nullptr ? on_end : tell};
    run_distributed(carrier,
                    {.queue = &team.queue(),
                     .threads = options.run.threads,
                     .run_jobs = [&] { team.pass(); },
                     .stop = options.run.stop,
                     .due = std::move(due),
                     .news = &news,
                     .hear = [&](detail::byte_reader& from) { on_end(take_run(from, plan)); }});
}

}  // namespace tutti
