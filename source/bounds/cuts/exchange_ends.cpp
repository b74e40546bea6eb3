#include "exchange_ends.hpp"

#include <algorithm>
#include <utility>

#include "util/counts.hpp"

namespace tutti {
namespace {

/// Search for the strongest cut.
class crossing_search {
public:
    crossing_search(const all_links& links, participant_set participants, std::uint64_t each)
        : links_{&links},
          participants_{std::move(participants)},
          each_{each},
          is_participant_(size()) {
        for (node_id node = 0; node < size(); ++node) {
            is_participant_[node] = participants_.contains(node);
        }
    }

    // All balls around a node; that of all nodes has no links out of it.
    void try_balls(node_id center) {
        const std::vector<int> distances = distances_from(*links_, center);
        const auto depth = static_cast<std::size_t>(std::ranges::max(distances));
        std::vector<std::uint64_t> participants(depth + 1);
        std::vector<std::uint64_t> leaving(depth + 1);
        for (node_id node = 0; node < size(); ++node) {
            participants[level(distances, node)] += is_participant_[node] ? 1U : 0U;
        }
        for (const auto& [from, to] : links_->links()) {
            leaving[level(distances, from)] += distances[to] > distances[from] ? 1U : 0U;
        }
        std::uint64_t inside = 0;
        for (std::size_t radius = 0; radius < depth; ++radius) {
            inside += participants[radius];
            if (may_be_stronger(inside, leaving[radius], slots_for(depth))) {
                std::vector<bool> is_inside(size());
                for (node_id node = 0; node < size(); ++node) {
                    is_inside[node] = level(distances, node) <= radius;
                }
                keep_stronger(std::move(is_inside), inside, leaving[radius]);
            }
        }
    }

    // A node with those that hang on it alone.
    void try_leaves(node_id center) {
        std::vector<bool> is_inside(size());
        is_inside[center] = true;
        std::uint64_t inside = is_participant_[center] ? 1U : 0U;
        std::uint64_t leaving = links_->degree(center);
        for (const directed_link& link : links_->links_of(center)) {
            if (links_->degree(link.to) == 1) {
                is_inside[link.to] = true;
                inside += is_participant_[link.to] ? 1U : 0U;
                --leaving;
            }
        }
        if (leaving > 0 && leaving < links_->degree(center) &&
            may_be_stronger(inside, leaving, std::ssize(is_inside))) {
            keep_stronger(std::move(is_inside), inside, leaving);
        }
    }

    [[nodiscard]] crossing_cut best() && { return std::move(best_); }

private:
    [[nodiscard]] std::size_t size() const { return links_->node_count(); }
    [[nodiscard]] static std::size_t level(const std::vector<int>& distances, node_id node) {
        return static_cast<std::size_t>(distances[node]);
    }
    [[nodiscard]] std::uint64_t crossing(std::uint64_t inside) const {
        return inside * (participants_.size(size()) - inside);
    }
    // No two nodes are farther from each other than twice as far as the farthest is from one.
    [[nodiscard]] bool may_be_stronger(std::uint64_t inside, std::uint64_t leaving,
                                       slot depth) const {
        const slot ends = participants_.is_everyone() ? 0 : slot{4} * depth;
        return crossing(inside) > 0 &&
               rational{crossing(inside) * each_, leaving} + ends + 1 > best_.slots(each_);
    }

    void keep_stronger(std::vector<bool> is_inside, std::uint64_t inside, std::uint64_t leaving) {
        crossing_cut cut{.participants = participants_,
                         .is_inside = std::move(is_inside),
                         .messages = crossing(inside),
                         .links = leaving};
        if (!participants_.is_everyone()) {
            measure_ends(cut);
        }
        if (cut.slots(each_) > best_.slots(each_)) {
            best_ = std::move(cut);
        }
    }

    void measure_ends(crossing_cut& cut) const {
        std::vector<bool> starts(size());
        std::vector<bool> ends(size());
        std::vector<bool> tails(size());
        std::vector<bool> heads(size());
        for (node_id node = 0; node < size(); ++node) {
            starts[node] = is_participant_[node] && cut.is_inside[node];
            ends[node] = is_participant_[node] && !cut.is_inside[node];
        }
        for (const auto& [from, to] : links_->links()) {
            if (cut.is_inside[from] && !cut.is_inside[to]) {
                tails[from] = true;
                heads[to] = true;
            }
        }
        cut.before = links_apart(*links_, starts, tails);
        cut.behind = links_apart(*links_, heads, ends);
    }

    const all_links* links_;
    participant_set participants_;
    std::uint64_t each_;
    std::vector<bool> is_participant_;
    crossing_cut best_{};
};

}  // namespace

crossing_cut strongest_crossing(const all_links& links, const participant_set& participants,
                                std::uint64_t each) {
    crossing_search search{links, participants, each};
    for (node_id center = 0; center < links.node_count(); ++center) {
        search.try_balls(center);
        search.try_leaves(center);
    }
    return std::move(search).best();
}

std::uint64_t sum_of_turns(std::uint64_t messages, std::uint64_t rate) {
    const std::uint64_t full = messages / rate;
    return rate * (full * (full + 1) / 2) + messages % rate * (full + 1);
}

}  // namespace tutti
