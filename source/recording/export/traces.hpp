/// @file
/// Export of recordings as traces for common tools.
///
/// Slot t lasts from time t - 1 to time t: a packet that is sent in it leaves at its begin and
/// arrives at its end, where nodes have what they were given and are where they said to be.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "event_tables.hpp"
#include "tutti/engine/run_report.hpp"
#include "tutti/recording/recording.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Counts of the events in a trace, known before anything is written.
struct trace_extent {
    recorded_part part{};
    recorded_counts counts{};
    std::vector<std::uint64_t> packets_of_kind{};  ///< in the order of `recording::kinds()`
    std::vector<node_id> nodes{};  ///< at which something happened, in order; one at least
    slot begin = 0;                ///< the time at which it begins
    slot end = 0;                  ///< the last slot in which something happened
    std::uint64_t slots = 0;       ///< in which something happened
    std::uint64_t pauses = 0;      ///< between them
    port largest_port = 0;
    std::uint32_t largest_number = 0;  ///< of a message
    std::uint32_t largest_piece = 0;
    /// The last slot up to which there are no more events than was asked for; before `part` if
    /// there is none.
    slot fits_until = 0;

    /// Packets, deliveries and marks.
    [[nodiscard]] std::uint64_t events() const noexcept {
        return counts.sent + counts.delivered + counts.marked;
    }
};

/// Reads all slots of `part`. @throws recording_error where the recording is damaged
[[nodiscard]] trace_extent extent_of(const recording& from, const recorded_part& part,
                                     std::uint64_t most_events);

/// Output format of a trace.
struct trace_format {
    std::string_view name;
    std::string_view readers;   ///< "ui.perfetto.dev and chrome://tracing"
    std::uint64_t most_events;  ///< that they were seen to open
    /// Estimate of its length in bytes: never too small, and too large by a fifth at most.
    std::uint64_t (*bytes)(const recording& from, const trace_extent& extent);
};

/// All of them.
[[nodiscard]] std::span<const trace_format> trace_formats() noexcept;

/// Profile of the time of a run on the host machine.
struct machine_times {
    time_account account{};
    double wall_seconds = 0;
};

/// Reads it from the result of a run with an account, as JSON.
/// @throws std::invalid_argument with a clause that follows the name of its file, if it is none or
/// one of another run than `of`
[[nodiscard]] machine_times read_machine_times(std::string_view result, const recording& of);

/// A trace in the JSON format of Chrome's trace viewer, which Perfetto reads, too ("Trace Event
/// Format", Google 2016): a track a node, on which its packets are within its phases, those that
/// it sends in the first half of a slot and those that come in the second; flows from the ones to
/// the others; counters. A slot is a millisecond.
/// @param machine a second group of tracks, in real time; null: none
/// @param from, extent, machine outlive extent is made
[[nodiscard]] std::unique_ptr<slot_lines> perfetto_lines(const recording& from,
                                                         const trace_extent& extent,
                                                         const machine_times* machine = nullptr);

/// A trace in the format of Paje (Schnorr, "Paje trace file format", 2014): containers for the
/// network and its nodes, phases as states, packets as links, deliveries and marks as events, and
/// the packets in flight. A slot is a second.
/// @param from, extent outlive extent is made
[[nodiscard]] std::unique_ptr<slot_lines> paje_lines(const recording& from,
                                                     const trace_extent& extent);

/// A trace could not be written; the text is a clause that follows its name.
class trace_error : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// True if this library was built with OTF2's.
[[nodiscard]] bool has_otf2() noexcept;

/// Writes an OTF2 archive, `traces.otf2` in `folder`: nodes are locations and ranks of a
/// communicator; phases are regions; packets are sent and received as MPI messages, whose tag is
/// the port that they leave through; deliveries count up a metric, marks are parameters. A slot is
/// a millisecond.
/// @param folder is there, and empty
/// @throws recording_error where the recording is damaged, trace_error if it cannot be written
/// @pre has_otf2()
void write_otf2(const recording& from, const trace_extent& extent, const std::string& folder);

/// The name of its file that a reader opens.
inline constexpr std::string_view otf2_anchor = "traces.otf2";

}  // namespace tutti
