/// @file
/// Migration of stores from earlier schemas to the present one.
#pragma once

#include <string>

#include <SQLiteCpp/SQLiteCpp.h>

namespace tutti {

/// Brings a store to the present schema, in one transaction: whatever ends it before, the store
/// stays as it was. A copy of the store, FILE.schema-N, is beside it until then. Columns that
/// a store of the present schema lacks are added. Runs of files keep the content "unknown".
/// @throws std::invalid_argument, one line that names the file, if the table of runs of an earlier
/// schema has columns that are none of a store's, which would be lost
void migrate_store(SQLite::Database& open, const std::string& path);

}  // namespace tutti
