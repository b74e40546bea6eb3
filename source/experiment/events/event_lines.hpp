/// @file
/// Formatter of the events of a run as JSON lines.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "phase_clock.hpp"
#include "tutti/engine/sink.hpp"
#include "tutti/node/message.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Writes one object a line: {"event", "slot", "time", "phase", "node"}, and
/// - where "event" is "sent": "port", "to", "kind", and where a message is inside, "origin",
///   "number", "payload" (16 hex digits) and, if it is a piece of one, "piece";
/// - "delivered": "origin", "number", "payload";
/// - "mark": "name"; the phase is the one that ends with it.
///
/// Slots are the papers': a packet sent in slot 1 is delivered in slot 1, and what a node has from
/// the start in slot 0. Of every slot first what was sent is added, then what was delivered, then
/// what was marked. The time of an event, in units and exact, is what the node has gone through up
/// to the slot's end; its phase is the one after the last that the node marked in a slot before.
class event_lines {
public:
    /// @param phases in the order of the program; empty: a slot is a unit, and no phase is written
    explicit event_lines(std::vector<phase> phases);

    /// Of another run.
    void restart() { clock_.restart(); }

    void add_sent(const transmission& transmission);
    void add_delivered(const delivery& delivery);
    void add_mark(const mark& mark);

    /// Text added since the last `clear()`.
    [[nodiscard]] std::string_view text() const noexcept { return {lines_.data(), lines_.size()}; }
    void clear() noexcept { lines_.clear(); }

private:
    void begin_line(std::string_view event, slot at, node_id node);
    void add_message(const message& content);
    [[nodiscard]] std::string_view in_json(std::string_view name);

    phase_clock clock_;
    std::vector<std::string> phase_names_;                   // in JSON
    std::map<std::string, std::string, std::less<>> names_;  // of kinds and marks, in JSON
    fmt::memory_buffer lines_;
};

}  // namespace tutti
