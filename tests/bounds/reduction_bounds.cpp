#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "bounds/journeys.hpp"
#include "bounds/lower_bounds.hpp"
#include "collectives/reduction.hpp"
#include "collectives/requirement.hpp"
#include "support/standard.hpp"
#include "topology/participant_set.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/catalog/parameter.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("collectives/reduction.hpp") {

namespace {

using tutti::node_id;
using tutti::packet_size;
using tutti::port_model;
using tutti::rational;
using tutti::slot;

constexpr auto all_ports = port_model::all_port;
constexpr auto full = port_model::single_port_full_duplex;
constexpr auto half = port_model::single_port_half_duplex;

tutti::problem asked_for(const tutti::collective& collective, const std::string& network,
                         port_model ports, tutti::parameter_values values, node_id root = 0) {
    tutti::problem problem{
        {.network = tutti::parse_network(network),
         .ports = ports,
         .parameters = tutti::with_defaults(collective.parameters, std::move(values))}};
    problem.root = root;
    return problem;
}

rational bound_of(std::string_view task, const std::string& network, port_model ports,
                  tutti::parameter_values values, node_id root = 0) {
    const tutti::collective& collective = support::standard_collective(task);
    const tutti::lower_bound bound = collective.lower_bound(
        asked_for(collective, network, ports, std::move(values), root), packet_size::whole());
    CHECK_FALSE(bound.proof.empty());
    return bound.units;
}

/// Values that each node has reduced, a bit for each.
using knowledge_item = std::vector<std::uint32_t>;

struct directed_link {
    node_id from = 0;
    node_id to = 0;
};

std::vector<directed_link> links_of(const tutti::network& net) {
    std::vector<directed_link> links;
    const auto nodes = static_cast<node_id>(tutti::node_count(net));
    for (node_id from = 0; from < nodes; ++from) {
        for (node_id to = 0; to < nodes; ++to) {
            if (from != to && tutti::port_towards(net, from, to) >= 0) {
                links.push_back({from, to});
            }
        }
    }
    return links;
}

/// The sets of links that may be used in one slot.
std::vector<std::vector<directed_link>> slots_of(const tutti::network& net, port_model ports) {
    const std::vector<directed_link> links = links_of(net);
    std::vector<std::vector<directed_link>> allowed;
    for (std::uint32_t bits = 0; bits < std::uint32_t{1} << links.size(); ++bits) {
        std::vector<directed_link> used;
        std::vector<int> sends(tutti::node_count(net));
        std::vector<int> receives(sends.size());
        for (std::size_t i = 0; i < links.size(); ++i) {
            if ((bits >> i & 1U) != 0) {
                used.push_back(links[i]);
                ++sends[links[i].from];
                ++receives[links[i].to];
            }
        }
        bool is_allowed = true;
        for (std::size_t node = 0; node < sends.size(); ++node) {
            is_allowed =
                is_allowed &&
                (ports == all_ports || (ports == full && sends[node] <= 1 && receives[node] <= 1) ||
                 (ports == half && sends[node] + receives[node] <= 1));
        }
        if (is_allowed) {
            allowed.push_back(std::move(used));
        }
    }
    return allowed;
}

/// A partial value is folded if it counts no node twice; a result takes its place. @return nothing
/// changes where neither can be done
knowledge_item after(const knowledge_item& before, const std::vector<directed_link>& used) {
    const std::uint32_t total = (std::uint32_t{1} << before.size()) - 1;
    knowledge_item now = before;
    for (const auto& [from, to] : used) {
        if (before[from] == total) {
            now[to] = total;
        } else if ((now[to] & before[from]) == 0) {
            now[to] |= before[from];
        }
    }
    return now;
}

/// The least slots in which one value of each node is folded, by trying everything: at `root`, or
/// everywhere if there is none.
slot least_slots(const tutti::network& net, port_model ports, int root) {
    const std::size_t nodes = tutti::node_count(net);
    const std::uint32_t total = (std::uint32_t{1} << nodes) - 1;
    const auto choices = slots_of(net, ports);
    knowledge_item start;
    for (std::size_t node = 0; node < nodes; ++node) {
        start.push_back(std::uint32_t{1} << node);
    }
    std::set<knowledge_item> seen{start};
    std::vector<knowledge_item> front{start};
    for (slot at = 0;; ++at) {
        for (const knowledge_item& each : front) {
            if (root >= 0 ? each[static_cast<std::size_t>(root)] == total
                          : std::ranges::count(each, total) == std::ssize(each)) {
                return at;
            }
        }
        std::vector<knowledge_item> next;
        for (const knowledge_item& each : front) {
            for (const auto& used : choices) {
                knowledge_item then = after(each, used);
                if (seen.insert(then).second) {
                    next.push_back(std::move(then));
                }
            }
        }
        REQUIRE_FALSE(next.empty());
        front = std::move(next);
    }
}

}  // namespace

TEST_CASE("no schedule of one value is faster than the bounds, and most are met") {
    int met = 0;
    int tried = 0;
    for (const std::string network :
         {"path:1", "path:2", "path:3", "path:4", "ring:3", "ring:4", "star:3", "complete:3"}) {
        const tutti::network net = tutti::parse_network(network);
        for (const port_model ports : {all_ports, full, half}) {
            CAPTURE(network);
            CAPTURE(static_cast<int>(ports));
            const auto check = [&](const rational& bound, slot least) {
                CHECK(bound <= rational{least});
                met += bound == rational{least} ? 1 : 0;
                ++tried;
            };
            check(bound_of("allreduce", network, ports, {{"values", 1U}}),
                  least_slots(net, ports, -1));
            for (node_id root = 0; root < tutti::node_count(net); ++root) {
                check(bound_of("reduce", network, ports, {{"values", 1U}}, root),
                      least_slots(net, ports, static_cast<int>(root)));
            }
        }
    }
    CHECK(2 * met > tried);
}

TEST_CASE("values take the links of the nodes that they leave and enter, and the last its way") {
    struct row {
        std::string_view task;
        const char* network;
        port_model ports;
        std::uint64_t values;
        node_id root;
        std::int64_t units;
    };
    for (const row& each : {
             row{"reduce-scatter", "array:5x5", all_ports, 25, 0, 12},
             {"reduce-scatter", "torus:5x5", all_ports, 75, 0, 18},
             {"reduce-scatter", "hypercube:5", all_ports, 32, 0, 7},
             {"reduce-scatter", "ring:9", full, 27, 0, 24},
             {"reduce-scatter", "ring:9", half, 27, 0, 54},
             {"reduce-scatter", "ring:8", half, 8, 0, 14},
             {"reduce-scatter", "ring:8", all_ports, 0, 0, 0},
             {"allreduce", "hypercube:5", all_ports, 32, 0, 13},
             {"allreduce", "array:4x4", all_ports, 16, 0, 13},
             {"allreduce", "ring:9", all_ports, 1, 0, 4},
             {"allreduce", "ring:9", full, 9, 0, 16},
             {"allreduce", "ring:9", half, 9, 0, 36},
             {"allreduce", "hypercube:6", full, 1, 0, 6},
             {"allreduce", "path:1", full, 5, 0, 0},
             // A node with few links bounds the time, wherever it is.
             {"allreduce", "debruijn:6", all_ports, 64, 0, 37},
             {"allreduce", "star:5", all_ports, 3, 0, 4},
             {"reduce", "hypercube:5", all_ports, 32, 3, 11},
             {"reduce", "ring:7", all_ports, 5, 0, 5},
             {"reduce", "array:4x4", all_ports, 5, 3, 8},
             {"reduce", "path:6", all_ports, 4, 2, 6},
             {"reduce", "path:6", all_ports, 0, 2, 0},
         }) {
        CAPTURE(each.task);
        CAPTURE(each.network);
        CHECK(bound_of(each.task, each.network, each.ports, {{"values", each.values}}, each.root) ==
              rational{each.units});
    }
    CHECK(bound_of("barrier", "ring:7", all_ports, {}) == rational{3});
    CHECK(bound_of("barrier", "path:5", all_ports, {}) == rational{4});
}

TEST_CASE("a node may go on once all have called, and not a slot before") {
    const tutti::collective& barrier = support::standard_collective("barrier");
    const tutti::problem problem = asked_for(barrier, "ring:7", all_ports, {{"skew", 6U}});
    const auto complaint = [&](slot at) {
        const std::array slots{at};
        return barrier.checks(problem,
                              {.node = 2, .input = {}, .delivered = {}, .delivered_in = slots});
    };
    CHECK(complaint(tutti::last_call(problem)).empty());
    CHECK_FALSE(complaint(tutti::last_call(problem) - 1).empty());
}

TEST_CASE("a minimum may follow from silence, a sum needs all values, and that of node 0 stays") {
    const tutti::network net = tutti::parse_network("path:5");
    const auto least = [&](const tutti::requirement& required) {
        return tutti::least_journeys(required, net, {}).messages;
    };
    using tutti::fold_operator;
    CHECK(least(tutti::folded_values{.node_count = 5, .count = 3}) == 2 * 3 * 4);
    CHECK(least(tutti::folded_values{
              .node_count = 5, .count = 3, .operation = fold_operator::least}) == 3 * 4);
    CHECK(least(tutti::sums_upwards{.node_count = 5, .senders = tutti::broadcasters_at({0, 1})}) ==
          1);
    constexpr std::size_t many = std::size_t{1} << 30U;
    CHECK_THROWS_AS(least(tutti::all_messages_everywhere{many, tutti::every_node(many, 32)}),
                    std::overflow_error);
    // One of node 1 goes to node 0; node 0 has none for node 2.
    const tutti::one_message_each next{.expected = {{.origin = 1}, {.origin = 1}, {.origin = 0}}};
    CHECK(tutti::least_journeys(next, net, tutti::broadcasters_at({1})).messages == 1);
    const tutti::participant_set some{tutti::number_sequence{2, 5, 7}, 8};
    const auto sums = tutti::sums_upwards{
        .node_count = 8, .senders = tutti::broadcasters_at({2, 7}), .receivers = some};
    CHECK(tutti::least_journeys(sums, net, {}).messages == 2);
    const auto all = tutti::all_messages_everywhere{
        .node_count = 8, .senders = tutti::broadcasters_at({2, 5, 7}), .receivers = some};
    CHECK(tutti::least_journeys(all, net, {}).messages == 6);
}

}  // TEST_SUITE("collectives/reduction.hpp")
