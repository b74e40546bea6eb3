#include "stored_summaries.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "column_value.hpp"
#include "experiment/sweep/sweep_stored.hpp"
#include "store_file.hpp"
#include "store_layout.hpp"
#include "tutti/experiment/sweep.hpp"

namespace tutti {

summary_lookup::summary_lookup(SQLite::Database& open)
    : query_{open,
             fmt::format(
                 "SELECT program, version, verdict, slots, transmissions, digest, wall_seconds "
                 "FROM runs WHERE {} = ?",
                 store_layout{open}.key())} {}

std::optional<stored_summary> summary_lookup::find(const std::string& key) {
    query_.reset();
    query_.bindNoCopy(1, key);
    if (!query_.executeStep()) {
        return std::nullopt;
    }
    const stored_summary summary{.program = query_.getColumn(0).getString(),
                                 .version = query_.getColumn(1).getString(),
                                 .verdict = query_.getColumn(2).getString(),
                                 .slots = query_.getColumn(3).getInt64(),
                                 .transmissions = count_in(query_.getColumn(4)),
                                 .digest = query_.getColumn(5).getString(),
                                 .wall_seconds = query_.getColumn(6).getDouble()};
    // The statement is reset at once, since one that is left open would hold a read lock.
    query_.reset();
    return summary;
}

// A dry run writes nothing: the store is opened to read, and only if there is one.
sweep_estimate estimate_sweep(const sweep_plan& plan, const experiment_options& options,
                              const std::string& store) {
    if (store.empty() || !std::filesystem::exists(store) || std::filesystem::is_empty(store)) {
        return estimate_runs_left(plan, options, {});
    }
    SQLite::Database open = open_store_to_read(store);
    summary_lookup summaries{open};
    return estimate_runs_left(plan, options, reading_store(store, [&] {
                                  return find_stored(
                                      plan, {.run = options},
                                      [&](const std::string& key) { return summaries.find(key); });
                              }));
}

}  // namespace tutti
