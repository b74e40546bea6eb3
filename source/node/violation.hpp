/// @file
/// Exceptions that end a run early.
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Base of the exceptions that the library throws for a failed run.
class error : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The rules of the model that a node program can break.
enum class violation_kind : std::uint8_t {
    link_busy,         ///< two packets on one directed link in one slot
    no_such_port,      ///< a port that the node does not have
    empty_packet,      ///< the packet type's `none()` was sent
    second_send,       ///< single-port: two packets out in one slot
    second_reception,  ///< single-port, shout: two packets in in one slot
    send_and_receive,  ///< half duplex, shout: a packet out and one in in one slot
    two_messages,      ///< shout: different packets in one slot
    unread_mail,       ///< a packet arrived that the program did not look at
    link_both_ways,    ///< one-way: a packet in each direction of a link in one slot
    share_exceeded,    ///< a packet carries more of a message than a slot of the node's phase
};

/// The kind's name in results, such as "link-busy".
[[nodiscard]] std::string_view name_of(violation_kind kind) noexcept;

/// Location of a violation. `at` is the clock slot (from 0) in which the offending packet was sent.
struct fault_place {
    slot at = 0;
    node_id node = 0;
    std::optional<port> through;

    /// By slot, node and port; no port comes before port 0.
    friend auto operator<=>(const fault_place&, const fault_place&) = default;
};

/// A node program broke the model. The text names algorithm, node, slot (from 1) and port.
class model_violation : public error {
public:
    model_violation(violation_kind kind, fault_place place, std::string_view algorithm);

    [[nodiscard]] violation_kind kind() const noexcept { return kind_; }
    [[nodiscard]] const fault_place& place() const noexcept { return place_; }

private:
    violation_kind kind_;
    fault_place place_;
};

/// An exception left a program. The text names algorithm, node, slot (from 1) and what was thrown,
/// which is nested here: `rethrow_nested()` throws it.
class program_error : public error, public std::nested_exception {
public:
    /// @pre called while the program's exception is handled
    program_error(const std::string& text, fault_place place) : error{text}, place_{place} {}

    [[nodiscard]] const fault_place& place() const noexcept { return place_; }

private:
    fault_place place_;
};

/// Stalled run: no node can run, nothing is in flight and no timer is set, but some programs are
/// not done.
class run_stalled : public error {
    using error::error;
};

/// The run was not over after the slots that it was given.
class slot_budget_exceeded : public error {
    using error::error;
};

/// The run was asked to stop.
class run_interrupted : public error {
    using error::error;
};

}  // namespace tutti
