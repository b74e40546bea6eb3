/// @file
/// Frame of a picture: title, subtitle, legend, the axis of slots and the phases along it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "drawing.hpp"
#include "recording/phase_spans.hpp"
#include "svg_canvas.hpp"
#include "util/counts.hpp"

namespace tutti::picture {

inline constexpr double page_width = 640;
inline constexpr double page_margin = 14;
inline constexpr double page_right = page_width - page_margin;
inline constexpr slot most_columns = 400;
inline constexpr std::size_t most_rows = 128;
inline constexpr std::size_t category_count = 7;  ///< colours that can be distinguished

/// A share as people read it: "31.3 %".
[[nodiscard]] std::string percent(double share);

/// At most two decimals, thousands separated: "1,234.5".
[[nodiscard]] std::string amount(double value);

/// Title: collective, network and algorithm.
[[nodiscard]] std::string title_of(const recorded_plan& plan);

/// Refuses an option.
/// @throws drawing_refused always
template <class... Parts>
[[noreturn]] void refuse_drawing(std::string_view option, fmt::format_string<Parts...> text,
                                 Parts&&... parts) {
    throw drawing_refused{option, fmt::format(text, std::forward<Parts>(parts)...)};
}

/// The slots that are drawn.
struct slot_range {
    slot first = 1;
    slot last = 1;

    [[nodiscard]] slot size() const noexcept { return last - first + 1; }
    /// Number of parts of `length` slots, of which the last may be shorter.
    [[nodiscard]] std::size_t parts(slot length) const noexcept {
        return part_of(last, length) + 1;
    }
    [[nodiscard]] std::size_t part_of(slot at, slot length) const noexcept {
        return static_cast<std::size_t>((at - first) / length);
    }
};

/// @throws drawing_refused if there is none
[[nodiscard]] slot_range slots_of(const picture_source& source, const drawing_options& options);

/// "34 slots, lower bound 21": how long the run took, or which part of it is drawn.
[[nodiscard]] std::string time_in_words(const picture_source& source,
                                        const drawing_options& options);

/// Shows all slots to `visit`, and gives the phases by their marks: those in the slots that are
/// drawn depend on marks of the whole run.
/// @param most phases that are kept separate
[[nodiscard]] std::vector<phase_span> visit_with_phases(
    const picture_source& source, const std::function<void(const recorded_slot&)>& visit,
    std::size_t most = phase_record::most_spans);

/// "; control was not recorded": what the recording leaves out, or an empty text.
[[nodiscard]] std::string caveat(const picture_source& source);

/// Title and subtitle, in as many lines as they take. @returns where there is room again
[[nodiscard]] double draw_head(svg_canvas& canvas, std::string_view title,
                               std::string_view subtitle);

/// Shape in a legend.
enum class legend_mark : std::uint8_t { line, area };

/// Entry in the legend of a picture of a recording.
struct legend_entry {
    std::string label;
    std::string style;  ///< classes of the mark
    legend_mark mark = legend_mark::line;
    std::string_view label_style{};
};

/// All entries beside each other, in as many lines as they take. @returns where there is room again
[[nodiscard]] double draw_legend(svg_canvas& canvas, double top, std::string_view heading,
                                 std::span<const legend_entry> entries);

/// The least of 1, 2, 5, 10, 20, .. that is not below `least`.
[[nodiscard]] std::int64_t whole_step(double least);
/// The least power of two that is above `below` - 1.
[[nodiscard]] std::uint32_t binary_step(double below);

/// Slots from left to right.
struct slot_axis {
    double left = 0;
    double right = 0;
    slot_range slots{};

    [[nodiscard]] double width_of_slot() const noexcept {
        return ratio(right - left, slots.size());
    }
    /// Coordinate at which slot `at` begins.
    [[nodiscard]] double begin(slot at) const noexcept {
        return left + product(at - slots.first, width_of_slot());
    }
    [[nodiscard]] double middle(slot at) const noexcept { return begin(at) + width_of_slot() / 2; }
};

/// Numbers of slots, and what they are, below `top`. @returns where there is room again
[[nodiscard]] double draw_slot_numbers(svg_canvas& canvas, const slot_axis& axis, double top);

/// Light lines between slots.
void draw_slot_grid(svg_canvas& canvas, const slot_axis& axis, double top, double bottom);

/// Phases as a strip with their names. @returns where there is room again
[[nodiscard]] double draw_phase_strip(svg_canvas& canvas, const slot_axis& axis,
                                      const recorded_plan& plan,
                                      const std::vector<phase_span>& spans, double top);

/// Their tints, behind what is drawn later.
void draw_phase_tints(svg_canvas& canvas, const slot_axis& axis,
                      const std::vector<phase_span>& spans, double top, double bottom);

}  // namespace tutti::picture
