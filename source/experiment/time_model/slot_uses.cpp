#include "slot_uses.hpp"

#include <algorithm>

namespace tutti {

void slot_uses::slot(const slot_record& record) {
    if (record.sent.empty()) {
        return;
    }
    shares use = empty_;
    for (const transmission& each : record.sent) {
        std::optional<rational>& largest = use[classes_.of(each.from, each.to)];
        const rational share = each.is_control ? rational{0} : each.share;
        if (!largest || *largest < share) {
            largest = share;
        }
    }
    const shares* const kept = &known_.try_emplace(std::move(use)).first->first;
    if (!stretches_.empty() && stretches_.back().end == record.at &&
        stretches_.back().use == kept) {
        ++stretches_.back().end;
    } else {
        stretches_.push_back({.begin = record.at, .end = record.at + 1, .use = kept});
    }
}

std::vector<slot_use> slot_uses::of_first(tutti::slot slots) const {
    std::map<const shares*, tutti::slot> counts;
    tutti::slot empty = std::max<tutti::slot>(slots, 0);
    for (const stretch& each : stretches_) {
        const tutti::slot length = std::min(each.end, slots) - each.begin;
        if (length > 0) {
            counts[each.use] += length;
            empty -= length;
        }
    }
    std::vector<slot_use> uses;
    if (empty > 0) {
        uses.push_back({.largest = empty_, .slots = empty});
    }
    for (const auto& [use, count] : counts) {
        uses.push_back({.largest = *use, .slots = count});
    }
    return uses;
}

}  // namespace tutti
