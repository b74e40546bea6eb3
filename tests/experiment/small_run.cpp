#include "experiment/small_run.hpp"

#include "results/store/store.hpp"
#include "support/standard.hpp"

namespace support {

tutti::experiment small_experiment(std::uint64_t seed) {
    const tutti::catalogue& catalogue = support::standard();
    tutti::experiment plan{.catalogue = &catalogue};
    plan.network = tutti::network_specification::parse("torus:4x4");
    plan.built_network = plan.network.outline();
    plan.algorithm = catalogue.find("simultaneous-broadcast", "split-packing");
    plan.broadcasters = tutti::broadcaster_specification::random(3);
    plan.seed = seed;
    plan.parameters.emplace("prefix-step", tutti::rational{1, 8});
    return plan;
}

tutti::stored_run small_run(std::uint64_t seed) {
    const tutti::experiment plan = small_experiment(seed);
    return run_to_store(plan, {}, run_experiment(plan, {.threads = 1}, {}));
}

void store_runs(const std::string& path, std::initializer_list<tutti::stored_run> runs) {
    tutti::result_store store{path};
    for (const tutti::stored_run& each : runs) {
        store.put(each);
    }
    store.commit();
}

}  // namespace support
