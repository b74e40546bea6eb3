#include <algorithm>
#include <array>
#include <numeric>
#include <ranges>
#include <variant>

#include "tutti/collective/collectives.hpp"
#include "tutti/collective/lower_bounds.hpp"
#include "tutti/machine/memory.hpp"

namespace tutti {
namespace {

std::uint64_t divided_up(std::uint64_t count, std::uint64_t links) {
    return count / links + (count % links != 0 ? 1 : 0);
}

/// The active nodes of a square grid, and the slots that it takes to serve parts of it.
class square_bound {
public:
    explicit square_bound(const problem& what)
        : shape_{&std::get<grid>(what.where)},
          side_{shape_->side(0)},
          is_torus_{shape_->edge() == grid_edge::closed},
          nodes_{shape_->node_count()},
          active_{&what.broadcasters.nodes} {}

    // A node's share: what it has for the active nodes, and what it gets from them.
    [[nodiscard]] rational of_nodes() const {
        const std::uint64_t all = active_->size();
        if (all == 0) {
            return 0;
        }
        const auto degree_of = [this](node_id node) { return shape_->degree(node); };
        const int fewest = std::ranges::min(*active_ | std::views::transform(degree_of));
        return std::max(rational{nodes_ - 1, fewest},
                        rational{all - (fewest_are_active() ? 1 : 0), shape_->degree(0)});
    }

    [[nodiscard]] std::uint64_t of_all_boxes() const {
        const std::vector<std::uint64_t> sums = sums_from_origin();
        std::vector<range> ranges;
        for (int low = 0; low < side_; ++low) {
            for (int high = low + 1; high <= side_; ++high) {
                ranges.push_back({low, high});
            }
        }
        std::uint64_t slots = 0;
        for (const range x : ranges) {
            for (const range y : ranges) {
                const std::uint64_t inside = sums[index(x.high, y.high)] -
                                             sums[index(x.low, y.high)] -
                                             sums[index(x.high, y.low)] + sums[index(x.low, y.low)];
                slots = std::max(slots, of_box(x, y, inside));
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

    [[nodiscard]] std::uint64_t of_corner(bool from_right, bool from_top) const {
        // Of columns, rows and squares from the corner: active nodes at each distance.
        std::array<std::vector<std::uint64_t>, 3> counts;
        counts.fill(std::vector<std::uint64_t>(static_cast<std::size_t>(side_)));
        for (const node_id node : *active_) {
            const int x = distance(shape_->digit(node, 0), from_right);
            const int y = distance(shape_->digit(node, 1), from_top);
            ++counts[0][static_cast<std::size_t>(x)];
            ++counts[1][static_cast<std::size_t>(y)];
            ++counts[2][static_cast<std::size_t>(std::max(x, y))];
        }
        for (std::vector<std::uint64_t>& each : counts) {
            std::partial_sum(each.begin(), each.end(), each.begin());
        }
        const range all{0, side_};
        std::uint64_t slots = 0;
        for (int size = 1; size < side_; ++size) {
            const range near{0, size};
            const auto at = static_cast<std::size_t>(size - 1);
            slots = std::max({slots, of_box(near, all, counts[0][at]),
                              of_box(all, near, counts[1][at]), of_box(near, near, counts[2][at])});
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

// Of boxes in slots, for whole packets.
lower_bound boxes_bound(const square_bound& slots, int side, packet_size packets) {
    if (!packets.is_whole()) {
        return {.assumes = packets};
    }
    constexpr int most_side = 32;  // a quarter of a million boxes
    return {.units = side <= most_side ? slots.of_all_boxes() : slots.of_some_boxes(),
            .assumes = packets,
            .proof = "messages enter or leave a box of nodes over the links around it"};
}

lower_bound partial_exchange_bound(const problem& what, packet_size packets) {
    const auto* const shape = std::get_if<grid>(&what.where);
    if (shape == nullptr || shape->dimensions() != 2 || !shape->is_regular()) {
        return farthest_bound(what, packets);
    }
    const square_bound slots{what};
    return strongest({boxes_bound(slots, shape->side(0), packets),
                      {.units = packets.rounded_up(slots.of_nodes()),
                       .assumes = packets,
                       .proof = "a node has to send, or hears, its share over its links"},
                      farthest_bound(what, packets)});
}

broadcaster_set each_to_all(const problem& what) {
    return {.nodes = what.broadcasters.nodes,
            .packets =
                std::vector<std::uint32_t>(what.broadcasters.nodes.size(),
                                           static_cast<std::uint32_t>(node_count(what.where) - 1))};
}

broadcaster_set all_to_each(const problem& what) {
    const std::vector<node_id>& active = what.broadcasters.nodes;
    broadcaster_set senders;
    for (node_id node = 0; node < node_count(what.where); ++node) {
        const std::uint32_t own = std::ranges::binary_search(active, node) ? 1 : 0;
        if (active.size() > own) {
            senders.nodes.push_back(node);
            senders.packets.push_back(static_cast<std::uint32_t>(active.size()) - own);
        }
    }
    return senders;
}

requirement at_all(const problem& what) {
    return addressed_messages{.node_count = node_count(what.where),
                              .senders = each_to_all(what),
                              .destination = [](node_id origin, std::uint32_t number) {
                                  return number < origin ? number : number + 1;
                              }};
}

requirement at_each(const problem& what) {
    return addressed_messages{
        .node_count = node_count(what.where),
        .senders = all_to_each(what),
        .destination = [active = what.broadcasters.nodes](node_id origin, std::uint32_t number) {
            return active[number] < origin                      ? active[number]
                   : std::ranges::binary_search(active, origin) ? active[number + 1]
                                                                : active[number];
        }};
}

}  // namespace

collective partial_exchange() {
    return {.name = "partial-exchange",
            .meaning = "a message of each of some nodes for every other node",
            .takes_broadcasters = true,
            .given = each_to_all,
            .required = at_all,
            .deliveries = [](std::uint64_t nodes,
                             std::uint64_t active) { return active * (nodes - 1); },
            .check_bytes =
                [](std::uint64_t nodes, std::uint64_t active) {
                    return addressed_messages::bytes(nodes, bounded_product(active, nodes));
                },
            .lower_bound = partial_exchange_bound};
}

collective partial_gather() {
    collective what = partial_exchange();
    what.name = "partial-gather";
    what.meaning = "a message of every node for each of some nodes";
    what.given = all_to_each;
    what.required = at_each;
    return what;
}

}  // namespace tutti
