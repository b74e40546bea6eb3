#include "verify_marks.hpp"

#include <algorithm>

#include "util/value_syntax.hpp"
#include "verify_shares.hpp"

namespace tutti {

void recorded_phase_statistics::add(const std::string& name, slot at, std::uint64_t count,
                                    std::uint64_t marks_a_round) {
    // A round is over when all nodes that can mark it have; the next mark begins another one. The
    // length of a round counts from the latest mark of any name before it.
    const auto [place, is_new] = places_.try_emplace(name, marks_.size());
    if (is_new) {
        marks_.push_back({.name = name});
    }
    marks_of_name& marks = marks_[place->second];
    if (marks.rounds == 0 || marks.count_in_round >= marks_a_round) {
        ++marks.rounds;
        marks.count_in_round = 0;
        marks.slots += at - latest_;
    } else {
        marks.slots += at - marks.latest;
    }
    marks.earliest = std::min(marks.earliest, at);
    marks.latest = at;
    marks.count += count;
    marks.count_in_round += count;
    latest_ = std::max(latest_, at);
}

const marks_of_name* recorded_phase_statistics::of(std::string_view name) const noexcept {
    const auto position = places_.find(name);
    return position == places_.end() ? nullptr : &marks_[position->second];
}

// Tables by node make the check of a mark constant in time. Two books are kept for two orders of
// marks within a slot, see `write_books`.
mark_verifier::mark_verifier(std::span<const recorded_phase> phases, std::uint64_t nodes)
    : phases_{phases}, nodes_{nodes}, is_marker_(phases.size()), books_(2) {
    for (std::size_t i = 0; i < phases.size(); ++i) {
        if (!phases[i].markers.empty()) {
            is_marker_[i].assign(nodes, 0);
        }
        for (const node_id node : phases[i].markers) {
            if (node < nodes) {
                is_marker_[i][node] = 1;
            }
        }
    }
}

bool mark_verifier::can_mark(std::size_t phase, node_id node) const {
    return phases_[phase].is_knowable &&
           (is_marker_[phase].empty() || is_marker_[phase][node] != 0);
}

std::uint64_t mark_verifier::markers_of(std::size_t phase) const {
    if (!phases_[phase].is_knowable) {
        return 0;
    }
    return phases_[phase].markers.empty() ? nodes_ : phases_[phase].markers.size();
}

std::uint64_t mark_verifier::marks_a_round(const marked_name& mark) const {
    return mark.phase ? markers_of(*mark.phase) : nodes_;
}

// Names are appended as chunks are read, and keep their numbers.
void mark_verifier::learn(std::span<const std::string> names) {
    for (std::size_t i = names_.size(); i < names.size(); ++i) {
        names_.push_back({.phase = phase_named(phases_, names[i])});
        if (names_.back().phase) {
            names_.back().times.assign(nodes_, 0);
        }
    }
}

void mark_verifier::take(const recorded_slot& record, std::span<const std::string> names) {
    if (record.marked.empty()) {
        return;
    }
    learn(names);
    // The per-slot counts of touched names are reset at the end: names without a mark cost
    // nothing.
    touched_.clear();
    count(record, names);
    // Names that end no phase come last.
    std::ranges::stable_sort(touched_, {}, [this](std::uint32_t name) {
        return names_[name].phase.value_or(phases_.size());
    });
    verify_agreement(record.at, names);
    write_books(record.at, names);
    for (const std::uint32_t name : touched_) {
        names_[name].now = {};
    }
}

void mark_verifier::count(const recorded_slot& record, std::span<const std::string> names) {
    for (const recorded_mark& one : record.marked) {
        marked_name& its = names_[one.name];
        if (its.now.count++ == 0) {
            touched_.push_back(one.name);
        }
        if (std::ranges::binary_search(record.sent, one.node, {}, &recorded_transmission::from)) {
            ++its.now.of_senders;
        }
        const std::uint32_t times = its.phase ? ++its.times[one.node] : 0;
        if (!its.phase) {
            violations_.add("slot {}: node {} marks {}, with which no phase ends", record.at,
                            one.node, in_quotes(names[one.name]));
        } else if (!can_mark(*its.phase, one.node)) {
            violations_.add("slot {}: node {} marks the end of {}, which it cannot know", record.at,
                            one.node, in_quotes(names[one.name]));
        } else if (times > 1 && !phases_[*its.phase].repeats) {
            violations_.add("slot {}: node {} marks the end of {} again", record.at, one.node,
                            in_quotes(names[one.name]));
        }
    }
}

// Phases whose slots are not of length 1 have to end everywhere at once, too.
void mark_verifier::verify_agreement(slot at, std::span<const std::string> names) {
    for (const std::uint32_t name : touched_) {
        const marked_name& its = names_[name];
        const bool must_agree = its.phase && (phases_[*its.phase].is_synchronous ||
                                              phases_[*its.phase].slot_length != rational{1});
        if (must_agree && its.now.count != markers_of(*its.phase)) {
            violations_.add("slot {}: {} of {} nodes mark the end of {}, which all know at once",
                            at, its.now.count, markers_of(*its.phase), in_quotes(names[name]));
        }
    }
}

// A slot of a recording does not show in which of two engine slots a mark was made. The first book
// has all marks at once, the second those of senders before the others; the digest decides between
// the two.
void mark_verifier::write_books(slot at, std::span<const std::string> names) {
    for (const std::uint32_t name : touched_) {
        books_[0].add(names[name], at, names_[name].now.count, marks_a_round(names_[name]));
    }
    for (const bool are_senders : {true, false}) {
        for (const std::uint32_t name : touched_) {
            const batch& now = names_[name].now;
            const std::uint64_t count = are_senders ? now.of_senders : now.count - now.of_senders;
            if (count != 0) {
                books_[1].add(names[name], at, count, marks_a_round(names_[name]));
            }
        }
    }
}

// Absent marks show only at the end of a run, hence a search of all nodes by phase.
std::string mark_verifier::first_missing() const {
    for (std::size_t phase = 0; phase < phases_.size(); ++phase) {
        const auto its = std::ranges::find(names_, std::optional{phase}, &marked_name::phase);
        // Nodes that go through it again do so as often as the others.
        const std::uint32_t due = its == names_.end() || its->times.empty()
                                      ? 1
                                      : std::max(1U, std::ranges::max(its->times));
        for (std::uint64_t id = 0; id < nodes_; ++id) {
            const auto node = static_cast<node_id>(id);
            const std::uint32_t times = its == names_.end() ? 0 : its->times[node];
            if (can_mark(phase, node) && times < due) {
                return fmt::format("node {} marks the end of {} {} times, not {}", node,
                                   in_quotes(phases_[phase].name), times, due);
            }
        }
    }
    return {};
}

std::vector<std::optional<slot>> mark_verifier::slots_of_phases(
    const recorded_phase_statistics& book) const {
    std::vector<std::optional<slot>> ends;
    slot before = 0;
    for (std::size_t phase = 0; phase < phases_.size(); ++phase) {
        const marks_of_name* const marks = book.of(phases_[phase].name);
        if (marks == nullptr || marks->count != markers_of(phase) * marks->rounds) {
            ends.emplace_back(std::nullopt);
            continue;
        }
        // A phase whose marks are incomplete has no length, and the next one counts from the end
        // before.
        ends.emplace_back(marks->rounds == 1 ? marks->latest - before : marks->slots);
        before = marks->latest;
    }
    return ends;
}

}  // namespace tutti
