/// @file
/// The emulator: a network of nodes, each running its own program.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <memory_resource>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "tutti/machine/clock.hpp"
#include "tutti/machine/detail/engine.hpp"
#include "tutti/machine/detail/team_choice.hpp"
#include "tutti/machine/digest.hpp"
#include "tutti/machine/executor.hpp"
#include "tutti/machine/huge_pages.hpp"
#include "tutti/machine/memory.hpp"
#include "tutti/machine/node.hpp"
#include "tutti/machine/observer.hpp"
#include "tutti/machine/partition.hpp"
#include "tutti/machine/run_report.hpp"
#include "tutti/model/task.hpp"

namespace tutti {

/// What stays the same for all runs of an emulator.
struct emulator_options {
    int threads = available_threads();  ///< from 1 to `most_threads`
    executor_kind executor = executor_kind::task_arena;
    std::uint64_t memory_limit_bytes = available_memory_bytes();
    /// What a node's program keeps, frames and queues: for the estimate, for the size of the pages
    /// that it lies in, and for whether it is worth while to fetch memory ahead.
    std::uint64_t program_bytes_per_node = 512;
    /// Packets to read in a slot, every node that runs counting as four more, below which one
    /// thread does it all, because a second one would cost more than it brings. Of other slots, in
    /// this run and later ones, a few are tried both ways, and the next thousands go the faster
    /// one. With 0, all threads share every slot. Results do not depend on it.
    std::uint64_t parallel_work = 4096;
};

/// A program for a node: called once for every node, it makes the coroutine that runs there.
template <class T, class Node>
concept node_program = requires(const T program, Node& self) {
    { program(self) } -> std::same_as<task<>>;
};

/// A network whose nodes run programs, slot by slot.
///
/// The memory of the links and nodes is taken once, at construction, and serves every run.
/// The same program, seed and network give the same report (times aside), deliveries and digest for
/// every number of threads and every executor.
///
/// Thread safety: one run at a time; two emulators may run at the same time in two threads.
template <topology Network, packet Packet, host Host = no_host,
          observer<Packet> Observer = no_observer>
class emulator {
public:
    using node_type = node<Network, Packet, Host, Observer>;

    /// @param where a copy is kept
    /// @param receiver the nodes' host, outlives the emulator
    /// @param watcher is told what happens, outlives the emulator
    /// @throws std::invalid_argument if the number of threads is out of range
    /// @throws memory_limit_exceeded before anything is allocated
    emulator(const Network& where, const emulator_options& options, Host& receiver,
             Observer& watcher)
        : network_{where},
          team_{checked_team(where, options)},
          parts_{where.node_count(), options.threads},
          shared_{.network = &network_,
                  .parts = &parts_,
                  .mail = mailboxes<Network, Packet>{network_},
                  .awake = detail::activity{parts_},
                  .receiver = &receiver,
                  .algorithm = {},
                  .keeps_much = kept_bytes(where, options) > cache_bytes},
          nodes_(where.node_count(), &huge_pages()),
          blocks_(parts_.block_count()),
          choice_{options.threads, options.parallel_work},
          watcher_{&watcher} {
        for (int shard = 0; shard < options.threads; ++shard) {
            auto& memory = memory_.emplace_back(first_piece(options), &huge_pages());
            const auto [first, last] = parts_.blocks_of(shard);
            for (std::size_t index = first; index < last; ++index) {
                blocks_[index].frames = &pools_.emplace_back(memory);
            }
        }
    }

    emulator(const emulator&) = delete;
    emulator& operator=(const emulator&) = delete;
    emulator(emulator&&) = delete;
    emulator& operator=(emulator&&) = delete;
    ~emulator() = default;

    /// What an emulator of this network takes, its runs included.
    [[nodiscard]] static memory_estimate estimate(const Network& where,
                                                  std::uint64_t program_bytes_per_node) {
        const std::uint64_t nodes = where.node_count();
        return {.mailbox_bytes = mailboxes<Network, Packet>::bytes(where),
                .node_bytes =
                    nodes * (sizeof(node_type) + sizeof(task<>)) + detail::activity::bytes(nodes),
                .program_bytes = nodes * program_bytes_per_node,
                .check_bytes = 0};
    }

    /// Runs `program` on every node until the run is over, whatever ends it; the emulator can be
    /// used again afterwards.
    ///
    /// `program(self)` is called for every node, at the same time on several threads, and its
    /// task is destroyed before `run` returns. An exception that leaves a call ends the run before
    /// its first slot and is thrown from here.
    template <node_program<node_type> Program>
    run_report run(const Program& program, const run_options& options) {
        const auto begin = std::chrono::steady_clock::now();
        reset(options);
        std::vector<task<>> roots = make_programs(program);
        const double setup_seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        run_report report = step(roots, options);
        report.setup_seconds = setup_seconds;
        describe_ending(report, options);
        sum_up(report);
        const bool is_clean = end_programs(std::move(roots));
        is_dirty_ = report.ending != run_ending::completed || !is_clean;
        return report;
    }

private:
    // Of the second level, as most processors have.
    static constexpr std::uint64_t cache_bytes = std::uint64_t{1} << 20U;

    using clock_type = detail::clock<Network, Packet, Host, Observer>;
    using block_type = detail::block<Network, Packet, Host, Observer>;

    // An observer may throw.
    run_report step(std::vector<task<>>& roots, const run_options& options) {
        try {
            return clock_type{shared_, nodes(),        blocks(), *team_,
                              choice_, options.phases, *watcher_}
                .run(roots, options);
        } catch (...) {
            (void)end_programs(std::move(roots));
            throw;
        }
    }

    static std::unique_ptr<executor> checked_team(const Network& where,
                                                  const emulator_options& options) {
        const std::uint64_t needed = estimate(where, options.program_bytes_per_node).total_bytes();
        if (needed > options.memory_limit_bytes) {
            throw memory_limit_exceeded{needed, options.memory_limit_bytes};
        }
        return make_executor(options.executor, options.threads);
    }

    [[nodiscard]] std::span<node_type> nodes() noexcept { return nodes_; }
    [[nodiscard]] std::span<block_type> blocks() noexcept { return blocks_; }

    // Bytes: where much is kept, it comes in large pages from the beginning.
    [[nodiscard]] std::size_t first_piece(const emulator_options& options) const noexcept {
        return kept_bytes(network_, options) < 4 * least_huge_bytes ? std::size_t{1} << 16U
                                                                    : least_huge_bytes;
    }

    // Of all programs.
    [[nodiscard]] static std::uint64_t kept_bytes(const Network& where,
                                                  const emulator_options& options) noexcept {
        return options.program_bytes_per_node * where.node_count();
    }

    // On all threads, unless the network is so small that no slot is for them: they would take its
    // memory from each other.
    template <class Work>
    void for_each_block(const Work& work) {
        const std::function<void(int)> sweep = [&](int shard) {
            const auto [first, last] = parts_.blocks_of(shard);
            for (std::size_t index = first; index < last; ++index) {
                work(index);
            }
        };
        const std::uint64_t most_work =
            detail::team_choice::work_of(network_.node_count(), network_.link_count());
        if (choice_.is_enough_for_all(most_work)) {
            team_->enter([&] { team_->for_each_shard(sweep); });
            return;
        }
        for (int shard = 0; shard < team_->threads(); ++shard) {
            sweep(shard);
        }
    }

    void reset(const run_options& options) {
        shared_.algorithm = options.algorithm;
        shared_.ports = options.ports;
        shared_.seed = options.seed;
        shared_.now = 0;
        // A run that ended early leaves mail and wakened nodes behind.
        if (is_dirty_) {
            shared_.awake.clear_all();
            shared_.mail.clear_all();
        }
        is_dirty_ = true;
    }

    template <class Program>
    std::vector<task<>> make_programs(const Program& program) {
        std::vector<task<>> roots(network_.node_count());
        std::vector<std::exception_ptr> failures(parts_.block_count());
        for_each_block([&](std::size_t index) noexcept {
            try {
                start_block(index, program, roots);
            } catch (...) {
                failures[index] = std::current_exception();
            }
        });
        for (const std::exception_ptr& failure : failures) {
            if (failure) {
                (void)end_programs(std::move(roots));
                std::rethrow_exception(failure);
            }
        }
        return roots;
    }

    template <class Program>
    void start_block(std::size_t index, const Program& program, std::vector<task<>>& roots) {
        block_type& home = blocks_[index];
        home.shared = &shared_;
        home.timers = {};
        const frame_pool::scope frames{*home.frames};
        const auto [first, last] = parts_.nodes_of(index);
        for (std::size_t id = first; id < last; ++id) {
            nodes_[id].prepare(home, static_cast<node_id>(id));
            roots[id] = program(nodes_[id]);
            nodes_[id].start(roots[id].handle());
        }
    }

    // What a program's locals still do with their node counts for nothing. Whether they have sent
    // nothing, either.
    [[nodiscard]] bool end_programs(std::vector<task<>> roots) {
        std::atomic<bool> is_clean = true;
        for_each_block([&](std::size_t index) noexcept {
            detail::tally<Packet> discarded;
            discarded.discards = true;
            blocks_[index].counts = &discarded;
            const auto [first, last] = parts_.nodes_of(index);
            for (std::size_t id = first; id < last; ++id) {
                roots[id] = task<>{};
            }
            blocks_[index].counts = nullptr;
            if (discarded.sent != 0) {
                is_clean.store(false, std::memory_order_relaxed);
            }
        });
        return is_clean;
    }

    void sum_up(run_report& report) const {
        digest sum;
        for (const node_type& self : nodes_) {
            sum.add(self.delivery_sum());
        }
        sum.add(report.transmissions);
        sum.add(report.control_transmissions);
        for (const mark_record& mark : report.marks) {
            sum.add(mark.name);
            sum.add(static_cast<std::uint64_t>(mark.slots));
        }
        report.digest = sum.value();
    }

    Network network_;
    std::unique_ptr<executor> team_;
    partition parts_;
    detail::engine<Network, Packet, Host, Observer> shared_;
    std::pmr::vector<node_type> nodes_;
    std::vector<block_type> blocks_;
    std::deque<std::pmr::monotonic_buffer_resource> memory_;  // what the programs of a shard keep
    std::deque<frame_pool> pools_;                            // of that memory, one a block
    detail::team_choice choice_;
    Observer* watcher_;
    bool is_dirty_ = false;
};

/// What `run` may be told, all of it optional.
struct run_settings {
    int threads = available_threads();
    executor_kind executor = executor_kind::task_arena;
    std::string_view algorithm = "program";
    port_model ports = port_model::all_port;
    std::uint64_t seed = 1;
    slot slot_budget = 10'000'000;
};

/// Runs `program` on every node of `where`, once, and returns when it has completed.
///
/// Packets are `Packet`s, by default plain 64-bit numbers.
/// @throws std::invalid_argument for settings out of range or too large a network
/// @throws whatever ended the run early: see `run_report::rethrow`
template <packet Packet = std::uint64_t, topology Network, class Program>
    requires node_program<Program, node<Network, Packet>>
run_report run(const Network& where, const run_settings& settings, const Program& program) {
    no_host receiver;
    no_observer watcher;
    emulator<Network, Packet> machine{
        where, {.threads = settings.threads, .executor = settings.executor}, receiver, watcher};
    run_report report = machine.run(program, {.algorithm = settings.algorithm,
                                              .ports = settings.ports,
                                              .seed = settings.seed,
                                              .slot_budget = settings.slot_budget});
    report.rethrow();
    return report;
}

}  // namespace tutti
