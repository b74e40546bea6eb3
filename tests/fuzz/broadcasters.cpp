/// @file
/// A byte for the size of a network, one for a seed, and text as its broadcasters: they are drawn,
/// or are refused in one line.
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>

#include "fuzz/broadcaster_set.hpp"
#include "fuzz/one_line.hpp"
#include "topology/networks/network_listing.hpp"
#include "topology/node_naming.hpp"
#include "tutti/topology/graph.hpp"
#include "tutti/topology/network.hpp"

namespace {

tutti::network named_path() {
    return tutti::graph{tutti::network_listing{
        .nodes = 4,
        .links = {{.from = 0, .to = 1}, {.from = 1, .to = 2}, {.from = 2, .to = 3}},
        .names = {"gpu0", "1-2", "a,b", "0:f"}}};
}

void check(std::string_view text, const tutti::node_naming& nodes, std::uint64_t seed) {
    try {
        const auto specification = tutti::broadcaster_specification::parse(text);
        fuzz::require(specification.text() == text);
        if (!specification.adversary()) {
            specification.check_names(nodes);
            fuzz::check_draw(specification, nodes, seed);
        }
    } catch (const std::invalid_argument& why) {
        fuzz::require(fuzz::is_one_line(why.what()));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text = fuzz::text_of(bytes, size);
    if (size < 2 || text.find("file:") != std::string_view::npos) {
        return -1;  // files have a separate harness
    }
    static const tutti::network named = named_path();
    check(text.substr(2), std::size_t{1} + bytes[0], bytes[1]);
    check(text.substr(2), named, bytes[1]);
    return 0;
}
