/// @file
/// Schedules that spread packets among random participants: they keep the rules of the model, and
/// take nothing that is of no use.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "network_by_name.hpp"
#include "participant_sets.hpp"
#include "schedule_checker.hpp"
#include "topology/participant_set.hpp"
#include "topology/schedules/common/bit_set.hpp"
#include "topology/schedules/common/distance_matrix.hpp"
#include "topology/schedules/common/wanted_packets.hpp"
#include "topology/schedules/loudest_first.hpp"
#include "topology/schedules/mirror.hpp"
#include "topology/schedules/mirror_windows.hpp"
#include "topology/schedules/one_port_matching.hpp"
#include "topology/schedules/receiver_matching.hpp"
#include "topology/schedules/telephone.hpp"

TEST_SUITE("topology/schedules") {

namespace {

using support::for_random_participants;
using support::packet_origin;
using support::port_rule;
using tutti::distance_matrix;
using tutti::duplex_mode;
using tutti::link_table;
using tutti::node_id;
using tutti::participant_set;
using tutti::send_table;

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
                  const std::vector<node_id>& sources, port_rule ports,
                  const participant_set& participants) {
    CHECK(support::port_violation(links, sends, ports) == "");
    CHECK(support::copy_violation(links, sends, origins_of(sources), participants) == "");
    const send_table back = tutti::reversed(links, sends);
    std::vector<packet_origin> owners = origins_of(sources);
    CHECK((ports == port_rule::shout || support::port_violation(links, back, ports).empty()));
    CHECK(support::sum_violation(links, back, owners, participants) == "");
    for (std::size_t packet = 0; packet < sources.size(); ++packet) {
        CHECK(owners[packet].node == sources[packet]);
    }
}

std::vector<node_id> one_each(const link_table& links, const participant_set& participants) {
    const std::size_t count = participants.size(links.node_count());
    return packets_in_turn(links, static_cast<std::uint32_t>(count), participants);
}

}  // namespace

TEST_CASE("participants get every packet once, within the slots that are proven") {
    for_random_participants([](const link_table& links, const participant_set& participants) {
        const distance_matrix distances{links};
        std::uint32_t farthest = 0;
        for (const node_id node : participants.nodes(links.node_count())) {
            farthest = std::max(farthest, distances.eccentricity(node, participants));
        }
        for (const std::vector<node_id>& sources :
             {one_each(links, participants), std::vector<node_id>(7, participants.at(0))}) {
            const send_table sends = receiver_matching(links, sources, participants);
            check_copies(links, sends, sources, port_rule::all, participants);
            CHECK(slots_of(sends) <= sources.size() + farthest - (farthest == 0 ? 0 : 1));
        }
    });
}

TEST_CASE("with one port, switches use all of theirs") {
    for_random_participants([](const link_table& links, const participant_set& participants) {
        const std::vector<node_id> sources = one_each(links, participants);
        check_copies(links, one_port_matching(links, duplex_mode::full, participants), sources,
                     port_rule::single, participants);
        check_copies(links, one_port_matching(links, duplex_mode::half, participants), sources,
                     port_rule::single_half, participants);
        check_copies(links, loudest_first(links, participants), sources, port_rule::shout,
                     participants);
        for (const node_id root : {participants.at(0), links.node_count() - 1}) {
            const send_table calls = telephone_calls(links, root, participants);
            CHECK(support::port_violation(links, calls, port_rule::single_half) == "");
            CHECK(support::copy_violation(links, calls, origins_of({root}), participants) == "");
            CHECK(slots_of(calls) >= telephone_slots_bound(links, root, participants));
        }
    });
}

TEST_CASE("tables with one port begin in slot 1 also where its sends are of no use") {
    const link_table links = support::links_by_name("box:hgx-a100");
    const participant_set two{std::vector<std::uint32_t>{0, 1}, links.node_count()};
    const send_table sends = one_port_matching(links, duplex_mode::half, two);
    CHECK(sends.front().slot == 1);
    const tutti::allreduce_sends both = reduced_and_spread(links, sends);
    CHECK(slots_of(both.partial_sums) == slots_of(sends));
    CHECK(support::allreduce_violation(links, both, 2, two) == "");
}

TEST_CASE("hosts of one switch take a slot a message with one port") {
    const link_table links = support::links_by_name("switch:16");
    const participant_set hosts{tutti::number_sequence::ascending(16), 17};
    CHECK(slots_of(one_port_matching(links, duplex_mode::full, hosts)) == 16);
    CHECK(slots_of(one_port_matching(links, duplex_mode::half, hosts)) <= 18);
    CHECK(slots_of(loudest_first(links, hosts)) <= 18);
    CHECK(slots_of(telephone_calls(links, 0, hosts)) == 2);
}

TEST_CASE("mirrors and windows reduce the values of participants, and spread the results to them") {
    for_random_participants([](const link_table& links, const participant_set& participants) {
        const distance_matrix distances{links};
        for (const std::uint32_t values : {1U, 9U}) {
            CAPTURE(values);
            const auto mirror = find_mirror(links, distances, values, participants);
            CHECK(support::allreduce_violation(links, with_mirror_image(links, mirror, values),
                                               values, participants) == "");
            CHECK(mirror.shape.slots >=
                  allreduce_slots_bound(links, distances, values, participants));
            const auto windows = find_mirror_windows(links, values, participants);
            CHECK(support::allreduce_violation(links, sends_of(links, windows, values), values,
                                               participants) == "");
        }
    });
}

TEST_CASE("packets may go to nodes that each want other ones") {
    std::mt19937 random{5};  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same for every run
    for (const char* const name : {"torus:4x4", "fat-tree:4", "random-graph:20.30.3"}) {
        CAPTURE(std::string{name});
        const link_table links = support::links_by_name(name);
        const std::vector<node_id> sources{3, 0, 3, 7, 12};
        tutti::bit_matrix wanted(links.node_count(), sources.size());
        for (int pair = 0; pair < 20; ++pair) {
            tutti::insert(wanted[random() % links.node_count()],
                          static_cast<std::uint32_t>(random() % sources.size()));
        }
        const send_table sends = receiver_matching(links, sources, tutti::wanted_packets{wanted});
        for (std::uint32_t packet = 0; packet < sources.size(); ++packet) {
            CAPTURE(packet);
            std::vector<std::uint32_t> takers;
            for (node_id node = 0; node < links.node_count(); ++node) {
                if (tutti::contains(wanted[node], packet)) {
                    takers.push_back(node);
                }
            }
            send_table own;
            std::ranges::copy_if(sends, std::back_inserter(own),
                                 [&](const auto& send) { return send.packet == packet; });
            for (auto& send : own) {
                send.packet = 0;
            }
            CHECK((takers.empty()
                       ? own.empty()
                       : support::copy_violation(links, own, origins_of({sources[packet]}),
                                                 participant_set{takers, links.node_count()})
                             .empty()));
        }
    }
}

}  // TEST_SUITE("topology/schedules")
