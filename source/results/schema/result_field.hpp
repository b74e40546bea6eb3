/// @file
/// Field of a result: its names, its meaning, and the function that reads it.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include <boost/json.hpp>

#include "experiment/sweep/stored_run.hpp"
#include "tutti/experiment/result.hpp"
#include "tutti/node/rational.hpp"

namespace tutti {

/// Value of a field: nothing, a flag, a number, a text, or several values as JSON.
using field_value = std::variant<std::monostate, bool, std::uint64_t, std::int64_t, rational,
                                 double, std::string, boost::json::value>;

/// Kind of a field's values.
enum class value_kind : std::uint8_t {
    flag,      ///< true or false
    whole,     ///< whole numbers
    fraction,  ///< exact times and the like; text in JSON, three columns in a store
    real,      ///< measured numbers
    text,
    structure  ///< several values, in JSON only
};

/// Origin of the values: a result and, where it is stored, the run with its plan.
struct field_source {
    const result* outcome = nullptr;  ///< never null where it is read
    const stored_run* run = nullptr;  ///< null outside of stores
};

/// Presentation of a field, where it has one.
struct field_presentation {
    std::string_view unit{};
    std::string_view axis{};   ///< title of an axis in figures; empty: the column's name
    std::string_view title{};  ///< the same, short; empty: that of the axis
    /// Name of its row in tables for people and on the page; empty: it has none, or is part of a
    /// row with other fields (result_table.cpp).
    std::string_view row{};
    int digits = 0;               ///< significant digits of a real number in JSON; 0: all
    std::string_view formerly{};  ///< name of the column in stores of schemas 1 and 2
};

/// Field of a result. Readers iterate over `result_fields()`: whatever a field is used for follows
/// from its entry there.
struct result_field {
    /// Place in JSON, with dots: `time.slots`. An object of which all parts are null is null.
    /// Empty: the field is in stores only.
    std::string_view path;
    std::string_view column;  ///< of a store's table `runs`; empty: it is not stored
    std::string_view meaning;
    field_presentation shown;
    value_kind kind;
    bool is_optional;  ///< true if it may be null
    field_value (*value)(const field_source& from);
    bool is_of_dynamic = false;  ///< stores of schemas 1 and 2 have it in their table `dynamic`
    bool is_of_plan = false;     ///< a field of plans as it stands: see `request::plan_texts`
};

[[nodiscard]] inline field_value value_of(const result_field& field, const field_source& from) {
    if (!field.is_of_plan) {
        return field.value(from);
    }
    const auto& texts = from.outcome->plan_texts;
    const auto text =
        std::ranges::find(texts, field.column, &std::pair<std::string, std::string>::first);
    return text == texts.end() ? field_value{} : field_value{text->second};
}

namespace detail {

template <class T>
struct is_optional_type : std::false_type {};
template <class T>
struct is_optional_type<std::optional<T>> : std::true_type {
    using content = T;
};

template <class T>
constexpr value_kind kind_of_values() {
    if constexpr (is_optional_type<T>::value) {
        return kind_of_values<typename is_optional_type<T>::content>();
    } else if constexpr (std::same_as<T, bool>) {
        return value_kind::flag;
    } else if constexpr (std::integral<T>) {
        return value_kind::whole;
    } else if constexpr (std::same_as<T, rational>) {
        return value_kind::fraction;
    } else if constexpr (std::floating_point<T>) {
        return value_kind::real;
    } else if constexpr (std::convertible_to<T, std::string_view> || std::is_enum_v<T>) {
        return value_kind::text;
    } else {
        return value_kind::structure;
    }
}

template <class T>
field_value value_from(const T& value) {
    if constexpr (is_optional_type<T>::value) {
        return value ? value_from(*value) : field_value{};
    } else if constexpr (std::same_as<T, bool> || std::same_as<T, rational>) {
        return value;
    } else if constexpr (std::unsigned_integral<T>) {
        return std::uint64_t{value};
    } else if constexpr (std::signed_integral<T>) {
        return std::int64_t{value};
    } else if constexpr (std::floating_point<T>) {
        return double{value};
    } else if constexpr (std::is_enum_v<T>) {
        return std::string{name_of(value)};
    } else if constexpr (std::convertible_to<T, std::string_view>) {
        return std::string{value};
    } else {
        return boost::json::value_from(value);
    }
}

/// Reads the part of a whole behind several pointers to members, one in the other; an optional one
/// that is empty has empty parts.
template <auto First, auto... Rest>
auto part_of(const auto& whole) {
    const auto& part = whole.*First;
    if constexpr (sizeof...(Rest) == 0) {
        return part;
    } else if constexpr (is_optional_type<std::remove_cvref_t<decltype(part)>>::value) {
        using content = decltype(part_of<Rest...>(*part));
        using maybe =
            std::conditional_t<is_optional_type<content>::value, content, std::optional<content>>;
        return part ? maybe{part_of<Rest...>(*part)} : maybe{};
    } else {
        return part_of<Rest...>(part);
    }
}

/// Value of a field that later versions fill in.
inline constexpr auto nothing_yet = [](const field_source& /*from*/) {
    return boost::json::value(nullptr);
};

}  // namespace detail

/// A field that is computed. @tparam Read a function of a `field_source`
template <auto Read>
[[nodiscard]] constexpr result_field field_from(std::string_view path, std::string_view column,
                                                std::string_view meaning,
                                                field_presentation shown = {}) {
    using value = std::invoke_result_t<decltype(Read), const field_source&>;
    return {path,
            column,
            meaning,
            shown,
            detail::kind_of_values<value>(),
            detail::is_optional_type<value>::value,
            [](const field_source& from) { return detail::value_from(Read(from)); }};
}

/// Likewise. @param read a lambda without captures
template <class Read>
    requires std::is_empty_v<Read>
[[nodiscard]] constexpr result_field field_from(std::string_view path, std::string_view column,
                                                std::string_view meaning, Read /*read*/,
                                                field_presentation shown = {}) {
    return field_from<Read{}>(path, column, meaning, shown);
}

/// The field that a member of `result` is, or a member of that, and so on.
template <auto... Members>
[[nodiscard]] constexpr result_field field_of(std::string_view path, std::string_view column,
                                              std::string_view meaning,
                                              field_presentation shown = {}) {
    return field_from(
        path, column, meaning,
        [](const field_source& from) { return detail::part_of<Members...>(*from.outcome); }, shown);
}

/// Likewise of a stored run; the field is in stores only.
template <auto... Members>
[[nodiscard]] constexpr result_field stored_field(std::string_view column,
                                                  std::string_view meaning) {
    return field_from("", column, meaning, [](const field_source& from) {
        return detail::part_of<Members...>(*from.run);
    });
}

}  // namespace tutti
