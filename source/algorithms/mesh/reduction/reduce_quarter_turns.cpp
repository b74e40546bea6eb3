#include <memory>

#include "algorithms/mesh/mesh_theory.hpp"
#include "algorithms/mesh/multinode_broadcast/quarter_turns.hpp"
#include "algorithms/mesh/routing/exchange_theory.hpp"
#include "algorithms/reduction_entry.hpp"
#include "topology/embeddings/torus_folding.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/node/folded.hpp"

namespace tutti {
namespace {

std::string turned_reduction_mismatch(const network& net) {
    const std::string text = square_mismatch(net);
    return text.empty() && network_as<grid>(net).side(0) < 3 ? "needs sides of 3 or more" : text;
}

bool is_on_torus(const setting& setting) { return grid_of(setting).edge() == grid_edge::closed; }

// Of the torus, a half.
slot slots_on_torus(const setting& setting) {
    return rational{node_count(setting.network) - 1, 4}.ceil();
}

// Plan in the slots of the nodes: on an array, each takes two slots.
reduction_schedule plan_on_torus(const setting& setting, bool gathers) {
    return plan_of_halves(setting, gathers, slots_on_torus(setting), node_count(setting.network));
}

/// Send schedule of a node of the torus: in the reduce-scatter every packet of the multinode
/// broadcast returns on the path that it takes in the allgather, in the reverse order.
///
/// Number 0, whose destination is node 0, on the 3 x 3 torus with rows 0 1 2, 3 4 5 and 6 7 8; node
/// 0 has the value a, node 1 b, .., and * is the result:
///
///     slot 1   4-e->3   5-f->2   7-h->1   8-i->6
///     slot 2   1-bh->0  2-cf->0  3-de->0  6-gi->0
///     slot 3   0-*->2   0-*->1   0-*->6   0-*->3
///     slot 4   1-*->7   2-*->5   3-*->4   6-*->8
class quarter_turns_schedule {
public:
    /// @param number of a node of the torus, among the destinations
    quarter_turns_schedule(const grid& torus, std::shared_ptr<const quarter_turns> plan,
                           node_id self, std::function<node_id(node_id)> number)
        : side_{torus.side(0)},
          plan_{std::move(plan)},
          self_{.x = torus.digit(self, 0), .y = torus.digit(self, 1)},
          number_{std::move(number)} {}

    void operator()(const fold_step& now, std::vector<fold_send>& sends) const {
        const bool gathers = now.part > 0;
        const auto steps = plan_->steps();
        const auto at = static_cast<std::size_t>(now.at);
        const quarter_turns::step& step = steps[gathers ? at : steps.size() - 1 - at];
        for (int k = 0; k < quarter_turns::directions; ++k) {
            const quarter_turns::sending& one = step.sends[static_cast<std::size_t>(k)];
            if (!one.is_due) {
                continue;
            }
            if (gathers) {
                sends.push_back(send(now, k, one.source));
            } else {
                const int back = (k + 2) % quarter_turns::directions;
                sends.push_back(send(now, back, one.source + quarter_turns::ahead(k)));
            }
        }
    }

private:
    // The number of the node from which this one is at `offset`.
    [[nodiscard]] fold_send send(const fold_step& now, int direction, torus_offset offset) const {
        const int x = ((self_.x - offset.x) % side_ + side_) % side_;
        const int y = ((self_.y - offset.y) % side_ + side_) % side_;
        const auto nodes = static_cast<std::uint64_t>(side_) * static_cast<std::uint64_t>(side_);
        return {.through = quarter_turns::port_to(direction),
                .number = now.round * nodes + number_(static_cast<node_id>(x + side_ * y))};
    }

    int side_;
    std::shared_ptr<const quarter_turns> plan_;
    torus_offset self_;
    std::function<node_id(node_id)> number_;
};

template <node_of<grid> Node>
task<> folded_reduction(Node& self, initial_messages messages, fold_operator operation,
                        const reduction_schedule& plan, const fold& folding, send_schedule script) {
    folded<Node> on_torus{self, folding};
    co_await fold_by_schedule(on_torus, std::move(messages), operation, plan, std::move(script));
    co_await on_torus.retire();
}

// The results that a node of the array keeps have its own number, and not that which it has on the
// torus.
any_program folded_program(const setting& setting, const reduction_schedule& plan) {
    const grid& array = grid_of(setting);
    return any_program::on<partial_packet>(
        array, [plan, folding = std::make_shared<const fold>(array), how = operator_of(setting),
                turns = std::make_shared<const quarter_turns>(array.side(0))](
                   auto& self, node_input input, const knowledge& /*knowledge*/) {
            const auto number = [folding](node_id node) { return folding->position(node); };
            return folded_reduction(self, std::move(input.messages), how, plan, *folding,
                                    quarter_turns_schedule{folding->torus(), turns,
                                                           folding->on_torus(self.id()), number});
        });
}

// Folded, a link of the torus is two of the array, but for those between the ends of lines: of p
// links of a line p-2 count twice.
std::optional<packet_hops> hops_of_turns(const problem& problem, std::uint64_t halves) {
    const std::uint64_t nodes = node_count(problem.network);
    const std::uint64_t on_torus = halves * value_count(problem) * (nodes - 1);
    if (is_on_torus(problem)) {
        return packet_hops{on_torus};
    }
    if (value_count(problem) % nodes != 0) {
        return std::nullopt;  // not all links are used alike
    }
    const auto p = static_cast<std::uint64_t>(grid_of(problem).side(0));
    return packet_hops{on_torus / p * 2 * (p - 1)};
}

algorithm quarter_turns_reduction(std::string task) {
    algorithm entry = reduction_entry(std::move(task), "quarter-turns");
    const bool gathers = is_allreduce(entry);
    entry.networks = "torus, array, 2-D";
    entry.source = "Varvarigos & Bertsekas 1994, theorem 1, backwards";
    entry.inapplicable_reason = turned_reduction_mismatch;
    run_by_schedule(
        entry, [gathers](const setting& context) { return plan_on_torus(context, gathers); },
        [](const setting& context) {
            const grid& torus = grid_of(context);
            return [torus, turns = std::make_shared<const quarter_turns>(torus.side(0))](
                       node_id node) -> send_schedule {
                return quarter_turns_schedule{torus, turns, node,
                                              [](node_id other) { return other; }};
            };
        });
    entry.program = [gathers, on_torus = entry.program](const setting& context) {
        return is_on_torus(context) ? on_torus(context)
                                    : folded_program(context, plan_on_torus(context, gathers));
    };
    entry.phases = [gathers](const problem& input) {
        const slot length = is_on_torus(input) ? 1 : 2;
        return phases_of(plan_of_halves(input, gathers, length * slots_on_torus(input),
                                        node_count(input.network)));
    };
    entry.transmissions = [halves = gathers ? 2U : 1U](const problem& input) {
        return hops_of_turns(input, halves);
    };
    return entry;
}

}  // namespace

algorithm describe(standard_name<"reduce-scatter/quarter-turns"> /*name*/) {
    algorithm entry = quarter_turns_reduction("reduce-scatter");
    entry.rule = "rs.quarter";
    entry.idea =
        "The multinode broadcast by quarter-turns backwards in time: what is for a node comes in "
        "from four sides, combined at every node on the way. An array runs it on a folded torus, "
        "two slots for one.";
    entry.time = "ceil((p^2-1)/4) m/N on a torus, twice that on an array";
    return entry;
}

algorithm describe(standard_name<"allreduce/quarter-turns"> /*name*/) {
    algorithm entry = quarter_turns_reduction("allreduce");
    entry.rule = "ar.quarter";
    entry.idea =
        "First what belongs to a node comes in from four sides, combined on the way: the multinode "
        "broadcast by quarter-turns backwards in time. Then that broadcast takes the results to "
        "all.";
    entry.time = "2 ceil((p^2-1)/4) ceil(m/N) on a torus, twice that on an array";
    return entry;
}

}  // namespace tutti
