/// @file
/// Strip and tints of the phases of a program in pictures.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "picture_frame.hpp"
#include "recording/phase_spans.hpp"

namespace tutti::picture {

/// The class of a phase's tint.
[[nodiscard]] std::string tint_of(std::size_t phase);

/// Phases as a strip with their names. @returns where there is room again
[[nodiscard]] double draw_phase_strip(svg_canvas& canvas, const slot_axis& axis,
                                      const recorded_plan& plan,
                                      const std::vector<phase_span>& spans, double top);

/// Their tints, behind what is drawn later.
void draw_phase_tints(svg_canvas& canvas, const slot_axis& axis,
                      const std::vector<phase_span>& spans, double top, double bottom);

}  // namespace tutti::picture
