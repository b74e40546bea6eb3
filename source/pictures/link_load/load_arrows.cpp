#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "load_pictures.hpp"
#include "pictures/layout/network_layout.hpp"

namespace tutti::picture {
namespace {

// Loads are kept by pairs of groups, which are single nodes in small networks.
class arrows_of_loads final : public load_picture {
public:
    explicit arrows_of_loads(const network& net)
        : layout_{lay_out(net)}, table_{layout_.size(), layout_.size()} {
        std::pair<node_id, node_id> last{};  // parallel links follow one another
        for_each_link(net, [&](node_id from, port /*through*/, node_id to) {
            table_.add_link(layout_.group_of(from), layout_.group_of(to));
            has_parallel_links_ |= std::exchange(last, {from, to}) == std::pair{from, to};
        });
    }

    void count(const recorded_transmission& packet) override {
        table_.add_packet(layout_.group_of(packet.from), layout_.group_of(packet.to));
    }

    [[nodiscard]] std::string words() const override {
        std::string words =
            layout_.group_in_words.empty()
                ? std::string{has_parallel_links_ ? "each arrow: the mean of parallel links" : ""}
                : fmt::format("each circle: {}, each arrow: the mean of the links between two",
                              layout_.group_in_words);
        if (!layout_.stubs_in_words.empty()) {
            words += (words.empty() ? "" : "; ") + layout_.stubs_in_words;
        }
        return words;
    }

    [[nodiscard]] double draw(svg_canvas& canvas, const svg_box& room,
                              const load_summary& summary) const override {
        const placed_layout placed = placed_in(layout_, room);
        // Groups of nodes have mean loads, for which the scale of single links would be wrong.
        const bool is_each = layout_.group_in_words.empty();
        const load_scale scale = is_each ? summary.scale() : table_.scale();
        const std::size_t chosen_from = layout_.group_of(summary.from);
        const std::size_t chosen_to = layout_.group_of(summary.to);
        for (std::size_t from = 0; from < layout_.size(); ++from) {
            for (std::size_t to = 0; to < layout_.size(); ++to) {
                if (from != to && table_.has_links(from, to)) {
                    const bool is_chosen =
                        summary.has_busiest() && is_each && from == chosen_from && to == chosen_to;
                    draw_link(canvas, placed, {from, to}, scale, is_chosen);
                }
            }
        }
        draw_nodes(canvas, placed);
        return placed.box.y + placed.box.height;
    }

private:
    void draw_link(svg_canvas& canvas, const placed_layout& placed,
                   std::pair<std::size_t, std::size_t> which, const load_scale& scale,
                   bool is_chosen) const {
        const double load = table_.mean(which.first, which.second);
        const double widest = std::clamp(placed.radius * 0.4, 1.2, 5.5);
        // The two directions of a link are beside each other, each to the right of its way.
        const auto [from, to] =
            ends_of(placed, which.first, which.second, std::max(placed.radius * 0.33, 1.6));
        if (load <= 0) {
            canvas.line(from, to, "control", 1);
            return;
        }
        const double width = std::max(0.7, widest * load / std::max(scale.largest, 1e-9));
        const std::size_t shade = std::max<std::size_t>(scale.shade(load), 2);
        canvas.path(arrow(from, to, width),
                    fmt::format("r{}{}", shade, is_chosen ? " ringed" : ""));
    }

    network_layout layout_;
    load_table table_;
    bool has_parallel_links_ = false;
};

}  // namespace

std::unique_ptr<load_picture> load_on_arrows(const network& net) {
    return std::make_unique<arrows_of_loads>(net);
}

}  // namespace tutti::picture
