#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "broadcasters.hpp"
#include "topology/random.hpp"

namespace tutti {
namespace {

/// Hash table of the cells of an array 0..N-1 that hold other numbers than their places, with open
/// addressing and linear probing. Cells stay in it, even if they are not asked for again.
class cell_table {
public:
    /// @param most cells that are exchanged
    explicit cell_table(std::size_t most)
        : slots_(std::bit_ceil(2 * most + 2), unused),
          shift_{64 - std::countr_zero(slots_.size())} {}

    [[nodiscard]] node_id content(node_id cell) const noexcept {
        const std::uint64_t stored = slots_[place_of(cell)];
        return stored == unused ? cell : static_cast<node_id>(stored);
    }
    /// Puts a number into a cell. @return what the cell held
    node_id exchange(node_id cell, node_id content) noexcept {
        std::uint64_t& slot = slots_[place_of(cell)];
        const std::uint64_t before =
            std::exchange(slot, std::uint64_t{cell} << 32U | std::uint64_t{content});
        return before == unused ? cell : static_cast<node_id>(before);
    }

private:
    // A slot has its cell in the upper half and its content in the lower. No network has a node
    // 2^32 - 1, whose cell could look unused.
    static constexpr std::uint64_t unused = ~std::uint64_t{0};

    // Of the cell, or else the slot that it would take.
    [[nodiscard]] std::size_t place_of(node_id cell) const noexcept {
        constexpr std::uint64_t golden_ratio = 0x9E3779B97F4A7C15;  // Knuth, vol. 3, 6.4
        auto place = static_cast<std::size_t>((cell * golden_ratio) >> shift_);
        while (slots_[place] != unused && slots_[place] >> 32U != cell) {
            place = (place + 1) & (slots_.size() - 1);
        }
        return place;
    }

    std::vector<std::uint64_t> slots_;
    int shift_;
};

}  // namespace

std::vector<node_id> pick(std::size_t node_count, std::size_t count, std::uint64_t seed) {
    // From the array 0..N-1 puts the cell `first` in the place of the one that was drawn.
    const auto pick_by = [&](const auto& take) {
        // This is the shuffle of Fisher and Yates, stopped after `count` exchanges.
        split_mix random{seed};
        std::vector<node_id> picked(count);
        for (std::size_t first = 0; first < count; ++first) {
            const std::uint64_t drawn = first + random.next() % (node_count - first);
            picked[first] = take(static_cast<node_id>(first), static_cast<node_id>(drawn));
        }
        return picked;
    };
    // A hash table takes several times the memory of an array of as many cells.
    constexpr std::size_t map_cost = 8;
    if (count >= node_count / map_cost) {
        std::vector<node_id> cells(node_count);
        std::iota(cells.begin(), cells.end(), node_id{0});
        return pick_by([&](node_id first, node_id drawn) {
            return std::exchange(cells[drawn], cells[first]);
        });
    }
    // The table holds only the cells that were exchanged, and yields the same nodes.
    cell_table cells{count};
    return pick_by([&](node_id first, node_id drawn) {
        const node_id from_first = cells.content(first);
        return drawn == first ? from_first : cells.exchange(drawn, from_first);
    });
}

}  // namespace tutti
