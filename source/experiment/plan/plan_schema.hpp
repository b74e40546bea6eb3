/// @file
/// Schema of plans: every field once, as data. Options, help, JSON, the plans in recordings, the
/// form of the page and the command that repeats a run are made from it.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/candidates.hpp"
#include "plan_values.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// Type of a field, which determines its form in JSON and in the page.
enum class field_type : std::uint8_t {
    collective,     ///< COLLECTIVE or COLLECTIVE/ALGORITHM, the argument of a command
    named_network,  ///< may name a file: `graph:FILE`
    node_set,       ///< may name a file: `file:PATH`
    node,
    choice,  ///< one of a few names
    number,
    number_range,
    seeds,
    settings,  ///< parameters of algorithms, by name; some name files
    path,      ///< of a file
    flag,
    text
};

/// Name of a type, as the API has it.
[[nodiscard]] std::string_view name_of(field_type type) noexcept;

/// Dependence of a field on the collective.
enum class field_scope : std::uint8_t {
    every_collective,
    with_broadcasters,  ///< collectives whose broadcasters are chosen
    with_root,
    of_algorithm  ///< every collective, but its values depend on the algorithm
};

/// Part that a field has in plans.
enum class field_part : std::uint8_t {
    plan,  ///< determines the runs: in JSON and in plan files, too
    run    ///< how they are executed, on the command line alone
};

/// A field of plans.
struct plan_field {
    std::string_view option;          ///< "--slot-budget"
    std::string_view short_option{};  ///< "-n", or empty
    field_type type = field_type::number;
    std::string_view placeholder{};    ///< of the value in the help; of an axis in the plural
    std::string_view title{};          ///< in the page; empty: the name
    std::string_view meaning{};        ///< without range and default
    std::string_view file_form{};      ///< of values that name files, where the meaning has none
    std::string_view swept_meaning{};  ///< in the help of sweeps; empty: as elsewhere
    std::string_view default_text{};   ///< a value, or words for it; empty: none
    std::uint64_t least = 0;           ///< of numbers
    std::uint64_t most = ~std::uint64_t{0};
    bool shows_range = false;  ///< in the help
    std::span<const std::string_view> choices{};
    std::span<const plan_command> commands{};  ///< that take it
    field_scope scope = field_scope::every_collective;
    field_part part = field_part::plan;
    bool is_axis = false;             ///< sweeps take several values, and braces
    std::string_view earlier_name{};  ///< in JSON of earlier versions
    std::string_view column{};        ///< of an independent variable in stores
    /// Name of its row in tables of results. A field with one is a field of results as it stands:
    /// a text under its column's name, null where it has its default.
    std::string_view row{};
    bool joins_values = false;  ///< may be given several times, for one text with commas between
    int place_in_text = 0;      ///< in the canonical text of a run; 0: not in it
    /// Reads one text. Fields that depend on the collective are read when the request has its
    /// algorithms. Null: its readers ask `plan_values`.
    /// @throws std::invalid_argument, one line without the option's name
    void (*read)(candidate_request& request, const std::string& text) = nullptr;
    /// Canonical text of a run: empty if it has the default. Parameters have a text each instead.
    std::string (*write)(const experiment& plan, const std::optional<slot>& slot_budget) = nullptr;

    /// Key in JSON and INI: "slot-budget".
    [[nodiscard]] constexpr std::string_view name() const noexcept { return option.substr(2); }
    /// Name in messages: the option, of the collective its placeholder.
    [[nodiscard]] constexpr std::string_view label() const noexcept {
        return type == field_type::collective ? placeholder : option;
    }
    /// Placeholder in the help of a command.
    [[nodiscard]] std::string_view placeholder_for(plan_command command) const noexcept;
    [[nodiscard]] bool is_taken_by(plan_command command) const noexcept;
    [[nodiscard]] bool applies_to(const collective& collective) const noexcept;
    /// The meaning in a command.
    [[nodiscard]] std::string_view meaning_for(plan_command command) const noexcept;
    /// The same with range and default, as the help has it: "threads, from 1 to 9 (default 3)".
    [[nodiscard]] std::string help_for(plan_command command) const;
};

/// All fields, in the order of the help.
[[nodiscard]] std::span<const plan_field> plan_fields() noexcept;

/// Fields of the canonical text of a run, in its order.
[[nodiscard]] const std::vector<const plan_field*>& fields_of_text();

/// The field of that name, or the one that had it in earlier versions; null if there is none.
[[nodiscard]] const plan_field* find_plan_field(std::string_view name) noexcept;

/// The field of that name. @pre there is one
[[nodiscard]] const plan_field& plan_field_named(std::string_view name);

/// The field that messages call so: "--seed", "COLLECTIVE", "NETWORK"; null if there is none.
[[nodiscard]] const plan_field* find_field_by_label(std::string_view label) noexcept;

/// The field of that name in a plan that is read from JSON or a file.
/// @throws option_error if there is none
[[nodiscard]] const plan_field& require_plan_field(std::string_view name);

/// Gives a field its texts, as JSON or a file has them: lists of collectives and seeds are joined
/// by commas.
/// @param name of the field there
/// @throws option_error if the command does not take the field, or so many values of it
void give_texts(plan_values& values, const plan_field& field, std::string_view name,
                std::vector<std::string> texts);

/// Never null. @throws std::invalid_argument that names the text if it is no port model
[[nodiscard]] std::optional<port_model> read_port_model(const std::string& text);

/// The value of a number, or nothing if it is not given. @param name of the field
/// @throws option_error if it is out of the field's range
[[nodiscard]] std::optional<std::uint64_t> number_of(const option_values& values,
                                                     std::string_view name);
template <std::integral Number>
[[nodiscard]] std::optional<Number> number_of(const option_values& values, std::string_view name) {
    const auto number = number_of(values, name);
    return number ? std::optional{static_cast<Number>(*number)} : std::nullopt;
}

}  // namespace tutti
