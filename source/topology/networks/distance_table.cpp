#include "distance_table.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "each_link.hpp"
#include "util/bits.hpp"

namespace tutti {

std::uint16_t in_16_bits(int links) noexcept {
    return static_cast<std::uint16_t>(
        std::min<int>(links, std::numeric_limits<std::uint16_t>::max()));
}

/// Breadth-first search from up to 64 origins at once: bit i of a node's word belongs to origin i.
class distance_table::search {
public:
    static constexpr std::size_t most_origins = 64;

    search(const graph& links, distance_table& table, std::uint64_t visits)
        : links_{&links},
          table_{&table},
          left_{visits},
          seen_(links.node_count()),
          front_(links.node_count()),
          next_(links.node_count()) {}

    /// Searches from the origins; true if the links that it may visit sufficed.
    [[nodiscard]] bool from(std::span<const node_id> origins, std::size_t first_column) {
        std::ranges::fill(seen_, 0);
        std::ranges::fill(front_, 0);
        column_ = first_column;
        all_ = origins.size() == most_origins ? ~std::uint64_t{0}
                                              : (std::uint64_t{1} << origins.size()) - 1;
        incomplete_ = links_->node_count();
        ring_.clear();
        // The origins are their own first ring, and arrive at distance 0.
        for (std::size_t i = 0; i < origins.size(); ++i) {
            next_[origins[i]] |= std::uint64_t{1} << i;
            ring_.push_back(origins[i]);
        }
        arrive(0);
        for (int distance = 1; !ring_.empty() && incomplete_ > 0; ++distance) {
            if (!spread()) {
                return false;
            }
            arrive(distance);
        }
        return true;
    }

private:
    // Hands what is at the nodes of the ring on to their neighbours, which are the next ring.
    [[nodiscard]] bool spread() {
        std::vector<node_id> reached;
        for (const node_id node : ring_) {
            const auto ports = static_cast<std::uint64_t>(links_->port_limit(node));
            if (ports > left_) {
                return false;
            }
            left_ -= ports;
            for_each_neighbour(*links_, node, [&](port /*through*/, node_id to) {
                if ((front_[node] & ~seen_[to]) != 0) {
                    if (next_[to] == 0) {
                        reached.push_back(to);
                    }
                    next_[to] |= front_[node];
                }
            });
        }
        ring_ = std::move(reached);
        return true;
    }

    // Nodes of the ring that are reached for the first time get this distance.
    void arrive(int distance) {
        const std::uint16_t entry = in_16_bits(distance);
        for (const node_id node : ring_) {
            const std::uint64_t fresh = std::exchange(next_[node], 0) & ~seen_[node];
            front_[node] = fresh;
            seen_[node] |= fresh;
            if (fresh != 0 && seen_[node] == all_) {
                --incomplete_;
            }
            const std::size_t row = node * table_->origin_count_ + column_;
            for (std::uint64_t left = fresh; left != 0; left &= left - 1) {
                table_->distances_[row + lowest_bit(left)] = entry;
            }
            if (fresh != 0) {
                table_->farthest_[node] = std::max(table_->farthest_[node], entry);
                table_->longest_ = std::max<int>(table_->longest_, entry);
            }
        }
    }

    const graph* links_;
    distance_table* table_;
    std::uint64_t left_;
    std::size_t column_ = 0;
    std::uint64_t all_ = 0;
    std::size_t incomplete_ = 0;  // nodes that not all origins have reached
    std::vector<std::uint64_t> seen_;
    std::vector<std::uint64_t> front_;  // what was new in the last ring
    std::vector<std::uint64_t> next_;
    std::vector<node_id> ring_;
};

distance_table::distance_table(std::size_t nodes, std::span<const node_id> origins)
    : column_of_(nodes, no_column),
      origin_count_{origins.size()},
      distances_(nodes * origins.size()),
      farthest_(nodes) {
    for (std::uint32_t i = 0; i < origins.size(); ++i) {
        column_of_[origins[i]] = i;
    }
}

std::optional<distance_table> distance_table::of(const graph& links,
                                                 std::span<const node_id> origins,
                                                 std::uint64_t visits) {
    if (bytes(links.node_count(), origins.size()) > most_bytes) {
        return std::nullopt;
    }
    std::optional<distance_table> made{distance_table{links.node_count(), origins}};
    search nodes{links, *made, visits};
    for (std::size_t first = 0; first < origins.size(); first += search::most_origins) {
        const std::size_t count = std::min(search::most_origins, origins.size() - first);
        if (!nodes.from(origins.subspan(first, count), first)) {
            return std::nullopt;
        }
    }
    return made;
}

}  // namespace tutti
