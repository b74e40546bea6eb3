// Every allocation of small experiments fails once.
#include <array>
#include <stdexcept>
#include <string_view>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "support/shortage.hpp"
#include "support/testbed.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/experiment/result.hpp"

TEST_SUITE("tutti/experiment/experiment.hpp") {

namespace {

struct small_experiment {
    std::string_view algorithm;
    std::string_view network;
    std::string_view broadcasters;
};

// Step by step, as coroutines, on a network of factors, with its own queues.
constexpr std::array small_experiments{
    small_experiment{"simultaneous-broadcast/greedy", "hypercube:2", "nodes:0,3"},
    small_experiment{"simultaneous-broadcast/prefix-roots", "hypercube:2", "nodes:0,3"},
    small_experiment{"multinode-broadcast/both-ways", "ring:3", "all"},
    small_experiment{"simultaneous-broadcast/line-greedy", "path:3", "nodes:0,0,2"}};

}  // namespace

TEST_CASE("an experiment without memory blames no program, and leaks nothing") {
    for (const small_experiment& one : small_experiments) {
        CAPTURE(one.algorithm);
        const tutti::experiment plan =
            support::on_network(support::entry(one.algorithm), one.network, one.broadcasters);
        for (const support::team& threads : support::starved_teams()) {
            CAPTURE(threads.threads);
            CAPTURE(threads.executor);
            const auto work = [&] {
                if (support::run(plan, threads).verdict != tutti::verdict::complete) {
                    throw std::logic_error{"it is said to be wrong"};
                }
            };

            // If oneTBB has no memory when it begins, it waits for ever when it is used again
            // (2021.8).
            work();
            for (const support::shortage shortage : support::shortages) {
                CHECK(support::endure(shortage, work).wrong == "");
            }
        }
    }
}

}  // TEST_SUITE("tutti/experiment/experiment.hpp")
