/// @file
/// Sequence of phases at each node, for traces.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "recording/export/event_tables.hpp"
#include "tutti/recording/recording.hpp"

namespace tutti::record {

/// A node is in another phase at the end of a slot, or over.
struct phase_change {
    node_id node = 0;
    std::optional<std::size_t> left{};
    std::optional<std::size_t> entered{};
};

/// Follows all nodes. A node is in the phase after the last one that it marked, as `phase_clock`
/// has it, until it is over: done, or at the end of the last phase if none repeats. A program
/// without phases is one that is called so.
class phase_walk {
public:
    /// @param plan outlives this
    explicit phase_walk(const recorded_plan& plan);

    /// Takes the marks and ends of a slot. @returns what changes by them, by node, until the next
    /// call
    [[nodiscard]] std::span<const phase_change> take(const recorded_slot& record,
                                                     const recorded_names& names);

    /// Null if `node` is over.
    [[nodiscard]] std::optional<std::size_t> phase_of(node_id node) const;

    [[nodiscard]] std::size_t phases() const noexcept { return phases_.size(); }
    [[nodiscard]] const phase& operator[](std::size_t phase) const noexcept {
        return phases_[phase];
    }

private:
    void move(node_id node, std::optional<std::size_t> to);
    [[nodiscard]] std::optional<std::size_t> after(std::size_t end_count) const;

    std::vector<phase> phases_;
    std::vector<std::optional<std::size_t>> places_;  // of nodes, as far as any has moved
    std::vector<phase_change> changes_;
};

}  // namespace tutti::record
