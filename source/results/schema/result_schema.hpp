/// @file
/// Schema of results: every field of a result, once.
///
/// From it come JSON (result_json.cpp), the rows for people that need no sentence
/// (result_table.cpp), the columns of a store and their reader (store/run_table.hpp), titles of
/// axes, `tutti explain`, the fields that the page lists, and the table in README.md. A field that
/// is added here, with a member of `result` that has its value, is in all of them.
#pragma once

#include <span>
#include <string_view>

#include "result_field.hpp"

namespace tutti {

/// In the order in which JSON and stores have them; parts of an object are neighbours.
[[nodiscard]] std::span<const result_field> result_fields() noexcept;

/// The field that a store has under this name, or had in earlier schemas; null if there is none.
/// Case does not matter.
[[nodiscard]] const result_field* find_column(std::string_view name) noexcept;

namespace detail {

/// Fields that say what was run, fields of what happened, and those of dynamic runs.
[[nodiscard]] std::span<const result_field> plan_result_fields() noexcept;
[[nodiscard]] std::span<const result_field> outcome_result_fields() noexcept;
[[nodiscard]] std::span<const result_field> dynamic_result_fields() noexcept;

}  // namespace detail

}  // namespace tutti
