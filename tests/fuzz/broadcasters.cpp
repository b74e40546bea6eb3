/// @file
/// A byte for the size of a network, one for a seed, and text as its broadcasters: they are drawn,
/// or are refused in one line.
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>

#include "fuzz/broadcaster_set.hpp"
#include "fuzz/one_line.hpp"

namespace {

void check(std::string_view text, std::size_t node_count, std::uint64_t seed) {
    const auto specification = tutti::broadcaster_specification::parse(text);
    fuzz::require(specification.text() == text);
    if (!specification.adversary()) {
        fuzz::check_draw(specification, node_count, seed);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text = fuzz::text_of(bytes, size);
    if (size < 2 || text.find("file:") != std::string_view::npos) {
        return -1;  // files have a separate harness
    }
    try {
        check(text.substr(2), std::size_t{1} + bytes[0], bytes[1]);
    } catch (const std::invalid_argument& why) {
        fuzz::require(fuzz::is_one_line(why.what()));
    }
    return 0;
}
