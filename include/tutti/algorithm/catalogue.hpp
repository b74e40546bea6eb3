/// @file
/// The catalogue: every algorithm with all that is known about it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tutti/algorithm/emulation.hpp"
#include "tutti/algorithm/problem.hpp"
#include "tutti/collective/assignment.hpp"
#include "tutti/collective/delivery_check.hpp"
#include "tutti/machine/memory.hpp"
#include "tutti/model/port_model.hpp"
#include "tutti/model/rational.hpp"
#include "tutti/model/slot.hpp"

namespace tutti {

/// A parameter that only this algorithm has.
struct parameter {
    std::string_view name;
    std::string_view default_value;
    std::string_view meaning;
    /// The values it may take, in words for an error ("true or false").
    std::string_view range;
    /// Whether `value` is one of them.
    bool (*accepts)(std::string_view value);
};

/// A phase as the theory has it.
struct phase {
    std::string_view name;  ///< the milestone that its end is marked with
    rational slot_length = 1;
    std::optional<slot> expected_slots{};  ///< null where no exact number is known
    std::uint64_t marked_by = 0;           ///< nodes that can know its end
    /// Whether all of them know it in the same slot. Phases whose slot length is not 1 must be.
    bool is_synchronous = false;
    /// Of the last phase, where it is over with its last packet, and the nodes know that so many
    /// slots after its beginning: when they mark it. Null: it is over when they mark it.
    std::optional<slot> deadline{};
};

/// How sure an expected time is.
enum class time_kind : std::uint8_t { exact, upper_bound, high_probability };

/// The kind's name in results.
[[nodiscard]] std::string_view name_of(time_kind kind) noexcept;

/// A time that the theory promises, in units of whole packets.
struct expected_time {
    rational units;
    time_kind kind = time_kind::exact;
};

/// How likely it is that a randomised algorithm fails, over its own draws.
struct failure_probability {
    std::optional<double> exact;  ///< null where it takes too long to work out
    double bound = 1;             ///< an upper bound, at most 1
    bool is_drawn = false;        ///< whether the draws of this problem's seed make it fail
};

/// How many messages an algorithm takes.
struct message_limits {
    std::uint64_t least = 0;
    std::uint64_t most = ~std::uint64_t{0};
    bool is_one_a_node = false;  ///< no node may have two
};

/// Whom the workload of a task gives messages to. In tasks where a message is for one node alone,
/// message number m of node x is for node x ^ (m+1), or for the root; where it is named so below,
/// for the m-th node, or the m-th broadcaster, by increasing id, x itself left out.
enum class workload_kind : std::uint8_t {
    broadcasters,  ///< the nodes that `--broadcasters` names
    everyone,      ///< every node, one message
    both_ways,     ///< every node, a message for each of two nodes that the algorithm names
    all_to_all,    ///< every node, a message for every other
    root,          ///< the node that `--root` names, one message
    root_to_all,   ///< the root, a message for every other node
    all_to_root,   ///< every node but the root, one message
    arrivals,      ///< every node, messages that arrive while the run goes on
    counts,        ///< nobody: the number of packets that `--broadcasters` gives is the input
    broadcasters_to_all,  ///< each of `--broadcasters`, a message for every m-th other node
    all_to_broadcasters,  ///< every node, a message for every m-th of `--broadcasters` but itself
};

/// Whether `--root` belongs to the workload.
[[nodiscard]] constexpr bool has_root(workload_kind workload) noexcept {
    return workload == workload_kind::root || workload == workload_kind::root_to_all ||
           workload == workload_kind::all_to_root;
}

/// Whether `--broadcasters` belongs to the workload.
[[nodiscard]] constexpr bool has_broadcasters(workload_kind workload) noexcept {
    return workload == workload_kind::broadcasters || workload == workload_kind::counts ||
           workload == workload_kind::broadcasters_to_all ||
           workload == workload_kind::all_to_broadcasters;
}

/// Who is given how many messages: the broadcasters, unless the workload says otherwise.
[[nodiscard]] broadcaster_set senders_of(workload_kind workload, const problem& what);

/// A communication task and a node program for it.
///
/// The functions are given problems that the algorithm fits, and may throw std::overflow_error.
struct algorithm {
    std::string_view task;
    std::string_view name;
    std::string_view source;        ///< paper and section
    std::string_view rule;          ///< its name in the reference figures
    std::string_view networks;      ///< in words
    std::vector<port_model> ports;  ///< its own model first
    workload_kind workload = workload_kind::broadcasters;
    std::vector<parameter> parameters{};
    std::string_view time;  ///< the formula, in words
    time_kind kind = time_kind::exact;

    /// Why the algorithm cannot run on this network, or an empty text.
    std::string (*misfit)(const network& where);
    /// How many messages it takes; null: any number.
    message_limits (*limits)(const network& where) = nullptr;
    /// Why it cannot run with these broadcasters, or an empty text.
    std::string (*misfit_input)(const problem& what) = nullptr;
    /// The broadcasters that it is known to be slowest with; null where none are known. The
    /// broadcasters of `what` do not count.
    broadcaster_set (*worst_set)(const problem& what) = nullptr;
    std::vector<phase> (*phases)(const problem& what);
    std::optional<expected_time> (*expected)(const problem& what);
    rational (*lower_bound)(const problem& what);
    /// How likely it fails by design; null: it never does.
    failure_probability (*failure)(const problem& what) = nullptr;
    /// What could be written in place of the network to take less time, and how much, or an empty
    /// text; null where nothing is known to help.
    std::string (*advice)(const problem& what) = nullptr;
    /// Packet-hops; null where no exact number is known.
    std::optional<std::uint64_t> (*transmissions)(const problem& what);
    /// What a run takes for at most so many messages, the workload and the checks aside.
    memory_estimate (*memory)(const network& where, std::uint64_t message_count);
    /// What has to be delivered.
    requirement (*required)(const problem& what);
    /// Runs it. The nodes get their messages from `given`.
    void (*run)(const problem& what, const assignment& given, const emulation& how);
};

/// What an emulator of `Network` with packets of type `Packet` takes, when the programs of all
/// nodes together keep `program_bytes`.
template <packet Packet, topology Network>
[[nodiscard]] memory_estimate emulator_memory(const Network& where, std::uint64_t program_bytes) {
    memory_estimate bytes = emulator<Network, Packet>::estimate(where, 0);
    bytes.program_bytes = program_bytes;
    return bytes;
}

/// All algorithms; those of one task stand together, the preferred first.
[[nodiscard]] std::span<const algorithm> catalogue();

}  // namespace tutti
