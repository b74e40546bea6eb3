#include <numeric>
#include <unordered_map>

#include "tutti/collective/broadcasters.hpp"
#include "tutti/model/random.hpp"

namespace tutti {
namespace {

// The array a of `pick`, of which only the cells that were swapped are stored.
class sparse_cells {
public:
    explicit sparse_cells(std::size_t count) { moved_.reserve(count); }

    // Puts a[first] in the place of a[drawn], which it returns; a[first] is not asked for again.
    node_id take(node_id first, node_id drawn) {
        const auto displaced = moved_.extract(first);
        const node_id from_first = displaced ? displaced.mapped() : first;
        if (drawn == first) {
            return from_first;
        }
        const auto cell = moved_.try_emplace(drawn, drawn).first;
        return std::exchange(cell->second, from_first);
    }

private:
    std::unordered_map<node_id, node_id> moved_;
};

class dense_cells {
public:
    explicit dense_cells(std::size_t node_count) : cells_(node_count) {
        std::iota(cells_.begin(), cells_.end(), node_id{0});
    }

    node_id take(node_id first, node_id drawn) {
        return std::exchange(cells_[drawn], cells_[first]);
    }

private:
    std::vector<node_id> cells_;
};

template <class Cells>
std::vector<node_id> pick_from(Cells cells, std::size_t node_count, std::size_t count,
                               std::uint64_t seed) {
    split_mix random{seed};
    std::vector<node_id> picked(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t drawn = i + random.next() % (node_count - i);
        picked[i] = cells.take(static_cast<node_id>(i), static_cast<node_id>(drawn));
    }
    return picked;
}

}  // namespace

std::vector<node_id> pick(std::size_t node_count, std::size_t count, std::uint64_t seed) {
    // A hash map takes several times the memory of an array of as many cells.
    constexpr std::size_t map_cost = 8;
    return count >= node_count / map_cost
               ? pick_from(dense_cells{node_count}, node_count, count, seed)
               : pick_from(sparse_cells{count}, node_count, count, seed);
}

}  // namespace tutti
