/// @file
/// Prefix sums over the nodes of an array.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/mesh/class_order.hpp"
#include "algorithms/mesh/mesh_program.hpp"
#include "util/counts.hpp"
#include "util/indexed_vector.hpp"

namespace tutti {

/// Values that nodes hold at the end of a prefix sum.
enum class prefix_result : std::uint8_t {
    all,   ///< their ranks, and what is counted in all
    ranks  ///< their ranks only: the first subphase of the way back is left out
};

/// One node's part in a prefix sum, mod 2^64, in the order of a class: how much is counted at the
/// nodes before it, and in all. Along one virtual dimension after the other the lines of those
/// nodes whose smaller digits are the last add up to the right; then the sums come back in the
/// reverse order.
///
/// Every step is a slot in which only links of one dimension are used, array links even on a torus,
/// so that the prefix sums of d classes may run at the same time, `in_lockstep`.
///
/// On the 2 x 2 array with rows 0 1 and 2 3; node 0 counts a, node 1 b, .. Back comes what is
/// counted before a line, a dot if nothing, beside the sum of all:
///
///     slot 1   0-a->1   2-c->3
///     slot 2   1-ab->3
///     slot 3   3-.->1
///     slot 4   1-.->0   3-ab->2
///
/// Varvarigos and Bertsekas, partial multinode broadcast, section 3. Time: exactly 2d(p-1) steps.
/// Transmissions: 2(p^d - 1).
class mesh_prefix {
public:
    /// @param own what is counted at the node
    mesh_prefix(const grid& shape, node_id node, int c, std::uint64_t own,
                prefix_result result = prefix_result::all)
        : order_{shape, c}, result_{result}, before_{order_.dimensions()}, sum_{own} {
        while (levels_ < order_.dimensions() && order_.digit(node, levels_) == order_.side() - 1) {
            ++levels_;
        }
    }

    [[nodiscard]] static slot steps(const grid& shape,
                                    prefix_result result = prefix_result::all) noexcept {
        const slot left_out = result == prefix_result::ranks ? 1 : 0;
        return (slot{2} * shape.dimensions() - left_out) * (shape.side(0) - 1);
    }

    /// Sends the packets of `step`, from 0.
    template <node_at_work Node>
    void send(Node& self, slot step) const {
        const moment now = at(step);
        const int turn = now.is_forward ? now.turn : order_.side() - 1 - now.turn;
        if (now.level > levels_ || order_.digit(self.id(), now.level) != turn) {
            return;
        }
        if (now.is_forward) {
            self.send(order_.up(now.level), packet_of<Node>::counts(packet_kind::up, sum_));
        } else {
            self.send(order_.down(now.level),
                      packet_of<Node>::counts(packet_kind::down, rank_, total_));
        }
    }

    /// Takes the packets of `step`.
    template <node_at_work Node>
    void receive(Node& self, slot step) {
        const moment now = at(step);
        std::uint64_t& before = before_[now.level];
        const auto heard =
            heard_through(self, now.is_forward ? order_.down(now.level) : order_.up(now.level));
        if (heard && now.is_forward) {
            before = heard->first_count();
            sum_ += before;
        } else if (heard) {
            rank_ = heard->first_count();
            total_ = heard->second_count();
        }
        if (now.turn < order_.side() - 2 || now.level > levels_) {
            return;
        }
        const bool is_last = now.level == order_.dimensions() - 1;
        if (now.is_forward && is_last && levels_ > now.level) {
            total_ = sum_;  // the last node of all
        }
        // Nothing is beyond the last lines, so that their ranks need no way back.
        if (!now.is_forward || (is_last && result_ == prefix_result::ranks)) {
            rank_ += before;
        }
    }

    /// Count at the nodes before this one, once all steps are done.
    [[nodiscard]] std::uint64_t before() const noexcept { return rank_; }
    /// Count at all nodes, likewise.
    [[nodiscard]] std::uint64_t total() const noexcept { return total_; }

private:
    // Step `turn` along the lines of virtual dimension `level`.
    struct moment {
        bool is_forward;
        int level;
        int turn;
    };

    [[nodiscard]] moment at(slot step) const noexcept {
        const int line_steps = order_.side() - 1;
        const auto level = static_cast<int>(step / line_steps);
        const int dimensions = order_.dimensions();
        const int back = 2 * dimensions - (result_ == prefix_result::ranks ? 2 : 1);
        return {.is_forward = level < dimensions,
                .level = level < dimensions ? level : back - level,
                .turn = remainder_of(step, line_steps)};
    }

    class_order order_;
    prefix_result result_;
    int levels_ = 0;                             // the virtual digits from 0 on that are p-1
    indexed_vector<int, std::uint64_t> before_;  // sum over the blocks before it, by level
    std::uint64_t sum_;                          // sum over the block that ends here
    std::uint64_t rank_ = 0;  // sum over what is before the line of a level; in the end, of all
    std::uint64_t total_ = 0;
};

/// Rank of a node among the broadcasters.
struct place_in_class {
    std::uint32_t rank = 0;   ///< in the order of the class, from 0
    std::uint64_t total = 0;  ///< members of the class, over all nodes
};

/// Runs the prefix sums of the first classes at the same time; `own` is the count of this node.
template <node_of<grid> Node>
task<std::vector<place_in_class>> prefixes_of_classes(Node& self, std::vector<std::uint32_t> own) {
    std::vector<mesh_prefix> sums;
    sums.reserve(own.size());
    int c = 0;
    for (const std::uint32_t each : own) {
        sums.emplace_back(self.network(), self.id(), c++, each);
    }
    co_await in_lockstep(self, mesh_prefix::steps(self.network()), std::span{sums});
    std::vector<place_in_class> places;
    places.reserve(sums.size());
    for (const mesh_prefix& sum : sums) {
        places.push_back({.rank = static_cast<std::uint32_t>(sum.before()), .total = sum.total()});
    }
    co_return places;
}

}  // namespace tutti
