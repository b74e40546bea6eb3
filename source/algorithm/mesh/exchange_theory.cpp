#include "tutti/algorithm/mesh/exchange_theory.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <variant>
#include <vector>

#include "tutti/algorithm/mesh/theory.hpp"

namespace tutti {
namespace {

// The largest whole number whose square is not above `number`.
std::uint64_t root_of(std::uint64_t number) {
    auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(number)));
    while (root * root > number) {
        --root;
    }
    while ((root + 1) * (root + 1) <= number) {
        ++root;
    }
    return root;
}

std::uint64_t divided_up(std::uint64_t count, std::uint64_t links) {
    return count / links + (count % links != 0 ? 1 : 0);
}

/// The active nodes of a square grid, and the slots that it takes to serve parts of it.
class square_bound {
public:
    explicit square_bound(const problem& what)
        : shape_{&grid_of(what)},
          side_{shape_->side(0)},
          is_torus_{shape_->edge() == grid_edge::closed},
          nodes_{shape_->node_count()},
          active_{&what.broadcasters.nodes} {}

    // A node's share: what it has for the active nodes, and what it gets from them.
    [[nodiscard]] std::uint64_t of_nodes() const {
        std::uint64_t slots = 0;
        const std::uint64_t all = active_->size();
        const auto least = static_cast<std::uint64_t>(shape_->degree(0));
        for (const node_id node : *active_) {
            const auto degree = static_cast<std::uint64_t>(shape_->degree(node));
            slots = std::max(slots, divided_up(nodes_ - 1, degree));
        }
        return std::max(slots,
                        all == 0 ? 0 : divided_up(all - (fewest_are_active() ? 1 : 0), least));
    }

    [[nodiscard]] std::uint64_t of_all_boxes() const {
        const std::vector<std::uint64_t> sums = sums_from_origin();
        std::uint64_t slots = 0;
        for (int low = 0; low < side_; ++low) {
            for (int high = low + 1; high <= side_; ++high) {
                slots = std::max(slots, of_bands(sums, {low, high}));
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
        int low;
        int high;
        [[nodiscard]] std::uint64_t size() const noexcept {
            return static_cast<std::uint64_t>(high - low);
        }
    };

    // Whether all nodes with the fewest links are active: else one of them hears all.
    [[nodiscard]] bool fewest_are_active() const {
        const auto last = static_cast<node_id>(side_ - 1);
        const node_id stride = shape_->stride(1);
        const std::array<node_id, 4> corners{0, last, last * stride, last * stride + last};
        return is_torus_ ? active_->size() == nodes_
                         : std::ranges::all_of(corners, [&](node_id corner) {
                               return std::ranges::binary_search(*active_, corner);
                           });
    }

    [[nodiscard]] std::uint64_t links_out(range x, range y) const {
        return ends_of(x) * y.size() + ends_of(y) * x.size();
    }
    // Sides of a box across one dimension that have links.
    [[nodiscard]] std::uint64_t ends_of(range x) const {
        if (x.high - x.low == side_) {
            return 0;
        }
        return is_torus_ ? 2 : (x.low > 0 ? 1U : 0U) + (x.high < side_ ? 1U : 0U);
    }

    // What must cross the boundary of a box with so many active nodes, each way.
    [[nodiscard]] std::uint64_t of_box(range x, range y, std::uint64_t inside) const {
        const std::uint64_t links = links_out(x, y);
        const std::uint64_t size = x.size() * y.size();
        const std::uint64_t outside = active_->size() - inside;
        return links == 0 ? 0
                          : divided_up(std::max(inside * (nodes_ - size), outside * size), links);
    }

    // At (x, y): active nodes with digits below x and y.
    [[nodiscard]] std::vector<std::uint64_t> sums_from_origin() const {
        std::vector<std::uint64_t> sums(index(side_, side_) + 1);
        for (const node_id node : *active_) {
            ++sums[index(shape_->digit(node, 0) + 1, shape_->digit(node, 1) + 1)];
        }
        for (int y = 1; y <= side_; ++y) {
            for (int x = 1; x <= side_; ++x) {
                sums[index(x, y)] +=
                    sums[index(x - 1, y)] + sums[index(x, y - 1)] - sums[index(x - 1, y - 1)];
            }
        }
        return sums;
    }
    [[nodiscard]] std::size_t index(int x, int y) const noexcept {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(side_ + 1) +
               static_cast<std::size_t>(x);
    }

    [[nodiscard]] std::uint64_t of_bands(const std::vector<std::uint64_t>& sums, range x) const {
        std::uint64_t slots = 0;
        for (int low = 0; low < side_; ++low) {
            for (int high = low + 1; high <= side_; ++high) {
                const std::uint64_t inside = sums[index(x.high, high)] - sums[index(x.low, high)] -
                                             sums[index(x.high, low)] + sums[index(x.low, low)];
                slots = std::max(slots, of_box(x, {low, high}, inside));
            }
        }
        return slots;
    }

    [[nodiscard]] std::uint64_t of_corner(bool from_right, bool from_top) const {
        std::vector<std::uint64_t> columns(static_cast<std::size_t>(side_));
        std::vector<std::uint64_t> rows = columns;
        std::vector<std::uint64_t> squares = columns;
        for (const node_id node : *active_) {
            const int x = distance(shape_->digit(node, 0), from_right);
            const int y = distance(shape_->digit(node, 1), from_top);
            ++columns[static_cast<std::size_t>(x)];
            ++rows[static_cast<std::size_t>(y)];
            ++squares[static_cast<std::size_t>(std::max(x, y))];
        }
        std::uint64_t slots = 0;
        std::array<std::uint64_t, 3> inside{};
        for (int size = 1; size < side_; ++size) {
            const auto at = static_cast<std::size_t>(size - 1);
            inside[0] += columns[at];
            inside[1] += rows[at];
            inside[2] += squares[at];
            slots = std::max({slots, of_box({0, size}, {0, side_}, inside[0]),
                              of_box({0, side_}, {0, size}, inside[1]),
                              of_box({0, size}, {0, size}, inside[2])});
        }
        return slots;
    }
    [[nodiscard]] int distance(int digit, bool from_end) const noexcept {
        return from_end ? side_ - 1 - digit : digit;
    }

    const grid* shape_;
    int side_;
    bool is_torus_;
    std::uint64_t nodes_;
    const std::vector<node_id>* active_;
};

}  // namespace

std::string square_misfit(const network& where) {
    std::string misfit = grid_misfit(where);
    if (misfit.empty() && std::get<grid>(where).dimensions() != 2) {
        misfit = "needs two dimensions";
    }
    return misfit;
}

message_limits exchange_limits(const network& where) {
    const std::uint64_t nodes = node_count(where);
    const std::uint64_t numbered = std::numeric_limits<std::uint32_t>::max() / (nodes - 1);
    return {.most = std::min(nodes, numbered), .is_one_a_node = true};
}

slot exchange_deadline(const grid& shape, std::uint64_t active) {
    if (active == 0) {
        return 0;
    }
    const auto side = static_cast<slot>(shape.side(0));
    const auto nodes = static_cast<slot>(shape.node_count());
    return 2 * static_cast<slot>(root_of(active)) * (nodes - side) + 2 * (side - 1);
}

std::uint64_t distances_to_all(const grid& shape, node_id node) {
    const auto side = static_cast<std::uint64_t>(shape.side(0));
    std::uint64_t hops = 0;
    for (int i = 0; i < shape.dimensions(); ++i) {
        const auto below = static_cast<std::uint64_t>(shape.digit(node, i));
        const std::uint64_t above = side - 1 - below;
        const std::uint64_t along = below * (below + 1) / 2 + above * (above + 1) / 2;
        hops += along * (shape.node_count() / side);
    }
    return hops;
}

std::uint64_t exchange_hops(const problem& what) {
    std::uint64_t hops = 0;
    for (const node_id node : what.broadcasters.nodes) {
        hops += distances_to_all(grid_of(what), node);
    }
    return hops;
}

rational partial_exchange_bound(const problem& what) {
    constexpr int most_side = 32;  // a quarter of a million boxes
    const square_bound bound{what};
    const std::uint64_t of_boxes =
        grid_of(what).side(0) <= most_side ? bound.of_all_boxes() : bound.of_some_boxes();
    return std::max(bound.of_nodes(), of_boxes);
}

requirement exchange_required(const problem& what) {
    return addressed_messages{.node_count = node_count(what.where),
                              .senders = senders_of(workload_kind::broadcasters_to_all, what),
                              .destination = [](node_id origin, std::uint32_t number) {
                                  return number < origin ? number : number + 1;
                              }};
}

requirement partial_gather_required(const problem& what) {
    return addressed_messages{
        .node_count = node_count(what.where),
        .senders = senders_of(workload_kind::all_to_broadcasters, what),
        .destination = [active = what.broadcasters.nodes](node_id origin, std::uint32_t number) {
            return active[number] < origin                      ? active[number]
                   : std::ranges::binary_search(active, origin) ? active[number + 1]
                                                                : active[number];
        }};
}

}  // namespace tutti
