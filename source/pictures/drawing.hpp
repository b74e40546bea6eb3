/// @file
/// Pictures of recordings as SVG, for a column of a paper.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "tutti/node/slot.hpp"
#include "tutti/recording/recording.hpp"
#include "tutti/topology/network.hpp"
#include "verification/recording/recorded_slot.hpp"

namespace tutti {

/// Source of pictures: a recording, or anything with the same content. It and what it refers to
/// outlive the drawing.
struct picture_source {
    const recorded_plan* plan = nullptr;
    const tutti::network* network = nullptr;
    std::optional<std::string> result{};  ///< of the run, as JSON
    std::string damage{};                 ///< what is missing at its end, or empty
    slot last_slot = 0;                   ///< in which there is an event
    /// Shows the slots from `first` to `last` in which something happened, in order.
    std::function<void(slot first, slot last, const std::function<void(const recorded_slot&)>&)>
        visit;
    std::function<std::span<const recorded_kind>()> kinds;
    std::function<std::span<const std::string>()> mark_names;
};

/// Source that refers to a recording.
[[nodiscard]] picture_source source_of(const recording& shown);

/// Kind of picture.
enum class picture_kind : std::uint8_t {
    space_time,  ///< nodes down, slots across, packets on their way
    links,       ///< how many packets each directed link carried
    use,         ///< which share of the links was busy, by slot
    of_network,  ///< the network, and the links over which messages first reached its nodes
};

/// Property of a packet that its colour shows.
enum class packet_colour : std::uint8_t {
    automatic,  ///< its origin if there are at most 16, else its kind if there are several
    phase,
    kind,
    origin,
};

/// Shape in which packets are drawn.
enum class packet_form : std::uint8_t {
    automatic,  ///< arrows, as long as one can follow them
    arrows,     ///< from the sender's row to the receiver's
    cells,      ///< by slot, in the receiver's row
};

enum class node_order : std::uint8_t {
    id,
    gray,  ///< of the Gray code, in which neighbours in the picture are neighbours in a hypercube
};

/// The names that users know them by, in the order of the enumerators: options convert by position.
inline constexpr std::array<std::string_view, 4> picture_kind_names{"space-time", "links", "use",
                                                                    "network"};
inline constexpr std::array<std::string_view, 4> packet_colour_names{"auto", "phase", "kind",
                                                                     "origin"};
inline constexpr std::array<std::string_view, 3> packet_form_names{"auto", "arrows", "cells"};
inline constexpr std::array<std::string_view, 2> node_order_names{"id", "gray"};

/// Number of a message among those of its origin.
struct message_name {
    node_id origin = 0;
    std::uint32_t number = 0;

    friend bool operator==(const message_name&, const message_name&) = default;
    friend auto operator<=>(const message_name&, const message_name&) = default;
};

/// Options of a drawing.
struct drawing_options {
    slot first = 1;
    slot last = never;  ///< never: the last in which there is an event
    packet_colour colour = packet_colour::automatic;
    packet_form form = packet_form::automatic;
    node_order order = node_order::id;
    std::optional<message_name> message{};  ///< alone, in pictures of the network
};

/// Error for a drawing option that asks for something absent.
class drawing_refused : public std::invalid_argument {
public:
    /// @param option `slots`, `colour`, `packets`, `order`, `message` or `as`
    drawing_refused(std::string_view option, const std::string& why)
        : std::invalid_argument{why}, option_{option} {}

    /// Name of the option, as users type it.
    [[nodiscard]] const std::string& option() const noexcept { return option_; }

private:
    std::string option_;
};

/// No picture is longer.
inline constexpr std::size_t most_picture_bytes = std::size_t{1} << 20U;

/// Draws. Up to 128 nodes and 400 slots each is shown by itself, beyond that their sums are; the
/// picture says how. The same content gives the same bytes.
/// @throws drawing_refused if an option asks for what is not there, and where neato, which
/// lays out networks that are no cube, grid, ring or complete, is not installed
[[nodiscard]] std::string draw(const picture_source& source, picture_kind kind,
                               const drawing_options& options = {});

[[nodiscard]] std::string draw_space_time(const picture_source& source,
                                          const drawing_options& options = {});
[[nodiscard]] std::string draw_links(const picture_source& source,
                                     const drawing_options& options = {});
[[nodiscard]] std::string draw_use(const picture_source& source,
                                   const drawing_options& options = {});
[[nodiscard]] std::string draw_network(const picture_source& source,
                                       const drawing_options& options = {});

/// Draws the times of algorithms on one input as bars beside their lower bound.
/// @param result of a comparison, as JSON
[[nodiscard]] std::string draw_comparison(std::string_view result, std::string_view title);

}  // namespace tutti
