#include "static_flow.hpp"

#include <tuple>
#include <utility>

#include "max_flow.hpp"

namespace tutti {
namespace {

static_cut cut_beyond(const all_links& links, const flow_demand& demand,
                      std::vector<bool> is_beyond) {
    static_cut cut{.demand = demand, .is_beyond = std::move(is_beyond)};
    for (node_id node = 0; node < links.node_count(); ++node) {
        cut.messages += cut.is_beyond[node] ? demand.amounts[node] : 0;
    }
    for (const auto& [from, to] : links.links()) {
        cut.links += !cut.is_beyond[from] && cut.is_beyond[to] ? 1U : 0U;
    }
    return cut;
}

// A smallest cut where links let `slots` messages pass; both are scaled to whole numbers.
static_cut smallest_cut(const all_links& links, const flow_demand& demand, const rational& slots) {
    const std::size_t nodes = links.node_count();
    const auto passing = static_cast<std::uint64_t>(slots.numerator());
    const auto scale = static_cast<std::uint64_t>(slots.denominator());
    max_flow flow{nodes + 1};
    for (const auto& [from, to] : links.links()) {
        flow.add_arc(from, to, passing);
    }
    for (node_id node = 0; node < nodes; ++node) {
        flow.add_arc(node, nodes, demand.amounts[node] * scale);
    }
    std::ignore = flow.augment(demand.root, nodes);
    std::vector<bool> is_beyond(nodes);
    for (node_id node = 0; node < nodes; ++node) {
        is_beyond[node] = !flow.is_source_side(node);
    }
    return cut_beyond(links, demand, std::move(is_beyond));
}

}  // namespace

static_cut cut_around_root(const all_links& links, const flow_demand& demand) {
    std::vector<bool> is_beyond(links.node_count(), true);
    is_beyond[demand.root] = false;
    return cut_beyond(links, demand, std::move(is_beyond));
}

// Newton's method: a cut that does not let all pass says how many slots it takes.
static_cut strongest_cut(const all_links& links, const flow_demand& demand, rational known) {
    static_cut strongest{.demand = demand};
    while (known > rational{0}) {
        static_cut cut = smallest_cut(links, demand, known);
        if (cut.slots() <= known) {
            break;
        }
        known = cut.slots();
        strongest = std::move(cut);
    }
    return strongest;
}

}  // namespace tutti
