/// @file
/// Memory of the tables that runs share (`algorithms/any/scheduled`).
#pragma once

namespace tutti {

/// Empties the cache of tables, so that the next run shows what memory its tables take.
void drop_shared_tables();

}  // namespace tutti
