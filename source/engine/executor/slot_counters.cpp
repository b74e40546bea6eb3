#include "slot_counters.hpp"

#include <algorithm>

namespace tutti::detail {

void slot_counts::add(const marks_made& added) {
    const auto entry = std::ranges::find_if(marks, [&](const marks_made& made) {
        // Mostly it is the same literal.
        return made.at == added.at &&
               (made.name.data() == added.name.data() || made.name == added.name);
    });
    if (entry == marks.end()) {
        marks.push_back(added);
        return;
    }
    entry->count += added.count;
    entry->node_sum += added.node_sum;
    entry->order = std::min(entry->order, added.order);
}

void slot_counts::add(const slot_counts& more) {
    sent += more.sent;
    control += more.control;
    delivered += more.delivered;
    awake += more.awake;
    finished += more.finished;
    first_done = std::min(first_done, more.first_done);
    last_done = std::max(last_done, more.last_done);
    // Only sleepers of the earliest timer are counted: no other node wakes up then.
    if (more.next.at < next.at) {
        next = more.next;
    } else if (more.next.at == next.at) {
        next.sleepers += more.next.sleepers;
    }
    stops += more.stops;
    early += more.early;
    first_early = std::min(first_early, more.first_early);
    for (const marks_made& made : more.marks) {
        add(made);
    }
    if (more.smallest_fault) {
        record(*more.smallest_fault);
    }
}

// The vectors keep their capacity from slot to slot.
void slot_counters::reset() noexcept {
    static_cast<slot_sums&>(*this) = {};
    marks.clear();
    smallest_fault.reset();
    deliveries.clear();
    marked.clear();
    ended.clear();
    outbound.clear();
    failure = nullptr;
    marks_of_last_ = 0;
}

void slot_counters::mark(node_id node, std::string_view name, slot at) {
    marks_of_last_ = node == last_marker_ ? marks_of_last_ + 1 : 1;
    last_marker_ = node;
    add(marks_made{.name = name,
                   .at = at,
                   .count = 1,
                   .node_sum = mark_share(node),
                   .order = std::uint64_t{node} << 32U | marks_of_last_});
}

}  // namespace tutti::detail
