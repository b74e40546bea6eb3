#include <set>
#include <utility>

#include "space_time.hpp"

namespace tutti::picture {
namespace {

// Arrows of a category.
struct arrows_of_category {
    svg_path lines;
    svg_path heads;  // dots where packets arrive
};

// First send of each message by its origin.
class first_sends {
public:
    bool is_first(const recorded_transmission& packet, bool has_message) {
        return has_message && packet.content.origin == packet.from &&
               seen_.emplace(packet.content.origin, packet.content.number).second;
    }

private:
    std::set<std::pair<node_id, std::uint32_t>> seen_;
};

// A step of length 0 with round caps is a dot, which costs a few bytes of a path.
void draw_arrow(arrows_of_category& drawn, svg_point from, svg_point to) {
    drawn.lines.move(from).by(to.x - from.x, to.y - from.y);
    drawn.heads.move(to).by(0, 0);
}

}  // namespace

std::string arrows_in_words() {
    return "a line: a packet on its link, from the sender's row to a dot in the receiver's; a "
           "ring: "
           "a message leaves its origin";
}

void draw_arrows(svg_canvas& canvas, const space_time_frame& frame,
                 const packet_categories& categories) {
    // One path a category instead of one an arrow: style is stated once, and files stay small.
    std::vector<arrows_of_category> drawn(categories.entries().size());
    std::vector<std::pair<svg_point, std::size_t>> origins;
    first_sends first;
    const picture_source& source = *frame.source;
    const slot_range slots = frame.axis.slots;
    source.visit(slots.first, slots.last, [&](const recorded_slot& now) {
        for (const recorded_transmission& each : now.sent) {
            const std::size_t category = categories.of(each, now.at);
            const svg_point from{frame.axis.begin(now.at), frame.middle(frame.rows.of(each.from))};
            const svg_point to{frame.axis.begin(now.at + 1), frame.middle(frame.rows.of(each.to))};
            draw_arrow(drawn[category], from, to);
            if (first.is_first(each, source.kinds()[each.kind].has_message)) {
                origins.emplace_back(from, category);
            }
        }
    });
    const double dot = frame.row_height > 10 ? 5 : 3.5;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        const std::string& style = categories.entries()[i].style;
        canvas.path(drawn[i].lines, style, 1.5);
        canvas.path(drawn[i].heads, style + " round", dot);
    }
    for (const auto& [origin, category] : origins) {
        canvas.circle(origin, dot * 0.75, "node");
    }
}

}  // namespace tutti::picture
