#include "drawing.hpp"

#include <fmt/format.h>

namespace tutti {

picture_source source_of(const recording& shown) {
    return {.plan = &shown.plan(),
            .network = &shown.where(),
            .result = shown.result(),
            .damage = shown.damage(),
            .last_slot = shown.last_slot(),
            .visit = [&shown](
                         slot first, slot last,
                         const auto& visit) { shown.visit(first, last, payload_use::none, visit); },
            .kinds = [&shown] { return shown.kinds(); },
            .mark_names = [&shown] { return shown.mark_names(); }};
}

std::string draw(const picture_source& source, picture_kind kind, const drawing_options& options) {
    // In the order of the enumerators.
    constexpr std::array draws{&draw_space_time, &draw_links, &draw_use, &draw_network};
    return draws.at(fmt::underlying(kind))(source, options);
}

}  // namespace tutti
