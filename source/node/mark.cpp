#include "mark.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "util/collect.hpp"

namespace tutti {

// Sums of hashes replace sets of nodes: they are compared without a bit for each node.
std::uint64_t mark_sum_of_all(std::uint64_t node_count) noexcept {
    std::uint64_t sum = 0;
    for (node_id node = 0; node < node_count; ++node) {
        sum += mark_share(node);
    }
    return sum;
}

std::uint64_t mark_sum_of(std::span<const node_id> nodes) noexcept {
    return std::transform_reduce(nodes.begin(), nodes.end(), std::uint64_t{0}, std::plus{},
                                 mark_share);
}

// Phases overlap, as nodes may be in different ones: a phase begins where the others have ended.
slot phase_statistics::latest_of_others(std::string_view name) const noexcept {
    slot latest = 0;
    for (const entry& other : open_) {
        if (other.record.name != name) {
            latest = std::max(latest, other.record.latest);
        }
    }
    return latest;
}

std::uint64_t phase_statistics::marks_of_a_round(std::string_view name) const noexcept {
    const auto position = std::ranges::find(phases_, name, &phase_end::name);
    return position == phases_.end() ? node_count_ : position->marked_by;
}

void phase_statistics::add(const marks_made& made) {
    const auto [name, at, count, node_sum, order] = made;
    const slot others = latest_of_others(name);
    auto position = std::ranges::find(
        open_, name, [](const entry& registered) { return registered.record.name; });
    if (position == open_.end()) {
        position = open_.insert(position, {.record = {.name = name}});
    }
    milestone_record& record = position->record;
    const bool begins_a_round =
        record.rounds == 0 || position->round_count >= marks_of_a_round(name);
    // A round ends when as many nodes as take part have marked.
    if (begins_a_round) {
        ++record.rounds;
        position->round_first = at;
        position->round_count = 0;
        record.slots += at - std::max(others, record.latest);
    } else {
        record.slots += std::max<slot>(at - record.latest, 0);
    }
    record.simultaneous = record.simultaneous && at == position->round_first;
    record.earliest = std::min(record.earliest, at);
    record.latest = std::max(record.latest, at);
    record.count += count;
    record.node_sum += node_sum;
    position->round_count += count;
}

std::vector<milestone_record> phase_statistics::records() const {
    return vector_of(open_, &entry::record);
}

}  // namespace tutti
