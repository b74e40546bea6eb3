/// @file
/// Space-time diagram: nodes down, slots across.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pictures/packet_categories.hpp"
#include "pictures/picture_frame.hpp"

namespace tutti::picture {

/// Rows of nodes in a picture.
struct node_rows {
    node_order order = node_order::id;
    node_id group = 1;  ///< nodes a row, a power of two
    node_id count = 1;

    [[nodiscard]] node_id first_node(node_id row) const noexcept;
    [[nodiscard]] node_id of(node_id node) const noexcept;
};

[[nodiscard]] node_rows rows_of(std::size_t nodes, node_order order);

struct space_time_frame {
    const picture_source* source = nullptr;
    slot_axis axis{};
    node_rows rows{};
    double row_height = 1;
    double top = 0;

    [[nodiscard]] double middle(node_id row) const noexcept {
        return top + (row + 0.5) * row_height;
    }
    [[nodiscard]] double bottom() const noexcept { return top + rows.count * row_height; }
};

/// Packets in cells, each a row and some slots: how many of each category nodes received.
struct packet_grid {
    std::int64_t slots_a_cell = 1;
    std::size_t columns = 0;
    std::size_t categories = 0;
    std::vector<std::uint64_t> counts{};  ///< by column, row and category
    std::uint64_t largest = 0;            ///< packets in one cell

    [[nodiscard]] std::uint64_t& at(std::size_t column, std::size_t row, std::size_t rows,
                                    std::size_t category) {
        return counts[(column * rows + row) * categories + category];
    }
};

/// The packets of all slots of the frame, in as many columns as may be.
[[nodiscard]] packet_grid grid_of(const space_time_frame& frame,
                                  const packet_categories& categories);

/// Description of the cells.
[[nodiscard]] std::string cells_in_words(const space_time_frame& frame, const packet_grid& grid);

void draw_cells(svg_canvas& canvas, const space_time_frame& frame,
                const packet_categories& categories, packet_grid& grid);

/// The same entries, for areas.
[[nodiscard]] std::vector<legend_entry> as_areas(const std::vector<legend_entry>& entries);

}  // namespace tutti::picture
