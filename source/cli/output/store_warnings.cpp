#include "store_warnings.hpp"

#include <cstdio>

#include "tutti/version.hpp"
#include "util/value_syntax.hpp"

namespace tutti::program {

// Warnings go to standard error, since standard output has the result alone.
void warn_foreign_runs(result_store& store, const foreign_runs& others) {
    if (others.count > 0) {
        fmt::print(stderr,
                   "tutti: {} of the {} runs in {} {} from other versions or programs, such as {}, "
                   "and this is {}; `results` and `plot` report where a mean mixes them\n",
                   grouped(others.count), grouped(store.run_count()), in_quotes(store.path()),
                   others.count == 1 ? "is" : "are", printable(others.first), version());
    }
}

void warn_changed_files(result_store& store, std::uint64_t runs) {
    if (runs > 0) {
        fmt::print(stderr,
                   "tutti: {} of the {} runs in {} {} of files whose content has changed, or is "
                   "unknown; they are kept separate: see the column content\n",
                   grouped(runs), grouped(store.run_count()), in_quotes(store.path()),
                   runs == 1 ? "is" : "are");
    }
}

void warn_unmerged_wal(const std::string& path) {
    if (const auto beside = pending_wal_file(path)) {
        fmt::print(stderr,
                   "tutti: {} is open in a reader: some of its rows are in {}, which belongs to it "
                   "until a sweep writes into it again\n",
                   in_quotes(path), in_quotes(*beside));
    }
}

}  // namespace tutti::program
