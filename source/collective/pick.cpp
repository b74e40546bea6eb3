#include <numeric>
#include <unordered_map>

#include "tutti/collective/broadcasters.hpp"
#include "tutti/topology/random.hpp"

namespace tutti {

std::vector<node_id> pick(std::size_t node_count, std::size_t count, std::uint64_t seed) {
    // From the array 0..N-1 puts the cell `first` in the place of the one that was drawn.
    const auto pick_by = [&](const auto& take) {
        split_mix random{seed};
        std::vector<node_id> picked(count);
        for (std::size_t first = 0; first < count; ++first) {
            const std::uint64_t drawn = first + random.next() % (node_count - first);
            picked[first] = take(static_cast<node_id>(first), static_cast<node_id>(drawn));
        }
        return picked;
    };
    // A hash map takes several times the memory of an array of as many cells.
    constexpr std::size_t map_cost = 8;
    if (count >= node_count / map_cost) {
        std::vector<node_id> cells(node_count);
        std::iota(cells.begin(), cells.end(), node_id{0});
        return pick_by([&](node_id first, node_id drawn) {
            return std::exchange(cells[drawn], cells[first]);
        });
    }
    std::unordered_map<node_id, node_id> moved;  // only the cells that are not as at the beginning
    moved.reserve(count);
    return pick_by([&](node_id first, node_id drawn) {
        const auto displaced = moved.extract(first);
        const node_id from_first = displaced ? displaced.mapped() : first;
        return drawn == first
                   ? from_first
                   : std::exchange(moved.try_emplace(drawn, drawn).first->second, from_first);
    });
}

}  // namespace tutti
