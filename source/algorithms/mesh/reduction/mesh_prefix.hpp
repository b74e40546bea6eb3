/// @file
/// Prefix sums over the nodes of an array.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/mesh/class_order.hpp"
#include "algorithms/mesh/lockstep.hpp"
#include "algorithms/mesh/mesh_program.hpp"

namespace tutti {

/// A packet that can carry one count or two.
template <class Packet>
concept counting_packet = requires(const Packet packet, std::uint64_t count) {
    { Packet::counts(mesh_packet_kind::up, count, count) } -> std::same_as<Packet>;
    { packet.first_count() } -> std::same_as<std::uint64_t>;
    { packet.second_count() } -> std::same_as<std::uint64_t>;
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
template <node_of<grid> Node>
    requires counting_packet<packet_of<Node>>
class mesh_prefix {
    using packet_type = packet_of<Node>;

public:
    /// Value that nodes hold at the end of a prefix sum.
    enum class spread : std::uint8_t {
        all,   ///< their ranks, and what is counted in all
        ranks  ///< their ranks only: the first subphase of the way back is left out
    };

    /// @param own what is counted at this node
    mesh_prefix(Node& self, int c, std::uint64_t own, spread result = spread::all)
        : self_{&self},
          extent_{result},
          order_{self.network(), c},
          runs_(static_cast<std::size_t>(order_.dimensions()) + 1),
          before_(static_cast<std::size_t>(order_.dimensions())),
          beyond_(static_cast<std::size_t>(order_.dimensions())) {
        runs_[0] = own;
        while (levels_ < order_.dimensions() &&
               order_.digit(self.id(), levels_) == order_.side() - 1) {
            ++levels_;
        }
    }

    [[nodiscard]] static slot steps(const grid& shape, spread result = spread::all) noexcept {
        const slot left_out = result == spread::ranks ? 1 : 0;
        return (slot{2} * shape.dimensions() - left_out) * (shape.side(0) - 1);
    }

    /// Sends the packets of `step`, from 0.
    void send(slot step) {
        const moment now = at(step);
        if (!takes_part(now.level)) {
            return;
        }
        const int digit = order_.digit(self_->id(), now.level);
        const std::size_t l = index(now.level);
        if (now.is_forward && digit == now.turn) {
            self_->send(order_.up(now.level),
                        packet_type::counts(mesh_packet_kind::up, before_[l] + runs_[l]));
        } else if (!now.is_forward && digit == order_.side() - 1 - now.turn) {
            self_->send(order_.down(now.level),
                        packet_type::counts(mesh_packet_kind::down, beyond_[l], total_));
        }
    }

    /// Takes the packets of `step`.
    void receive(slot step) {
        const moment now = at(step);
        const std::size_t l = index(now.level);
        const port from = now.is_forward ? order_.down(now.level) : order_.up(now.level);
        const auto heard = self_->has(from) ? self_->received(from) : nullptr;
        if (heard != nullptr && now.is_forward) {
            before_[l] = heard->first_count();
        } else if (heard != nullptr) {
            beyond_[l] = heard->first_count();
            total_ = heard->second_count();
        }
        if (now.turn == order_.side() - 2 && takes_part(now.level)) {
            end_level(now);
            if (extent_ == spread::ranks && now.is_forward &&
                now.level == order_.dimensions() - 1) {
                // Nothing is beyond the last lines.
                end_level({.is_forward = false, .level = now.level, .turn = now.turn});
            }
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
        const int back = 2 * dimensions - 1 - (extent_ == spread::ranks ? 1 : 0);
        return {.is_forward = level < dimensions,
                .level = level < dimensions ? level : back - level,
                .turn = static_cast<int>(step % line_steps)};
    }
    [[nodiscard]] static std::size_t index(int level) noexcept {
        return static_cast<std::size_t>(level);
    }
    [[nodiscard]] bool takes_part(int level) const noexcept { return level <= levels_; }

    void end_level(const moment& now) {
        const std::size_t l = index(now.level);
        if (now.is_forward) {
            runs_[l + 1] = before_[l] + runs_[l];
            if (levels_ == order_.dimensions()) {
                total_ = runs_.back();  // the last node of all, at the end of the last level
            }
        } else if (now.level > 0) {
            beyond_[l - 1] = beyond_[l] + before_[l];
        } else {
            rank_ = beyond_[0] + before_[0];
        }
    }

    Node* self_;
    spread extent_;
    class_order order_;
    int levels_ = 0;                     // the virtual digits from 0 on that are p-1
    std::vector<std::uint64_t> runs_;    // sum over the block that ends here, at each level
    std::vector<std::uint64_t> before_;  // sum over the blocks before it on the line of each level
    std::vector<std::uint64_t> beyond_;  // sum over what is before the line of each level
    std::uint64_t total_ = 0;
    std::uint64_t rank_ = 0;
};

/// Prefix sum of every node's own `value` upwards in the order of ids, that is, of all nodes that
/// are not before it: delivered as its message.
///
/// All nodes mark "rank". Time: exactly 2d(p-1) slots.
template <mesh_node Node>
task<> mesh_prefix_alone(Node& self, std::uint64_t value) {
    mesh_prefix<Node> sum{self, 0, value};
    co_await in_lockstep(self, sum.steps(self.network()), std::span{&sum, 1});
    self.mark("rank");
    self.deliver({.origin = self.id(), .number = 0, .payload = sum.total() - sum.before()});
}

}  // namespace tutti
