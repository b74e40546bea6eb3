/// @file
/// The events of a run as JSON lines in a file.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tutti/algorithm/algorithm.hpp"
#include "tutti/algorithm/folded_node.hpp"
#include "tutti/machine/sink.hpp"
#include "tutti/model/rational.hpp"
#include "tutti/topology/file_content.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Writes one object a line, in the order of slots: {"event", "slot", "time", "phase", "node"}, and
/// - where "event" is "sent": "port", "to", "kind", and where a message is inside, "origin",
///   "number", "payload" (16 hex digits) and, if it is a piece of one, "piece";
/// - "delivered": "origin", "number", "payload";
/// - "mark": "name"; the phase is the one that ends with it.
///
/// Slots are the papers': a packet sent in slot 1 is delivered in slot 1, and what a node has from
/// the start in slot 0. The time of an event, in units and exact, is what the node has gone through
/// up to the slot's end; it is in the phase after the last one that it marked, and after the last
/// of all in the first again.
class event_file final : public sink {
public:
    /// @param phases in the order of the program, whose names outlive this; empty: a slot is a
    /// unit, and no phase is written
    /// @param name what a message in a packet is called; null: as the packet has it
    /// @throws std::invalid_argument if the file cannot be written, with a text that names it
    explicit event_file(const std::string& path, std::vector<phase> phases = {},
                        message_renaming name = {});

    [[nodiscard]] wish wants(tutti::slot /*at*/) noexcept override { return wish::events; }
    void slot(const slot_record& what) override;

    /// Whether everything is in the file, which has its name then. Call it last.
    [[nodiscard]] bool close();

private:
    // Where a node is: in a phase that began at the end of a slot, after so many units.
    struct place {
        std::size_t phase = 0;
        tutti::slot since = 0;
        rational time = 0;
    };

    void write_sent(const transmission& what);
    void write_mark(const mark& what);
    void begin_line(std::string_view event, tutti::slot at, node_id node);
    void write_message(const message& content);
    [[nodiscard]] rational time_at(const place& where, tutti::slot at) const;
    [[nodiscard]] place& place_of(node_id node);

    new_file file_;
    std::vector<phase> phases_;
    message_renaming name_;
    std::vector<place> places_;  // of each node, as far as any was seen
};

}  // namespace tutti
