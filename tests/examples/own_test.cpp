/// @file
/// Experiments in a test suite: doctest asserts on their results.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <string>

#include <doctest/doctest.h>

#include "tutti/experiment/experiment.hpp"

using namespace tutti;

/// Result of `tutti run ALGORITHM -n NETWORK -b BROADCASTERS -t THREADS`.
result found(const std::string& algorithm, const std::string& network,
             const std::string& broadcasters, int threads = 1) {
    const catalogue catalogue = standard_catalogue();
    experiment plan{.catalogue = &catalogue,
                    .network = network_specification::parse(network),
                    .broadcasters = broadcaster_specification::parse(broadcasters)};
    plan.built_network = plan.network.build();
    plan.algorithm =
        &choose_algorithm(catalogue, algorithm, plan.built_network, port_model::all_port);
    return run_experiment(plan, {.threads = threads}, "");
}

TEST_CASE("greedy takes d + K - 1 slots at most, whoever broadcasts") {
    for (const std::string broadcasters : {"nodes:5", "random:20", "bernoulli:0.5", "all"}) {
        CAPTURE(broadcasters);

        const result run = found("simultaneous-broadcast/greedy", "hypercube:6", broadcasters);

        CHECK(error_of(run) == "");
        CHECK(run.verdict == verdict::complete);
        CHECK(run.slots <= 6 + static_cast<slot>(run.packets) - 1);
        CHECK(run.units >= run.lower_bound.units);
    }
}

TEST_CASE("two threads come to the same as one") {
    const result one = found("multinode-broadcast", "torus:5x5", "all", 1);
    const result two = found("multinode-broadcast", "torus:5x5", "all", 2);

    CHECK(one.digest == two.digest);
    CHECK(one.slots == two.slots);
}
