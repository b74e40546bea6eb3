/// @file
/// Tables and JSON lines of a recording.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "tutti/recording/recording.hpp"
#include "tutti/topology/network.hpp"
#include "util/pinned.hpp"
#include "verification/recording/recorded_slot.hpp"

namespace tutti {

/// Names for the numbers in a recorded slot.
struct recorded_names {
    std::span<const recorded_kind> kinds{};
    std::span<const std::string> marks{};
};

/// Names that `from` has shown so far.
[[nodiscard]] inline recorded_names names_in(const recording& from) noexcept {
    return {.kinds = from.kinds(), .marks = from.mark_names()};
}

/// Range of the slots of a recording that are written, both ends included.
struct recorded_part {
    slot first = 0;
    slot last = never;
};

/// Makes lines of the slots of a recording.
class slot_lines : polymorphic {
public:
    /// Takes a slot before those whose lines are written, because of its marks, for example.
    virtual void pass(const recorded_slot& /*record*/, const recorded_names& /*names*/) {}
    /// Appends the text in front of the lines, once all slots before them were passed.
    virtual void begin(fmt::memory_buffer& /*to*/) {}
    /// Adds the lines of a slot. Called in the order of slots. @param to record they are appended
    /// to
    virtual void add(const recorded_slot& record, const recorded_names& names,
                     fmt::memory_buffer& to) = 0;
    /// Appends the text after the last slot.
    virtual void end(fmt::memory_buffer& /*to*/) {}
};

/// A table that can be made of any recording.
struct record_table {
    std::string_view name;
    std::string_view meaning;  ///< what a row is
    std::string_view columns;  ///< their names, with commas between
    /// Makes its rows, without the names of the columns: CSV by RFC 4180, lines that end in CR LF.
    /// @param plan, where outlive what is made
    std::unique_ptr<slot_lines> (*rows)(const recorded_plan& plan, const network& network);
};

/// All tables; the first is the default.
[[nodiscard]] std::span<const record_table> record_tables() noexcept;

/// @throws std::invalid_argument that names the nearest one
[[nodiscard]] const record_table& record_table_named(std::string_view name);

/// Makes the lines that `run --log` writes, see `event_lines`.
[[nodiscard]] std::unique_ptr<slot_lines> json_lines(const recorded_plan& plan);

/// Text as a field of CSV by RFC 4180: printable, and in quotes where it has to be. One that
/// spreadsheets would take for a formula, which begins with =, +, - or @, gets an apostrophe in
/// front. Not for numbers.
[[nodiscard]] std::string csv_field(std::string_view text);

/// Takes text, piece by piece.
using text_sink = std::function<void(std::string_view text)>;

/// Hands the lines of slots of `from` on, in pieces of about a megabyte.
/// @throws recording_error where the recording is damaged, and whatever `take` throws
void write_lines(const recording& from, slot_lines& lines, const text_sink& take,
                 const recorded_part& part = {});

/// Shows the slots before `part` to `visit` if later slots depend on them: whether the plan has
/// phases.
void visit_before(const recording& from, const recorded_part& part,
                  const std::function<void(const recorded_slot&)>& visit);

}  // namespace tutti
