#include "partial_multinode_broadcast.hpp"

#include "algorithms/mesh/mesh_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {
namespace {

// Variant of the seven: the cutting of messages, their distribution to classes, and the search for
// the broadcasters.
struct variant {
    enum class cut : std::uint8_t {
        for_all_classes,  // a piece of every message for each of d classes
        for_one_class,    // every message, in one class
        never,            // every message, in one of d classes
    };

    const char* name;
    const char* rule;
    const char* idea;
    const char* time;
    cut cuts = cut::for_all_classes;
    bool alternates = false;  // where no parameter says it
    bool is_partial = true;   // any nodes broadcast, else all do
    bool needs_torus = false;

    [[nodiscard]] int pieces(const grid& shape) const {
        return cuts == cut::for_all_classes ? shape.dimensions() : 1;
    }
    [[nodiscard]] int classes(const grid& shape) const {
        return cuts == cut::for_one_class ? 1 : shape.dimensions();
    }
    [[nodiscard]] bool is_cut() const { return cuts != cut::never; }
    // Halves of pieces go both ways around a ring, whole packets one way or the other.
    [[nodiscard]] int parts(const grid& shape) const {
        return is_cut() ? pieces(shape) * links_a_dimension(shape) : 1;
    }
    [[nodiscard]] bool alternates_on(const setting& setting) const {
        return setting.parameter_or("alternate", alternates);
    }
};

// Of what is packed: (p-1) Sigma(M) steps for pieces, q Sigma(ceil(M/d)) for whole packets.
slot broadcast_steps(const variant& variant, const problem& problem) {
    const grid& shape = grid_of(problem);
    if (variant.is_cut()) {
        return (shape.side(0) - 1) * rounds_for_packed(shape, problem.message_count());
    }
    const auto largest_class =
        static_cast<std::uint64_t>(rational{problem.message_count(), shape.dimensions()}.ceil());
    return shape.edge() == grid_edge::closed && variant.alternates_on(problem)
               ? alternating_steps(shape, largest_class)
               : farthest_on_line(shape) * rounds_for_packed(shape, largest_class);
}

std::vector<phase> phases_of(const variant& variant, const problem& problem) {
    const grid& shape = grid_of(problem);
    const slot sweep = sweep_slots(shape);
    std::vector<phase> phases;
    if (variant.is_partial && !variant.is_cut()) {
        phases.push_back(control_phase("class", 2 * sweep, prefix_step(problem)));
    }
    if (variant.is_partial) {
        phases.push_back(control_phase("rank", 2 * sweep, prefix_step(problem)));
    }
    if (variant.is_partial || !variant.is_cut()) {
        phases.push_back(synchronous_phase("pack", sweep, {1, variant.pieces(shape)}));
    }
    phases.push_back(synchronous_phase("broadcast", broadcast_steps(variant, problem),
                                       {1, variant.parts(shape)}));
    return phases;
}

// Of the packing: pieces of all in every class, or in each class every d-th message.
std::uint64_t hops_to_places(const variant& variant, const problem& problem) {
    const grid& shape = grid_of(problem);
    const number_sequence& nodes = problem.broadcasters.nodes;
    std::uint64_t hops = 0;
    for (int c = 0; c < variant.classes(shape); ++c) {
        std::vector<node_id> sources;
        const auto every = static_cast<std::size_t>(variant.is_cut() ? 1 : variant.classes(shape));
        for (auto i = variant.is_cut() ? 0 : static_cast<std::size_t>(c); i < nodes.size();
             i += every) {
            sources.push_back(nodes[i]);
        }
        hops += packing_hops(shape, c, std::move(sources));
    }
    return hops;
}

std::optional<packet_hops> transmissions_of(const variant& variant, const problem& problem) {
    const grid& shape = grid_of(problem);
    const std::uint64_t others = shape.node_count() - 1;
    const auto sums =
        static_cast<std::uint64_t>(variant.classes(shape)) + (variant.is_cut() ? 0 : 1);
    packet_hops hops{static_cast<std::uint64_t>(variant.parts(shape)) * problem.message_count() *
                     others};
    if (variant.is_partial) {
        hops.control = 2 * sums * others;
    }
    if (variant.is_partial || !variant.is_cut()) {
        // The messages of each class are sorted, which takes long for a million of them.
        constexpr std::uint64_t most_messages = 1U << 19U;
        if (!are_hops_countable(problem) || problem.message_count() > most_messages) {
            return std::nullopt;
        }
        hops.data += hops_to_places(variant, problem);
    }
    return hops;
}

any_program partial_program(const variant& variant, const setting& setting) {
    const grid& shape = grid_of(setting);
    return any_program::on_any<mesh_packet>(
        shape,
        [variant, pieces = variant.pieces(shape), alternates = variant.alternates_on(setting)](
            auto& self, node_input input, const knowledge& /*knowledge*/) {
            initial_messages own = std::move(input.messages);
            return variant.is_cut()
                       ? partial_multinode_broadcast(self, std::move(own), pieces)
                       : partial_multinode_broadcast_whole(self, std::move(own), alternates);
        });
}

any_program full_program(const variant& variant, const setting& setting) {
    const grid& shape = grid_of(setting);
    return any_program::on_any<mesh_packet>(
        shape,
        [variant, pieces = variant.pieces(shape), alternates = variant.alternates_on(setting)](
            auto& self, node_input input, const knowledge& /*knowledge*/) {
            initial_messages own = std::move(input.messages);
            return variant.is_cut()
                       ? multinode_broadcast_by_pieces(self, std::move(own), pieces)
                       : multinode_broadcast_by_classes(self, std::move(own), alternates);
        });
}

algorithm entry_of(const variant& variant) {
    algorithm entry = mesh_entry(
        variant.is_partial ? "simultaneous-broadcast" : "multinode-broadcast", variant.name);
    entry.source = "Varvarigos & Bertsekas 1994";
    entry.idea = variant.idea;
    entry.rule = variant.rule;
    entry.time = variant.time;
    entry.returns_message_count = variant.is_partial;
    entry.uses_links_alike = !variant.is_partial && variant.is_cut();
    entry.phases = [variant](const problem& input) { return phases_of(variant, input); };
    entry.transmissions = [variant](const problem& input) {
        return transmissions_of(variant, input);
    };
    entry.program = [variant](const setting& setting) {
        return variant.is_partial ? partial_program(variant, setting)
                                  : full_program(variant, setting);
    };
    if (variant.needs_torus) {
        entry.networks = "torus";
        entry.inapplicable_reason = torus_mismatch;
    }
    if (variant.is_partial) {
        entry.parameters = {prefix_step_parameter()};
        entry.limits = one_per_node;
    }
    return entry;
}

}  // namespace

algorithm describe(standard_name<"simultaneous-broadcast/split-packing"> /*name*/) {
    return entry_of(
        {.name = "split-packing",
         .rule = "pmnb_split",
         .idea = "Messages are cut into d pieces, which prefix sums rank and which move to the "
                 "nodes of their ranks, then go along one dimension after the other. Each piece "
                 "begins with another dimension, so that none collide.",
         .time = "2d(p-1)t_p + p-1 + (p-1)/(g*d) * sum of ceil(M/p^k); g = 1, on a torus 2"});
}

algorithm describe(standard_name<"simultaneous-broadcast/one-dimension"> /*name*/) {
    return entry_of(
        {.name = "one-dimension",
         .rule = "pmnb_A0",
         .idea = "A prefix sum ranks the messages, which move to the nodes of their ranks and are "
                 "then broadcast along one dimension after the other. Simple, but only the links "
                 "of one dimension work at a time.",
         .time = "2d(p-1)t_p + d(p-1) + (p-1)/g * sum of ceil(M/p^k); g = 1, on a torus 2",
         .cuts = variant::cut::for_one_class});
}

algorithm describe(standard_name<"simultaneous-broadcast/packing"> /*name*/) {
    return entry_of(
        {.name = "packing",
         .rule = "pmnb_nosplit",
         .idea = "Prefix sums deal the messages out to d classes and rank them in each. A class "
                 "moves its messages to the nodes of their ranks and on along all dimensions, "
                 "beginning with one of its own, so that none collide.",
         .time =
             "4d(p-1)t_p + d(p-1) + q * sum of ceil(ceil(M/d)/p^k); q = p-1, on a torus floor(p/2)",
         .cuts = variant::cut::never});
}

algorithm describe(standard_name<"simultaneous-broadcast/packing-alternating"> /*name*/) {
    return entry_of({.name = "packing-alternating",
                     .rule = "pmnb_nosplit_alt",
                     .idea = "Like packing; but where rings have an even number of nodes, and one "
                             "way around is a link longer, the directions take the longer way by "
                             "turns and do not wait for each other.",
                     .time = "4d(p-1)t_p + d(p-1) + sum of ceil(ceil(ceil(M/d)/p^k)(p-1)/2)",
                     .cuts = variant::cut::never,
                     .alternates = true,
                     .needs_torus = true});
}

algorithm describe(standard_name<"multinode-broadcast/split-classes"> /*name*/) {
    return entry_of(
        {.name = "split-classes",
         .rule = "mnb_split",
         .idea = "Every message is cut into d pieces, which go along one dimension after the "
                 "other, each beginning with another one. They never collide, and a corner, on a "
                 "torus any node, hears over all links in all steps.",
         .time = "(p^d-1)/(g*d); g = 1, on a torus 2",
         .is_partial = false});
}

algorithm describe(standard_name<"multinode-broadcast/one-dimension"> /*name*/) {
    return entry_of(
        {.name = "one-dimension",
         .rule = "mnb_A0",
         .idea = "Along one dimension after the other, every node broadcasts to its line all that "
                 "it has by then. Simple, but only the links of one dimension work at a time.",
         .time = "(p^d-1)/g; g = 1, on a torus 2",
         .cuts = variant::cut::for_one_class,
         .is_partial = false});
}

algorithm describe(standard_name<"multinode-broadcast/classes"> /*name*/) {
    algorithm entry = entry_of(
        {.name = "classes",
         .rule = "mnb_nosplit, mnb_nosplit_alt",
         .idea = "Messages go whole, in d classes. Each class moves to the first nodes in an order "
                 "of its own and then along one dimension after the other, beginning with its own "
                 "dimension, so that none collide.",
         .time = "d(p-1) + q * sum of ceil(ceil(p^d/d)/p^k); q = p-1, on a torus floor(p/2)",
         .cuts = variant::cut::never,
         .is_partial = false});
    entry.parameters = {{.name = "alternate",
                         .default_value = false,
                         .meaning = "on a torus with even sides, the longer way alternates",
                         .range = boolean_range{}}};
    return entry;
}

}  // namespace tutti
