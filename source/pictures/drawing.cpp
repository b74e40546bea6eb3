#include "drawing.hpp"

#include <array>

namespace tutti {

// Names are in the order of the enumerators: options convert by position.
std::span<const std::string_view> picture_kind_names() noexcept {
    static constexpr std::array<std::string_view, 4> names{"space-time", "links", "use", "network"};
    return names;
}

std::span<const std::string_view> packet_colour_names() noexcept {
    static constexpr std::array<std::string_view, 4> names{"auto", "phase", "kind", "origin"};
    return names;
}

std::span<const std::string_view> packet_form_names() noexcept {
    static constexpr std::array<std::string_view, 3> names{"auto", "arrows", "cells"};
    return names;
}

std::span<const std::string_view> node_order_names() noexcept {
    static constexpr std::array<std::string_view, 2> names{"id", "gray"};
    return names;
}

std::string draw(const picture_source& source, picture_kind kind, const drawing_options& options) {
    switch (kind) {
        case picture_kind::space_time:
            return draw_space_time(source, options);
        case picture_kind::links:
            return draw_links(source, options);
        case picture_kind::use:
            return draw_use(source, options);
        case picture_kind::of_network:
            break;
    }
    return draw_network(source, options);
}

}  // namespace tutti
