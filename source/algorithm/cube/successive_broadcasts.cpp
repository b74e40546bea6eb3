#include "tutti/algorithm/cube/successive_broadcasts.hpp"

#include "cube_entry.hpp"

namespace tutti {
namespace {

succession rotated(const setting& /*where*/) { return {}; }

succession sequential(const setting& where) {
    const slot d = cube_of(where).dimensions();
    return {.is_rotated = false, .gap_at_0 = d, .gap = d};
}

succession unrotated(const setting& where) {
    const auto& gap = where.parameter<std::string>("gap");
    return {.is_rotated = false, .gap_at_0 = gap == "3" ? 3 : 2, .gap = gap == "2" ? 2 : 3};
}

// Broadcasts start as often as the gaps before them add up, and the last one takes d slots. Half of
// the neighbours in the Gray code differ in dimension 0. Unrotated and with gaps of 2, broadcasts
// get into each other's way from three dimensions on.
std::optional<slot> slots_of(const problem& what, const succession& how) {
    const slot d = cube_of(what).dimensions();
    if (!how.is_rotated && how.gap == 2 && d >= 3) {
        return std::nullopt;
    }
    const auto nodes = static_cast<slot>(cube_of(what).node_count());
    const slot gaps_at_0 = nodes / 2;
    return gaps_at_0 * how.gap_at_0 + (nodes - 1 - gaps_at_0) * how.gap + d;
}

algorithm entry_of(std::string name, succession (*order)(const setting&)) {
    algorithm entry = cube_entry("successive-broadcasts", std::move(name));
    entry.source = "Desprez, Fraigniaud & Tourancheau, Successive broadcasts on hypercube";
    entry.ports = {port_model::shout_and_whisper};
    entry.phases = [order](const problem& what) {
        return std::vector<phase>{
            {.name = "broadcast", .expected_slots = slots_of(what, order(what))}};
    };
    entry.transmissions = broadcast_hops;
    entry.program = [order](const setting& where) {
        return any_program::on<cube_packet>(
            cube_of(where),
            [how = order(where)](auto& self, node_input mine, const told& /*known*/) {
                return successive_broadcasts(self, std::move(mine.messages), how);
            });
    };
    return entry;
}

}  // namespace

algorithm successive_rotated_entry() {
    algorithm entry = entry_of("rotated", rotated);
    entry.rule = "succ.rot";
    entry.time = "2p + d - 2, p = 2^d";
    return entry;
}

algorithm successive_sequential_entry() {
    algorithm entry = entry_of("sequential", sequential);
    entry.rule = "succ.seq";
    entry.time = "p*d, p = 2^d";
    return entry;
}

algorithm successive_unrotated_entry() {
    algorithm entry = entry_of("unrotated", unrotated);
    entry.rule = "succ.norot, succ.norot3";
    entry.parameters = {{.name = "gap",
                         .default_value = "auto",
                         .meaning = "slots from one start to the next; auto: 2 or 3, the least "
                                    "that works; 2 breaks the model from d = 3 on",
                         .range = name_range{{"auto", "2", "3"}}}};
    entry.time = "5p/2 + d - 3; 3p + d - 3 with gap=3; p = 2^d";
    return entry;
}

}  // namespace tutti
