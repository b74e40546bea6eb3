#include "successive_broadcasts.hpp"

#include "algorithms/hypercube/cube_entry.hpp"

namespace tutti {
namespace {

broadcast_spacing unrotated(const setting& setting) {
    const auto& gap = setting.parameter<std::string>("gap");
    return {.is_rotated = false, .gap_at_0 = gap == "3" ? 3 : 2, .gap = gap == "2" ? 2 : 3};
}

std::uint64_t values_of(const setting& setting) {
    return setting.number_or("values", cube_of(setting).node_count());
}

// Broadcasts start as often as the gaps before them add up, and the last one takes d slots. Every
// other pair of neighbours in the Gray code differs in dimension 0, the first one among them; with
// one dimension all do. Unrotated and with gaps of 2, broadcasts get into each other's way from
// three dimensions on.
std::optional<slot> slots_of_succession(const problem& problem, const broadcast_spacing& spacing) {
    const slot d = cube_of(problem).dimensions();
    if (!spacing.is_rotated && spacing.gap == 2 && d >= 3) {
        return std::nullopt;
    }
    const auto values = slots_for(values_of(problem));
    if (values == 0) {
        return 0;
    }
    const slot gaps_at_0 = d == 1 ? values - 1 : values / 2;
    return gaps_at_0 * spacing.gap_at_0 + (values - 1 - gaps_at_0) * spacing.gap + d;
}

void describe_succession(algorithm& entry, broadcast_spacing (*order)(const setting&)) {
    describe_for_cubes(entry);
    entry.source = "Desprez, Fraigniaud & Tourancheau, Successive broadcasts on hypercube";
    entry.ports = {port_model::shout_and_whisper};
    entry.phases = [order](const problem& problem) {
        return std::vector<phase>{
            {.name = "broadcast", .expected_slots = slots_of_succession(problem, order(problem))}};
    };
    entry.transmissions = broadcast_hops;
    entry.program = cube_programs::on(
        [](auto& self, node_input input, std::uint64_t values, broadcast_spacing how) {
            return successive_broadcasts(self, std::move(input.messages), values, how);
        },
        values_of, order);
}

}  // namespace

void describe(standard_name<"successive-broadcasts/rotated"> /*name*/, algorithm& entry) {
    describe_succession(entry, [](const setting& /*setting*/) { return broadcast_spacing{}; });
    entry.rule = "succ.rot";
    entry.idea =
        "Sources follow each other in the order of a Gray code, so that the next is a neighbour of "
        "the last. In the last one's tree it is a leaf with nothing to pass on, and so it begins "
        "two slots later.";
    entry.time = "2n + d - 2 for n values";
}

void describe(standard_name<"successive-broadcasts/sequential"> /*name*/, algorithm& entry) {
    describe_succession(entry, [](const setting& setting) {
        const slot d = cube_of(setting).dimensions();
        return broadcast_spacing{.is_rotated = false, .gap_at_0 = d, .gap = d};
    });
    entry.rule = "succ.seq";
    entry.idea =
        "Sources follow each other in the order of a Gray code, and each begins when the broadcast "
        "before it has come to all nodes. So every value takes as many slots as there are "
        "dimensions.";
    entry.time = "n*d for n values";
}

void describe(standard_name<"successive-broadcasts/unrotated"> /*name*/, algorithm& entry) {
    describe_succession(entry, unrotated);
    entry.rule = "succ.norot, succ.norot3";
    entry.idea =
        "Like rotated, but with the dimensions of all trees in the same order. The next source "
        "begins two slots after the last where it is a leaf of its tree, else three, so that its "
        "children can pass the last value on first.";
    entry.parameters = {{.name = "gap",
                         .default_value = "auto",
                         .meaning = "slots from one start to the next; auto: 2 or 3, the least "
                                    "that works; 2 breaks the model from d = 3 on",
                         .range = name_range{{"auto", "2", "3"}}}};
    entry.time = "2 ceil((n-1)/2) + 3 floor((n-1)/2) + d for n values; 3(n-1) + d with gap=3";
}

}  // namespace tutti
