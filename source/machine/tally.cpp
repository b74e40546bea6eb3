#include "tutti/machine/detail/tally.hpp"

#include <algorithm>

namespace tutti::detail {

void slot_counts::mark(const marks_made& added) {
    const auto known = std::ranges::find_if(marks, [&](const marks_made& made) {
        // Mostly it is the same literal.
        return made.at == added.at &&
               (made.name.data() == added.name.data() || made.name == added.name);
    });
    if (known == marks.end()) {
        marks.push_back(added);
        return;
    }
    known->count += added.count;
    known->node_sum += added.node_sum;
}

void tally::reset() noexcept {
    sent = control = delivered = awake = 0;
    finished = 0;
    first_done = never;
    last_done = 0;
    marks.clear();
    smallest_fault.reset();
    deliveries.clear();
    marked.clear();
}

void tally::add_marks_aside() {
    for (const marks_made& made : marks_aside) {
        mark(made);
    }
    marks_aside.clear();
}

}  // namespace tutti::detail
