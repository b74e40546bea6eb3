/// @file
/// Warnings about the store that a command writes.
#pragma once

#include <string>

#include "results/store/store.hpp"

namespace tutti::program {

/// Says on standard error that others have runs in the store, if there are any.
void say_who_else(result_store& store, const runs_of_others& others);

/// Says on standard error that the store has runs of files that had another content, if there are
/// any.
void say_what_had_other_content(result_store& store, std::uint64_t runs);

/// Says on standard error which file belongs to a store that was closed, if there is any.
void say_what_is_beside(const std::string& path);

}  // namespace tutti::program
