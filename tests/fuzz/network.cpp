/// @file
/// Bytes as a network: they are one, in little memory, or are refused in one line.
#include "tutti/topology/network.hpp"

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <variant>

#include "fuzz/one_line.hpp"
#include "topology/axioms.hpp"

namespace {

// Hypercubes and grids are numbers only, whatever their size.
void check(const tutti::network& built) {
    constexpr std::size_t most_checked = 10'000;
    if (tutti::link_count(built) <= most_checked && tutti::node_count(built) <= most_checked) {
        fuzz::require(std::visit(
            [](const auto& shape) { return support::broken_axioms(shape) == 0; }, built));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    constexpr std::uint64_t most_bytes = std::uint64_t{1} << 20U;
    const std::string_view text = fuzz::text_of(bytes, size);
    if (text.find("graph:") != std::string_view::npos) {
        return -1;  // files have a separate harness
    }
    try {
        check(tutti::parse_network(text, most_bytes));
    } catch (const std::invalid_argument& why) {
        fuzz::require(fuzz::is_one_line(why.what()));
    }
    return 0;
}
