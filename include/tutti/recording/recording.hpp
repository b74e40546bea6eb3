/// @file
/// Recording: a file with all events of a run.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "collectives/input/payloads.hpp"
#include "engine/recorded_slot.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/network.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// A file that is no recording, of a newer version, or damaged; the text is a clause that follows
/// its name: "is no recording".
class recording_error : public std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// A phase of the program that was recorded, as the theory has it.
struct recorded_phase {
    std::string name;
    rational slot_length = 1;
    rational carries = 1;  ///< the most of a message that a packet of it carries
    std::optional<slot> expected{};
    bool is_knowable = true;         ///< whether nodes can know its end; else none marks it
    std::vector<node_id> markers{};  ///< nodes that mark its end; empty: all
    bool repeats = false;
    bool is_synchronous = false;  ///< whether all mark it in the same slot
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
    std::vector<recorded_phase> phases{};
    recording_filter filter{};

    /// Description of the network for titles: "6-cube", "8 x 8 torus".
    [[nodiscard]] std::string network_in_words() const;
};

/// Number of events of each kind.
struct recorded_counts {
    std::uint64_t sent = 0;
    std::uint64_t control = 0;  ///< of those sent
    std::uint64_t delivered = 0;
    std::uint64_t marked = 0;
    std::uint64_t done = 0;

    friend bool operator==(const recorded_counts&, const recorded_counts&) = default;
};

/// Bytes of memory that reading a recording may take by default: a small file may name a network of
/// any size, and is believed up to 256 MiB and 4,096 times its own size, and no more than there is.
[[nodiscard]] std::uint64_t plausible_bytes(std::uint64_t file_bytes);

/// Choice to read the payloads of messages: a slot in the middle needs those of all slots before
/// it.
enum class payload_use : std::uint8_t { none, all };

/// A recording that is read, slot by slot.
///
/// What a kill cut short is read up to its last whole chunk.
class recording {
public:
    /// The first bytes of every one.
    static constexpr std::string_view begins_with = "TUTTIREC";

    /// @throws recording_error if it cannot be read or is none
    /// @param most_bytes of memory that reading it may take; null: as `plausible_bytes` says
    [[nodiscard]] static recording open(const std::string& path,
                                        std::optional<std::uint64_t> most_bytes = {});
    /// The same of a stream that can be sought.
    explicit recording(std::unique_ptr<std::istream> content,
                       std::optional<std::uint64_t> most_bytes = {});
    recording(recording&& other) noexcept;
    recording(const recording&) = delete;
    recording& operator=(recording&& other) noexcept;
    recording& operator=(const recording&) = delete;
    ~recording();

    [[nodiscard]] const recorded_plan& plan() const noexcept;
    /// The network, its links built.
    [[nodiscard]] const network& where() const noexcept;
    /// Result of the run as JSON, without the fields that depend on the machine; null if the
    /// recording was cut short.
    [[nodiscard]] const std::optional<std::string>& result() const noexcept;
    /// Description of the damage at its end, or an empty text.
    [[nodiscard]] const std::string& damage() const noexcept;

    [[nodiscard]] recorded_counts counts() const;
    /// The last slot in which there is an event, 0 if there is none.
    [[nodiscard]] slot last_slot() const noexcept;
    [[nodiscard]] std::uint64_t bytes() const noexcept;
    /// Memory limit for its network, and the tables of its nodes and links, in bytes.
    [[nodiscard]] std::uint64_t memory_limit() const noexcept;

    /// Calls `visit` for each slot from `first` to `last` in which something happened, in order.
    /// What it is shown is valid during the call; kinds and names of marks are those known by then.
    /// @throws recording_error where the file is damaged
    void visit(slot first, slot last, payload_use payloads,
               const std::function<void(const recorded_slot&)>& visit) const;
    /// Of all slots.
    void visit(const std::function<void(const recorded_slot&)>& visit_slot) const {
        visit(0, never, payload_use::all, visit_slot);
    }

    /// Of the packets that `visit` has shown.
    [[nodiscard]] std::span<const recorded_kind> kinds() const noexcept;
    /// Of the marks that `visit` has shown.
    [[nodiscard]] std::span<const std::string> mark_names() const noexcept;

private:
    class file;
    std::unique_ptr<file> file_;
};

}  // namespace tutti
