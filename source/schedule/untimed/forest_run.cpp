#include "forest_run.hpp"

#include <algorithm>
#include <compare>
#include <utility>

#include "util/counts.hpp"

namespace tutti {
namespace {

// A chunk before a hop; those that are ready first go first.
struct waiting_hop {
    slot ready = 0;
    std::uint32_t tree = 0;
    std::uint32_t chunk = 0;
    std::uint32_t send = 0;
    std::uint32_t hop = 0;
    friend auto operator<=>(const waiting_hop&, const waiting_hop&) = default;
};

struct forest_link {
    node_id from = 0;
    node_id to = 0;
    std::uint32_t capacity = 1;
    std::vector<waiting_hop> waiting{};  // a heap, the first one on top
};

class forest_run {
public:
    forest_run(const forest& trees, const link_capacity& capacity) : forest_{&trees} {
        const auto ends_of = [](const forest_link& link) { return std::pair{link.from, link.to}; };
        for (const forest_send& send : trees.sends) {
            for (std::size_t hop = 1; hop < send.path.size(); ++hop) {
                links_.push_back({.from = send.path[hop - 1], .to = send.path[hop]});
            }
        }
        std::ranges::sort(links_, {}, ends_of);
        links_.erase(std::ranges::unique(links_, {}, ends_of).begin(), links_.end());
        for (forest_link& link : links_) {
            link.capacity = std::max(capacity(link.from, link.to), 1U);
        }
    }

    std::vector<schedule_row> run() {
        for (std::uint32_t i = 0; i < forest_->trees.size(); ++i) {
            for (std::uint32_t chunk = 0; chunk < forest_->trees[i].pieces; ++chunk) {
                offer_all(forest_->trees[i].children, {.tree = i, .chunk = chunk});
            }
        }
        while (!active_links_.empty()) {
            carry_slot();
        }
        return std::move(rows_);
    }

private:
    void offer(const waiting_hop& hop) {
        const auto& path = forest_->sends[hop.send].path;
        const auto link = std::ranges::lower_bound(
            links_, std::pair{path[hop.hop], path[hop.hop + 1]}, {}, [](const forest_link& each) {
                return std::pair{each.from, each.to};
            });
        if (link->waiting.empty()) {
            active_links_.push_back(position_at<std::uint32_t>(links_, link));
        }
        link->waiting.push_back(hop);
        std::ranges::push_heap(link->waiting, std::greater{});
    }

    void offer_all(const std::vector<std::uint32_t>& sends, waiting_hop first) {
        for (const std::uint32_t send : sends) {
            first.send = send;
            offer(first);
        }
    }

    void carry_slot() {
        ++boundary_;
        std::vector<waiting_hop> carried;
        for (const std::uint32_t number : active_links_) {
            auto& waiting = links_[number].waiting;
            for (std::uint32_t i = 0; i < links_[number].capacity && !waiting.empty(); ++i) {
                std::ranges::pop_heap(waiting, std::greater{});
                carried.push_back(waiting.back());
                waiting.pop_back();
            }
        }
        std::erase_if(active_links_,
                      [&](std::uint32_t number) { return links_[number].waiting.empty(); });
        for (const waiting_hop& hop : carried) {
            arrive(hop);
        }
    }

    void arrive(waiting_hop hop) {
        const forest_send& send = forest_->sends[hop.send];
        const forest_tree& tree = forest_->trees[hop.tree];
        rows_.push_back({.at = boundary_,
                         .from = send.path[hop.hop],
                         .to = send.path[hop.hop + 1],
                         .message = tree.root,
                         .piece = tree.first_piece + hop.chunk,
                         .position = hop.send});
        hop.ready = boundary_;
        if (++hop.hop + 1 < send.path.size()) {
            offer(hop);
        } else {
            hop.hop = 0;
            offer_all(send.children, hop);
        }
    }

    const forest* forest_;
    std::vector<forest_link> links_;
    std::vector<std::uint32_t> active_links_;
    slot boundary_ = 0;
    std::vector<schedule_row> rows_;
};

}  // namespace

std::vector<schedule_row> run_forest(const forest& trees, const link_capacity& capacity) {
    return forest_run{trees, capacity}.run();
}

}  // namespace tutti
