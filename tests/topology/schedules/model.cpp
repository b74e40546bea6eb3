/// @file
/// Every maker of schedules on networks of every kind: its tables keep the rules of the model.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "network_by_name.hpp"
#include "schedule_checker.hpp"
#include "support/distances.hpp"
#include "topology/schedules/arborescences.hpp"
#include "topology/schedules/balanced_exchange.hpp"
#include "topology/schedules/balanced_routes.hpp"
#include "topology/schedules/delivery_trees.hpp"
#include "topology/schedules/farthest_first.hpp"
#include "topology/schedules/loudest_first.hpp"
#include "topology/schedules/mirror.hpp"
#include "topology/schedules/mirror_windows.hpp"
#include "topology/schedules/one_port_matching.hpp"
#include "topology/schedules/open_shop.hpp"
#include "topology/schedules/receiver_matching.hpp"
#include "topology/schedules/scatter_flow.hpp"
#include "topology/schedules/telephone.hpp"
#include "topology/schedules/translations.hpp"

TEST_SUITE("topology/schedules") {

namespace {

using support::packet_origin;
using support::port_rule;
using tutti::allreduce_sends;
using tutti::duplex_mode;
using tutti::link_id;
using tutti::link_table;
using tutti::node_id;
using tutti::send_table;

/// Calls `claim(links, network)` for networks of one to 64 nodes.
template <class Claim>
void for_all_networks(const Claim& claim) {
    std::vector<std::string> names = support::connected_networks();
    for (const char* name : {"dgx1-8", "fat-tree-k4", "rr3-32", "torus8x8-minus-4-nodes",
                             "box:dgx1", "box:hgx-a100", "box:hgx-h100", "dragonfly:2.1.1"}) {
        names.emplace_back(name);
    }
    for (const std::string& name : names) {
        CAPTURE(name);
        const tutti::network net = support::network_by_name(name);
        claim(link_table{net}, net);
    }
}

std::vector<packet_origin> origins_of(const std::vector<node_id>& sources) {
    std::vector<packet_origin> origins;
    origins.reserve(sources.size());
    for (const node_id source : sources) {
        origins.push_back({.node = source});
    }
    return origins;
}

/// A table of copies, and of the sums that are its reversal.
void check_copies(const link_table& links, const send_table& sends,
                  const std::vector<node_id>& sources, port_rule ports) {
    CHECK(support::port_violation(links, sends, ports) == "");
    CHECK(support::copy_violation(links, sends, origins_of(sources)) == "");
    const send_table back = tutti::reversed(links, sends);
    std::vector<packet_origin> owners = origins_of(sources);
    CHECK((ports == port_rule::shout || support::port_violation(links, back, ports).empty()));
    CHECK(support::sum_violation(links, back, owners) == "");
    CHECK(slots_of(back) == slots_of(sends));
    for (std::size_t packet = 0; packet < sources.size(); ++packet) {
        CHECK(owners[packet].node == sources[packet]);
    }
}

/// Packets from `root` to all others, or backwards.
void check_scatter(const link_table& links, const send_table& sends, node_id root,
                   port_rule ports) {
    const std::vector<node_id> at_root(links.node_count(), root);
    std::vector<node_id> at_nodes(links.node_count());
    std::iota(at_nodes.begin(), at_nodes.end(), node_id{0});
    const send_table gather = tutti::reversed(links, sends);
    CHECK(support::port_violation(links, sends, ports) == "");
    CHECK(support::port_violation(links, gather, ports) == "");
    CHECK(support::journey_violation(links, sends, at_root, at_nodes) == "");
    CHECK(support::journey_violation(links, gather, at_nodes, at_root) == "");
}

void check_exchange(const link_table& links, const send_table& sends, port_rule ports) {
    std::vector<node_id> begin;
    std::vector<node_id> end;
    for (node_id source = 0; source < links.node_count(); ++source) {
        for (node_id destination = 0; destination < links.node_count(); ++destination) {
            begin.push_back(source);
            end.push_back(destination);
        }
    }
    CHECK(support::port_violation(links, sends, ports) == "");
    CHECK(support::journey_violation(links, sends, begin, end) == "");
}

/// The latest slot in which a path of the table's sends may arrive with a packet of a source.
bool are_short(const link_table& links, const send_table& sends, std::uint32_t detour) {
    const tutti::distance_matrix distances{links};
    std::vector<std::vector<std::uint32_t>> length(links.node_count(),
                                                   std::vector<std::uint32_t>(links.node_count()));
    for (const auto& [slot, link, source] : sends) {
        const auto& [from, to, through, reverse] = links[link];
        length[source][to] = length[source][from] + 1;
        if (length[source][to] > distances.between(source, to) + detour) {
            return false;
        }
    }
    return true;
}

}  // namespace

TEST_CASE("every packet reaches every node once, within the slots that are proven") {
    for_all_networks([](const link_table& links, const tutti::network& /*net*/) {
        const tutti::distance_matrix distances{links};
        std::uint32_t diameter = 0;
        for (node_id node = 0; node < links.node_count(); ++node) {
            diameter = std::max(diameter, distances.eccentricity(node));
        }
        const std::vector<node_id> all = tutti::packets_in_turn(links, links.node_count());
        const send_table sends = tutti::receiver_matching(links, all);
        check_copies(links, sends, all, port_rule::all);
        CHECK(slots_of(sends) + 2 <= links.node_count() + std::max(diameter, 1U));

        const std::vector<node_id> pieces(7, links.node_count() / 2);
        const send_table broadcast = tutti::receiver_matching(links, pieces);
        check_copies(links, broadcast, pieces, port_rule::all);
        CHECK(slots_of(broadcast) <= 7 + diameter);
    });
}

TEST_CASE("delivery trees have no longer paths than they may") {
    for_all_networks([](const link_table& links, const tutti::network& /*net*/) {
        for (const std::uint32_t detour : {0U, 1U, 2U}) {
            const send_table sends = tutti::delivery_trees(links, detour);
            check_copies(links, sends, tutti::packets_in_turn(links, links.node_count()),
                         port_rule::all);
            CHECK(are_short(links, sends, detour));
        }
    });
}

TEST_CASE("translated packets never meet") {
    int count = 0;
    for_all_networks([&](const link_table& links, const tutti::network& /*net*/) {
        if (const auto schedule = tutti::translation_schedule::of(links)) {
            check_copies(links, schedule->sends(links),
                         tutti::packets_in_turn(links, links.node_count()), port_rule::all);
            CHECK(schedule->hops().size() == links.node_count() - 1);
            ++count;
        }
    });
    CHECK(count == 14);
}

TEST_CASE("nodes with one port, and shouting nodes, do one thing a slot") {
    for_all_networks([](const link_table& links, const tutti::network& /*net*/) {
        const std::vector<node_id> all = tutti::packets_in_turn(links, links.node_count());
        check_copies(links, tutti::one_port_matching(links, duplex_mode::full), all,
                     port_rule::single);
        check_copies(links, tutti::one_port_matching(links, duplex_mode::half), all,
                     port_rule::single_half);
        check_copies(links, tutti::loudest_first(links), all, port_rule::shout);
    });
}

TEST_CASE("an allreduce adds every contribution once, and spreads what is complete") {
    for_all_networks([](const link_table& links, const tutti::network& /*net*/) {
        const tutti::distance_matrix distances{links};
        for (const std::uint32_t values : {1U, 5U, links.node_count()}) {
            CAPTURE(values);
            const auto check = [&](const allreduce_sends& sends) {
                CHECK(support::allreduce_violation(links, sends, values) == "");
                CHECK(sends.partial_sums.size() == sends.results.size());
            };
            const auto mirror = tutti::find_mirror(links, distances, values);
            check(tutti::with_mirror_image(links, mirror, values));
            check(tutti::reduced_and_spread(
                links, tutti::receiver_matching(links, tutti::packets_in_turn(links, values))));
        }
        for (const std::uint32_t values : {3U, 50U}) {  // 50: chunks of 4 to 25, the last shorter
            const auto windows = tutti::find_mirror_windows(links, values);
            const allreduce_sends sends = tutti::sends_of(links, windows, values);
            CHECK(support::allreduce_violation(links, sends, values) == "");
            CHECK(slots_of(sends.results) <= windows.slots());
        }
    });
}

TEST_CASE("arborescences share no link, and their broadcast ends as promised") {
    for_all_networks([](const link_table& links, const tutti::network& /*net*/) {
        const node_id root = links.node_count() / 2;
        const auto trees = tutti::arborescences(links, root);
        const send_table sends = tutti::broadcast_over(links, trees, 20);
        check_copies(links, sends, std::vector<node_id>(20, root), port_rule::all);
        std::uint32_t height = 0;
        std::vector<int> uses(links.link_count());
        for (const tutti::arborescence& tree : trees) {
            height = std::max(height, tree.height);
            for (const tutti::link_id link : tree.link_into) {
                CHECK((link == tutti::no_link || uses[link]++ == 0));
            }
        }
        CHECK((trees.empty() || slots_of(sends) < (20 + trees.size() - 1) / trees.size() + height));
    });
}

TEST_CASE("every packet of a scatter goes its way, in the fewest slots") {
    for_all_networks([](const link_table& links, const tutti::network& /*net*/) {
        for (const node_id root : {node_id{0}, links.node_count() - 1}) {
            const send_table sends = tutti::scatter_flow(links, root);
            check_scatter(links, sends, root, port_rule::all);
            CHECK(slots_of(sends) >= tutti::scatter_slots_bound(links, root));
            const send_table one_port = tutti::farthest_first(links, root);
            check_scatter(links, one_port, root, port_rule::single);
            CHECK(slots_of(one_port) == links.node_count() - 1);
            const send_table by_turns = tutti::farthest_first(links, root, duplex_mode::half);
            check_scatter(links, by_turns, root, port_rule::single_half);
            CHECK(slots_of(by_turns) >= links.node_count() - 1);
        }
    });
}

TEST_CASE("no link carries packets of a scatter both ways in a slot, or one beyond its end") {
    for_all_networks([](const link_table& links, const tutti::network& /*net*/) {
        for (node_id root = 0; root < links.node_count(); root += 7) {
            std::set<std::pair<std::uint32_t, link_id>> used;
            std::set<node_id> at_end;
            for (const auto& [slot, link, packet] : tutti::scatter_flow(links, root)) {
                CHECK(!used.contains({slot, links[link].reverse}));
                used.emplace(slot, link);
                CHECK(!at_end.contains(packet));
                if (links[link].to == packet) {
                    at_end.insert(packet);
                }
            }
        }
    });
}

TEST_CASE("calls reach every node once, on trees in the fewest slots") {
    for_all_networks([](const link_table& links, const tutti::network& /*net*/) {
        for (const node_id root : {node_id{0}, links.node_count() - 1}) {
            const send_table calls = tutti::telephone_calls(links, root);
            check_copies(links, calls, {root}, port_rule::single_half);
            CHECK(slots_of(calls) >= tutti::telephone_slots_bound(links, root));
            CHECK(slots_of(calls) <= tutti::telephone_slots_bound(links, root) + 4);
        }
    });
    const auto slots = [](const std::string& name, node_id root) {
        return slots_of(tutti::telephone_calls(support::links_by_name(name), root));
    };
    CHECK(slots("path:9", 0) == 8);
    CHECK(slots("path:9", 4) == 5);
    CHECK(slots("star:9", 0) == 8);
    CHECK(slots("star:9", 8) == 8);
    CHECK(slots("tree:4", 0) == 6);
    CHECK(slots("tree:4", 14) == 8);
}

TEST_CASE("every packet of a total exchange goes its way") {
    for_all_networks([](const link_table& links, const tutti::network& net) {
        const tutti::distance_matrix distances{links};
        for (const std::uint32_t detour : {0U, 2U}) {
            const tutti::balanced_routes by_link{links, distances, detour,
                                                 tutti::route_load::links};
            const tutti::balanced_routes by_node{links, distances, detour,
                                                 tutti::route_load::nodes};
            check_exchange(links, exchange_with_all_ports(links, by_link), port_rule::all);
            check_exchange(links, exchange_with_one_port(links, by_node, duplex_mode::full),
                           port_rule::single);
            check_exchange(links, exchange_with_one_port(links, by_node, duplex_mode::half),
                           port_rule::single_half);
        }
        if (const auto factors = tutti::cyclic_factors(net)) {
            const tutti::open_shop_schedule schedule{*factors};
            const send_table sends = schedule.sends(links);
            check_exchange(links, sends, port_rule::all);
            CHECK(sends.size() == distances.sum());
        }
    });
}

}  // TEST_SUITE("topology/schedules")
