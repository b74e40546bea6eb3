/// @file
/// Warnings about the store that a command writes.
#pragma once

#include <string>

#include "results/store/store.hpp"

namespace tutti::program {

/// Says on standard error that others have runs in the store, if there are any.
void warn_foreign_runs(result_store& store, const foreign_runs& others);

/// Says on standard error that the store has runs of files that had another content, if there are
/// any.
void warn_changed_files(result_store& store, std::uint64_t runs);

/// Says on standard error which file belongs to a store that was closed, if there is any.
void warn_unmerged_wal(const std::string& path);

}  // namespace tutti::program
