#include "verify_marks.hpp"

#include <algorithm>

#include "util/value_syntax.hpp"

namespace tutti {

// Tables by node make the check of a mark constant in time. Two books are kept for two orders of
// marks within a slot, see `write_books`.
mark_verifier::mark_verifier(std::span<const phase> phases, std::uint64_t nodes)
    : phases_{phases}, nodes_{nodes}, is_marker_(phases.size()) {
    for (std::size_t i = 0; i < phases.size(); ++i) {
        if (!phases[i].markers.empty()) {
            is_marker_[i].assign(nodes, 0);
        }
        for (const node_id node : phases[i].markers) {
            if (node < nodes) {
                is_marker_[i][node] = 1;
            }
        }
        ends_.push_back({.name = phases[i].name, .marked_by = markers_of(i)});
    }
    books_.assign(2, phase_statistics{nodes, ends_});
}

bool mark_verifier::can_mark(std::size_t phase, node_id node) const {
    return phases_[phase].is_knowable &&
           (is_marker_[phase].empty() || is_marker_[phase][node] != 0);
}

// Names are appended as chunks are read, and keep their numbers.
void mark_verifier::learn(std::span<const std::string> names) {
    for (std::size_t i = names_.size(); i < names.size(); ++i) {
        names_.push_back({.text = names[i], .phase = phase_named(phases_, names[i])});
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
    count(record);
    // Names that end no phase come last.
    std::ranges::stable_sort(touched_, {}, [this](std::uint32_t name) {
        return names_[name].phase.value_or(phases_.size());
    });
    verify_agreement(record.at);
    write_books(record.at);
    for (const std::uint32_t name : touched_) {
        names_[name].of_senders = {};
        names_[name].of_others = {};
    }
}

void mark_verifier::count(const recorded_slot& record) {
    for (const recorded_mark& one : record.marked) {
        marked_name& its = names_[one.name];
        if (its.count() == 0) {
            touched_.push_back(one.name);
        }
        const bool sends =
            std::ranges::binary_search(record.sent, one.node, {}, &recorded_transmission::from);
        batch& now = sends ? its.of_senders : its.of_others;
        ++now.count;
        now.node_sum += mark_share(one.node);
        const std::uint32_t times = its.phase ? ++its.times[one.node] : 0;
        if (!its.phase) {
            violations_.add("slot {}: node {} marks {}, with which no phase ends", record.at,
                            one.node, in_quotes(its.text));
        } else if (!can_mark(*its.phase, one.node)) {
            violations_.add("slot {}: node {} marks the end of {}, which it cannot know", record.at,
                            one.node, in_quotes(its.text));
        } else if (times > 1 && !is_repeated(phases_[*its.phase])) {
            violations_.add("slot {}: node {} marks the end of {} again", record.at, one.node,
                            in_quotes(its.text));
        }
    }
}

// Phases whose slots are not of length 1 have to end everywhere at once, too.
void mark_verifier::verify_agreement(slot at) {
    for (const std::uint32_t name : touched_) {
        const marked_name& its = names_[name];
        const bool must_agree = its.phase && (phases_[*its.phase].is_synchronous ||
                                              phases_[*its.phase].slot_length != rational{1});
        if (must_agree && its.count() != markers_of(*its.phase)) {
            violations_.add("slot {}: {} of {} nodes mark the end of {}, which all know at once",
                            at, its.count(), markers_of(*its.phase), in_quotes(its.text));
        }
    }
}

// A slot of a recording does not show in which of two engine slots a mark was made. The first book
// has all marks at once, the second those of senders before the others; the digest decides between
// the two.
void mark_verifier::write_books(slot at) {
    const auto note = [&](phase_statistics& book, const marked_name& its, const batch& made) {
        if (made.count != 0) {
            book.add({.name = its.text, .at = at, .count = made.count, .node_sum = made.node_sum});
        }
    };
    for (const std::uint32_t name : touched_) {
        const marked_name& its = names_[name];
        note(books_[0], its,
             {.count = its.count(), .node_sum = its.of_senders.node_sum + its.of_others.node_sum});
    }
    for (const auto part : {&marked_name::of_senders, &marked_name::of_others}) {
        for (const std::uint32_t name : touched_) {
            note(books_[1], names_[name], names_[name].*part);
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
        for (node_id node = 0; node < nodes_; ++node) {
            const std::uint32_t times = its == names_.end() ? 0 : its->times[node];
            if (can_mark(phase, node) && times < due) {
                return fmt::format("node {} marks the end of {} {} times, not {}", node,
                                   in_quotes(phases_[phase].name), times, due);
            }
        }
    }
    return {};
}

}  // namespace tutti
