#include "total_exchange_stages.hpp"

#include <fmt/format.h>

#include "algorithms/hypercube/cube_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {
namespace {

std::uint64_t packets_of_pair(const setting& setting) { return setting.number_or("packets", 1); }

std::uint64_t groups(const setting& setting) {
    const auto d = static_cast<std::uint64_t>(cube_of(setting).dimensions());
    return (packets_of_pair(setting) + d - 1) / d;
}

std::string numbers_mismatch(const problem& problem) {
    const std::uint64_t each = packets_of_pair(problem) * (cube_of(problem).node_count() - 1);
    return each <= cube_packet::most_sequences
               ? std::string{}
               : fmt::format("{} packets a node, and packets of the hypercube count {}", each,
                             cube_packet::most_sequences);
}

std::vector<phase> total_exchange_stages_phases(const problem& problem) {
    const hypercube& cube = cube_of(problem);
    const std::uint64_t stages = groups(problem) * static_cast<std::uint64_t>(cube.dimensions());
    std::vector<phase> phases{
        synchronous_phase("stage", static_cast<slot>(stages * cube.node_count() / 2))};
    phases.back().most_rounds = stages;
    return phases;
}

}  // namespace

algorithm describe(standard_name<"total-exchange/stages"> /*name*/) {
    algorithm entry = cube_entry("total-exchange", "stages");
    entry.source = "after Bertsekas, Ozveren, Stamoulis, Tseng & Tsitsiklis 1991, 1";
    entry.idea =
        "Over one dimension after the other, every node sends what is for the other side. Of the "
        "messages of a pair, d go at a time and begin with different dimensions, so that they take "
        "no longer than one.";
    entry.rule = "te.stages";
    entry.parameters = {{.name = "packets",
                         .default_value = 1,
                         .meaning = "messages of every node for every other",
                         .range = integer_range{.least = 1, .most = 1'000'000}}};
    entry.time = "ceil(m/d) d 2^(d-1) for m packets a pair";
    entry.inapplicable_reason = exchange_mismatch;
    entry.inapplicable_input_reason = numbers_mismatch;
    entry.phases = total_exchange_stages_phases;
    entry.transmissions = [](const problem& problem) -> std::optional<packet_hops> {
        return packet_hops{packets_of_pair(problem) * *total_exchange_hops(problem)};
    };
    entry.program = [](const setting& setting) {
        return any_program::on_any<cube_packet>(
            cube_of(setting), [packets = packets_of_pair(setting)](auto& self, node_input input,
                                                                   const knowledge& /*knowledge*/) {
                return total_exchange_stages(self, std::move(input.messages), packets);
            });
    };
    return entry;
}

}  // namespace tutti
