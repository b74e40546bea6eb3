/// @file
/// Migration of stores from earlier schemas to the present one.
#pragma once

#include <string>
#include <string_view>

#include <SQLiteCpp/SQLiteCpp.h>

namespace tutti {

/// The first schema in which runs have a content and an identity.
inline constexpr int first_schema_with_content = 2;

/// A column of `runs` as an expression of SQL on a store of the schema.
[[nodiscard]] std::string expression_in_schema(std::string_view column, int schema);
/// All of them, in their order, with their names.
[[nodiscard]] std::string columns_in_schema(int schema);

/// Brings a store of an earlier schema to the present one, in one transaction: whatever ends it
/// before, the store stays as it was. Runs of files keep the content "unknown".
/// @throws std::invalid_argument, one line that names the file, if the table of runs has columns
/// that are none of a store's, which would be lost
void migrate_store(SQLite::Database& open, const std::string& path);

}  // namespace tutti
