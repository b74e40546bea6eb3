#include "total_exchange_stages.hpp"

#include <fmt/format.h>

#include "algorithms/hypercube/cube_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {
namespace {

std::uint64_t packets_of_pair(const setting& where) { return where.number_or("packets", 1); }

std::uint64_t groups(const setting& where) {
    const auto d = static_cast<std::uint64_t>(cube_of(where).dimensions());
    return (packets_of_pair(where) + d - 1) / d;
}

std::string numbers_mismatch(const problem& what) {
    const std::uint64_t each = packets_of_pair(what) * (cube_of(what).node_count() - 1);
    return each <= cube_packet::most_sequences
               ? std::string{}
               : fmt::format("{} packets a node, and packets of the hypercube count {}", each,
                             cube_packet::most_sequences);
}

std::vector<phase> total_exchange_stages_phases(const problem& what) {
    const hypercube& cube = cube_of(what);
    const std::uint64_t stages = groups(what) * static_cast<std::uint64_t>(cube.dimensions());
    std::vector<phase> all{
        synchronous_phase("stage", static_cast<slot>(stages * cube.node_count() / 2))};
    all.back().most_rounds = stages;
    return all;
}

}  // namespace

algorithm total_exchange_stages_entry() {
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
    entry.transmissions = [](const problem& what) -> std::optional<packet_hops> {
        return packet_hops{packets_of_pair(what) * *total_exchange_hops(what)};
    };
    entry.program = [](const setting& where) {
        return any_program::on_any<cube_packet>(
            cube_of(where), [packets = packets_of_pair(where)](auto& self, node_input mine,
                                                               const knowledge& /*known*/) {
                return total_exchange_stages(self, std::move(mine.messages), packets);
            });
    };
    return entry;
}

}  // namespace tutti
