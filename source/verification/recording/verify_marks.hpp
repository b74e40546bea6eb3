/// @file
/// Verifier of marks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "node/mark.hpp"
#include "recorded_plan.hpp"
#include "recorded_slot.hpp"
#include "verification/run_verifier.hpp"
#include "violations.hpp"

namespace tutti {

/// Judges the marks of a run.
class mark_verifier {
public:
    /// @param phases outlive this
    mark_verifier(std::span<const phase> phases, std::uint64_t nodes);

    void take(const recorded_slot& record, std::span<const std::string> names);

    /// Violations in the marks made so far.
    [[nodiscard]] const violation_list& violations() const noexcept { return violations_; }
    /// And in the end: the first mark that is missing, or an empty text.
    [[nodiscard]] std::string first_missing() const;

    /// Marks may have been made in the clock's slot before the sends of the same node, or after.
    /// The first book takes them together; in the second those of nodes that send in the slot come
    /// first.
    [[nodiscard]] std::span<const phase_statistics> books() const noexcept { return books_; }

private:
    /// Marks of a name in a slot.
    struct batch {
        std::uint64_t count = 0;
        std::uint64_t node_sum = 0;  // of `mark_share`
    };
    /// Statistics of one name of marks.
    struct marked_name {
        std::string text{};
        std::optional<std::size_t> phase{};
        std::vector<std::uint32_t> times{};  // of each node, if a phase ends with it
        // In the slot that is taken: of nodes that send in it, and of others.
        batch of_senders{};
        batch of_others{};

        [[nodiscard]] std::uint64_t count() const noexcept {
            return of_senders.count + of_others.count;
        }
    };

    void learn(std::span<const std::string> names);
    void count(const recorded_slot& record);
    void verify_agreement(slot at);
    void write_books(slot at);
    [[nodiscard]] bool can_mark(std::size_t phase, node_id node) const;
    [[nodiscard]] std::uint64_t markers_of(std::size_t phase) const {
        return marker_count(phases_[phase], nodes_);
    }

    std::span<const phase> phases_;
    std::uint64_t nodes_;
    std::vector<std::vector<std::uint8_t>> is_marker_;  // [phase][node]; empty: all alike
    std::vector<phase_end> ends_;                       // of the phases
    std::deque<marked_name> names_;                     // by number; statistics refer to the texts
    std::vector<std::uint32_t> touched_;                // names marked in the slot, by phase
    std::vector<phase_statistics> books_;
    violation_list violations_;
};

}  // namespace tutti
