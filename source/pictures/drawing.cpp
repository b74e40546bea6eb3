#include "drawing.hpp"

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
