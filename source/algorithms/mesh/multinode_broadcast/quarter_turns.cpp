#include "quarter_turns.hpp"

#include <array>

#include "util/indexed_vector.hpp"

namespace tutti {

std::vector<torus_offset> quarter_turns::base_list(int side) {
    const int h = side / 2;
    const int rows = side % 2 == 0 ? h : h + 1;
    const int width = side % 2 == 0 ? h - 1 : h;
    std::vector<torus_offset> list;
    for (int y = 0; y < rows; ++y) {
        for (int x = 1; x <= width; ++x) {
            list.push_back({.x = x, .y = y});
        }
    }
    for (int y = 1; y < h && side % 2 == 0; ++y) {
        list.push_back({.x = h, .y = y});
    }
    return list;
}

// For now a place is 4t + k, of what came in slot t, from 1, in direction k.
quarter_turns::quarter_turns(int side) {
    constexpr std::array<port, 4> ports{1, 3, 0, 2};  // of the turns of the way up in dimension 0
    indexed_vector<int, std::size_t> place_of{side * side};
    std::vector<std::size_t> last_use{0};  // slot, of what came in each slot
    const auto place_at = [&](torus_offset offset) -> std::size_t& {
        const int x = (offset.x % side + side) % side;
        const int y = (offset.y % side + side) % side;
        return place_of[y * side + x];
    };
    const auto add_slot = [&](std::span<const torus_offset> targets) {
        const std::size_t now = last_use.size();
        last_use.push_back(now);
        hops_.emplace_back();
        for (std::size_t k = 0; k < targets.size(); ++k) {
            const torus_offset ahead = torus_offset{.x = 1, .y = 0}.turned(k);
            const torus_offset source = targets[k] - ahead;
            last_use[place_at(source) / 4] = now;
            place_at(targets[k]) = 4 * now + k;
            hops_.back().push_back({.through = ports.at(k),
                                    .source = source,
                                    .target = targets[k],
                                    .from = place_at(source),
                                    .to = place_at(targets[k])});
        }
    };
    for (const torus_offset target : base_list(side)) {
        add_slot(std::array{target, target.turned(1), target.turned(2), target.turned(3)});
    }
    if (side % 2 == 0) {
        const int h = side / 2;
        add_slot(
            std::array<torus_offset, 3>{{{.x = h, .y = 0}, {.x = 0, .y = h}, {.x = -h, .y = h}}});
    }
    assign_places(last_use);
}

// Packets that are sent in the next slot or never share one place; each four of the others have
// their own.
void quarter_turns::assign_places(std::span<const std::size_t> last_use) {
    std::vector<std::size_t> place_of(last_use.size(), 1);
    place_of[0] = 0;
    for (std::size_t i = 1; i < last_use.size(); ++i) {
        if (last_use[i] > i + 1) {
            place_of[i] = places_++;
        }
    }
    for (std::vector<hop>& of_slot : hops_) {
        for (hop& each : of_slot) {
            each.from = 4 * place_of[each.from / 4] + each.from % 4;
            each.to = 4 * place_of[each.to / 4] + each.to % 4;
        }
    }
}

}  // namespace tutti
