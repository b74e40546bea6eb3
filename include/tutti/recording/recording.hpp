/// @file
/// Recording: a file with all events of a run.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "collectives/input/payloads.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/network.hpp"
#include "verification/recording/recorded_plan.hpp"
#include "verification/recording/recorded_slot.hpp"

namespace tutti {

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
