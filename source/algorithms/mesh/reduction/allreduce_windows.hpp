/// @file
/// Allreduce of few values on a grid, by windows that grow along its lines.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/partial_program.hpp"
#include "node/violation.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/grid.hpp"

namespace tutti {

/// Schedule of the reduction of values along the lines of a grid.
class window_stages {
public:
    explicit window_stages(const grid& shape) : shape_{&shape} {}

    /// Values that take different dimensions at the same time: d, if these are equally long.
    [[nodiscard]] int at_once() const { return shape_->is_regular() ? shape_->dimensions() : 1; }
    /// The dimension that value `c` of them takes in a stage.
    [[nodiscard]] int dimension(int stage, int c) const {
        return (stage + c) % shape_->dimensions();
    }
    [[nodiscard]] bool wraps(int dimension) const {
        return shape_->edge() == grid_edge::closed && shape_->side(dimension) > 2;
    }
    /// The slots of a stage: links to the farthest node of the line.
    [[nodiscard]] slot slots(int stage) const {
        const int p = shape_->side(dimension(stage, 0));
        return wraps(dimension(stage, 0)) ? p / 2 : p - 1;
    }
    /// Of a stage of every dimension, the diameter.
    [[nodiscard]] slot slots() const {
        slot sum = 0;
        for (int stage = 0; stage < shape_->dimensions(); ++stage) {
            sum += slots(stage);
        }
        return sum;
    }

    /// True if a node at `digit` sends in slot `u` of a stage, from 1. On a ring all do, and the
    /// windows below and above a node hold the others of its line; on a path, when what comes from
    /// the end of the line has come.
    [[nodiscard]] bool sends_up(int dimension, int digit, slot u) const {
        return wraps(dimension) ? u <= shape_->side(dimension) / 2
                                : u == digit + 1 && u < shape_->side(dimension);
    }
    [[nodiscard]] bool sends_down(int dimension, int digit, slot u) const {
        const int p = shape_->side(dimension);
        return wraps(dimension) ? u <= (p - 1) / 2 : u == p - digit && u < p;
    }

private:
    const grid* shape_;
};

/// Value of one node in a stage: its value before, and the last ones from below and from above.
/// Each of these holds the contributions of nodes that the other two have not.
class window {
public:
    window(int dimension, const partial_packet& own) : dimension_{dimension}, own_{own} {}

    /// Sends, in slot `u` of the stage, the value of the other side, combined with the node's own.
    template <node_at_work Node>
    void send(Node& self, const window_stages& stages, fold_operator operation, slot u) const {
        const int digit = self.network().digit(self.id(), dimension_);
        if (stages.sends_up(dimension_, digit, u)) {
            self.send(up(), with(from_below_, operation));
        }
        if (stages.sends_down(dimension_, digit, u)) {
            self.send(down(), with(from_above_, operation));
        }
    }
    template <node_at_work Node>
    void receive(Node& self) {
        from_below_ = heard(self, down(), from_below_);
        from_above_ = heard(self, up(), from_above_);
    }
    /// All that was in the line.
    [[nodiscard]] partial_packet total(fold_operator operation) const {
        partial_packet sum = with(from_below_, operation);
        if (from_above_) {
            sum.fold(*from_above_, operation);
        }
        return sum;
    }

private:
    [[nodiscard]] port down() const noexcept { return 2 * dimension_; }
    [[nodiscard]] port up() const noexcept { return 2 * dimension_ + 1; }

    [[nodiscard]] partial_packet with(const std::optional<partial_packet>& other,
                                      fold_operator operation) const {
        partial_packet sum = own_;
        if (other) {
            sum.fold(*other, operation);
        }
        return sum;
    }
    template <class Node>
    [[nodiscard]] std::optional<partial_packet> heard(
        Node& self, port from, const std::optional<partial_packet>& before) const {
        const auto packet = self.has(from) ? self.received(from) : nullptr;
        if (packet == nullptr) {
            return before;
        }
        if (!own_.goes_with(*packet)) {
            throw error{"a value came that does not go with what is due"};
        }
        return *packet;
    }

    int dimension_;
    partial_packet own_;
    std::optional<partial_packet> from_below_;
    std::optional<partial_packet> from_above_;
};

/// A stage: each value is folded with those of the node's line in the dimension that it takes.
template <node_of<grid> Node>
task<> fold_lines(Node& self, const window_stages& stages, int stage, fold_operator operation,
                  std::vector<partial_packet>& values) {
    std::vector<window> windows;
    for (const partial_packet& value : values) {
        const int c = static_cast<int>(windows.size());
        windows.emplace_back(stages.dimension(stage, c), value);
    }
    for (slot u = 1; u <= stages.slots(stage); ++u) {
        for (const window& each : windows) {
            each.send(self, stages, operation, u);
        }
        co_await self.next_slot();
        for (window& each : windows) {
            each.receive(self);
        }
    }
    for (std::size_t c = 0; c < windows.size(); ++c) {
        values[c] = windows[c].total(operation);
    }
}

/// Allreduce of values by windows: dimension by dimension, each node combines the values of one
/// side of its line, its own, and those of the other side. Where all sides are equal d values take
/// the d dimensions at the same time.
///
/// One value on the ring of 5; node 0 has a, node 1 b, .., and ab is a combined with b. What each
/// node receives, from below and from above, so that node 2 has ab, its own c and de in the end:
///
///     node     0      1      2      3      4
///     slot 1   e b    a c    b d    c e    d a
///     slot 2   de bc  ae cd  ab de  bc ae  cd ab
///
/// Not in the papers: spec/reductions.md, section 6. All nodes mark "exchange". Time: exactly the
/// diameter for every d values if the sides are equal, else for every value: the least for the
/// first d values, or the first one. Transmissions: for every value and dimension p(p-1) on each
/// ring and 2(p-1) on each path of its N/p lines. Ports: all.
template <node_of<grid> Node>
    requires carries<Node, partial_packet>
task<> allreduce_windows(Node& self, initial_messages messages, fold_operator operation) {
    const window_stages stages{self.network()};
    const auto nodes = static_cast<std::uint32_t>(self.network().node_count());
    const auto at_once = static_cast<std::size_t>(stages.at_once());
    for (std::size_t first = 0; first < messages.size(); first += at_once) {
        std::vector<partial_packet> values;
        for (std::size_t i = first; i < std::min(messages.size(), first + at_once); ++i) {
            values.push_back(
                partial_packet::own(static_cast<std::uint32_t>(i), messages[i].payload));
        }
        for (int stage = 0; stage < self.network().dimensions(); ++stage) {
            co_await fold_lines(self, stages, stage, operation, values);
        }
        for (const partial_packet& value : values) {
            if (value.contributions() == nodes) {
                self.deliver(value.content());
            }
        }
    }
    self.mark("exchange");
}

}  // namespace tutti
