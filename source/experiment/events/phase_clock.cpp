#include "phase_clock.hpp"

#include "node/mark.hpp"

namespace tutti {

void phase_clock::mark(node_id node, std::string_view name, slot at) {
    // Marks of other names have no effect on the time.
    if (const auto ended = phase_named(phases_, name)) {
        // The new time is computed before the phase changes, by the slot length of the one that
        // ends.
        place& position = place_of(node);
        position = {.phase = next_phase(phases_, *ended, is_repeated),
                    .since = at,
                    .time = time_at(position, at)};
    }
}

std::string_view phase_clock::phase_name(node_id node) {
    return phases_.empty() ? std::string_view{} : phases_[phase_of(node)].name;
}

rational phase_clock::time_of(node_id node, slot at) {
    look_at(place_of(node), at);
    return last_time_;
}

std::string_view phase_clock::time_text(node_id node, slot at) {
    look_at(place_of(node), at);
    if (last_text_.empty()) {
        last_text_ = to_string(last_time_);
    }
    return last_text_;
}

// Events of a slot come together, and most nodes are in the same phase: the last time is kept.
void phase_clock::look_at(const place& position, slot at) {
    if (at != last_slot_ || position != last_place_) {
        last_time_ = time_at(position, at);
        last_slot_ = at;
        last_place_ = position;
        last_text_.clear();
    }
}

rational phase_clock::time_at(const place& position, slot at) const {
    const rational length = phases_.empty() ? rational{1} : phases_[position.phase].slot_length;
    return position.time + rational{at - position.since} * length;
}

phase_clock::place& phase_clock::place_of(node_id node) {
    if (node >= places_.size()) {
        places_.resize(std::size_t{node} + 1);
    }
    return places_[node];
}

}  // namespace tutti
