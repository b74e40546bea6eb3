/// @file
/// A text with braces: it expands to values without braces, all of which can be made, or is refused
/// in one line.
#include "experiment/plan/expansion.hpp"

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "fuzz/one_line.hpp"
#include "fuzz/words.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text = fuzz::text_of(bytes, size);
    try {
        const tutti::expansion read = tutti::expansion::parse(text);
        fuzz::require(read.size() >= 1 && read.size() <= tutti::expansion::most_values);
        for (const std::uint64_t which : {std::uint64_t{0}, read.size() / 2, read.size() - 1}) {
            const std::string one = read.at(which);
            fuzz::require(one.find_first_of("{}") == std::string::npos);
        }
    } catch (const std::invalid_argument& why) {
        fuzz::require(fuzz::is_one_line(why.what()));
    }
    return 0;
}
