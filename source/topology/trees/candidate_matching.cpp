#include "candidate_matching.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <set>

#include "util/counts.hpp"

namespace tutti {
namespace {

class matching {
public:
    explicit matching(const std::vector<std::vector<node_id>>& candidates)
        : candidates_{&candidates}, taken_(candidates.size()) {}

    // One of the list's nodes that is free, or whose list finds another.
    // NOLINTNEXTLINE(misc-no-recursion): as deep as there are lists
    bool place(std::size_t list, std::set<node_id>& tried) {
        for (const node_id node : (*candidates_)[list]) {
            if (!tried.insert(node).second) {
                continue;
            }
            const std::size_t holder = position_of(taken_, std::optional{node});
            if (holder == taken_.size() || place(holder, tried)) {
                taken_[list] = node;
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] const std::vector<std::optional<node_id>>& taken() const { return taken_; }

private:
    const std::vector<std::vector<node_id>>* candidates_;
    std::vector<std::optional<node_id>> taken_;
};

}  // namespace

std::vector<std::optional<node_id>> matched(const std::vector<std::vector<node_id>>& candidates) {
    matching pairs{candidates};
    std::vector<std::size_t> lists(candidates.size());
    std::iota(lists.begin(), lists.end(), std::size_t{0});
    std::ranges::stable_sort(lists, {}, [&](std::size_t list) { return candidates[list].size(); });
    for (const std::size_t list : lists) {
        std::set<node_id> tried;
        (void)pairs.place(list, tried);
    }
    return pairs.taken();
}

}  // namespace tutti
