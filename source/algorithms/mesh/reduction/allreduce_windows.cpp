/// @file
/// Allreduce of few values on a grid, by windows that grow along its lines.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/mesh/mesh_theory.hpp"
#include "algorithms/partial_program.hpp"
#include "algorithms/reduction_entry.hpp"
#include "node/violation.hpp"
#include "tutti/catalog/any_program.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

// Values that take different dimensions at the same time: d, if these are equally long.
std::size_t values_at_once(const grid& shape) {
    return shape.is_regular() ? shape.sides().size() : 1;
}

bool wraps(const grid& shape, int dimension) {
    return shape.edge() == grid_edge::closed && shape.side(dimension) > 2;
}

// Links to the farthest node of a line.
slot slots_along(const grid& shape, int dimension) {
    const int p = shape.side(dimension);
    return wraps(shape, dimension) ? p / 2 : p - 1;
}

}  // namespace

/// Value of one node along a line: its value before, and the last ones from below and from above.
/// Each of these holds the contributions of nodes that the other two have not.
class window {
public:
    window(const grid& shape, node_id node, int dimension, const short_packet& own,
           fold_operator operation)
        : dimension_{dimension},
          side_{shape.side(dimension)},
          digit_{shape.digit(node, dimension)},
          wraps_{wraps(shape, dimension)},
          own_{own},
          operation_{operation} {}

    /// Sends, in a step from 0, the value of the other side, combined with the node's own. On a
    /// ring all do, and the windows below and above a node hold the others of its line; on a path,
    /// when what comes from the end of the line has come.
    template <node_at_work Node>
    void send(Node& self, slot step) const {
        if (wraps_ ? step < side_ / 2 : step == digit_ && step < side_ - 1) {
            self.send(2 * dimension_ + 1, sum_of(own_, from_below_));
        }
        if (wraps_ ? step < (side_ - 1) / 2 : step == side_ - 1 - digit_ && step < side_ - 1) {
            self.send(2 * dimension_, sum_of(own_, from_above_));
        }
    }
    template <node_at_work Node>
    void receive(Node& self, slot /*step*/) {
        take(heard_through(self, 2 * dimension_), from_below_);
        take(heard_through(self, 2 * dimension_ + 1), from_above_);
    }
    /// All that was in the line.
    [[nodiscard]] short_packet total() const {
        return sum_of(sum_of(own_, from_below_), from_above_);
    }

private:
    [[nodiscard]] short_packet sum_of(short_packet sum,
                                      const std::optional<short_packet>& other) const {
        if (other) {
            sum.fold(*other, operation_);
        }
        return sum;
    }
    void take(received_packet<short_packet> heard, std::optional<short_packet>& side) const {
        if (heard && !own_.goes_with(*heard)) {
            throw error{"a value came that does not go with what is due"};
        }
        if (heard) {
            side = *heard;
        }
    }

    int dimension_;
    int side_;
    int digit_;
    bool wraps_;
    short_packet own_;
    fold_operator operation_;
    std::optional<short_packet> from_below_{};
    std::optional<short_packet> from_above_{};
};

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
/// Not in the papers: spec/reductions.md, section 6. All nodes mark "exchange". Time: exactly D
/// ceil(m/d) with equal sides, else D m; D the diameter: the least for the first d values, or the
/// first one. Transmissions: for every value and dimension p(p-1) on each ring and 2(p-1) on each
/// path of its N/p lines. Ports: all.
template <node_of<grid> Node>
    requires carries<Node, short_packet>
task<> allreduce_windows(Node& self, initial_messages messages, fold_operator operation) {
    const grid& shape = self.network();
    const std::size_t at_once = values_at_once(shape);
    for (std::size_t first = 0; first < messages.size(); first += at_once) {
        std::vector<short_packet> values;
        for (std::size_t i = first; i < std::min(messages.size(), first + at_once); ++i) {
            values.push_back(short_packet::own(messages[i].number, messages[i].payload));
        }
        for (int stage = 0; stage < shape.dimensions(); ++stage) {
            std::vector<window> windows;
            windows.reserve(values.size());
            int dimension = stage;
            for (const short_packet& value : values) {
                windows.emplace_back(shape, self.id(), dimension++ % shape.dimensions(), value,
                                     operation);
            }
            co_await in_lockstep(self, slots_along(shape, stage), std::span{windows});
            std::ranges::transform(windows, values.begin(), &window::total);
        }
        for (const short_packet& value : values) {
            if (value.contribution_count() == shape.node_count()) {
                self.deliver(value.content());
            }
        }
    }
    self.mark("exchange");
}

namespace {

std::optional<packet_hops> window_hops(const problem& problem) {
    const grid& shape = grid_of(problem);
    std::uint64_t hops = 0;
    for (int i = 0; i < shape.dimensions(); ++i) {
        const std::uint64_t p = shape.nodes_along(i);
        hops += shape.node_count() / p * (wraps(shape, i) ? p : 2) * (p - 1);
    }
    return packet_hops{value_count(problem) * hops};
}

}  // namespace

void describe(standard_name<"allreduce/windows"> /*name*/, algorithm& entry) {
    describe_reduction(entry);
    entry.rule = "ar.window";
    entry.networks = "path, ring, array, torus";
    entry.source = "not in the papers";
    entry.idea =
        "Along one dimension after the other, partial results run both ways, and a node combines "
        "what comes from its two sides with its own value. If all sides are equal, d values at "
        "once take different dimensions.";
    entry.time = "D ceil(m/d) with equal sides, else D m; D the diameter";
    entry.inapplicable_reason = [](const network& net) {
        return std::holds_alternative<grid>(net) ? ""
                                                 : "runs on paths, rings, arrays and tori only";
    };
    entry.phases = [](const problem& problem) {
        const grid& shape = grid_of(problem);
        const std::uint64_t passes = divided_up(value_count(problem), values_at_once(shape));
        return std::vector{synchronous_phase("exchange", shape.diameter() * slots_for(passes))};
    };
    entry.transmissions = window_hops;
    entry.program = programs<grid, short_packet>::on_any(
        [](auto& self, node_input input, fold_operator how) {
            return allreduce_windows(self, std::move(input.messages), how);
        },
        operator_of);
}

}  // namespace tutti
