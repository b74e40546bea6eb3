/// @file
/// Categories of the packets of a recording: those that have the same colour in pictures.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "picture_frame.hpp"

namespace tutti::picture {

/// Largest number of origins with distinct colours.
inline constexpr std::size_t most_origins = 16;

/// Summary of the slots of a picture, made before it is drawn.
struct survey {
    std::uint64_t sent = 0;
    std::uint64_t most_in_slot = 0;
    std::uint64_t control = 0;
    std::uint64_t nameless = 0;          ///< that do not say which message they carry
    std::vector<node_id> origins{};      ///< in order of their appearance; one more than the most
    std::vector<std::uint32_t> kinds{};  ///< in order of their appearance
    std::vector<phase_span> phases{};
};

[[nodiscard]] survey survey_of(const picture_source& source, const slot_range& slots);

/// Sorts packets into categories.
class packet_categories {
public:
    /// @throws drawing_refused if there are more origins than can be distinguished, and the colour
    /// is to show them
    packet_categories(const picture_source& source, const survey& survey, packet_colour wanted);

    /// Meaning of the colour: "origin".
    [[nodiscard]] const std::string& heading() const noexcept { return heading_; }

    /// Each with its label, and the class of its lines.
    [[nodiscard]] const std::vector<legend_entry>& entries() const noexcept { return entries_; }

    /// The number of a packet's category.
    [[nodiscard]] std::size_t of(const recorded_transmission& packet, slot at) const;

private:
    void label_origins(const network& net, const survey& survey);
    void label_kinds(const picture_source& source, const survey& survey);
    void label_phases(const recorded_plan& plan, const survey& survey);
    void add(std::string label, std::string style, std::string_view label_style = {});

    packet_colour colour_;
    std::string heading_;
    std::vector<legend_entry> entries_;
    std::vector<std::uint32_t> known_;  // origins or phases, in the order of the entries
    std::vector<std::size_t> of_kind_;  // the entries of kinds
    std::vector<phase_span> phases_;
    std::function<std::span<const recorded_kind>()> kinds_of_;
};

/// The class of lines of category `number`, and that of areas.
[[nodiscard]] std::string line_style(std::size_t number);
[[nodiscard]] std::string area_style(std::size_t number);

/// A node's id as pictures write it, binary on cubes of up to 8 dimensions, else decimal; behind it
/// its name, if it has one.
[[nodiscard]] std::string node_name(const network& net, node_id node);

}  // namespace tutti::picture
