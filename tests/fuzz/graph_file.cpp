/// @file
/// Bytes as a graph file: they are a graph, or are refused in one line.
#include "topology/graph_file/graph_file.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

#include "fuzz/one_line.hpp"
#include "topology/axioms.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    try {
        const tutti::graph links = tutti::parse_graph(fuzz::text_of(bytes, size));
        fuzz::require(support::broken_axioms(links) == 0);
    } catch (const std::invalid_argument& why) {
        fuzz::require(fuzz::is_one_line(why.what()));
    }
    return 0;
}
