/// @file
/// Entries of a network file as its reader finds them, with their places for errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "file_options.hpp"
#include "topology/networks/network_listing.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// The most levels of brackets, elements or blocks within each other.
inline constexpr int most_levels = 64;
/// Place of what is nowhere in particular in a file.
inline constexpr std::uint32_t no_place = ~std::uint32_t{0};

/// Directions of a link in a file.
enum class link_ways : std::uint8_t { both, one };

/// Links as a file has them.
struct link_entry {
    node_id from = 0;
    node_id to = 0;
    std::uint32_t at = no_place;  ///< byte of the content
    std::uint8_t copies = 1;
    link_ways ways = link_ways::both;
};

/// Weight of a link with its place; without text it is 1.
struct link_weight {
    std::string_view text{};
    std::string_view place{};
    std::string_view noun = "weight";
};

/// Fault in a network file; the text begins with its line and column, where it has them.
class network_file_fault : public std::invalid_argument {
public:
    network_file_fault(std::uint64_t at, const std::string& text)
        : std::invalid_argument{text}, at_{at} {}
    /// Byte of the content, by which faults are in order.
    [[nodiscard]] std::uint64_t at() const noexcept { return at_; }

private:
    std::uint64_t at_;
};

/// Content and options of a file, which its reader adds entries to. Places are views into the
/// content; one without data is no place.
struct file_entries {
    std::string_view content;
    network_file_options options{};
    std::uint64_t most_links = 0;
    std::uint32_t base = 0;  ///< how the file calls node 0, where nodes have no names

    std::uint64_t nodes = 0;
    std::vector<link_entry> links{};
    std::vector<std::string> names{};          ///< of all nodes, or none
    std::vector<node_id> switches{};           ///< in any order
    std::vector<std::uint32_t> node_places{};  ///< of all nodes, or none
    std::vector<std::string> left_out{};
    std::uint64_t dropped_loops = 0;

    /// Adds links between two nodes, if they are two: a loop is left out or refused.
    /// @param to_at place of the second node
    void add(std::uint64_t from, std::uint64_t to, std::string_view at, std::string_view to_at,
             const link_weight& weight = {}, link_ways ways = link_ways::both);
    /// Adds as many links as a format states, whatever the options.
    void add_copies(std::uint64_t from, std::uint64_t to, std::string_view at,
                    std::string_view to_at, int copies, link_ways ways = link_ways::both);
    /// Adds a node to the switches.
    void add_switch(std::uint64_t node);
    /// Adds to what is left out "3 lines of nodes", if there are any.
    void leave_out(std::uint64_t count, std::string_view thing, std::string_view more = "");
    /// Refuses a network of this size before anything is allocated for it.
    void require_room(std::uint64_t node_count, std::uint64_t link_count) const;

    /// A whole number of a range.
    [[nodiscard]] std::uint64_t number(std::string_view word, std::uint64_t low,
                                       std::uint64_t high) const;
    /// Node of a numbering from 1 to `nodes`. @param noun "row"
    [[nodiscard]] std::uint64_t numbered(std::string_view word, std::string_view noun) const;
    /// A node, as the file calls it.
    [[nodiscard]] std::string label(std::uint64_t node) const;

    [[nodiscard]] std::uint32_t at(std::string_view place) const noexcept;
    [[nodiscard]] std::uint64_t line_of(std::uint64_t at) const;
    /// "line 3, column 5"
    [[nodiscard]] std::string place_of(std::uint64_t at) const;

    /// Refuses what is at a place.
    template <class... Parts>
    [[noreturn]] void fail(std::string_view place, fmt::format_string<Parts...> text,
                           Parts&&... parts) const {
        throw_fault(at(place), place_of(at(place)),
                    fmt::format(text, std::forward<Parts>(parts)...));
    }
    /// Refuses the line of a place.
    template <class... Parts>
    [[noreturn]] void fail_line(std::string_view place, fmt::format_string<Parts...> text,
                                Parts&&... parts) const {
        throw_fault(at(place), fmt::format("line {}", line_of(at(place))),
                    fmt::format(text, std::forward<Parts>(parts)...));
    }

private:
    [[nodiscard]] int copies_of(const link_weight& weight) const;
    [[noreturn]] static void throw_fault(std::uint32_t at, const std::string& place,
                                         const std::string& text);
};

/// `value` for a message: escaped, and cut at 60 characters.
[[nodiscard]] std::string shown(std::string_view value);
/// The same in double quotes.
[[nodiscard]] std::string in_double_quotes(std::string_view value);

/// Value of a decimal number with sign, point and exponent; null if it is none. What a double
/// cannot have is 0.5, which is no number of links either.
[[nodiscard]] std::optional<double> decimal_value(std::string_view text);
[[nodiscard]] std::string lower(std::string_view text);

/// Walk over the lines of a text, without their ends.
class text_lines {
public:
    explicit text_lines(std::string_view content) noexcept : rest_{content} {}

    /// False after the last line.
    [[nodiscard]] bool next();
    /// The next line with words that is no comment; false after the last.
    [[nodiscard]] bool next_of(std::string_view comments);
    [[nodiscard]] std::string_view text() const noexcept { return text_; }
    /// The words of the line, with blanks and tabs between; valid until the next line.
    [[nodiscard]] const std::vector<std::string_view>& words() const noexcept { return words_; }

private:
    std::string_view rest_;
    std::string_view text_;
    std::vector<std::string_view> words_;
};

}  // namespace tutti
