#include <filesystem>
#include <string>

#include "experiment/sweep/sweep_stored.hpp"
#include "store_file.hpp"
#include "stored_summaries.hpp"
#include "tutti/experiment/sweep.hpp"

namespace tutti {
namespace {

stored_sweep_runs find_in_file(const sweep_plan& plan, const experiment_options& options,
                               const std::string& path) {
    SQLite::Database open = open_store_to_read(path);
    summary_lookup outcomes{open};
    return reading_store(path, [&] {
        return find_stored(plan, {.run = options},
                           [&](const std::string& key) { return outcomes.find(key); });
    });
}

}  // namespace

// A dry run writes nothing: the store is opened to read, and only if there is one.
sweep_estimate estimate_sweep(const sweep_plan& plan, const experiment_options& options,
                              const std::string& store) {
    const bool is_there =
        !store.empty() && std::filesystem::exists(store) && !std::filesystem::is_empty(store);
    return estimate_runs_left(plan, options,
                              is_there ? find_in_file(plan, options, store) : stored_sweep_runs{});
}

}  // namespace tutti
