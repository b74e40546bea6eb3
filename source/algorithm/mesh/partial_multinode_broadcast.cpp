#include "tutti/algorithm/mesh/partial_multinode_broadcast.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include "../entries.hpp"
#include "tutti/algorithm/mesh/mesh_machine.hpp"
#include "tutti/algorithm/mesh/theory.hpp"
#include "tutti/algorithm/requirements.hpp"

namespace tutti {
namespace {

constexpr const char* paper = "Varvarigos & Bertsekas 1994";

// Whether messages are cut for d classes, for one, or not at all.
enum class cut : std::uint8_t { for_all, for_one };

int classes_of(const problem& what, cut way) {
    return way == cut::for_all ? grid_of(what).dimensions() : 1;
}

rational time_of(const std::vector<phase>& phases) {
    rational sum = 0;
    for (const phase& each : phases) {
        sum += rational{each.expected_slots.value_or(0)} * each.slot_length;
    }
    return sum;
}

phase all_mark(const problem& what, std::string_view name, std::int64_t slots, rational length) {
    return {.name = std::move(name),
            .slot_length = length,
            .expected_slots = slots,
            .marked_by = node_count(what.where),
            .is_synchronous = true};
}

std::uint64_t hops_of_all_classes(const problem& what, int classes) {
    std::uint64_t hops = 0;
    for (int c = 0; c < classes; ++c) {
        hops += packing_hops(grid_of(what), c, what.broadcasters.nodes);
    }
    return hops;
}

std::uint32_t total_of(const problem& what) {
    return static_cast<std::uint32_t>(what.message_count());
}

// A piece for every class at every other node, in two halves on a torus.
std::uint64_t piece_hops(const problem& what, int classes) {
    const auto pieces = std::uint64_t{static_cast<unsigned int>(classes)} *
                        static_cast<unsigned int>(links_a_dimension(grid_of(what)));
    return pieces * what.message_count() * (node_count(what.where) - 1);
}

template <cut Way>
phase piece_broadcast_phase(const problem& what) {
    const grid& shape = grid_of(what);
    return all_mark(what, "broadcast", line_rounds_steps(shape, split_mode(shape), total_of(what)),
                    rational{1, classes_of(what, Way) * links_a_dimension(shape)});
}

template <cut Way>
std::vector<phase> piece_phases(const problem& what) {
    const grid& shape = grid_of(what);
    const std::int64_t sweep = std::int64_t{shape.dimensions()} * (shape.side(0) - 1);
    return {all_mark(what, "rank", 2 * sweep, prefix_step(what)),
            all_mark(what, "pack", sweep, rational{1, classes_of(what, Way)}),
            piece_broadcast_phase<Way>(what)};
}

template <cut Way>
std::vector<phase> multinode_piece_phases(const problem& what) {
    return {piece_broadcast_phase<Way>(what)};
}

bool alternates(const problem& what) { return what.parameter_or("alternate", false); }

template <bool Alternating>
phase whole_broadcast_phase(const problem& what) {
    const grid& shape = grid_of(what);
    const round_mode mode = whole_mode(shape, Alternating || alternates(what));
    return all_mark(
        what, "broadcast",
        line_rounds_steps(shape, mode, largest_class(total_of(what), shape.dimensions())), 1);
}

phase whole_pack_phase(const problem& what) {
    const grid& shape = grid_of(what);
    return all_mark(what, "pack", std::int64_t{shape.dimensions()} * (shape.side(0) - 1), 1);
}

template <bool Alternating>
std::vector<phase> whole_phases(const problem& what) {
    const grid& shape = grid_of(what);
    const std::int64_t sweep = std::int64_t{shape.dimensions()} * (shape.side(0) - 1);
    return {all_mark(what, "class", 2 * sweep, prefix_step(what)),
            all_mark(what, "rank", 2 * sweep, prefix_step(what)), whole_pack_phase(what),
            whole_broadcast_phase<Alternating>(what)};
}

std::vector<phase> multinode_whole_phases(const problem& what) {
    return {whole_pack_phase(what), whole_broadcast_phase<false>(what)};
}

template <std::vector<phase> (*Phases)(const problem&)>
std::optional<expected_time> expected(const problem& what) {
    return expected_time{.units = time_of(Phases(what))};
}

template <cut Way>
std::optional<std::uint64_t> piece_transmissions(const problem& what) {
    const int classes = classes_of(what, Way);
    const std::uint64_t control =
        2 * static_cast<std::uint64_t>(classes) * (node_count(what.where) - 1);
    return control + hops_of_all_classes(what, classes) + piece_hops(what, classes);
}

template <cut Way>
std::optional<std::uint64_t> multinode_piece_transmissions(const problem& what) {
    return piece_hops(what, classes_of(what, Way));
}

// The sources of each class are every d-th.
std::uint64_t whole_hops(const problem& what) {
    const int classes = grid_of(what).dimensions();
    std::vector<std::vector<node_id>> sources(static_cast<std::size_t>(classes));
    for (std::size_t rank = 0; rank < what.broadcasters.nodes.size(); ++rank) {
        sources[rank % sources.size()].push_back(what.broadcasters.nodes[rank]);
    }
    std::uint64_t hops = what.message_count() * (node_count(what.where) - 1);
    for (int c = 0; c < classes; ++c) {
        hops += packing_hops(grid_of(what), c, std::move(sources[static_cast<std::size_t>(c)]));
    }
    return hops;
}

std::optional<std::uint64_t> whole_transmissions(const problem& what) {
    const auto sums = static_cast<std::uint64_t>(grid_of(what).dimensions()) + 1;
    return 2 * sums * (node_count(what.where) - 1) + whole_hops(what);
}

std::optional<std::uint64_t> multinode_whole_transmissions(const problem& what) {
    return whole_hops(what);
}

// A vector that has grown packet by packet, and what it outgrew.
std::uint64_t grown_bytes(std::uint64_t packets) {
    return packets == 0 ? 0 : std::bit_ceil(packets) * sizeof(mesh_packet) * 9 / 8 + 256;
}

// In the end every node has all messages to put together, and of each class so many packets in its
// rounds, of which it launches the share of one place of p in the last.
memory_estimate rounds_memory(const grid& shape, std::uint64_t classes, std::uint64_t packets,
                              std::uint64_t messages) {
    constexpr std::uint64_t to_assemble = 64;
    const auto d = static_cast<std::uint64_t>(shape.dimensions());
    const auto p = static_cast<std::uint64_t>(shape.side(0));
    const std::uint64_t rounds = grown_bytes(packets) + grown_bytes((packets + p - 1) / p);
    const std::uint64_t sums = 256 + 24 * d;
    const std::uint64_t a_node =
        1024 + classes * (sums + rounds) + messages * to_assemble + (messages == 0 ? 0 : 128);
    return emulator_memory<mesh_packet>(shape, bounded_product(shape.node_count(), a_node));
}

template <cut Way>
memory_estimate piece_memory(const network& where, std::uint64_t message_count) {
    const auto& shape = std::get<grid>(where);
    const int classes = Way == cut::for_all ? shape.dimensions() : 1;
    const auto parts = static_cast<std::uint64_t>(links_a_dimension(shape));
    return rounds_memory(shape, static_cast<std::uint64_t>(classes), parts * message_count,
                         message_count);
}

memory_estimate whole_memory(const network& where, std::uint64_t message_count) {
    const auto& shape = std::get<grid>(where);
    const auto classes = static_cast<std::uint64_t>(shape.dimensions());
    return rounds_memory(shape, classes, (message_count + classes - 1) / classes, message_count);
}

message_limits one_a_node(const network& where) {
    return {.most = node_count(where), .is_one_a_node = true};
}

template <cut Way>
void run_pieces(const problem& what, const assignment& given, const emulation& how) {
    const int classes = classes_of(what, Way);
    emulate<mesh_packet>(grid_of(what), how, [&](auto& self) {
        return without_result(
            partial_multinode_broadcast(self, given.given_to(self.id()), classes));
    });
}

template <cut Way>
void run_multinode_pieces(const problem& what, const assignment& given, const emulation& how) {
    const int classes = classes_of(what, Way);
    emulate<mesh_packet>(grid_of(what), how, [&](auto& self) {
        return multinode_broadcast_by_pieces(self, given.given_to(self.id()), classes);
    });
}

template <bool Alternating>
void run_whole(const problem& what, const assignment& given, const emulation& how) {
    emulate<mesh_packet>(grid_of(what), how, [&](auto& self) {
        return without_result(
            partial_multinode_broadcast_whole(self, given.given_to(self.id()), Alternating));
    });
}

void run_multinode_whole(const problem& what, const assignment& given, const emulation& how) {
    const bool alternating = alternates(what);
    emulate<mesh_packet>(grid_of(what), how, [&](auto& self) {
        return multinode_broadcast_by_classes(self, given.given_to(self.id()), alternating);
    });
}

algorithm partial_entry(std::string name, std::string rule) {
    return {
        .task = "simultaneous-broadcast",
        .name = std::move(name),
        .source = paper,
        .rule = std::move(rule),
        .networks = "array, torus",
        .ports = {port_model::all_port},
        .parameters = {prefix_step_parameter()},
        .time = {},
        .misfit = grid_misfit,
        .limits = one_a_node,
        .phases = nullptr,
        .expected = nullptr,
        .lower_bound = reception_bound,
        .transmissions = nullptr,
        .memory = nullptr,
        .required = everything_required,
        .run = nullptr,
    };
}

algorithm multinode_entry(std::string name, std::string rule) {
    algorithm entry = partial_entry(name, rule);
    entry.task = "multinode-broadcast";
    entry.workload = workload_kind::everyone;
    entry.parameters = {};
    entry.limits = nullptr;
    return entry;
}

}  // namespace

algorithm split_packing_entry() {
    algorithm entry = partial_entry("split-packing", "pmnb_split");
    entry.time = "2d(p-1)t_p + p-1 + (p-1)/(g*d) * sum of ceil(M/p^k); g = 1, on a torus 2";
    entry.phases = piece_phases<cut::for_all>;
    entry.expected = expected<piece_phases<cut::for_all>>;
    entry.transmissions = piece_transmissions<cut::for_all>;
    entry.run = run_pieces<cut::for_all>;
    entry.memory = piece_memory<cut::for_all>;
    return entry;
}

algorithm packing_broadcast_entry() {
    algorithm entry = partial_entry("packing", "pmnb_nosplit");
    entry.time = "4d(p-1)t_p + d(p-1) + q * sum of ceil(ceil(M/d)/p^k); q = p-1, on a torus p/2";
    entry.phases = whole_phases<false>;
    entry.expected = expected<whole_phases<false>>;
    entry.transmissions = whole_transmissions;
    entry.run = run_whole<false>;
    entry.memory = whole_memory;
    return entry;
}

algorithm packing_alternating_entry() {
    algorithm entry = partial_entry("packing-alternating", "pmnb_nosplit_alt");
    entry.networks = "torus";
    entry.misfit = torus_misfit;
    entry.time = "4d(p-1)t_p + d(p-1) + sum of ceil(ceil(ceil(M/d)/p^k)(p-1)/2)";
    entry.phases = whole_phases<true>;
    entry.expected = expected<whole_phases<true>>;
    entry.transmissions = whole_transmissions;
    entry.run = run_whole<true>;
    entry.memory = whole_memory;
    return entry;
}

algorithm one_dimension_entry() {
    algorithm entry = partial_entry("one-dimension", "pmnb_A0");
    entry.time = "2d(p-1)t_p + d(p-1) + (p-1)/g * sum of ceil(M/p^k); g = 1, on a torus 2";
    entry.phases = piece_phases<cut::for_one>;
    entry.expected = expected<piece_phases<cut::for_one>>;
    entry.transmissions = piece_transmissions<cut::for_one>;
    entry.run = run_pieces<cut::for_one>;
    entry.memory = piece_memory<cut::for_one>;
    return entry;
}

algorithm multinode_split_classes_entry() {
    algorithm entry = multinode_entry("split-classes", "mnb_split");
    entry.time = "(p^d-1)/(g*d); g = 1, on a torus 2";
    entry.phases = multinode_piece_phases<cut::for_all>;
    entry.expected = expected<multinode_piece_phases<cut::for_all>>;
    entry.transmissions = multinode_piece_transmissions<cut::for_all>;
    entry.run = run_multinode_pieces<cut::for_all>;
    entry.memory = piece_memory<cut::for_all>;
    return entry;
}

algorithm multinode_classes_entry() {
    algorithm entry = multinode_entry("classes", "mnb_nosplit, mnb_nosplit_alt");
    entry.parameters = {{.name = "alternate",
                         .default_value = false,
                         .meaning = "on a torus with even sides, the longer way alternates",
                         .range = boolean_range{}}};
    entry.time = "d(p-1) + q * sum of ceil(ceil(p^d/d)/p^k); q = p-1, on a torus p/2";
    entry.phases = multinode_whole_phases;
    entry.expected = expected<multinode_whole_phases>;
    entry.transmissions = multinode_whole_transmissions;
    entry.run = run_multinode_whole;
    entry.memory = whole_memory;
    return entry;
}

algorithm multinode_one_dimension_entry() {
    algorithm entry = multinode_entry("one-dimension", "mnb_A0");
    entry.time = "(p^d-1)/g; g = 1, on a torus 2";
    entry.phases = multinode_piece_phases<cut::for_one>;
    entry.expected = expected<multinode_piece_phases<cut::for_one>>;
    entry.transmissions = multinode_piece_transmissions<cut::for_one>;
    entry.run = run_multinode_pieces<cut::for_one>;
    entry.memory = piece_memory<cut::for_one>;
    return entry;
}

}  // namespace tutti
