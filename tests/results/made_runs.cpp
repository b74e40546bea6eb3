#include "made_runs.hpp"

#include <fmt/format.h>

namespace support {
namespace {

tutti::stored_run stored(const made_run& made) {
    tutti::stored_run one{.plan = {},
                          .network = tutti::network_specification::parse(
                              fmt::format("hypercube:{}", made.dimensions)),
                          .has_broadcasters = true,
                          .root = {},
                          .program = "tutti",
                          .found = {}};
    tutti::result& found = one.found;
    found.collective = "simultaneous-broadcast";
    found.algorithm = made.algorithm;
    found.network = fmt::format("hypercube:{}", made.dimensions);
    found.nodes = std::size_t{1} << static_cast<unsigned>(made.dimensions);
    found.links = found.nodes * static_cast<std::size_t>(made.dimensions);
    found.diameter = made.dimensions;
    found.broadcasters = made.broadcasters;
    found.packets = found.nodes;
    found.seed = made.seed;
    found.threads = 1;
    found.verdict = made.verdict;
    found.units = made.units;
    found.slots = made.units.ceil();
    if (made.exact) {
        found.expected = {.units = *made.exact, .kind = made.kind};
    }
    found.lower_bound.units = made.bound;
    found.parameters = made.parameters;
    one.plan =
        fmt::format("{} {} {} {}", made.algorithm, made.dimensions, made.broadcasters, made.seed);
    return one;
}

}  // namespace

void make_store(const std::string& path, const std::vector<made_run>& runs) {
    tutti::result_store store{path};
    for (const made_run& each : runs) {
        store.put(stored(each));
    }
    store.commit();
}

std::vector<made_run> two_algorithms() {
    std::vector<made_run> runs;
    for (const int dimensions : {4, 5}) {
        for (const int seed : {1, 2}) {
            const int greedy = dimensions == 4 ? 7 + seed : 7 + 3 * seed;
            runs.push_back({.dimensions = dimensions,
                            .seed = static_cast<std::uint64_t>(seed),
                            .units = greedy,
                            .bound = dimensions});
            runs.push_back({.algorithm = "prefix",
                            .dimensions = dimensions,
                            .seed = static_cast<std::uint64_t>(seed),
                            .units = 3 * dimensions,
                            .exact = 3 * dimensions,
                            .bound = dimensions});
        }
    }
    return runs;
}

}  // namespace support
