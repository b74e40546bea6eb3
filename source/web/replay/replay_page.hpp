/// @file
/// Web page that replays a recording: a single file without references to others.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "pictures/drawing.hpp"
#include "recording/export/event_tables.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// The most nodes, and the most transmissions, deliveries, marks and ends of programs together,
/// that a page shows each by itself. Of more it shows sums.
inline constexpr std::uint64_t most_page_nodes = 1024;
inline constexpr std::uint64_t most_page_events = 100'000;

/// Content of a replay page.
struct replay_content {
    std::string data{};     ///< one JSON object, which holds no `<`
    std::string sums_of{};  ///< "each circle: 8 nodes; each step: 4 slots"; empty if it shows all
    slot first = 1;         ///< that it shows
    /// The last slot up to which, from the first, every event can be shown by itself; 0 if none.
    slot fits_until = 0;
};

/// Content of the page for a recording or a part of it. The same content gives the same bytes.
/// @throws drawing_refused if there are no such slots, and where Graphviz, which lays out networks
/// that are no cube, grid, ring or complete, is not installed
[[nodiscard]] replay_content replay_of(const picture_source& source,
                                       const recorded_part& part = {});

/// The first line of every page.
inline constexpr std::string_view replay_page_line = "<!DOCTYPE html><!-- a replay, by tutti -->";

/// Content security policy of the page.
[[nodiscard]] std::string replay_page_policy();

/// The page, with the program that replays in it. It needs no network, and allows itself none.
[[nodiscard]] std::string replay_page(const recorded_plan& plan, const replay_content& shown);

}  // namespace tutti
