/// @file
/// Sinks of a run: they take the events of its slots while it lasts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "tutti/node/message.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"
#include "util/pinned.hpp"

namespace tutti {

struct run_report;

/// A transmission: `from` sent a packet through `through`, and so to `to`, in clock slot `at`.
struct transmission {
    slot at = 0;
    node_id from = 0;
    port through = 0;
    node_id to = 0;
    std::string_view kind{};           ///< what the packet is for; empty if it does not say
    std::optional<message> content{};  ///< the message in it, if it says so and carries one
    bool is_control = false;           ///< it carries no message
    std::optional<std::uint32_t>
        piece{};         ///< which piece of a message, if it carries one of several
    rational share = 1;  ///< of a message that it carries
    std::span<const std::byte> packet{};  ///< its bytes
    /// Number of contributions to its value, if it is of a reduction and says so.
    std::optional<std::uint32_t> contributions{};
    std::optional<std::uint64_t> contributors{};  ///< see `names_contributors`
};

/// A delivery: the program of `to` had the message `content` in clock slot `at`.
struct delivery {
    slot at = 0;
    node_id to = 0;
    message content{};
};

/// A mark: `node` detected the end of a phase in `at`, a slot as the papers count it.
struct mark {
    node_id node = 0;
    std::string_view name{};
    slot at = 0;
};

/// The end of a program: it returned, or only relays from now on.
struct program_end {
    node_id node = 0;
    slot at = 0;  ///< as the papers count it
};

/// Record of the events of one slot. Valid during the call that passes it, texts aside.
struct slot_record {
    slot at = 0;                            ///< the clock slot
    std::uint64_t packets = 0;              ///< links that were busy
    std::uint64_t deliveries = 0;           ///< messages
    std::uint64_t marks = 0;                ///< nodes' marks
    std::span<const transmission> sent{};   ///< by node and port
    std::span<const delivery> delivered{};  ///< by node, and in the order in which it made them
    std::span<const mark> marked{};         ///< the same
    std::span<const program_end> ended{};   ///< by node, where it was the first of its node
};

/// Interest of a sink in the next slot. Interests are cumulative: `events` implies `sums`.
enum class interest : std::uint8_t {
    nothing,
    sums,    ///< the figures of the slot
    events,  ///< and each transmission, delivery and mark
};

/// Sink: receives the events of the runs that it is attached to (`run_options::sinks`), after every
/// slot in which nodes run. The order is the same for every thread count and executor. A run
/// without sinks keeps no events, and spends no time on them.
///
/// Called by one thread, which drives the run.
class sink : polymorphic {
public:
    /// Asked before every slot, which is the clock's `at`.
    [[nodiscard]] virtual interest wants(tutti::slot at) noexcept = 0;

    /// Called after a slot for which it requested something. If other sinks want events, it
    /// receives them, too. What it throws ends the run, and is thrown from there.
    virtual void slot(const slot_record& record) = 0;

    /// The run is over, whatever ended it.
    virtual void end(const run_report& /*report*/) {}
};

}  // namespace tutti
