/// @file
/// Sums and maxima over the rows or columns of an array.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "algorithms/mesh/mesh_program.hpp"

namespace tutti {

/// Operation that combines two values.
enum class reduction : std::uint8_t { sum, maximum };

/// Node's part in an allreduce over the line of a dimension, a tree with its root in the middle:
/// values come in from both ends, and the result goes out to them.
///
/// Array links only, so that lines of different dimensions can be reduced at the same time,
/// `in_lockstep`.
///
/// A line of 4, nodes 0 to 3:
///
///     slot 1   0->1  3->2
///     slot 2   1->2
///     slot 3   2->1  2->3
///     slot 4   1->0
///
/// Varvarigos and Bertsekas, partial multinode broadcast, section 5. Time: exactly 2*floor(p/2)
/// steps. Transmissions: 2(p-1) a line.
class line_reduction {
public:
    /// @param own what the node adds, below 2^32 like the result
    line_reduction(const grid& shape, node_id node, int dimension, std::uint64_t own,
                   reduction reduction) noexcept
        : dimension_{dimension},
          side_{shape.side(dimension)},
          digit_{shape.digit(node, dimension)},
          value_{own},
          reduction_{reduction} {}

    [[nodiscard]] static slot steps(const grid& shape) noexcept {
        return slot{2} * (shape.side(0) / 2);
    }

    /// Sends the packets of `step`, from 0: a node's own towards the root in the first half, and
    /// away from it in the second.
    template <node_at_work Node>
    void send(Node& self, slot step) const {
        const int root = side_ / 2;
        const bool is_inward = step < root;
        const int turn =
            is_inward ? std::min(digit_, side_ - 1 - digit_) : root + std::abs(digit_ - root);
        for (const bool is_up : {false, true}) {
            const bool is_towards_root = is_up ? digit_ < root : digit_ > root;
            if (step == turn && is_towards_root == is_inward && digit_ != (is_up ? side_ - 1 : 0)) {
                self.send(
                    2 * dimension_ + (is_up ? 1 : 0),
                    long_packet::counts(is_inward ? packet_kind::up : packet_kind::down, value_));
            }
        }
    }

    /// Takes the packets of a step.
    template <node_at_work Node>
    void receive(Node& self, slot /*step*/) {
        for (const port from : {2 * dimension_, 2 * dimension_ + 1}) {
            if (const auto heard = heard_through(self, from)) {
                const std::uint64_t other = heard->first_count();
                value_ = heard->kind() == packet_kind::down ? other
                         : reduction_ == reduction::sum     ? value_ + other
                                                            : std::max(value_, other);
            }
        }
    }

    /// The result, once all steps are done.
    [[nodiscard]] std::uint64_t value() const noexcept { return value_; }

private:
    int dimension_;
    int side_;
    int digit_;
    std::uint64_t value_;
    reduction reduction_;
};

/// Reduces over the lines of one dimension.
template <node_of<grid> Node>
task<std::uint64_t> reduce_line(Node& self, int dimension, std::uint64_t own, reduction how) {
    line_reduction line{self.network(), self.id(), dimension, own, how};
    co_await in_lockstep(self, line.steps(self.network()), line);
    co_return line.value();
}

}  // namespace tutti
