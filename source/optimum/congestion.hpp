/// @file
/// Congestion of the resources of all slots, for negotiated routes: PathFinder (McMurchie and
/// Ebeling, FPGA 1995) with time as a dimension (spec/bounds.md, section 3.3).
///
/// Routes may share a resource of a slot at first, at a price. The price of a resource rises with
/// every packet above its capacity and with every round in which it was overused, until the routes
/// avoid each other. All arithmetic is in integers, and all choices are drawn from `split_mix`: the
/// same question has the same routes on every machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "question.hpp"
#include "topology/random.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// Price in thousandths of that of a free resource.
using route_price = std::uint64_t;

/// Price of what cannot be reached. Sums of it and of the price of a hop do not overflow.
inline constexpr route_price unreachable_price = route_price{1} << 62U;

/// Use of a link by a route.
struct timed_hop {
    std::size_t at = 1;      ///< slot, counts from 1
    std::uint32_t link = 0;  ///< position in the question's links
};

/// Hops of a packet, or of a value: a tree in the time-expanded network.
using timed_route = std::vector<timed_hop>;

/// Ledger of the resources of every slot: their use, their history and the prices of hops.
///
/// Invariant: `prices(at)` and `is_settled()` follow from the hops added and not removed.
/// Where nodes shout, further hops of the current route out of a gate in the same slot are free;
/// the current route is the one whose hops were added, or resumed, since the last `finish`.
class congestion_ledger {
public:
    /// @param question outlives this
    congestion_ledger(const optimum_question& question, std::size_t slots);

    [[nodiscard]] const optimum_question& question() const noexcept { return *question_; }
    [[nodiscard]] std::size_t slots() const noexcept { return slots_; }

    /// Prices of one more packet on each link in a slot, by link.
    [[nodiscard]] std::span<const route_price> prices(std::size_t at) const {
        const std::size_t links = question_->links.size();
        return std::span{prices_}.subspan(at * links, links);
    }

    /// True if no resource is used above its capacity.
    [[nodiscard]] bool is_settled() const noexcept { return overused_ == 0; }
    [[nodiscard]] bool is_overused(const timed_route& route) const;

    void add(const timed_hop& hop);
    void remove(const timed_hop& hop);
    /// Ends the current route, which has these hops.
    void finish(const timed_route& route);
    /// Removes a finished route, which becomes the current one for that.
    void withdraw(const timed_route& route);

    /// Raises the prices of overused resources, and the weight of present use.
    /// @param growth of that weight, in thousandths
    void end_round(std::uint64_t growth);

private:
    [[nodiscard]] std::size_t place(std::size_t resource, std::size_t at) const {
        return at * question_->resources.size() + resource;
    }
    [[nodiscard]] bool is_shout(std::uint32_t resource, std::uint32_t link) const;
    void change_use(std::uint32_t resource, std::size_t at, bool is_more);
    void refresh(std::uint32_t resource, std::size_t at);

    const optimum_question* question_;
    std::size_t slots_;
    bool has_shouts_ = false;
    std::uint64_t pressure_ = 500;                       // weight of present use, in thousandths
    std::uint64_t overused_ = 0;                         // resources of a slot that are
    std::vector<std::vector<std::uint32_t>> resources_;  // by link
    // By slot and resource.
    std::vector<std::uint32_t> uses_;
    std::vector<std::uint32_t> shouts_;  // hops of the current route that share a use
    std::vector<route_price> histories_;
    std::vector<route_price> resource_prices_;
    std::vector<route_price> prices_;  // by slot and link
};

/// Part of the slots in which a tree grows, and the direction in which it does.
struct tree_window {
    /// Slot before the first step of a tree that grows forward in time, over the links; slot of the
    /// first step of one that grows backward in time, against the links.
    std::size_t middle = 0;
    std::size_t steps = 0;
    bool is_backward = false;

    [[nodiscard]] std::size_t slot_of(std::size_t step) const noexcept {
        return is_backward ? middle + 1 - step : middle + step;
    }
};

/// Search for cheap trees in the time-expanded network. A tree enters each node at most once.
class tree_search {
public:
    /// @param ledger outlives this
    tree_search(congestion_ledger& ledger, std::uint64_t seed);

    /// Grows a tree from a root to all targets, path by path, the cheapest first, and adds its hops
    /// to the ledger. Time: targets x steps x links.
    /// @return the price of the tree; nothing if a target is out of reach: the hops so far remain
    [[nodiscard]] std::optional<route_price> grow(node_id root, const tree_window& window,
                                                  const std::vector<node_id>& targets);

    /// The hops of the tree that grew last, without those that lead to no target.
    [[nodiscard]] const timed_route& route() const noexcept { return route_; }

private:
    static constexpr std::uint32_t no_link = std::numeric_limits<std::uint32_t>::max();

    [[nodiscard]] const std::vector<timetable_link>& links() const;
    void start(node_id root);
    void relax(std::size_t step);
    std::size_t add_path(node_id target);
    void drop_entry(node_id node);
    void collect_route(const std::vector<node_id>& targets);

    congestion_ledger* ledger_;
    split_mix random_;
    std::array<route_price, 1024> ties_{};
    std::vector<timetable_link> reversed_;  // the question's links
    tree_window window_{};
    timed_route route_{};
    bool has_dropped_ = false;
    // By node: the step in which the tree enters it, and the link over which.
    std::vector<std::size_t> entries_;
    std::vector<std::uint32_t> entry_links_;
    // By step and node: the price of the cheapest way from the tree, and its last link.
    std::vector<route_price> costs_;
    std::vector<std::uint32_t> last_links_;
};

/// Distances in links between all pairs of nodes, by origin and node; `nodes` of those that are not
/// connected.
[[nodiscard]] std::vector<std::vector<std::size_t>> hop_distances(const optimum_question& question);

}  // namespace tutti
