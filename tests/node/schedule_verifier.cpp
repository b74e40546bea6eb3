/// @file
/// Verifier of the rows of schedules, beside the checker of the tests and on planted faults.

#include "node/schedule_verifier.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "topology/participant_set.hpp"
#include "topology/schedules/common/distance_matrix.hpp"
#include "topology/schedules/common/link_table.hpp"
#include "topology/schedules/common/send_table.hpp"
#include "topology/schedules/loudest_first.hpp"
#include "topology/schedules/mirror.hpp"
#include "topology/schedules/network_by_name.hpp"
#include "topology/schedules/one_port_matching.hpp"
#include "topology/schedules/receiver_matching.hpp"
#include "topology/schedules/scatter_flow.hpp"
#include "topology/schedules/schedule_checker.hpp"

TEST_SUITE("node/schedule_verifier") {

namespace {

using support::packet_origin;
using support::port_rule;
using tutti::link_table;
using tutti::node_id;
using tutti::participant_set;
using tutti::port_model;
using tutti::schedule_requirement;
using tutti::send_table;

/// A schedule with what it has to do.
struct verified_case {
    std::string name;
    send_table sends;
    schedule_requirement requirement;
};

std::vector<verified_case> cases_on(const link_table& links) {
    const std::vector<node_id> all = tutti::packets_in_turn(links, links.node_count());
    const std::vector<node_id> pieces(5, 2);
    const std::uint32_t values = links.node_count() + 3;
    const tutti::distance_matrix distances{links};
    const auto mirror = find_mirror(links, distances, values);
    const participant_set some{{0, 2, 3}, links.node_count()};
    const std::vector<node_id> theirs = packets_in_turn(links, 5, some);
    const auto mirror_of_some = find_mirror(links, distances, values, some);
    return {
        {"receiver matching", receiver_matching(links, all), {.begins = all}},
        {"pieces", receiver_matching(links, pieces), {.begins = pieces}},
        {"one-port matching",
         one_port_matching(links, tutti::duplex_mode::full),
         {.ports = port_model::single_port_full_duplex, .begins = all}},
        {"half duplex",
         one_port_matching(links, tutti::duplex_mode::half),
         {.ports = port_model::single_port_half_duplex, .begins = all}},
        {"loudest first",
         loudest_first(links),
         {.ports = port_model::shout_and_whisper, .begins = all}},
        {"scatter",
         scatter_flow(links, 1),
         {.ports = port_model::one_way,
          .begins = std::vector<node_id>(links.node_count(), 1),
          .ends = all}},
        {"mirror", merged(with_mirror_image(links, mirror, values)), {.values = values}},
        {"participants",
         receiver_matching(links, theirs, some),
         {.begins = theirs, .participants = some}},
        {"one port of participants",
         one_port_matching(links, tutti::duplex_mode::full, some),
         {.ports = port_model::single_port_full_duplex,
          .begins = packets_in_turn(links, 3, some),
          .participants = some}},
        {"mirror of participants",
         merged(with_mirror_image(links, mirror_of_some, values)),
         {.values = values, .participants = some}},
    };
}

port_rule rule_of(port_model ports) {
    return ports == port_model::single_port_full_duplex   ? port_rule::single
           : ports == port_model::single_port_half_duplex ? port_rule::single_half
           : ports == port_model::shout_and_whisper       ? port_rule::shout
                                                          : port_rule::all;
}

bool has_two_ways(const link_table& links, const send_table& sends) {
    return std::ranges::any_of(sends, [&](const auto& send) {
        return std::ranges::any_of(sends, [&](const auto& other) {
            return other.slot == send.slot && other.link == links[send.link].reverse;
        });
    });
}

// As the checker of the tests, which shares no code with the verifier, finds it.
bool is_right(const link_table& links, const send_table& sends, const schedule_requirement& is) {
    if (!support::port_violation(links, sends, rule_of(is.ports)).empty() ||
        (is.ports == port_model::one_way && has_two_ways(links, sends))) {
        return false;
    }
    if (is.values > 0) {
        tutti::allreduce_sends both;
        for (auto send : sends) {
            const bool is_result = send.packet >= tutti::result_flag;
            send.packet %= tutti::result_flag;
            (is_result ? both.results : both.partial_sums).push_back(send);
        }
        return support::allreduce_violation(links, both, is.values, is.participants).empty();
    }
    if (!is.ends.empty()) {
        return support::journey_violation(links, sends, is.begins, is.ends).empty();
    }
    std::vector<packet_origin> origins;
    origins.reserve(is.begins.size());
    for (const node_id node : is.begins) {
        origins.push_back({.node = node});
    }
    return support::copy_violation(links, sends, origins, is.participants).empty();
}

// One change of one row, sorted again.
send_table changed(const link_table& links, send_table sends, std::mt19937& random) {
    const std::size_t row = random() % sends.size();
    const std::size_t other = random() % sends.size();
    switch (random() % 6) {
        case 0:
            sends.erase(sends.begin() + static_cast<std::ptrdiff_t>(row));
            break;
        case 1:
            sends[row].slot =
                1 + static_cast<std::uint32_t>(random()) % std::max(1U, slots_of(sends));
            break;
        case 2:
            sends[row].link = static_cast<std::uint32_t>(random()) % links.link_count();
            break;
        case 3:
            sends[row].packet = sends[other].packet;
            break;
        case 4:
            sends.push_back(sends[row]);
            sends.back().link = sends[other].link;
            break;
        default:
            std::swap(sends[row].slot, sends[other].slot);
    }
    std::ranges::sort(sends);
    return sends;
}

}  // namespace

TEST_CASE("the verifier accepts what is right, and finds a changed row as the checker does") {
    std::mt19937 random{7};  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same for every run
    for (const char* const name :
         {"ring:5", "path:7", "hypercube:3", "star-graph-S4", "box:hgx-a100"}) {
        CAPTURE(name);
        const link_table links = support::links_by_name(name);
        for (const auto& [maker, sends, requirement] : cases_on(links)) {
            CAPTURE(maker);
            CHECK(fulfils(links, sends, requirement));
            std::size_t wrong = 0;
            for (int trial = 0; trial < 300; ++trial) {
                const send_table other = changed(links, sends, random);
                CAPTURE(trial);
                const bool expected = is_right(links, other, requirement);
                CHECK(fulfils(links, other, requirement) == expected);
                wrong += expected ? 0 : 1;
            }
            CHECK(wrong > 150);
        }
    }
}

TEST_CASE("rows out of all ranges are refused, and those of another kind") {
    const link_table links = support::links_by_name("ring:5");
    const std::vector<verified_case> cases = cases_on(links);
    const auto& [maker, sends, requirement] = cases.front();
    using row = tutti::timed_send;
    for (const row& wrong : {row{0, 0, 0}, row{1, 10, 0}, row{1, ~0U, 0}, row{1, 0, 5},
                             row{1, 0, ~0U}, row{~0U, 0, 0}}) {
        send_table rows = sends;
        rows.front() = wrong;
        CHECK(!fulfils(links, rows, requirement));
        rows = sends;
        rows.back() = wrong;
        CHECK(!fulfils(links, rows, requirement));
    }
    send_table rows = sends;
    std::swap(rows[0], rows[1]);
    CHECK(!fulfils(links, rows, requirement));
    CHECK(!fulfils(links, {}, requirement));
    for (const auto& other : cases) {
        CHECK(fulfils(links, sends, other.requirement) == (&other == &cases.front()));
    }
    // Two neighbours that exchange packets.
    const send_table both_ways{{1, 1, 0}, {1, 2, 1}};
    for (const port_model ports : {port_model::all_port, port_model::one_way}) {
        CHECK(fulfils(links, both_ways, {.ports = ports, .begins = {0, 1}, .ends = {1, 0}}) ==
              (ports == port_model::all_port));
    }
    CHECK(fulfils(support::links_by_name("complete:1"), {}, {.begins = {0, 0}}));
}

}  // TEST_SUITE("node/schedule_verifier")
