/// @file
/// Step 15, a test: doctest asserts on the results of experiments.
///
/// Adds to step 14: `run_experiment`, which is what `run` on the command line calls. A result has
/// the verdict, the times and what was expected of them. The algorithm is that of step 14.
///
/// Try next: start the loop of the program at `above + 1`: all but the test of two threads fails,
/// with the input and the reason of each failure.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <string>

#include <doctest/doctest.h>

#include "14_own_algorithm.hpp"
#include "tutti/experiment/experiment.hpp"

using namespace tutti;

/// Result of `run ALGORITHM -n NETWORK --root ROOT -t THREADS`.
result result_of(const std::string& algorithm, const std::string& network, node_id root,
                 int threads = 1) {
    catalogue catalogue = standard_catalogue();
    catalogue.add(one_by_one());
    experiment plan{
        .catalogue = &catalogue, .network = network_specification::parse(network), .root = root};
    plan.built_network = plan.network.build();
    plan.algorithm = &choose_algorithm(catalogue, algorithm, plan, {});
    plan.ports = plan.algorithm->ports.front();
    return run_experiment(plan, {.threads = threads}, "");
}

TEST_CASE("one-by-one takes d slots, from any root") {
    for (int d = 1; d <= 8; ++d) {
        for (const node_id root : {0U, 1U, (1U << static_cast<unsigned int>(d)) - 1}) {
            CAPTURE(d);
            CAPTURE(root);

            const result run =
                result_of("broadcast/one-by-one", "hypercube:" + std::to_string(d), root);

            CHECK(error_of(run) == "");
            CHECK(run.verdict == verdict::complete);
            CHECK(run.slots == d);
        }
    }
}

TEST_CASE("two threads give the same run as one") {
    const result one = result_of("broadcast/one-by-one", "hypercube:8", 5, 1);
    const result two = result_of("broadcast/one-by-one", "hypercube:8", 5, 2);

    CHECK(one.digest == two.digest);
    CHECK(one.slots == two.slots);
}
