#include "phase_walk.hpp"

#include <algorithm>

#include "node/mark.hpp"

namespace tutti::record {

phase_walk::phase_walk(const recorded_plan& plan) : phases_{plan.phases} {
    // A program without phases has one state of this name, so that a trace has something to show.
    if (phases_.empty()) {
        phases_.push_back({.name = "program"});
    }
}

std::span<const phase_change> phase_walk::take(const recorded_slot& record,
                                               const recorded_names& names) {
    changes_.clear();
    for (const recorded_mark& each : record.marked) {
        // A mark that ends no phase is a violation for the verifier; here it moves no node.
        if (const auto ended = phase_named(phases_, names.marks[each.name])) {
            move(each.node, after(*ended));
        }
    }
    for (const node_id each : record.done) {
        move(each, std::nullopt);
    }
    // A node that moves several times in a slot was nowhere on the way.
    std::ranges::stable_sort(changes_, {}, &phase_change::node);
    const auto again = std::ranges::unique(changes_, {}, &phase_change::node);
    changes_.erase(again.begin(), again.end());
    for (phase_change& each : changes_) {
        each.entered = phase_of(each.node);
    }
    std::erase_if(changes_, [](const phase_change& each) { return each.left == each.entered; });
    return changes_;
}

// The table reaches up to the last node that moved; the others are in the first phase.
std::optional<std::size_t> phase_walk::phase_of(node_id node) const {
    return node < places_.size() ? places_[node] : 0;
}

void phase_walk::move(node_id node, std::optional<std::size_t> to) {
    if (node >= places_.size()) {
        places_.resize(std::size_t{node} + 1, 0);
    }
    // The phase that a node leaves is noted now, the one it enters after the last move of the
    // slot.
    changes_.push_back({.node = node, .left = places_[node]});
    places_[node] = to;
}

std::optional<std::size_t> phase_walk::after(std::size_t end_count) const {
    const std::size_t next = next_phase(phases_, end_count, is_repeated);
    // `next_phase` returns 0 if no phase repeats. That is no way back: the node is over.
    return next > end_count || is_repeated(phases_[next]) ? std::optional{next} : std::nullopt;
}

}  // namespace tutti::record
