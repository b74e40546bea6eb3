/// @file
/// Lookup of plans in a store.
#pragma once

#include <optional>
#include <string>

#include <SQLiteCpp/SQLiteCpp.h>

#include "store.hpp"

namespace tutti {

/// Looks plans up in an open store.
///
/// Thread safety: one thread at a time.
class summary_lookup {
public:
    /// @param open outlives this
    explicit summary_lookup(SQLite::Database& open);

    /// Null if the store does not have it.
    /// @param key by `plan_identity::key()`
    [[nodiscard]] std::optional<stored_summary> find(const std::string& key);

private:
    SQLite::Statement query_;
};

}  // namespace tutti
