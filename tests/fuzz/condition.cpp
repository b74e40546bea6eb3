/// @file
/// A condition on rows: it is met or not whatever the values are, or is refused in one line.
#include "results/condition.hpp"

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>

#include "fuzz/one_line.hpp"
#include "fuzz/words.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    try {
        const tutti::condition read = tutti::parse_condition(fuzz::text_of(bytes, size));
        std::size_t comparisons = 0;
        const auto every_second = [&](const tutti::column_comparison& comparison) {
            fuzz::require(!comparison.column.empty());
            return comparisons++ % 2 == 0;
        };
        static_cast<void>(tutti::is_met(read, every_second));
        fuzz::require(comparisons <= tutti::most_comparisons);
    } catch (const std::invalid_argument& why) {
        fuzz::require(fuzz::is_one_line(why.what()));
    }
    return 0;
}
