/// @file
/// Marks of nodes at the ends of phases.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "topology/random.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// The name of a phase's end. Made of a literal, so that it outlives every run.
class milestone {
public:
    // Implicit, so that programs write self.mark("rank").
    consteval milestone(const char* name) : name_{name} {}  // NOLINT(google-explicit-constructor)

    [[nodiscard]] constexpr std::string_view name() const noexcept { return name_; }

private:
    std::string_view name_;
};

/// Slots in which the nodes marked a milestone. Slots count as the papers do: 1 is the end of clock
/// slot 0.
struct milestone_record {
    std::string_view name;
    slot earliest = never;    ///< of all marks
    slot latest = 0;          ///< of all marks
    std::uint64_t count = 0;  ///< marks, over all nodes and rounds
    /// Number of rounds of the phase: a round ends when all nodes that can know its end have marked
    /// it.
    std::uint64_t rounds = 0;
    /// Slots that the phase took, over all rounds: from the latest mark before it to its own
    /// latest.
    slot slots = 0;
    /// True if all marks of every round fell into one slot.
    bool simultaneous = true;
    std::uint64_t node_sum = 0;  ///< of `mark_share(node)` over all marks, mod 2^64
};

/// A node's share in `milestone_record::node_sum`. The hash makes it unlikely that different sets
/// of nodes have the same sum.
[[nodiscard]] constexpr std::uint64_t mark_share(node_id node) noexcept {
    return mix(std::uint64_t{node} + 1);
}

/// The sum of the shares of nodes 0 to `node_count`-1, mod 2^64.
[[nodiscard]] std::uint64_t mark_sum_of_all(std::uint64_t node_count) noexcept;
/// The sum of the shares of these nodes, mod 2^64.
[[nodiscard]] std::uint64_t mark_sum_of(std::span<const node_id> nodes) noexcept;

/// Marks of one name that count for one slot.
struct marks_made {
    std::string_view name;
    slot at = 0;
    std::uint64_t count = 0;
    std::uint64_t node_sum = 0;  ///< of the nodes' `mark_share`
    std::uint64_t order = 0;     ///< order of names that are marked in one slot
};

/// The most phases of a run.
inline constexpr std::size_t most_phases = 256;

/// A phase of a run, in the order in which nodes go through them.
struct phase_end {
    std::string name{};           ///< the milestone that its end is marked with
    std::uint64_t marked_by = 0;  ///< how many nodes mark it in each of its rounds
    rational carries = 1;         ///< the most of a message that a packet carries in it
    rational slot_length = 1;     ///< length of a slot of it, in slots for a whole message
    bool repeats = false;         ///< whether nodes may go through it again
};

/// Phase of a node after the end of the phase at `end_count`: the next one or, after the last, the
/// first that repeats.
template <class Phases, class Repeats>
[[nodiscard]] std::size_t next_phase(const Phases& phases, std::size_t end_count, Repeats repeats) {
    const std::size_t next = end_count + 1;
    if (next < phases.size()) {
        return next;
    }
    std::size_t first = 0;
    while (first < phases.size() && !repeats(phases[first])) {
        ++first;
    }
    return first == phases.size() ? 0 : first;
}

/// Gathers the marks of a run, slot by slot, and keeps no list of them.
class phase_statistics {
public:
    /// @param node_count the marks of a round of every milestone that `phases` does not name
    /// @param phases outlives the book
    explicit phase_statistics(std::uint64_t node_count,
                              std::span<const phase_end> phases = {}) noexcept
        : node_count_{node_count}, phases_{phases} {}

    /// Notes marks. Called by increasing clock slot.
    void add(const marks_made& made);

    /// The milestones in the order of their first marks.
    [[nodiscard]] std::vector<milestone_record> records() const;

    void clear() noexcept { open_.clear(); }

private:
    struct entry {
        milestone_record record;
        slot round_first = 0;           // first mark of the round
        std::uint64_t round_count = 0;  // marks in the round
    };
    [[nodiscard]] slot latest_of_others(std::string_view name) const noexcept;
    [[nodiscard]] std::uint64_t marks_of_a_round(std::string_view name) const noexcept;

    std::uint64_t node_count_;
    std::span<const phase_end> phases_;
    std::vector<entry> open_;
};

}  // namespace tutti
