/// @file
/// Verifier of marks and phase times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/recorded_plan.hpp"
#include "engine/recorded_slot.hpp"
#include "violations.hpp"

namespace tutti {

/// Marks of one name, with the slots in which nodes made them.
struct marks_of_name {
    std::string name;
    slot earliest = never;
    slot latest = 0;
    slot slots =
        0;  ///< over all rounds: from the latest mark of another phase before to its own latest
    std::uint64_t count = 0;
    std::uint64_t rounds = 0;
    std::uint64_t count_in_round = 0;
};

/// Adds up marks, in the order in which a clock would come across them.
class recorded_phase_statistics {
public:
    /// @param marks_a_round by how many nodes a round of it is over
    void add(const std::string& name, slot at, std::uint64_t count, std::uint64_t marks_a_round);

    /// In the order of their first marks.
    [[nodiscard]] std::span<const marks_of_name> all() const noexcept { return marks_; }
    /// Null if no node marked it.
    [[nodiscard]] const marks_of_name* of(std::string_view name) const noexcept;

private:
    std::vector<marks_of_name> marks_;
    std::map<std::string, std::size_t, std::less<>> places_;  // in it
    slot latest_ = 0;                                         // of all marks
};

/// Judges the marks of a run.
class mark_verifier {
public:
    /// @param phases outlive this
    mark_verifier(std::span<const recorded_phase> phases, std::uint64_t nodes);

    void take(const recorded_slot& record, std::span<const std::string> names);

    /// Violations in the marks made so far.
    [[nodiscard]] const violation_list& violations() const noexcept { return violations_; }
    /// And in the end: the first mark that is missing, or an empty text.
    [[nodiscard]] std::string first_missing() const;

    /// The slots of each phase; null where a node that can know its end did not mark it.
    [[nodiscard]] std::vector<std::optional<slot>> slots_of_phases(
        const recorded_phase_statistics& book) const;

    /// Marks may have been made in the clock's slot before the sends of the same node, or after.
    /// The first book takes them together; in the second those of nodes that send in the slot come
    /// first.
    [[nodiscard]] std::span<const recorded_phase_statistics> books() const noexcept {
        return books_;
    }

private:
    /// Marks of a name in a slot.
    struct batch {
        std::uint64_t count = 0;
        std::uint64_t of_senders = 0;
    };
    /// Statistics of one name of marks.
    struct marked_name {
        std::optional<std::size_t> phase{};
        std::vector<std::uint32_t> times{};  // of each node, if a phase ends with it
        batch now{};                         // in the slot that is taken
    };

    void learn(std::span<const std::string> names);
    void count(const recorded_slot& record, std::span<const std::string> names);
    void verify_agreement(slot at, std::span<const std::string> names);
    void write_books(slot at, std::span<const std::string> names);
    [[nodiscard]] bool can_mark(std::size_t phase, node_id node) const;
    [[nodiscard]] std::uint64_t markers_of(std::size_t phase) const;
    [[nodiscard]] std::uint64_t marks_a_round(const marked_name& mark) const;

    std::span<const recorded_phase> phases_;
    std::uint64_t nodes_;
    std::vector<std::vector<std::uint8_t>> is_marker_;  // [phase][node]; empty: all alike
    std::vector<marked_name> names_;                    // by number
    std::vector<std::uint32_t> touched_;                // names marked in the slot, by phase
    std::vector<recorded_phase_statistics> books_;
    violation_list violations_;
};

}  // namespace tutti
