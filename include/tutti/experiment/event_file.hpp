/// @file
/// The events of a run as JSON lines in a file.
#pragma once

#include <fstream>
#include <string>

#include "tutti/algorithm/event_log.hpp"

namespace tutti {

/// Writes one object a line: {"event":"sent","slot","node","port","kind"} with "origin", "number"
/// and "payload" (16 hex digits) where a message is inside, and
/// {"event":"delivered","slot","node","origin","number","payload"}. Slots are the papers': a packet
/// sent in slot 1 is delivered in slot 1, and what a node has from the start in slot 0.
class event_file final : public event_log {
public:
    /// @throws std::invalid_argument if the file cannot be written, with a text that names it
    explicit event_file(const std::string& path);

    void sent(const logged_transmission& what) override;
    void delivered(const delivery& what) override;

    /// Whether everything is in the file. Call it last.
    [[nodiscard]] bool close();

private:
    void write_message(const message& content);

    std::ofstream file_;
};

}  // namespace tutti
