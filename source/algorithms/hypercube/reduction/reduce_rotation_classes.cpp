#include "reduce_rotation_classes.hpp"

#include "algorithms/reduction_entry.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/cube_theory.hpp"

namespace tutti {

rotation_class_places::rotation_class_places(const hypercube& cube)
    : dimensions_{static_cast<std::size_t>(cube.dimensions())}, set_count_{slots_for_others(cube)} {
    const rotation_classes classes{cube};
    std::vector<std::uint32_t> place(cube.node_count());
    links_.reserve(classes.order().size());
    for (const node_id child : classes.order()) {
        links_.push_back({.parent = place[classes.parent(child)], .child = child});
        place[child] = static_cast<std::uint32_t>(links_.size());
    }
    for (std::size_t i = links_.size(); i > 0; --i) {
        const link& below = links_[i - 1];
        if (below.parent > 0) {
            links_[below.parent - 1].subtree += below.subtree;
        }
    }
}

namespace {

algorithm rotation_class_reduction(std::string task, result_spread spread) {
    algorithm entry = reduction_entry(std::move(task), "rotation-classes");
    entry.networks = "hypercube";
    entry.inapplicable_reason = cube_mismatch;
    entry.source = "Bertsekas, Ozveren, Stamoulis, Tseng & Tsitsiklis 1991, 3, backwards";
    entry.phases = [gathers = spread == result_spread::gathered](const problem& problem) {
        return phases_of(plan_of_halves(problem, gathers, slots_for_others(cube_of(problem)),
                                        node_count(problem.network)));
    };
    entry.program = [spread](const setting& setting) {
        return any_program::on<partial_packet>(
            cube_of(setting),
            [places = rotation_class_places{cube_of(setting)}, how = operator_of(setting), spread](
                auto& self, node_input input, const knowledge& /*knowledge*/) {
                return reduce_rotation_classes(self, std::move(input.messages), how, spread,
                                               places);
            });
    };
    return entry;
}

}  // namespace

algorithm describe(standard_name<"reduce-scatter/rotation-classes"> /*name*/) {
    algorithm entry = rotation_class_reduction("reduce-scatter", result_spread::scattered);
    entry.rule = "rs.rot";
    entry.idea =
        "The multinode broadcast by rotation-classes backwards in time: what is for a node comes "
        "up its tree, combined at every node on the way. As the trees never collide forwards, they "
        "do not backwards.";
    entry.time = "ceil((2^d-1)/d) m/N";
    return entry;
}

algorithm describe(standard_name<"allreduce/rotation-classes"> /*name*/) {
    algorithm entry = rotation_class_reduction("allreduce", result_spread::gathered);
    entry.rule = "ar.rot";
    entry.idea =
        "First reduce-scatter: multinode broadcast by rotation-classes backwards in time, which "
        "gives every node its share of the results. Then the broadcast itself, over the same "
        "trees, takes them to all.";
    entry.time = "2 ceil((2^d-1)/d) ceil(m/N)";
    return entry;
}

}  // namespace tutti
