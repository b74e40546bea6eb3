/// @file
/// Plan of a recorded run, and the error of a file that is no recording of one.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "node/phase.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"
#include "util/option_values.hpp"

namespace tutti {

/// A file that is no recording, of a newer version, or damaged; the text is a clause that follows
/// its name: "is no recording".
class recording_error : public std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// Filter of the events that are recorded.
struct recording_filter {
    slot first = 0;
    slot last = never;
    std::vector<node_id> nodes{};  ///< events at these, in order; empty: at all
    bool has_control = true;       ///< packets without a message, too

    /// True if all events are recorded.
    [[nodiscard]] bool is_open() const noexcept {
        return first == 0 && last == never && nodes.empty() && has_control;
    }
};

/// Plan of a recorded run, with its expected results. Nothing in it depends on threads, host, time
/// or paths of files.
struct recorded_plan {
    /// Texts of the plan by its fields, all parameters and the ports included. What verifiers need
    /// of them stands below, too.
    option_values fields{};
    std::string program;  ///< "tutti 0.1.0"
    std::string collective;
    std::string algorithm;
    std::string source;  ///< paper and section
    /// As users write it; a file's is `graph:` and a fingerprint of its links.
    std::string network;
    std::uint64_t nodes = 0;
    std::uint64_t links = 0;
    port_model ports = port_model::all_port;
    std::string broadcasters;  ///< as users write them; those of a file as `nodes:3,5,9`
    std::uint64_t broadcaster_nodes = 0;
    std::uint64_t packets = 0;  ///< K
    std::optional<node_id> root{};
    std::map<std::string, std::string> parameters{};  ///< all, defaults included
    std::vector<std::string> knowledge{};
    std::uint64_t seed = 1;
    std::string time_formula{};
    std::optional<rational> expected_units{};
    std::string expected_kind{};  ///< "exact", "upper-bound", "high-probability"; empty if none
    rational lower_bound = 0;     ///< in units
    /// As the theory has them. Files have neither deadlines nor upper bounds of slots, and of
    /// rounds only whether there are several.
    std::vector<phase> phases{};
    recording_filter filter{};

    /// Description of the network for titles: "6-cube", "8 x 8 torus".
    [[nodiscard]] std::string network_in_words() const;
};

}  // namespace tutti
