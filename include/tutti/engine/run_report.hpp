/// @file
/// Report of a run of the engine.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "node/mark.hpp"
#include "node/violation.hpp"
#include "topology/networks/distance_table.hpp"
#include "tutti/engine/sink.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Reason for the end of a run.
enum class run_ending : std::uint8_t {
    completed,        ///< every program returned or relays, and nothing is in flight
    model_violation,  ///< a program broke the model
    program_error,    ///< an exception left a program
    stalled,          ///< no node can run, and some node is not done
    budget_exceeded,  ///< not over after the slots that it was given
    interrupted,      ///< asked to stop
};

/// The time of one thread's share of the nodes, in seconds. The rest of the run it had nothing to
/// do.
struct thread_account {
    /// Time of running nodes: their programs, mail and scheduling; and of the exchange ahead.
    double programs = 0;
    double barrier = 0;  ///< waiting for the other threads at the end of a slot
};

/// The slots of a run and its time stepping, in seconds.
struct time_account {
    std::uint64_t slots_on_one = 0;  ///< slots that one thread ran alone
    std::uint64_t slots_on_all = 0;
    double seconds_on_one = 0;  ///< in the first kind of slots
    double seconds_on_all = 0;  ///< in the second
    double between = 0;         ///< adding up between the slots
    double crossing = 0;  ///< of that, collecting packets for other processes, and reading theirs
    double others = 0;    ///< of that, sending to other processes, and waiting for them
    std::vector<thread_account> threads;
};

/// Node that is not done, with its reason for waiting.
struct waiting_node {
    node_id node = 0;
    std::string what;
    slot since = 0;  ///< clock slot in which its program last ran
};

/// The most waiting nodes that a report names.
inline constexpr std::size_t most_waiting_named = 20;

/// Deliveries of messages that cannot have come from their origins yet: it takes a slot a link. The
/// first slots are looked at in which there may be such; on a graph whose distances the run was not
/// given, the very first.
struct early_deliveries {
    std::uint64_t count = 0;
    slot at = 0;       ///< clock slot of the first
    node_id node = 0;  ///< the smallest node that made one in that slot
};

/// Report of a run. Slots count as the papers do: 1 is the end of clock slot 0.
struct run_report {
    run_ending ending = run_ending::completed;
    slot slots = 0;                           ///< last slot in which a node declared itself done
    std::optional<slot> first_done;           ///< first such slot
    slot last_arrival = 0;                    ///< last slot in which a link carried a packet
    slot clock_slots = 0;                     ///< slots that the clock went through
    std::uint64_t transmissions = 0;          ///< packet-hops
    std::uint64_t control_transmissions = 0;  ///< those of them that carry no message
    std::uint64_t peak_transmissions = 0;     ///< of the slot with most of them
    std::uint64_t deliveries = 0;             ///< messages
    slot last_delivery = 0;                   ///< last clock slot with one
    early_deliveries early{};
    std::vector<milestone_record> marks;  ///< in the order of their first marks
    std::uint64_t digest = 0;
    int threads = 1;

    std::optional<fault_place> place;  ///< of a violation or a program's error
    std::optional<violation_kind> violation;
    std::string text;                   ///< one line on what went wrong, or empty
    std::exception_ptr exception;       ///< what `rethrow()` throws
    std::vector<waiting_node> waiting;  ///< by id, `most_waiting_named` at most
    std::uint64_t waiting_count = 0;

    /// Largest memory that programs of this process needed at once for frames and queues, in this
    /// run and earlier ones of its emulator; their own heap allocations are not included.
    std::uint64_t frame_bytes = 0;
    double setup_seconds = 0;             ///< making the programs and touching their memory
    double wall_seconds = 0;              ///< from the first slot to the last barrier
    std::optional<time_account> account;  ///< where the time went, if asked for

    /// Throws the error that ended the run, unless it completed: `model_violation`, `program_error`
    /// with the program's own exception in it, `run_stalled`, `slot_budget_exceeded` or
    /// `run_interrupted`.
    void rethrow() const {
        if (exception) {
            std::rethrow_exception(exception);
        }
    }
};

/// Progress of a run, for observers in other threads: a sink of the sums. Each figure is exact by
/// itself, together they may belong to neighbouring slots. May be attached to one run after the
/// other.
class run_progress final : public sink {
public:
    std::atomic<tutti::slot> now = 0;
    std::atomic<std::uint64_t> transmissions = 0;
    std::atomic<std::uint64_t> deliveries = 0;

    [[nodiscard]] interest wants(tutti::slot /*at*/) noexcept override { return interest::sums; }
    void slot(const slot_record& record) override;
};

/// Options that may change from one run of an emulator to the next.
struct run_options {
    std::string algorithm = "program";  ///< named in violations
    port_model ports = port_model::all_port;
    std::uint64_t seed = 1;  ///< of the nodes' random streams
    /// Seeds of the nodes' random streams, one for each node of the network, in place of `seed`.
    /// Empty: all nodes have that one. Outlive the run.
    std::span<const std::uint64_t> node_seeds{};
    slot slot_budget = 10'000'000;   ///< the most slots that the run may take
    std::stop_token stop{};          ///< ends the run at the next slot boundary
    std::span<sink* const> sinks{};  ///< observers; they outlive the run
    bool keeps_time = false;         ///< nodes know the time (`node::time`); takes memory for each
    bool keeps_account = false;      ///< times every slot; costs a little of that time
    /// Phases of the nodes, at most `most_phases`; outlives the run. Milestones that are not among
    /// them are marked by every node.
    std::span<const phase_end> phases{};
    /// Distances from the origins of messages, by which deliveries are held to causality on
    /// networks without a closed form of them. They outlive the run. Null: in the first slot alone.
    const distance_table* distances = nullptr;
    /// Of each node, in how many slots from the beginning nothing can be delivered there, whatever
    /// its origin: sums have to wait for the farthest summand. Empty: in none. Outlives the run.
    std::span<const std::uint16_t> quiet_slots{};
};

/// Completes a report with the text and the exception that say how the run ended.
void describe_ending(run_report& report, const run_options& options);

namespace detail {

/// Throws the exception that is handled, which left the making of a node's program, again: in a
/// `program_error`, or as it is if there was no memory.
[[noreturn]] void rethrow_as_program_error(std::string_view algorithm, node_id node);

}  // namespace detail

}  // namespace tutti
