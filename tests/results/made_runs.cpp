#include "made_runs.hpp"

#include <fmt/format.h>

namespace support {
namespace {

tutti::stored_run stored(const made_run& made) {
    tutti::stored_run run;
    run.network = tutti::network_specification::parse(fmt::format("hypercube:{}", made.dimensions));
    run.has_broadcasters = true;
    run.program = "tutti";
    tutti::result& outcome = run.result;
    outcome.collective = "simultaneous-broadcast";
    outcome.algorithm = made.algorithm;
    outcome.network = fmt::format("hypercube:{}", made.dimensions);
    outcome.nodes = std::size_t{1} << static_cast<unsigned>(made.dimensions);
    outcome.links = outcome.nodes * static_cast<std::size_t>(made.dimensions);
    outcome.diameter = made.dimensions;
    outcome.broadcasters = made.broadcasters;
    outcome.packets = outcome.nodes;
    outcome.seed = made.seed;
    outcome.threads = 1;
    outcome.verdict = made.verdict;
    outcome.units = made.units;
    outcome.slots = made.units.ceil();
    if (made.exact) {
        outcome.expected = {.units = *made.exact, .kind = made.kind};
    }
    outcome.lower_bound.units = made.bound;
    outcome.parameters = made.parameters;
    run.plan =
        fmt::format("{} {} {} {}", made.algorithm, made.dimensions, made.broadcasters, made.seed);
    return run;
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
