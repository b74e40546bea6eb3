#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <variant>

#include "all_links.hpp"
#include "collectives/dense_lines.hpp"
#include "lower_bounds.hpp"
#include "network_bounds.hpp"
#include "participation.hpp"
#include "util/counts.hpp"
#include "util/indexed_vector.hpp"

namespace tutti {
namespace {

/// A square grid with the dense columns and rows at its nodes, and the slots that it takes to serve
/// parts of it.
class square_bound {
public:
    square_bound(const grid& shape, const dense_lines& dense)
        : shape_{&shape},
          side_{shape.nodes_along(0)},
          is_torus_{shape.edge() == grid_edge::closed},
          counts_{.nodes = shape.node_count(),
                  .columns = dense.columns.size(),
                  .rows = dense.rows.size()},
          dense_{&dense} {}

    // A node's share: what it has for others, and what it gets from them.
    [[nodiscard]] rational of_nodes() const {
        std::vector<dense_counts> at(counts_.nodes, {.nodes = 1});
        for (const node_id node : dense_->columns) {
            at[node].columns = 1;
        }
        for (const node_id node : dense_->rows) {
            at[node].rows = 1;
        }
        indexed_vector<int, std::uint64_t> most{5};  // of a node, by its number of links
        for (node_id node = 0; node < counts_.nodes; ++node) {
            std::uint64_t& share = most[shape_->degree(node)];
            share = std::max(share, each_way(at[node]));
        }
        rational slots = 0;
        for (int links = 1; links < std::ssize(most); ++links) {
            slots = std::max(slots, rational{most[links], links});
        }
        return slots;
    }

    [[nodiscard]] std::uint64_t of_all_boxes() const {
        const std::vector<std::uint64_t> columns = sums_from_origin(dense_->columns);
        const std::vector<std::uint64_t> rows = sums_from_origin(dense_->rows);
        std::vector<range> ranges;
        for (node_id low = 0; low < side_; ++low) {
            for (node_id high = low + 1; high <= side_; ++high) {
                ranges.push_back({low, high});
            }
        }
        std::uint64_t slots = 0;
        for (const range x : ranges) {
            for (const range y : ranges) {
                slots = std::max(slots, of_box(x, y, inside(columns, x, y), inside(rows, x, y)));
            }
        }
        return slots;
    }

    // Bands along each edge and squares in each corner.
    [[nodiscard]] std::uint64_t of_some_boxes() const {
        std::uint64_t slots = 0;
        for (const bool from_right : {false, true}) {
            for (const bool from_top : {false, true}) {
                slots = std::max(slots, of_corner(from_right, from_top));
            }
        }
        return slots;
    }

private:
    // Digits from `low` to `high`-1.
    struct range {
        node_id low;
        node_id high;
        [[nodiscard]] std::uint64_t size() const noexcept { return high - low; }
    };

    // Of columns, rows and squares of nodes from a corner: how many of some nodes are in the first
    // one, the first two, ..
    using nested_counts = std::array<std::vector<std::uint64_t>, 3>;

    // Load of the busier direction, in and out of some nodes.
    [[nodiscard]] std::uint64_t each_way(const dense_counts& inside) const {
        const dense_crossings crossing = crossings(counts_, inside);
        return std::max(crossing.out, crossing.in);
    }

    [[nodiscard]] std::uint64_t links_out(range x, range y) const {
        return ends_of(x) * y.size() + ends_of(y) * x.size();
    }
    // Sides of a box across one dimension that have links.
    [[nodiscard]] std::uint64_t ends_of(range x) const {
        return x.high - x.low == side_ ? 0
               : is_torus_             ? 2
                                       : (x.low > 0 ? 1U : 0U) + (x.high < side_ ? 1U : 0U);
    }

    // Lower bound on the crossings of the boundary of a box with these numbers of dense columns and
    // rows, each way.
    [[nodiscard]] std::uint64_t of_box(range x, range y, std::uint64_t columns,
                                       std::uint64_t rows) const {
        const std::uint64_t links = links_out(x, y);
        const std::uint64_t size = x.size() * y.size();
        return links == 0
                   ? 0
                   : divided_up(each_way({.nodes = size, .columns = columns, .rows = rows}), links);
    }

    // At (x, y): those of `nodes` with digits below x and y.
    [[nodiscard]] std::vector<std::uint64_t> sums_from_origin(
        const std::vector<node_id>& nodes) const {
        std::vector<std::uint64_t> sums(index(side_, side_) + 1);
        for (const node_id node : nodes) {
            ++sums[index(shape_->nodes_before(node, 0) + 1, shape_->nodes_before(node, 1) + 1)];
        }
        for (node_id y = 1; y <= side_; ++y) {
            for (node_id x = 1; x <= side_; ++x) {
                sums[index(x, y)] +=
                    sums[index(x - 1, y)] + sums[index(x, y - 1)] - sums[index(x - 1, y - 1)];
            }
        }
        return sums;
    }
    [[nodiscard]] std::uint64_t inside(const std::vector<std::uint64_t>& sums, range x,
                                       range y) const {
        return sums[index(x.high, y.high)] - sums[index(x.low, y.high)] -
               sums[index(x.high, y.low)] + sums[index(x.low, y.low)];
    }
    [[nodiscard]] std::size_t index(node_id x, node_id y) const noexcept {
        return std::size_t{y} * (side_ + 1) + x;
    }

    [[nodiscard]] std::uint64_t of_corner(bool from_right, bool from_top) const {
        const nested_counts columns = from_corner(dense_->columns, from_right, from_top);
        const nested_counts rows = from_corner(dense_->rows, from_right, from_top);
        const range whole{0, side_};
        std::uint64_t slots = 0;
        for (node_id size = 1; size < side_; ++size) {
            const range near{0, size};
            const node_id at = size - 1;
            slots = std::max({slots, of_box(near, whole, columns[0][at], rows[0][at]),
                              of_box(whole, near, columns[1][at], rows[1][at]),
                              of_box(near, near, columns[2][at], rows[2][at])});
        }
        return slots;
    }
    [[nodiscard]] nested_counts from_corner(const std::vector<node_id>& nodes, bool from_right,
                                            bool from_top) const {
        nested_counts counts;
        counts.fill(std::vector<std::uint64_t>(side_));
        for (const node_id node : nodes) {
            const node_id x = distance(shape_->nodes_before(node, 0), from_right);
            const node_id y = distance(shape_->nodes_before(node, 1), from_top);
            ++counts[0][x];
            ++counts[1][y];
            ++counts[2][std::max(x, y)];
        }
        for (std::vector<std::uint64_t>& each : counts) {
            std::partial_sum(each.begin(), each.end(), each.begin());
        }
        return counts;
    }
    [[nodiscard]] node_id distance(node_id digit, bool from_end) const noexcept {
        return from_end ? side_ - 1 - digit : digit;
    }

    const grid* shape_;
    node_id side_;
    bool is_torus_;
    dense_counts counts_;
    const dense_lines* dense_;
};

// Of boxes in slots, for whole packets.
lower_bound boxes_bound(const square_bound& slots, int side, packet_size packets) {
    if (!packets.is_whole()) {
        return {.assumes = packets};
    }
    constexpr int most_side = 32;  // a quarter of a million boxes
    return {.units = side <= most_side ? slots.of_all_boxes() : slots.of_some_boxes(),
            .assumes = packets,
            .proof = "messages enter or leave a box of nodes over the links around it",
            .name = "cut"};
}

// The messages of a dense column go to all nodes; those of a dense row come from all.
lower_bound way_of_lines_bound(const problem& problem, packet_size packets,
                               const dense_lines& dense) {
    std::vector<node_id> ends;
    std::ranges::set_union(dense.columns, dense.rows, std::back_inserter(ends));
    return distance_bound(farthest_participant(problem, ends), packets, the_farthest(problem));
}

std::vector<bool> marked(std::size_t nodes, const std::vector<node_id>& lines) {
    std::vector<bool> marks(nodes);
    for (const node_id node : lines) {
        marks[node] = true;
    }
    return marks;
}

// On any network: flows to each node and from it, and weights; with one port a node of a dense line
// has a message for all others, or gets one from them. A trial does without flows, and where all
// lines are dense, which few trials have, also without a search for the weights of such.
lower_bound bound_of_messages(const problem& problem, packet_size packets,
                              const dense_lines& dense) {
    const std::size_t nodes = node_count(problem.network);
    const std::vector<bool> columns = marked(nodes, dense.columns);
    const std::vector<bool> rows = marked(nodes, dense.rows);
    const auto amount = [&](node_id from, node_id to) {
        return std::uint64_t{columns[from] || rows[to] ? 1U : 0U};
    };
    const traffic messages{.amount = amount,
                           .is_uniform = !problem.is_trial && (dense.columns.size() == nodes ||
                                                               dense.rows.size() == nodes)};
    const bool has_share =
        (!dense.columns.empty() || !dense.rows.empty()) && switches_in(problem.network).empty();
    const lower_bound shares =
        has_share && !has_all_ports(problem.ports)
            ? share_bound(problem, packets, problem.participant_count() - 1, 1)
            : lower_bound{.assumes = packets};
    const lower_bound weights = weights_bound(problem, packets, messages);
    return problem.is_trial
               ? strongest({weights, shares})
               : strongest({receiving_bound(problem, packets, messages),
                            sending_bound(problem, packets, messages), weights, shares});
}

}  // namespace

lower_bound dense_lines_bound(const problem& problem, packet_size packets,
                              const dense_lines& dense) {
    lower_bound of_way = strongest(
        {way_of_lines_bound(problem, packets, dense), bound_of_messages(problem, packets, dense)});
    const auto* const shape = std::get_if<grid>(&problem.network);
    if (shape == nullptr || shape->dimensions() != 2 || !shape->is_regular() ||
        !problem.participants.is_everyone()) {
        return of_way;
    }
    const square_bound slots{*shape, dense};
    return strongest({boxes_bound(slots, shape->side(0), packets),
                      {.units = packets.rounded_up(slots.of_nodes()),
                       .assumes = packets,
                       .proof = "a node has to send, or hears, its share over its links",
                       .name = "degree"},
                      of_way});
}

}  // namespace tutti
