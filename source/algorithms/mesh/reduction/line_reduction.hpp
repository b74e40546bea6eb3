/// @file
/// Sums and maxima over the rows or columns of an array.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "algorithms/mesh/lockstep.hpp"
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
template <mesh_node Node>
class line_reduction {
public:
    /// @param own what this node adds, below 2^32 like the result
    line_reduction(Node& self, int dimension, std::uint64_t own, reduction reduction) noexcept
        : self_{&self},
          dimension_{dimension},
          side_{self.network().side(dimension)},
          digit_{self.network().digit(self.id(), dimension)},
          value_{own},
          reduction_{reduction} {}

    [[nodiscard]] static slot steps(const grid& shape) noexcept {
        return slot{2} * (shape.side(0) / 2);
    }

    /// Sends the packets of `step`, from 0.
    void send(slot step) {
        const int root = side_ / 2;
        if (step >= root) {
            send_outwards(step - root);
        } else if (digit_ == step && digit_ < root) {
            self_->send(above(), mesh_packet::counts(mesh_packet_kind::up, value_));
        } else if (digit_ == side_ - 1 - step && digit_ > root) {
            self_->send(below(), mesh_packet::counts(mesh_packet_kind::up, value_));
        }
    }

    /// Takes the packets of a step.
    void receive(slot /*step*/) {
        for (const port from : std::array{below(), above()}) {
            const auto heard = self_->has(from) ? self_->received(from) : nullptr;
            if (heard != nullptr) {
                take(*heard);
            }
        }
    }

    /// The result, once all steps are done.
    [[nodiscard]] std::uint64_t value() const noexcept { return value_; }

private:
    [[nodiscard]] port below() const noexcept { return 2 * dimension_; }
    [[nodiscard]] port above() const noexcept { return 2 * dimension_ + 1; }

    void send_outwards(slot from_root) {
        const int root = side_ / 2;
        if (std::abs(digit_ - root) != from_root) {
            return;
        }
        if (digit_ <= root && digit_ > 0) {
            self_->send(below(), mesh_packet::counts(mesh_packet_kind::down, value_));
        }
        if (digit_ >= root && digit_ < side_ - 1) {
            self_->send(above(), mesh_packet::counts(mesh_packet_kind::down, value_));
        }
    }

    void take(const mesh_packet& heard) {
        const std::uint64_t other = heard.first_count();
        const std::uint64_t total =
            reduction_ == reduction::sum ? value_ + other : std::max(value_, other);
        value_ = heard.kind() == mesh_packet_kind::down ? other : total;
    }

    Node* self_;
    int dimension_;
    int side_;
    int digit_;
    std::uint64_t value_;
    reduction reduction_;
};

/// Reduces over the lines of one dimension.
template <node_of<grid> Node>
task<std::uint64_t> reduce_line(Node& self, line_reduction<Node> line) {
    co_await in_lockstep(self, line.steps(self.network()), std::span{&line, 1});
    co_return line.value();
}

}  // namespace tutti
