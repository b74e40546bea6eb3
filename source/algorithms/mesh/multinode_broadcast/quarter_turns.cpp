#include "quarter_turns.hpp"

#include "algorithms/mesh/mesh_entry.hpp"
#include "algorithms/mesh/routing/exchange_theory.hpp"
#include "topology/embeddings/torus_folding.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/node/folded.hpp"

namespace tutti {
namespace {

constexpr torus_offset east = quarter_turns::ahead(0);

std::size_t index(int k) { return static_cast<std::size_t>(k); }

/// Arrival of a packet at the nodes at an offset from its source: slot and direction.
struct offset_arrival {
    std::size_t after = 0;  // slots; 0 for a node's own packet
    int side = 0;
};

/// Planner of the sends of every slot, and of the slots of their arrivals.
class planner {
public:
    explicit planner(int side) : side_{side}, reached_(index(side * side)) {
        at(torus_offset{}) = offset_arrival{};
    }

    /// In the next slot, sends the packet that then arrives at `target`, and likewise in the other
    /// directions.
    void send_all_ways(torus_offset target) {
        const torus_offset source{.x = target.x - east.x, .y = target.y - east.y};
        quarter_turns::step now;
        for (int k = 0; k < quarter_turns::directions; ++k) {
            now.sends[index(k)] = {.is_due = true, .source = source.turned(k)};
        }
        steps.push_back(now);
        look_up();
    }

    /// The last slot of an even side.
    void send_remaining() {
        const int h = side_ / 2;
        quarter_turns::step now;
        now.sends[0] = {.is_due = true, .source = {.x = h - 1, .y = 0}};
        now.sends[1] = {.is_due = true, .source = {.x = 0, .y = h - 1}};
        now.sends[2] = {.is_due = true, .source = {.x = 1 - h, .y = h}};
        steps.push_back(now);
        look_up();
    }

    std::vector<quarter_turns::step> steps;
    std::vector<std::size_t> last_use{0};  // of what came in each slot, by slots; from slot 1

private:
    [[nodiscard]] std::optional<offset_arrival>& at(torus_offset offset) {
        const int x = (offset.x % side_ + side_) % side_;
        const int y = (offset.y % side_ + side_) % side_;
        return reached_[index(y * side_ + x)];
    }

    // For now the place is the slot in which the packet came.
    void look_up() {
        const std::size_t now = steps.size();
        last_use.push_back(now);
        for (quarter_turns::sending& one : steps.back().sends) {
            if (one.is_due) {
                const offset_arrival came = at(one.source).value();
                one.place = came.after;
                one.side = came.side;
                last_use[came.after] = now;
            }
        }
        for (int k = 0; k < quarter_turns::directions; ++k) {
            const quarter_turns::sending& one = steps.back().sends[index(k)];
            if (one.is_due) {
                at(one.source + quarter_turns::ahead(k)) = offset_arrival{.after = now, .side = k};
            }
        }
    }

    int side_;
    std::vector<std::optional<offset_arrival>> reached_;
};

// Theorem 1: ceil((N-1)/4) on a torus, and twice that where it is folded.
slot slots_of_turns(const problem& problem) {
    const slot on_torus = rational{node_count(problem.network) - 1, 4}.ceil();
    return grid_of(problem).edge() == grid_edge::closed ? on_torus : 2 * on_torus;
}

// Folded, a link of the torus is two of the array, but for those between the ends of lines.
std::optional<std::uint64_t> quarter_turns_transmissions(const problem& problem) {
    const std::uint64_t nodes = node_count(problem.network);
    const auto p = static_cast<std::uint64_t>(grid_of(problem).side(0));
    const bool is_torus = grid_of(problem).edge() == grid_edge::closed;
    return (is_torus ? nodes : 2 * p * (p - 1)) * (nodes - 1);
}

template <node_of<grid> Node>
task<> folded_quarter_turns(Node& self, initial_messages messages, const quarter_turns& plan,
                            const fold& folding) {
    folded<Node> on_torus{self, folding};
    co_await multinode_quarter_turns(on_torus, std::move(messages), plan);
    co_await on_torus.retire();
}

any_program quarter_turns_program(const setting& setting) {
    const grid& shape = grid_of(setting);
    if (shape.node_count() == 4) {
        return any_program::on<mesh_packet>(
            shape, [](auto& self, node_input input, const knowledge& /*knowledge*/) {
                return multinode_on_square(self, std::move(input.messages));
            });
    }
    const quarter_turns plan{shape.side(0)};
    if (shape.edge() == grid_edge::closed) {
        return any_program::on_any<mesh_packet>(
            shape, [plan](auto& self, node_input input, const knowledge& /*knowledge*/) {
                return multinode_quarter_turns(self, std::move(input.messages), plan);
            });
    }
    return any_program::on<mesh_packet>(
        shape, [plan, folding = fold{shape}](auto& self, node_input input,
                                             const knowledge& /*knowledge*/) {
            return folded_quarter_turns(self, std::move(input.messages), plan, folding);
        });
}

}  // namespace

std::vector<torus_offset> quarter_turns::base_list(int side) {
    const int h = side / 2;
    const int rows = side % 2 == 0 ? h : h + 1;
    const int width = side % 2 == 0 ? h - 1 : h;
    std::vector<torus_offset> list;
    for (int y = 0; y < rows; ++y) {
        for (int x = 1; x <= width; ++x) {
            list.push_back({.x = x, .y = y});
        }
    }
    for (int y = 1; y < h && side % 2 == 0; ++y) {
        list.push_back({.x = h, .y = y});
    }
    return list;
}

quarter_turns::quarter_turns(int side) {
    planner made{side};
    for (const torus_offset target : base_list(side)) {
        made.send_all_ways(target);
    }
    if (side % 2 == 0) {
        made.send_remaining();
    }
    steps_ = std::move(made.steps);
    keep_in_places(made.last_use);
}

// Assigns places: packets that are sent in the next slot or never share one; each of the others
// has its own.
void quarter_turns::keep_in_places(std::span<const std::size_t> last_use) {
    constexpr std::size_t passing = own + 1;
    std::vector<std::size_t> place_of(last_use.size(), passing);
    place_of[0] = own;
    for (std::size_t i = 1; i < last_use.size(); ++i) {
        if (last_use[i] > i + 1) {
            place_of[i] = places_++;
        }
        steps_[i - 1].keeps = place_of[i];
    }
    for (step& now : steps_) {
        for (sending& one : now.sends) {
            one.place = place_of[one.place];
        }
    }
}

algorithm describe(standard_name<"multinode-broadcast/quarter-turns"> /*name*/) {
    algorithm entry = mesh_entry("multinode-broadcast", "quarter-turns");
    entry.source = "Varvarigos & Bertsekas 1994, theorem 1";
    entry.idea =
        "In every slot each node of the torus hears from four nodes that are quarter turns of each "
        "other around it, one through each port. An array runs this on a torus folded onto it, two "
        "slots for one.";
    entry.rule = "torus2_mnb, array2_mnb";
    entry.networks = "torus, array, 2-D";
    entry.uses_links_alike = true;
    entry.time = "ceil((p^2-1)/4) on a torus, ceil((p^2-1)/2) on an array";
    entry.inapplicable_reason = square_mismatch;
    entry.phases = [](const problem& problem) {
        return std::vector{synchronous_phase("broadcast", slots_of_turns(problem))};
    };
    entry.transmissions = quarter_turns_transmissions;
    entry.memory_use = [](const network& net, std::uint64_t /*message_count*/) {
        const auto& shape = network_as<grid>(net);
        return shape.node_count() * quarter_turns::most_places(shape.side(0));
    };
    entry.program = quarter_turns_program;
    return entry;
}

}  // namespace tutti
