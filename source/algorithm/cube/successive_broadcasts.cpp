#include "tutti/algorithm/cube/successive_broadcasts.hpp"

#include <utility>

#include "tutti/algorithm/algorithm.hpp"
#include "tutti/algorithm/cube/cube_machine.hpp"
#include "tutti/algorithm/cube/theory.hpp"

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
    const slot gaps = nodes - 1 - gaps_at_0;
    return gaps_at_0 * how.gap_at_0 + gaps * how.gap + d;
}

template <succession (*Order)(const setting&)>
std::vector<phase> phases(const problem& what) {
    return {{.name = "broadcast", .expected_slots = slots_of(what, Order(what))}};
}

any_program program_of(const setting& where, const succession& how) {
    return any_program::on<cube_packet>(
        cube_of(where), [how](auto& self, node_input mine, const told& /*known*/) {
            return successive_broadcasts(self, std::move(mine.messages), how);
        });
}

template <succession (*Order)(const setting&)>
any_program program(const setting& where) {
    return program_of(where, Order(where));
}

algorithm entry_of_all() {
    return {
        .task = "successive-broadcasts",
        .name = "rotated",
        .source = "Desprez, Fraigniaud & Tourancheau, Successive broadcasts on hypercube",
        .rule = "succ.rot",
        .networks = "hypercube",
        .ports = {port_model::shout_and_whisper},
        .time = "2p + d - 2, p = 2^d",
        .why_not = why_not_cube,
        .phases = phases<rotated>,
        .transmissions = broadcast_hops,
        .program = program<rotated>,
    };
}

}  // namespace

algorithm successive_rotated_entry() { return entry_of_all(); }

algorithm successive_sequential_entry() {
    algorithm entry = entry_of_all();
    entry.name = "sequential";
    entry.rule = "succ.seq";
    entry.time = "p*d, p = 2^d";
    entry.phases = phases<sequential>;
    entry.program = program<sequential>;
    return entry;
}

algorithm successive_unrotated_entry() {
    algorithm entry = entry_of_all();
    entry.name = "unrotated";
    entry.rule = "succ.norot, succ.norot3";
    entry.parameters = {{.name = "gap",
                         .default_value = "auto",
                         .meaning = "slots from one start to the next; auto: 2 or 3, the least "
                                    "that works; 2 breaks the model from d = 3 on",
                         .range = name_range{{"auto", "2", "3"}}}};
    entry.time = "5p/2 + d - 3; 3p + d - 3 with gap=3; p = 2^d";
    entry.phases = phases<unrotated>;
    entry.program = program<unrotated>;
    return entry;
}

}  // namespace tutti
