#include "matching_table.hpp"

#include <set>
#include <utility>

#include "candidate_matching.hpp"
#include "util/indexed_vector.hpp"

namespace tutti {
namespace {

/// The nodes that are reached, and those next to them.
class frontier {
public:
    explicit frontier(const grid& torus) : torus_{&torus}, is_reached_(torus.node_count()) {
        reach(0);
    }

    [[nodiscard]] bool empty() const noexcept { return next_.empty(); }

    void reach(node_id node) {
        is_reached_[node] = true;
        next_.erase({torus_->distance(0, node), node});
        for (port through = 0; through < torus_->uniform_ports(); ++through) {
            const node_id other = torus_->neighbour(node, through);
            if (!is_reached_[other]) {
                next_.emplace(torus_->distance(0, other), other);
            }
        }
    }

    // Nodes that can be reached through each port, the nearest first.
    [[nodiscard]] std::vector<std::vector<node_id>> through_ports() const {
        indexed_vector<port, std::vector<node_id>> choices{torus_->uniform_ports()};
        for (const auto& [far, node] : next_) {
            for (port through = 0; through < torus_->uniform_ports(); ++through) {
                if (is_reached_[torus_->neighbour(node, through ^ 1)]) {
                    choices[through].push_back(node);
                }
            }
        }
        return choices;
    }

private:
    const grid* torus_;
    std::vector<bool> is_reached_;
    std::set<std::pair<int, node_id>> next_;  // the nearest to node 0 first
};

}  // namespace

matching_table::matching_table(const grid& torus) {
    frontier reached{torus};
    while (!reached.empty()) {
        for (port through = 0; const auto& node : matched(reached.through_ports())) {
            if (node) {
                hops_.push_back(
                    {.through = through, .to = *node, .from = torus.neighbour(*node, through ^ 1)});
            }
            ++through;
        }
        for (std::size_t i = begins_.back(); i < hops_.size(); ++i) {
            reached.reach(hops_[i].to);
        }
        begins_.push_back(hops_.size());
    }
}

}  // namespace tutti
