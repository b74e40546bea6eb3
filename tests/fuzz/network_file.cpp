/// @file
/// Bytes as a network file: they are a network, or are refused in one line.
///
/// Each format is tried, or that of the variable TUTTI_FUZZ_FORMAT alone ("mtx").
#include "topology/network_files/network_file.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/one_line.hpp"
#include "topology/axioms.hpp"
#include "topology/network_files/file_formats.hpp"
#include "tutti/topology/graph.hpp"
#include "util/value_syntax.hpp"

namespace {

void read(std::string_view content, const tutti::network_file_options& options) {
    constexpr std::uint64_t most_bytes = std::uint64_t{1} << 20U;
    try {
        const tutti::network_listing listing =
            tutti::parse_network_file(content, {"", options}, most_bytes);
        std::vector<tutti::graph::link> links;
        for (const auto& [from, to, copies] : listing.links) {
            fuzz::require(copies >= 1 && copies <= 64);
            links.emplace_back(from, to);
        }
        fuzz::require(listing.names.empty() || listing.names.size() == listing.nodes);
        fuzz::require(listing.switches.empty() || listing.switches.back() < listing.nodes);
        if (links.size() < 1000) {
            fuzz::require(support::broken_axioms(tutti::graph{listing.nodes, links}) == 0);
        }
    } catch (const std::invalid_argument& why) {
        fuzz::require(fuzz::is_one_line(why.what()));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view content = fuzz::text_of(bytes, size);
    const std::array<tutti::network_file_options, 4> choices{
        {{},
         {{"weights", "parallel"},
          {"loops", "drop"},
          {"duplicates", "parallel"},
          {"directed", "both"}},
         {{"weights", "ignore"}, {"duplicates", "drop"}, {"switches", "1,3-4,s0"}},
         {{"names", ""}, {"base", "1"}}}};
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing sets variables
    if (const char* const only = std::getenv("TUTTI_FUZZ_FORMAT"); only != nullptr) {
        tutti::network_file_options options = choices[size % choices.size()];
        options["format"] = only;
        read(content, options);
        return 0;
    }
    for (const tutti::network_file_options& options : choices) {
        read(content, options);
    }
    // Every reader takes any bytes.
    const std::string names = tutti::file_format_names();
    const auto formats = tutti::split(names, '|');
    read(content, {{"format", std::string{formats[size % formats.size()]}}, {"weights", "ignore"}});
    return 0;
}
