/// @file
/// Runs with schedules from the user's cache, beside runs that make them.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "algorithms/table_memory.hpp"
#include "node/schedule_cache.hpp"
#include "support/scratch.hpp"
#include "trial.hpp"
#include "tutti/experiment/experiment.hpp"

TEST_SUITE("algorithms/cached_schedules") {

namespace {

namespace fs = std::filesystem;

/// Digest of a run that finds no table in this process.
std::pair<std::uint64_t, tutti::slot> figures_of(const tutti::experiment& plan) {
    tutti::drop_shared_tables();
    const tutti::result outcome = support::run(plan);
    CHECK(support::verdict_line(outcome) == "complete");
    return {outcome.digest, outcome.slots};
}

// Whether the files are those that were there before: a file that is replaced loses a link.
std::ptrdiff_t count_replaced(const fs::path& folder) {
    std::ptrdiff_t replaced = 0;
    for (const auto& file : fs::directory_iterator{folder}) {
        replaced += std::cmp_equal(file.hard_link_count(), 2) ? 0 : 1;
    }
    return replaced;
}

/// Links all files of a folder from another one.
void link_all(const fs::path& folder, const fs::path& from) {
    fs::create_directories(from);
    for (const auto& file : fs::directory_iterator{folder}) {
        fs::create_hard_link(file, from / file.path().filename());
    }
}

struct cached_run {
    const char* algorithm;
    tutti::port_model ports = tutti::port_model::all_port;
    const char* network = "random-graph:12.20.3";
    std::ptrdiff_t files = 1;
};

}  // namespace

TEST_CASE("runs of every schedule are equal, and read what earlier ones wrote") {
    using enum tutti::port_model;
    for (const auto& [algorithm, ports, network, files] : {
             cached_run{"multinode-broadcast/receiver-matching"},
             cached_run{"reduce-scatter/receiver-matching"},
             cached_run{"allreduce/receiver-matching"},
             cached_run{"multinode-broadcast/translations", all_port, "torus:4x4"},
             cached_run{"multinode-broadcast/one-port-matching", single_port_full_duplex},
             cached_run{"multinode-broadcast/one-port-matching", single_port_half_duplex},
             cached_run{"multinode-broadcast/loudest-first", shout_and_whisper},
             cached_run{"broadcast/pieces"},
             cached_run{"reduce/pieces"},
             cached_run{"broadcast/arborescences"},
             cached_run{"allreduce/arborescences"},
             cached_run{"allreduce/mirror"},
             cached_run{"allreduce/mirror-windows"},
             cached_run{"broadcast/telephone", single_port_half_duplex},
             cached_run{"scatter/flow"},
             cached_run{"gather/flow", one_way},
             cached_run{"scatter/farthest-first", single_port_full_duplex},
             cached_run{"gather/farthest-first", single_port_half_duplex},
             cached_run{"total-exchange/balanced-routes"},
             cached_run{"total-exchange/balanced-routes", single_port_half_duplex},
             cached_run{"total-exchange/open-shop", all_port, "torus:3x4"},
             cached_run{"prefix-sum/gather-scatter", all_port, "random-graph:12.20.3", 2},
             cached_run{"prefix-sum/gather-scatter", single_port_full_duplex,
                        "random-graph:12.20.3", 2},
             cached_run{"simultaneous-broadcast/table-order"},
         }) {
        CAPTURE(algorithm);
        CAPTURE(ports);
        const support::scratch folder;
        const fs::path cache = folder.path("cache");
        tutti::experiment plan = support::on_network(support::entry(algorithm), network);
        plan.ports = ports;
        tutti::use_schedule_cache({});
        const auto without = figures_of(plan);
        tutti::use_schedule_cache(cache, {.operations = 0, .seconds = 0});
        CHECK(figures_of(plan) == without);
        link_all(cache, folder.path("before"));
        CHECK(figures_of(plan) == without);
        tutti::use_schedule_cache({});
        CHECK(std::distance(fs::directory_iterator{cache}, {}) == files);
        CHECK(count_replaced(cache) == 0);
    }
}

}  // TEST_SUITE("algorithms/cached_schedules")
