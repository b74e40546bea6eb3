
#include <fmt/format.h>

#include "algorithms/mesh/mesh_theory.hpp"
#include "algorithms/reduction_entry.hpp"
#include "bounds/lower_bounds.hpp"
#include "topology/embeddings/hamiltonian_cycle.hpp"
#include "topology/embeddings/hamiltonian_map.hpp"
#include "tour_broadcast.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

/// Known cycle of a network: the position of each node, and the node at each position.
struct known_cycle {
    explicit known_cycle(const network& net)
        : order{find_hamiltonian_cycle(net).first(node_count(net))},
          way{net, order, grid_edge::closed} {}

    std::vector<node_id> order;
    hamiltonian_map way;
};

/// Schedule in which every number goes once around, from the node after its destination to it, and
/// is reduced with the numbers of the nodes on its way; and, as a result, once more. A node sends
/// on to the next one alone, when the multinode broadcast around the cycle does, each time the
/// number of a node that is one farther behind.
///
/// Four values on the ring of 4, number i for node i; 0a is number 0 of node 0, and 0* the result.
/// What each node sends on, the results from slot 4 on:
///
///     node     0     1     2     3
///     slot 1   3a    0b    1c    2d
///     slot 2   2ad   3ab   0bc   1cd
///     slot 3   1acd  2abd  3abc  0bcd
///     slot 4   0*    1*    2*    3*
///     slot 5   3*    0*    1*    2*
///     slot 6   2*    3*    0*    1*
///
/// Time of the reduce-scatter: exactly (n-1) m/n; half duplex 2(n-1) m/n for even n, 2m for odd n.
/// Time, with results: exactly 2(n-1) ceil(m/n); half duplex 4(n-1) ceil(m/n) for even n, 4n
/// ceil(m/n) for odd n.
schedule around_cycle(const setting& setting) {
    return [cycle = known_cycle{setting.network},
            when = ring_schedule{node_count(setting.network), duplex_of(setting.ports)}](
               const schedule_step& now, const schedule_row& send) {
        const hamiltonian_map::place& place = cycle.way.at(now.node);
        if (when.turn(place.position, now.at).sends) {
            const std::size_t n = cycle.order.size();
            const std::size_t behind = now.part == 0 ? now.rows + 1 : now.rows;
            send(place.next, cycle.order[(place.position + n - behind) % n]);
        }
    };
}

void describe_hamiltonian_reduction(algorithm& entry) {
    describe_reduction(entry);
    entry.networks = "any with a known Hamiltonian cycle";
    entry.ports = {port_model::single_port_full_duplex, port_model::single_port_half_duplex};
    entry.source = "Dimakopoulos 1999, sections 3 and 4, backwards";
    entry.inapplicable_reason = cycle_mismatch;
    run_halves_by_schedule(
        entry,
        [](const setting& setting) {
            return multinode_slots(node_count(setting.network), duplex_of(setting.ports));
        },
        around_cycle);
}

/// Rows of a node of a ring, whose neighbours and numbers count around it.
class ring_rows {
public:
    ring_rows(const grid& ring, const schedule_step& now, const schedule_row& send)
        : ring_{&ring}, now_{now}, send_{&send} {}

    [[nodiscard]] const schedule_step& now() const noexcept { return now_; }

    /// n/2, and the links on the shorter way down where there is a difference.
    [[nodiscard]] std::int64_t upper_half() const noexcept { return nodes() / 2; }
    [[nodiscard]] std::int64_t lower_half() const noexcept { return (nodes() - 1) / 2; }

    /// Sends up, or down, the number of the node this number of places above this one.
    void up(std::int64_t above) const {
        (*send_)(ring_->has_port(now_.node, 1) ? 1 : 0, number(above));
    }
    void down(std::int64_t above) const { (*send_)(0, number(above)); }

private:
    [[nodiscard]] std::int64_t nodes() const noexcept { return ring_->side(0); }
    [[nodiscard]] std::uint64_t number(std::int64_t above) const {
        return remainder_of(std::int64_t{now_.node} + above + 2 * nodes(), ring_->nodes_along(0));
    }

    const grid* ring_;
    schedule_step now_;
    const schedule_row* send_;
};

// A number comes to its destination from both sides, and goes from there to both.
//
// Number 0, whose destination is node 0, on the ring of 5; node 0 has the value a, node 1 b, ..,
// and * is the result:
//
//     slot 1   2-c->1   3-d->4
//     slot 2   1-bc->0  4-de->0
//     slot 3   0-*->4   0-*->1
//     slot 4   1-*->2   4-*->3
//
// Time of the reduce-scatter: exactly floor(n/2) m/n slots.
void to_node_and_back(const ring_rows& self) {
    const slot u = self.now().at + 1;
    const bool copies = self.now().part > 0;
    if (u <= self.upper_half()) {
        self.up(copies ? 1 - u : self.upper_half() - u + 1);
    }
    if (u <= self.lower_half()) {
        self.down(copies ? u - 1 : u - 1 - self.lower_half());
    }
}

// A number comes to both ends of the link above its node, and goes from there to both sides.
//
// Number 0 on the ring of 4, which meets on the link of nodes 0 and 1:
//
//     slot 1   2-c->1   3-d->0
//     slot 2   0-ad->1  1-bc->0
//     slot 3   0-*->3   1-*->2
//
// Time, with results: exactly (n-1) ceil(m/n); 2 ceil(m/2) for n = 2.
void to_link_and_back(const ring_rows& self) {
    const slot u = self.now().at + 1;
    const bool copies = self.now().part > 0;
    self.up(copies ? -u : self.upper_half() - u);
    self.down(copies ? u - 1 : u - 1 - self.upper_half());
}

bool meets_on_links(const network& net, bool gathers) {
    const std::size_t nodes = node_count(net);
    return gathers && nodes % 2 == 0 && nodes >= 4;
}

reduction_schedule plan_both_ways(const setting& setting, bool gathers) {
    const std::uint64_t nodes = node_count(setting.network);
    const slot half = grid_of(setting).side(0) / 2;
    return meets_on_links(setting.network, gathers)
               ? plan_of(setting,
                         {{.end = "reduce", .slots = half},
                          {.end = "broadcast", .slots = half - 1, .copies = true}},
                         nodes)
               : plan_of_halves(setting, gathers, half, nodes);
}

schedule schedule_both_ways(const setting& setting, bool gathers) {
    const auto rows =
        meets_on_links(setting.network, gathers) ? to_link_and_back : to_node_and_back;
    return [rows, ring = grid_of(setting)](const schedule_step& now, const schedule_row& send) {
        rows({ring, now, send});
    };
}

void describe_both_ways(algorithm& entry) {
    describe_reduction(entry);
    entry.networks = "ring";
    entry.inapplicable_reason = ring_mismatch;
    const bool gathers = is_allreduce(entry);
    run_by_schedule(
        entry, [gathers](const setting& context) { return plan_both_ways(context, gathers); },
        [gathers](const setting& context) { return schedule_both_ways(context, gathers); });
}

}  // namespace

void describe(standard_name<"reduce-scatter/hamiltonian"> /*name*/, algorithm& entry) {
    describe_hamiltonian_reduction(entry);
    entry.rule = "rs.cycle";
    entry.idea =
        "Partial results go around a cycle through all nodes, and every node combines its own "
        "values with what comes and sends it on. Each goes around once and ends at the node that "
        "keeps it.";
    entry.time = "(n-1) m/n; half duplex 2(n-1) m/n for even n, 2m for odd n";
}

void describe(standard_name<"allreduce/hamiltonian"> /*name*/, algorithm& entry) {
    describe_hamiltonian_reduction(entry);
    entry.rule = "ar.cycle";
    entry.idea =
        "Partial results go around a cycle through all nodes, combined at each, until every node "
        "has its share of the results. Then these go around the cycle once more, so that all nodes "
        "have them.";
    entry.time =
        "2(n-1) ceil(m/n); half duplex 4(n-1) ceil(m/n) for even n, 4n ceil(m/n) for odd n";
}

void describe(standard_name<"reduce-scatter/both-ways"> /*name*/, algorithm& entry) {
    describe_both_ways(entry);
    entry.rule = "rs.ring";
    entry.source = "Varvarigos & Bertsekas 1994, section 2, backwards";
    entry.idea =
        "What is for a node comes to it from both sides of the ring, beginning with the nodes "
        "farthest from it, and each on the way combines its own value with it. Both directions of "
        "the links work at once.";
    entry.time = "floor(n/2) m/n";
}

void describe(standard_name<"allreduce/both-ways"> /*name*/, algorithm& entry) {
    describe_both_ways(entry);
    entry.rule = "ar.ring";
    entry.source =
        "Varvarigos & Bertsekas 1994, section 2, backwards; for even n not in the papers";
    entry.idea =
        "What belongs to a node comes to it from both sides of the ring, combined on the way, and "
        "the result goes back both ways. If nodes are even in number, both sides meet on a link "
        "instead, a slot earlier.";
    entry.time = "(n-1) ceil(m/n); 2 ceil(m/2) for n = 2";
}

}  // namespace tutti
