/// @file
/// Phase of a node program, as the theory has it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tutti/node/rational.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"
#include "util/counts.hpp"

namespace tutti {

/// A phase as the theory has it.
struct phase {
    std::string name{};  ///< the milestone that its end is marked with
    rational slot_length = 1;
    /// The most of a message that a link carries in one of its slots, and not more than these are
    /// long: 1, 1/m, or 0 for control only.
    rational carries = 1;
    std::optional<slot> expected_slots{};  ///< null where no exact number is known
    std::optional<slot> most_slots{};      ///< an upper bound, where no exact number is known
    /// True if nodes can detect the end of the phase. Only those nodes mark it.
    bool is_knowable = true;
    /// Nodes that mark it, each once; empty: all.
    std::vector<node_id> markers{};
    /// Largest number of passes through the phase: 1, except in the dynamic scheme.
    std::uint64_t most_rounds = 1;
    /// True if all of them detect it in the same slot; required of phases whose slot length is not
    /// 1.
    bool is_synchronous = false;
    /// Number of slots from the beginning of the last phase after which nodes mark its end, where
    /// it is over with its last packet. Null: it is over when they mark it.
    std::optional<slot> deadline{};
};

/// Number of the `node_count` nodes that mark the end of a phase.
[[nodiscard]] inline std::uint64_t marker_count(const phase& phase,
                                                std::uint64_t node_count) noexcept {
    const std::uint64_t able = phase.markers.empty() ? node_count : phase.markers.size();
    return phase.is_knowable ? able : 0;
}

/// True if nodes may go through a phase again.
[[nodiscard]] inline bool is_repeated(const phase& planned) noexcept {
    return planned.most_rounds > 1;
}

/// Index of the phase whose end has that name; null if there is none.
[[nodiscard]] inline std::optional<std::size_t> phase_named(std::span<const phase> phases,
                                                            std::string_view name) {
    const std::size_t place = position_of(phases, name, &phase::name);
    return place == phases.size() ? std::nullopt : std::optional{place};
}

}  // namespace tutti
