#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "drawn_loads.hpp"
#include "load_pictures.hpp"
#include "pictures/layout/network_layout.hpp"
#include "pictures/packet_categories.hpp"
#include "pictures/picture_frame.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti::picture {
namespace {

constexpr std::size_t most_links_as_arrows = 800;
constexpr std::size_t most_links_of_graphs = 400;
constexpr double histogram_width = 150;
constexpr double data_width = page_right - page_margin - histogram_width - 16;

// Rows by port: what the networks have in common whose ports say a direction.
bool has_directions(const network& net) {
    return std::holds_alternative<hypercube>(net) ||
           (std::holds_alternative<grid>(net) && !lattice_of(net));
}

// Arrows are legible on regular layouts and for few links; other networks get a table.
bool suits_arrows(const network& net) {
    const std::size_t links = link_count(net);
    const auto* const any = std::get_if<graph>(&net);
    const bool is_lattice = lattice_of(net).has_value();
    return any != nullptr && !is_lattice
               ? node_count(net) <= most_rows && links <= most_links_of_graphs
               : is_lattice && (node_count(net) > most_rows || links <= most_links_as_arrows);
}

std::string links_in_words(const picture_source& source, const load_summary& summary,
                           std::string_view cells, const drawing_options& options) {
    std::string words =
        fmt::format("packets carried by each directed link; mean {}", amount(summary.mean()));
    if (summary.is_known_by_link) {
        words += fmt::format(", largest {}, {} of {} idle", grouped(summary.largest),
                             grouped(summary.idle), quantity(summary.links, "link"));
    }
    if (!cells.empty()) {
        words += fmt::format("; {}", cells);
    }
    return fmt::format("{}; {}{}", words, time_in_words(source, options), caveat(source));
}

std::string name_of_bin(const load_bin& bin) {
    return bin.least == bin.most
               ? grouped(bin.least)
               : fmt::format("{}\xE2\x80\x93{}", grouped(bin.least), grouped(bin.most));
}

// The shades, the loads that they represent, and how many links have them. Returns where it ends.
double draw_histogram(svg_canvas& canvas, const load_summary& summary, double top) {
    constexpr double row = 18;
    const double left = page_right - histogram_width;
    const svg_text soft{.size = 12, .style = "soft"};
    const svg_text text{.size = 11.5};
    double widest = 0;
    std::uint64_t most = 1;
    for (const load_bin& each : summary.bins) {
        widest = std::max(widest, width_of(name_of_bin(each), text));
        most = std::max(most, each.links);
    }
    canvas.text({left, top + 12}, "packets", soft);
    const double bars = left + std::max(widest + 8, 56.0);
    canvas.text({bars, top + 12}, "links", soft);
    const double room = page_right - bars - width_of(grouped(most), text) - 5;
    double y = top + 18;
    for (const load_bin& each : summary.bins) {
        if (each.links > 0 || each.least > 0) {
            // The shade of a bar is that of the middle of its range, on the scale of the picture.
            const double middle = ratio(each.least + each.most, 2);
            const std::size_t shade = summary.scale().shade(middle);
            const double width = std::max(1.0, ratio(product(room, each.links), most));
            canvas.text({bars - 8, y + 13}, name_of_bin(each),
                        {.size = text.size, .anchor = svg_anchor::end});
            canvas.rectangle({bars, y + 2, width, row - 4}, fmt::format("r{} edged", shade));
            canvas.text({bars + width + 4, y + 13}, grouped(each.links), text);
            y += row;
        }
    }
    return y;
}

// The most loaded link. Returns where it ends.
double draw_busiest(svg_canvas& canvas, const network& net, const load_summary& summary,
                    double top) {
    // No link is the busiest if none carries a packet, or all carry equally many.
    if (summary.largest == 0 || summary.as_loaded == summary.links) {
        return top;
    }
    const double left = page_right - histogram_width;
    const svg_text soft{.size = 12, .style = "soft"};
    if (summary.has_busiest()) {
        canvas.line({left, top + 16}, {left + 16, top + 16}, "chosen");
    }
    canvas.text({left + (summary.has_busiest() ? 22 : 0), top + 20}, "most loaded", soft);
    const std::string name = fmt::format("{} \xE2\x86\x92 {}: {}", node_name(net, summary.from),
                                         node_name(net, summary.to), grouped(summary.largest));
    const svg_text mono{.size = 11.5, .style = "mono"};
    canvas.text({left, top + 37}, shortened(name, mono, histogram_width), mono);
    if (summary.as_loaded > 1) {
        canvas.text({left, top + 53},
                    summary.as_loaded == 2
                        ? std::string{"and one other link"}
                        : fmt::format("and {} others", grouped(summary.as_loaded - 1)),
                    soft);
        return top + 58;
    }
    return top + 42;
}

std::string picture_of(const picture_source& source, const drawing_options& options,
                       const load_summary& summary, const load_picture& drawn) {
    const std::string title = title_of(*source.plan);
    const std::string subtitle = links_in_words(source, summary, drawn.words(), options);
    svg_canvas canvas{page_width};
    const double top = draw_head(canvas, title, subtitle);
    const double below = drawn.draw(canvas, {page_margin, top, data_width, 520}, summary);
    double beside = top;
    if (summary.is_known_by_link) {
        beside = draw_histogram(canvas, summary, top);
        beside = draw_busiest(canvas, *source.network, summary, beside);
    }
    return canvas.finished(std::max(below, beside) + 10, title, subtitle);
}

}  // namespace
}  // namespace tutti::picture

std::string tutti::draw_links(const picture_source& source, const drawing_options& options) {
    using namespace picture;
    const network& net = *source.network;
    const slot_range slots = slots_of(source, options);
    // The choice of a picture depends on the network alone, so that runs on one network look
    // alike.
    std::optional<link_loads> loads;
    if (size_of(net).ports <= most_counted_ports) {
        loads.emplace(net);
    }
    std::uint64_t packets = 0;
    const bool is_by_port = has_directions(net);
    const std::unique_ptr<load_picture> drawn =
        !is_by_port && suits_arrows(net) ? load_on_arrows(net) : load_in_table(net, is_by_port);
    source.visit(slots.first, slots.last, [&](const recorded_slot& now) {
        for (const recorded_transmission& each : now.sent) {
            if (loads) {
                loads->add(each.from, each.through);
            }
            drawn->count(each);
        }
        packets += now.sent.size();
    });
    return picture_of(source, options, summary_of(net, packets, loads), *drawn);
}
