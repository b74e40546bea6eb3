/// @file
/// Phase clock: the phase of every node in a run, and the time of its slots in units.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "node/phase.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Follows the nodes of a run from mark to mark. A node is in the phase after the last one that it
/// marked, and after the last of all in the first that repeats, or in the first.
///
/// Slots are the papers'. It receives a slot's marks after it was asked about the slot's events.
class phase_clock {
public:
    /// @param phases in the order of the program; empty: a slot is a unit, and phases have no name
    explicit phase_clock(std::vector<phase> phases = {}) : phases_{std::move(phases)} {}

    /// Moves all nodes back to the beginning.
    void restart() { places_.clear(); }

    /// `node` marks the end of a phase in slot `at`; a name that none has changes nothing.
    void mark(node_id node, std::string_view name, slot at);

    /// The number of the phase that `node` is in; 0 if there are none.
    [[nodiscard]] std::size_t phase_of(node_id node) { return place_of(node).phase; }
    [[nodiscard]] const std::vector<phase>& phases() const noexcept { return phases_; }
    /// The name of the phase that `node` is in; empty if there are none. Valid as long as this.
    [[nodiscard]] std::string_view phase_name(node_id node);

    /// Phase time of `node` at the end of slot `at`, in units.
    [[nodiscard]] rational time_of(node_id node, slot at);
    /// The same as text, valid until the next call.
    [[nodiscard]] std::string_view time_text(node_id node, slot at);

private:
    // Position of a node: a phase that began at the end of a slot, after this number of units.
    struct place {
        std::size_t phase = 0;
        slot since = 0;
        rational time = 0;

        friend bool operator==(const place&, const place&) = default;
    };

    [[nodiscard]] rational time_at(const place& position, slot at) const;
    [[nodiscard]] place& place_of(node_id node);
    void look_at(const place& position, slot at);

    std::vector<phase> phases_;
    std::vector<place> places_;  // of each node, as far as any was asked for
    // Most nodes are where the one before was, and fractions take long.
    place last_place_{};
    slot last_slot_ = 0;
    rational last_time_ = 0;
    std::string last_text_{};  // empty: not requested yet
};

}  // namespace tutti
