#include "matching_table.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace tutti {
namespace {

// The nodes that can be reached through each port, the nearest first.
using candidates = std::vector<std::vector<node_id>>;

// As many ports as possible, each matched with a different node.
class matching {
public:
    explicit matching(const candidates& choices) : choices_{&choices}, taken_(choices.size()) {
        std::vector<std::size_t> ports(choices.size());
        std::iota(ports.begin(), ports.end(), std::size_t{0});
        std::ranges::stable_sort(ports, {}, [&](std::size_t port) { return choices[port].size(); });
        for (const std::size_t port : ports) {
            std::set<node_id> tried;
            (void)place(port, tried);
        }
    }

    [[nodiscard]] std::optional<node_id> of(std::size_t port) const { return taken_[port]; }

private:
    // One of the port's nodes that is free, or whose port finds another.
    // NOLINTNEXTLINE(misc-no-recursion): as deep as there are ports
    bool place(std::size_t port, std::set<node_id>& tried) {
        for (const node_id node : (*choices_)[port]) {
            if (!tried.insert(node).second) {
                continue;
            }
            const auto holder = std::ranges::find(taken_, std::optional{node});
            if (holder == taken_.end() ||
                place(static_cast<std::size_t>(holder - taken_.begin()), tried)) {
                taken_[port] = node;
                return true;
            }
        }
        return false;
    }

    const candidates* choices_;
    std::vector<std::optional<node_id>> taken_;
};

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

    [[nodiscard]] candidates through_ports() const {
        candidates choices(static_cast<std::size_t>(torus_->uniform_ports()));
        for (const auto& [far, node] : next_) {
            for (std::size_t through = 0; through < choices.size(); ++through) {
                if (is_reached_[torus_->neighbour(node, static_cast<port>(through) ^ 1)]) {
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
        const candidates choices = reached.through_ports();
        const matching pairs{choices};
        for (port through = 0; through < torus.uniform_ports(); ++through) {
            if (const auto node = pairs.of(static_cast<std::size_t>(through))) {
                hops_.push_back(
                    {.through = through, .to = *node, .from = torus.neighbour(*node, through ^ 1)});
            }
        }
        for (std::size_t i = begins_.back(); i < hops_.size(); ++i) {
            reached.reach(hops_[i].to);
        }
        begins_.push_back(hops_.size());
    }
}

}  // namespace tutti
