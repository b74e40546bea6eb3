#include "mutating_program.hpp"

#include <string_view>
#include <utility>

#include "collectives/input/node_input.hpp"
#include "trial.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/cube_theory.hpp"
#include "tutti/node/task.hpp"

namespace support {

tutti::algorithm with_tampering(tutti::algorithm algorithm, tampering_by between) {
    algorithm.program = [inner = algorithm.program, between](const tutti::setting& setting) {
        return tutti::any_program::on<tutti::short_packet>(
            tutti::cube_of(setting),
            [program = inner(setting), setting, between](
                auto& self, tutti::node_input input, tutti::knowledge knowledge) -> tutti::task<> {
                const tampering changes = between(setting, knowledge);
                co_await run_tampered(self, program, std::move(input), knowledge, changes);
            });
    };
    return algorithm;
}

std::vector<tutti::slot> done_slots(const tutti::experiment& plan) {
    const std::string last = plan.algorithm->phases(tutti::problem_of(plan)).back().name;
    std::vector<tutti::slot> done(tutti::node_count(plan.built_network), -1);
    const tampering notes{.mark = [&](const moment& now, std::string_view marked) {
        if (marked == last) {
            done[now.node] = now.at;
        }
        return 1;
    }};
    const tutti::algorithm watched =
        with_tampering(*plan.algorithm, [&](const auto&, const auto&) { return notes; });

    tutti::experiment again = plan;
    again.algorithm = &watched;
    (void)run(again);
    return done;
}

}  // namespace support
