/// @file
/// Sink that writes the events of a run as JSON lines to a file.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "algorithms/folded_node.hpp"
#include "event_lines.hpp"
#include "node/phase.hpp"
#include "tutti/engine/sink.hpp"
#include "util/file_content.hpp"

namespace tutti {

/// Writes the lines that `event_lines` makes, in the order of slots.
class event_file final : public sink {
public:
    /// @param phases in the order of the program; empty: a slot is a unit, and no phase is written
    /// @param name what a message in a packet is called; null: as the packet has it
    /// @throws std::invalid_argument if the file cannot be written, with a text that names it
    explicit event_file(const std::string& path, const std::vector<phase>& phases = {},
                        origin_mapping name = {});

    [[nodiscard]] interest wants(tutti::slot /*at*/) noexcept override { return interest::events; }
    void slot(const slot_record& record) override;

    /// Closes the file; true if everything was written, and the file then has its name. Call it
    /// last.
    [[nodiscard]] bool close();

private:
    void add_marks(std::span<const mark> marked, tutti::slot at);
    void add_late_marks();
    void write_lines();

    atomic_file file_;
    origin_mapping name_;
    event_lines lines_;
    // Made after their nodes had sent: they count for the slot whose deliveries are yet to come.
    std::vector<mark> late_;
};

}  // namespace tutti
