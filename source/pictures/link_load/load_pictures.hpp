/// @file
/// Pictures of link loads, in three forms.
#pragma once

#include <memory>
#include <string>

#include "drawn_loads.hpp"
#include "pictures/picture_frame.hpp"
#include "util/pinned.hpp"
#include "verification/recording/recorded_slot.hpp"

namespace tutti::picture {

/// One form. It counts the packets of a recording, and then draws.
class load_picture : polymorphic {
public:
    virtual void count(const recorded_transmission& packet) = 0;
    /// Description of its parts, or nothing if they are plain.
    [[nodiscard]] virtual std::string words() const = 0;
    /// Draws it from the upper left of a box. @returns where there is room again
    [[nodiscard]] virtual double draw(svg_canvas& canvas, const svg_box& room,
                                      const load_summary& summary) const = 0;
};

/// The network, its links as arrows.
[[nodiscard]] std::unique_ptr<load_picture> load_on_arrows(const network& net);

/// A table: senders down and receivers across, of any network; or senders across and ports down, of
/// cubes, whose ports are dimensions, and of grids of many.
[[nodiscard]] std::unique_ptr<load_picture> load_in_table(const network& net, bool is_by_port);

}  // namespace tutti::picture
