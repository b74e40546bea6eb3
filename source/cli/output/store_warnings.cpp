#include "store_warnings.hpp"

#include <cstdio>

#include "tutti/version.hpp"
#include "util/value_syntax.hpp"

namespace tutti::program {

void say_who_else(result_store& store, const runs_of_others& others) {
    if (others.count > 0) {
        fmt::print(stderr,
                   "tutti: {} of the {} runs in {} {} from other versions or programs, such as {}, "
                   "and this is {}; `results` and `plot` report where a mean mixes them\n",
                   grouped(others.count), grouped(store.run_count()), in_quotes(store.path()),
                   others.count == 1 ? "is" : "are", printable(others.first), version());
    }
}

void say_what_had_other_content(result_store& store, std::uint64_t runs) {
    if (runs > 0) {
        fmt::print(stderr,
                   "tutti: {} of the {} runs in {} {} of files whose content has changed, or is "
                   "unknown; they are kept separate: see the column content\n",
                   grouped(runs), grouped(store.run_count()), in_quotes(store.path()),
                   runs == 1 ? "is" : "are");
    }
}

void say_what_is_beside(const std::string& path) {
    if (const auto beside = rows_beside(path)) {
        fmt::print(stderr,
                   "tutti: {} is open in a reader: some of its rows are in {}, which belongs to it "
                   "until a sweep writes into it again\n",
                   in_quotes(path), in_quotes(*beside));
    }
}

}  // namespace tutti::program
