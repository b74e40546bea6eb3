#include "one_way_tails.hpp"

#include <algorithm>

#include "util/counts.hpp"

namespace tutti {
namespace {

// How far the farthest participant is, -1 if none is there.
int farthest_of(const std::vector<int>& distances, const participant_set& participants) {
    int farthest = -1;
    for (node_id node = 0; node < distances.size(); ++node) {
        farthest = participants.contains(node) ? std::max(farthest, distances[node]) : farthest;
    }
    return farthest;
}

}  // namespace

one_way_tails strongest_tails(const all_links& links, std::uint64_t messages,
                              const participant_set& participants) {
    one_way_tails most{.messages = messages, .participants = participants};
    const auto& all = links.links();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool is_listed_before = i > 0 && all[i] == all[i - 1];
        if (all[i].from > all[i].to || is_listed_before) {
            continue;
        }
        const std::vector<int> first = distances_from(links, all[i].from, all[i]);
        if (first[all[i].to] >= 0) {
            continue;
        }
        const int depth =
            std::min(farthest_of(first, participants),
                     farthest_of(distances_from(links, all[i].to, all[i]), participants));
        if (depth < 0) {
            continue;
        }
        const std::uint64_t joining = count_of(all, all[i]);
        const auto slots = slots_for(divided_up(messages, joining)) + depth;
        if (slots > most.slots) {
            most.slots = slots;
            most.links = joining;
            most.is_second.assign(first.size(), false);
            for (std::size_t node = 0; node < first.size(); ++node) {
                most.is_second[node] = first[node] < 0;
            }
        }
    }
    return most;
}

}  // namespace tutti
