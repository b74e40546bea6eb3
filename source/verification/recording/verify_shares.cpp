#include "verify_shares.hpp"

#include <algorithm>

#include "node/mark.hpp"
#include "util/collect.hpp"
#include "util/value_syntax.hpp"

namespace tutti {

share_verifier::share_verifier(std::span<const phase> phases, std::uint64_t nodes, bool keeps_time)
    : phases_{phases}, phase_of_(nodes, 0), beginnings_(keeps_time ? nodes : 0) {
    carries_ = vector_of(phases, &phase::carries);
    // A program without phases may send whole messages.
    if (carries_.empty()) {
        carries_.emplace_back(1);
    }
}

void share_verifier::learn(std::span<const recorded_kind> kinds,
                           std::span<const std::string> mark_names) {
    for (std::size_t i = allowed_.size() / carries_.size(); i < kinds.size(); ++i) {
        for (const rational& carried : carries_) {
            // Each kind is compared once with each phase; slots then need one look-up a packet, or
            // none if every kind is allowed everywhere.
            const bool is_allowed = kinds[i].share <= carried;
            allowed_.push_back(is_allowed ? 1 : 0);
            is_everything_allowed_ = is_everything_allowed_ && is_allowed;
        }
    }
    for (std::size_t i = ended_by_.size(); i < mark_names.size(); ++i) {
        ended_by_.push_back(phase_named(phases_, mark_names[i]));
    }
}

std::size_t share_verifier::after(std::size_t phase) const {
    return next_phase(phases_, phase, is_repeated);
}

void share_verifier::take_sent(const recorded_slot& record, std::span<const recorded_kind> kinds,
                               std::span<const std::string> mark_names) {
    learn(kinds, mark_names);
    if (is_everything_allowed_) {
        return;
    }
    // Packets are sorted by sender, so that those of a node are consecutive.
    for (std::size_t i = 0; i < record.sent.size();) {
        const node_id node = record.sent[i].from;
        bool is_fine = true;
        std::size_t end = i;
        for (; end < record.sent.size() && record.sent[end].from == node; ++end) {
            is_fine = is_fine && allows(phase_of_[node], record.sent[end].kind);
        }
        if (!is_fine) {
            verify_late(record, record.sent.subspan(i, end - i), kinds);
        }
        i = end;
    }
}

// A node that marks in the slot may have sent some of its packets, but not the first, after that.
void share_verifier::verify_late(const recorded_slot& record, sent_packets sent,
                                 std::span<const recorded_kind> kinds) {
    const node_id node = sent.front().from;
    std::vector<std::size_t> phases{phase_of_[node]};
    for (const recorded_mark& one :
         std::ranges::equal_range(record.marked, node, {}, &recorded_mark::node)) {
        if (const auto ended = ended_by_[one.name]) {
            phases.push_back(after(*ended));
        }
    }
    const auto is_allowed_in = [&](std::size_t phase) {
        return [this, phase](const recorded_transmission& transmission) {
            return allows(phase, transmission.kind);
        };
    };
    if (std::ranges::none_of(sent, is_allowed_in(phases.front()))) {
        refuse_packet(record.at, sent.front(), kinds);
        return;
    }
    for (const recorded_transmission& transmission : sent) {
        if (std::ranges::none_of(
                phases, [&](std::size_t phase) { return is_allowed_in(phase)(transmission); })) {
            refuse_packet(record.at, transmission, kinds);
        }
    }
}

void share_verifier::refuse_packet(slot at, const recorded_transmission& transmission,
                                   std::span<const recorded_kind> kinds) {
    const std::size_t phase = phase_of_[transmission.from];
    const std::string name =
        phases_.empty() ? std::string{} : fmt::format(" of {}", in_quotes(phases_[phase].name));
    violations_.add(
        "slot {}: node {} sends {} of a message through port {}, and a slot{} carries {}", at,
        transmission.from, to_string(kinds[transmission.kind].share), transmission.through, name,
        to_string(carries_[phase]));
}

void share_verifier::take_marks(const recorded_slot& record,
                                std::span<const std::string> mark_names) {
    learn({}, mark_names);
    for (const recorded_mark& one : record.marked) {
        const auto ended = ended_by_[one.name];
        if (!ended) {
            continue;
        }
        if (!beginnings_.empty()) {
            // Time is accumulated at the change of phases, since the slots before had another
            // length.
            beginnings_[one.node] = {.since = record.at, .passed = time_of(one.node, record.at)};
        }
        phase_of_[one.node] = static_cast<std::uint16_t>(after(*ended));
    }
}

// Times are exact rationals: slots of length 1/m add up without rounding.
rational share_verifier::time_of(node_id node, slot at) const {
    const phase_start& began = beginnings_[node];
    const rational length = phases_.empty() ? rational{1} : phases_[phase_of_[node]].slot_length;
    return began.passed + length * (at - began.since);
}

}  // namespace tutti
