#include <algorithm>
#include <array>
#include <cmath>
#include <ranges>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "network_layout.hpp"
#include "pictures/picture_frame.hpp"
#include "util/value_syntax.hpp"

namespace tutti::picture {
namespace {

constexpr std::size_t most_lines = 4;

// The nodes of a line in rows, one row below the other.
node_id longest_row(node_id nodes) {
    return static_cast<node_id>(std::max(16.0, std::ceil(1.25 * std::sqrt(nodes))));
}

// NOLINTBEGIN(misc-no-recursion): products are nested, 16 deep at most.
bool append_lattice(const network& net, node_id stride, std::vector<lattice_line>& lines);

// Factors of a product continue the strides, so that lines of nested products are those of one
// lattice.
bool append_product(const product_shape& product, node_id stride,
                    std::vector<lattice_line>& lines) {
    for (std::size_t i = 0; i < product.factors().size(); ++i) {
        if (!append_lattice(product.factors()[i], stride * product.stride(i), lines)) {
            return false;
        }
    }
    return true;
}

bool append_lattice(const network& net, node_id stride, std::vector<lattice_line>& lines) {
    if (const auto* const cube = std::get_if<hypercube>(&net)) {
        for (int i = 0; i < cube->dimensions(); ++i) {
            lines.push_back({.side = 2, .stride = stride << i});
        }
        return true;
    }
    if (const auto* const lattice = std::get_if<grid>(&net)) {
        const bool is_closed = lattice->edge() == grid_edge::closed;
        for (int i = 0; i < lattice->dimensions(); ++i) {
            const node_id side = lattice->nodes_along(i);
            if (side > 1) {
                lines.push_back({.side = side,
                                 .stride = stride * lattice->stride(i),
                                 .wraps = is_closed && side > 2});
            }
        }
        return true;
    }
    const auto* const product = std::get_if<product_shape>(&std::get<graph>(net).shape());
    return product != nullptr && append_product(*product, stride, lines);
}
// NOLINTEND(misc-no-recursion)

// Lines of blocks of nodes.
struct block_line {
    lattice_line of{};
    node_id block = 1;  // nodes a block

    [[nodiscard]] node_id count() const noexcept { return (of.side + block - 1) / block; }
    [[nodiscard]] node_id of_node(node_id node) const noexcept {
        return node / of.stride % of.side / block;
    }
};

std::size_t count_blocks(const std::vector<block_line>& lines) {
    std::size_t count = 1;
    for (const block_line& each : lines) {
        count *= each.count();
    }
    return count;
}

// The longest line is coarsened first, which keeps the picture as square as the network is.
std::vector<block_line> blocks_of(const std::vector<lattice_line>& lines, std::size_t most) {
    std::vector<block_line> blocks;
    std::ranges::transform(lines, std::back_inserter(blocks),
                           [](const lattice_line& each) { return block_line{.of = each}; });
    while (count_blocks(blocks) > most) {
        std::ranges::max_element(blocks, {}, &block_line::count)->block *= 2;
    }
    return blocks;
}

// Number of blocks of the third line side by side.
node_id panels_in_row(const std::vector<block_line>& lines) {
    const node_id panels = lines.size() > 2 ? lines[2].count() : 1;
    return lines.size() == 3 ? static_cast<node_id>(std::ceil(std::sqrt(panels))) : panels;
}

svg_point place_of(const std::vector<block_line>& lines, const std::vector<node_id>& digits) {
    constexpr double gap = 0.9;
    const auto digit = [&](std::size_t i) { return i < digits.size() ? digits[i] : 0; };
    const auto side = [&](std::size_t i) { return i < lines.size() ? lines[i].count() : 1; };
    const node_id row_length = longest_row(side(0));
    if (lines.size() == 1 && side(0) > row_length) {
        const node_id row = digit(0) / row_length;
        const node_id column = digit(0) % row_length;
        // A long line is folded as a boustrophedon, so that neighbours stay adjacent.
        const double x = row % 2 == 0 ? column : row_length - 1 - column;
        const double y = row;
        return {.x = x, .y = y};
    }
    // Lines 0 and 1 are columns and rows of a panel; panels of lines 2 and 3 are beside and below
    // each other.
    const node_id in_row = panels_in_row(lines);
    const node_id across = digit(2) % in_row;
    const node_id down = digit(2) / in_row + digit(3);
    return {.x = digit(0) + across * (side(0) + gap), .y = digit(1) + down * (side(1) + gap)};
}

// Of the link from this group to the next along each line.
void add_stubs(network_layout& layout, const std::vector<block_line>& lines, std::size_t group,
               const std::vector<node_id>& digits) {
    // Directions by line, towards larger digits.
    constexpr std::array<svg_point, most_lines> directions{{{1, 0}, {0, 1}, {1, -1}, {1, 1}}};
    std::size_t stride = 1;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const node_id count = lines[i].count();
        const bool is_last = digits[i] == count - 1;
        const bool wraps = is_last && lines[i].of.wraps && count > 2;
        // Links between panels and wraparound links would cross everything, hence they are stubs.
        const bool is_drawn_so = wraps || (i >= 2 && !is_last);
        if (is_drawn_so) {
            const std::size_t next = is_last ? group - stride * (count - 1) : group + stride;
            const svg_point towards = directions.at(i);
            layout.stubs[{group, next}] = towards;
            layout.stubs[{next, group}] = {.x = -towards.x, .y = -towards.y};
        }
        stride *= count;
    }
}

std::string stubs_in_words(const std::vector<block_line>& lines) {
    if (lines.size() > 2) {
        return lines.size() == 3 ? "stubs aslant: links to the blocks before and after"
                                 : "stubs aslant: links between blocks";
    }
    const bool wraps = std::ranges::any_of(
        lines, [](const block_line& each) { return each.of.wraps && each.count() > 2; });
    return wraps ? "stubs: the wraparound" : "";
}

std::string group_in_words(const std::vector<block_line>& lines) {
    const auto sides = lines | std::views::transform(&block_line::block);
    return std::ranges::max(sides) > 1 ? fmt::format("{} nodes", fmt::join(sides, " x ")) : "";
}

}  // namespace

std::optional<std::vector<lattice_line>> lattice_of(const network& net) {
    std::vector<lattice_line> lines;
    return append_lattice(net, 1, lines) && lines.size() <= most_lines && !lines.empty()
               ? std::optional{std::move(lines)}
               : std::nullopt;
}

network_layout lay_lattice(const std::vector<lattice_line>& lattice, std::size_t most) {
    const std::vector<block_line> lines = blocks_of(lattice, most);
    network_layout layout{.group_of =
                              [lines](node_id node) {
                                  std::size_t group = 0;
                                  for (std::size_t i = lines.size(); i-- > 0;) {
                                      group = group * lines[i].count() + lines[i].of_node(node);
                                  }
                                  return group;
                              },
                          .group_in_words = group_in_words(lines),
                          .stubs_in_words = stubs_in_words(lines)};
    const std::size_t count = count_blocks(lines);
    for (node_id group = 0; group < count; ++group) {
        std::vector<node_id> digits;
        node_id first = 0;
        node_id left = group;
        for (const block_line& each : lines) {
            digits.push_back(left % each.count());
            first += digits.back() * each.block * each.of.stride;
            left /= each.count();
        }
        layout.places.push_back(place_of(lines, digits));
        layout.names.push_back(grouped(first));
        add_stubs(layout, lines, group, digits);
    }
    return layout;
}

}  // namespace tutti::picture
