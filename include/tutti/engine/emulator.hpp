/// @file
/// Emulator: a network of nodes, each running its own program.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/engine.hpp"
#include "engine/executor/executor.hpp"
#include "engine/executor/slot_executor.hpp"
#include "engine/mailbox/mailbox.hpp"
#include "engine/memory/lazy_array.hpp"
#include "engine/memory/memory.hpp"
#include "engine/node/delivery_sink.hpp"
#include "engine/node/node.hpp"
#include "engine/node/node_state.hpp"
#include "engine/run_environment.hpp"
#include "node/misuse.hpp"
#include "node/share.hpp"
#include "tutti/engine/emulator_options.hpp"
#include "tutti/engine/run_report.hpp"
#include "tutti/node/task.hpp"
#include "util/function_ref.hpp"
#include "util/pinned.hpp"

namespace tutti {

/// A program for a node: called once for every node, it makes the coroutine that runs there.
template <class T, class Node>
concept node_program = requires(const T program, Node& self) {
    { program(self) } -> std::same_as<task<>>;
};

/// Emulator of a network whose nodes run programs, slot by slot.
///
/// With a transport it has the nodes of this process alone, and the emulators of the others have
/// the rest. Their reports are the same, times and threads aside; deliveries and sinks receive the
/// events of this process's nodes only.
///
/// The memory of the links and nodes is taken once, at construction, and serves every run.
/// The same program, seed and network give the same report (times aside), deliveries and digest for
/// every number of threads and every executor.
///
/// Thread safety: one run at a time; two emulators may run at the same time in two threads.
template <topology Network, packet Packet>
class emulator : pinned {
public:
    using node_type = node<Network, Packet>;

    /// @param net a copy is kept
    /// @param receiver takes what the nodes deliver, outlives the emulator
    /// @throws std::invalid_argument if the number of threads is out of range, or the shares are
    ///   not of these nodes and processes, or a table's of a regular network
    /// @throws memory_limit_exceeded before anything is allocated
    emulator(const Network& net, const emulator_options& options, delivery_sink& receiver);

    /// Emulator that discards the deliveries of nodes.
    emulator(const Network& net, const emulator_options& options)
        : emulator{net, options, nobody_} {}

    /// Sends the deliveries of the following runs to another receiver, which must outlive them.
    void deliver_to(delivery_sink& receiver) noexcept { shared_.receiver = &receiver; }

    /// Memory of an emulator of this network, its runs included.
    [[nodiscard]] static memory_estimate estimate(const Network& net,
                                                  std::uint64_t program_bytes_per_node);

    /// Runs `program` on every node until the run is over; the emulator can be used again
    /// afterwards.
    ///
    /// `program(self)` is called for every node, at the same time on several threads, and its
    /// task is destroyed before `run` returns. An exception that leaves a call ends the run before
    /// its first slot and is thrown from here, in a `program_error`; in other processes an `error`
    /// with its text is. What
    /// a sink throws is thrown from here too; then the others throw `process_left`, and the
    /// transport is of no more use. The same goes for `std::bad_alloc`, or `out_of_memory` where a
    /// slot is to be named, if memory runs out in the machine, in a sink or in a program: what
    /// programs keep is the machine's memory, so they are not blamed.
    /// @throws whatever ended the run early: see `run_report::rethrow`
    template <node_program<node_type> Program>
    run_report run(const Program& program, const run_options& options) {
        run_report report = try_run(program, options);
        report.rethrow();
        return report;
    }

    /// Equivalent to `run`, but the reason for an early end is a value: `run_report::ending`. The
    /// figures are those of the slots up to there.
    template <node_program<node_type> Program>
    [[nodiscard("only the report says whether the run completed")]] run_report try_run(
        const Program& program, const run_options& options) {
        return run_any(program, options);
    }

private:
    using block_type = detail::block<Network, Packet>;
    using state_type = detail::node_state<Network, Packet>;
    using executor_type = detail::slot_executor<Network, Packet>;
    using any_program = detail::function_ref<task<>(node_type&)>;

    run_report run_any(any_program program, const run_options& options);
    run_report step(std::vector<task<>>& roots, const run_options& options);
    void find_border();
    [[nodiscard]] bool leads_to_others(node_id from) const;
    void reset(const run_options& options);
    // 64-bit words for the ports of the node that has most.
    [[nodiscard]] std::size_t most_port_words() const;
    // Slots in which a delivery may be too early.
    [[nodiscard]] slot longest_way(const run_options& options) const;
    [[nodiscard]] std::vector<task<>> make_programs(any_program program);
    void start_block(std::size_t index, any_program program, std::vector<task<>>& roots,
                     node_id& reached);
    void end_programs(std::vector<task<>> roots);
    void sum_up(run_report& report);

    delivery_sink nobody_;  // takes deliveries that have no other sink
    Network network_;
    detail::run_environment shop_;
    detail::engine<Network, Packet> shared_;
    detail::array_part<node_type> nodes_;
    std::vector<block_type> blocks_;
    std::vector<detail::node_time> times_;
    bool is_dirty_ = false;
};

template <topology Network, packet Packet>
emulator<Network, Packet>::emulator(const Network& net, const emulator_options& options,
                                    delivery_sink& receiver)
    : network_{net},
      shop_{options,
            {.nodes = net.node_count(),
             .links = net.link_count(),
             .is_regular = regular_topology<Network>},
            estimate(net, options.program_bytes_per_node)},
      shared_{{.parts = &shop_.parts(),
               .awake = detail::activity{shop_.parts()},
               .receiver = &receiver,
               .algorithm = {},
               .exceeds_cache = shop_.exceeds_cache()},
              network_},
      nodes_{net.node_count(), shop_.parts().nodes().own_places()},
      blocks_(shop_.parts().block_count()) {
    const auto [first, last] = shop_.parts().own_blocks();
    for (std::size_t index = first; index < last; ++index) {
        blocks_[index].frames = &shop_.frames_of(index);
    }
    if (shop_.parts().nodes().processes() > 1) {
        find_border();
    }
}

template <topology Network, packet Packet>
void emulator<Network, Packet>::find_border() {
    shop_.for_each_block([&](std::size_t index) {
        std::size_t own = 0;
        bool leads_out = false;
        shop_.parts().for_each_own(index, [&](node_id id) {
            ++own;
            leads_out = leads_out || leads_to_others(id);
        });
        blocks_[index].is_at_border = leads_out || own == 0;
    });
    const auto [first, last] = shop_.parts().own_blocks();
    shared_.has_inner_blocks = !std::ranges::all_of(std::span{blocks_}.subspan(first, last - first),
                                                    &block_type::is_at_border);
}

template <topology Network, packet Packet>
bool emulator<Network, Packet>::leads_to_others(node_id from) const {
    const port ports = network_.port_limit(from);
    for (port through = 0; through < ports; ++through) {
        if (network_.has_port(from, through) &&
            !shop_.parts().nodes().is_own(network_.neighbour(from, through))) {
            return true;
        }
    }
    return false;
}

template <topology Network, packet Packet>
memory_estimate emulator<Network, Packet>::estimate(const Network& net,
                                                    std::uint64_t program_bytes_per_node) {
    const std::uint64_t nodes = net.node_count();
    return {
        .mailbox_bytes = mailboxes<Network, Packet>::bytes(net),
        .node_bytes = nodes * (sizeof(node_type) + sizeof(task<>)) + detail::activity::bytes(nodes),
        .program_bytes = nodes * program_bytes_per_node,
        .check_bytes = 0};
}

template <topology Network, packet Packet>
run_report emulator<Network, Packet>::run_any(any_program program, const run_options& options) {
    const double begin = detail::steady_seconds();
    reset(options);
    std::vector<task<>> roots = make_programs(program);
    const double setup_seconds = detail::steady_seconds() - begin;
    run_report report = step(roots, options);
    end_programs(std::move(roots));
    report.frame_bytes = shop_.frame_bytes();
    report.setup_seconds = setup_seconds;
    describe_ending(report, options);
    sum_up(report);
    is_dirty_ = report.ending != run_ending::completed;
    for (sink* const each : options.sinks) {
        each->end(report);
    }
    return report;
}

// A sink may throw, here or in another process.
template <topology Network, packet Packet>
run_report emulator<Network, Packet>::step(std::vector<task<>>& roots, const run_options& options) {
    try {
        executor_type nodes{shared_, nodes_.all(), blocks_, roots};
        return shop_.run_clock(shared_, nodes, options);
    } catch (...) {
        shop_.processes().abandon();
        end_programs(std::move(roots));
        throw;
    }
}

template <topology Network, packet Packet>
std::size_t emulator<Network, Packet>::most_port_words() const {
    std::size_t words = 0;
    for (node_id id = 0; id < network_.node_count(); ++id) {
        const auto ports = static_cast<std::size_t>(network_.port_limit(id));
        words = std::max(words, (ports + 63) / 64);
    }
    return words;
}

template <topology Network, packet Packet>
slot emulator<Network, Packet>::longest_way(const run_options& options) const {
    slot longest = 1;
    if constexpr (measures_distances<Network>) {
        longest = network_.diameter();
    } else if (options.distances != nullptr) {
        longest = std::max(1, options.distances->longest());
    }
    for (const std::uint16_t slots : options.quiet_slots) {
        longest = std::max<slot>(longest, slots);
    }
    return longest;
}

template <topology Network, packet Packet>
void emulator<Network, Packet>::reset(const run_options& options) {
    if (options.phases.size() > most_phases) {
        throw std::invalid_argument{"a run has " + std::to_string(most_phases) + " phases at most"};
    }
    shared_.algorithm = options.algorithm;
    shared_.ports = options.ports;
    shared_.port_words = options.ports == port_model::one_way ? most_port_words() : 0;
    shared_.sent_ports.assign(network_.node_count() * shared_.port_words, 0);
    shared_.seed = options.seed;
    shared_.node_seeds = options.node_seeds;
    shared_.now = 0;
    shared_.is_watched = false;
    shared_.phases = options.phases;
    shared_.distances = options.distances;
    shared_.quiet_slots = options.quiet_slots;
    shared_.longest_way = longest_way(options);
    times_.assign(options.keeps_time ? network_.node_count() : 0, {});
    shared_.times = times_;
    shared_.limits_shares =
        tells_its_share<Packet> || std::ranges::any_of(options.phases, [](const phase_end& each) {
            return each.carries < rational{1};
        });
    shared_.free_ports = 0;
    if constexpr (regular_topology<Network>) {
        const auto ports = static_cast<std::size_t>(network_.uniform_ports());
        if (!shared_.is_restricted() && ports != 0) {
            shared_.free_ports = ~std::uint64_t{0} >> (word_ports - std::min(ports, word_ports));
        }
        const auto [first, last] = shop_.parts().nodes().own_places();
        shared_.inner_ports = ports_within(network_, first, last);
    }
    // A run that ended early leaves mail and wakened nodes behind.
    if (is_dirty_) {
        shared_.awake.clear_all();
        shared_.mail.clear_all();
    }
    is_dirty_ = true;
}

template <topology Network, packet Packet>
std::vector<task<>> emulator<Network, Packet>::make_programs(any_program program) {
    std::vector<task<>> roots(nodes_.there().size());
    std::vector<detail::fault> failures(blocks_.size());
    shop_.for_each_block([&](std::size_t index) noexcept {
        node_id reached = 0;
        try {
            start_block(index, program, roots, reached);
        } catch (...) {
            failures[index] = {.place = {.node = reached, .through = {}},
                               .cause = std::current_exception()};
        }
    });
    detail::slot_counts made;
    for (const detail::fault& each : failures) {
        if (std::holds_alternative<std::exception_ptr>(each.cause)) {
            made.record(each);
        }
    }
    shop_.processes().add_up(made);
    if (made.smallest_fault) {
        end_programs(std::move(roots));
        std::rethrow_exception(std::get<std::exception_ptr>(made.smallest_fault->cause));
    }
    return roots;
}

template <topology Network, packet Packet>
void emulator<Network, Packet>::start_block(std::size_t index, any_program program,
                                            std::vector<task<>>& roots, node_id& reached) {
    block_type& home = blocks_[index];
    home.shared = &shared_;
    home.timers = {};
    const frame_pool::scope frames{*home.frames};
    const node_partition& shares = shop_.parts().nodes();
    shop_.parts().for_each_own(index, [&](node_id id) {
        reached = id;
        const std::size_t own = shares.own_index(id);
        node_type& self = nodes_.there()[own];
        task<>& root = roots[own];
        state_type& state = executor_type::state_of(self);
        state.prepare(home, id);
        if (!shared_.node_seeds.empty()) [[unlikely]] {
            state.draw_by(shared_.node_seeds[id]);
        }
        try {
            root = program(self);
            if (!root.handle()) {
                detail::refuse_empty_task();
            }
        } catch (...) {
            detail::rethrow_as_program_error(shared_.algorithm, self.id());
        }
        state.to_run = root.handle().address();
    });
}

// Destroys the programs; actions of their locals on nodes no longer count.
template <topology Network, packet Packet>
void emulator<Network, Packet>::end_programs(std::vector<task<>> roots) {
    const auto end_block = [&](std::size_t index) noexcept {
        detail::slot_counters discarded;
        discarded.discards = true;
        blocks_[index].counts = &discarded;
        shop_.parts().for_each_own(
            index, [&](node_id id) { roots[shop_.parts().nodes().own_index(id)] = task<>{}; });
        blocks_[index].counts = nullptr;
    };
    try {
        shop_.for_each_block(end_block);
    } catch (...) {
        // The team has no memory to meet. Programs that have ended are not there any more.
        shop_.for_each_block_alone(end_block);
    }
}

template <topology Network, packet Packet>
void emulator<Network, Packet>::sum_up(run_report& report) {
    report.digest = shop_.digest_of(report, [&](node_id id) {
        return executor_type::state_of(nodes_.there()[shop_.parts().nodes().own_index(id)])
            .deliveries;
    });
}

}  // namespace tutti
