/// @file
/// Runs of node programs that are not in any catalogue.
#pragma once

#include <bit>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "support/standard.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/catalogue.hpp"
#include "tutti/experiment/experiment.hpp"

namespace support {

/// A phase of at most this number of slots.
inline tutti::phase lasting(std::string_view name, tutti::slot most,
                            const tutti::rational& length = 1, const tutti::rational& carries = 1) {
    return {
        .name = std::string{name}, .slot_length = length, .carries = carries, .most_slots = most};
}

/// Calls `visit` with the plan of a program for a collective on a network. @param body a node
/// program that outlives the call
template <class Network, class Packet, class Body, class Visit>
void for_program(tutti::collective collective, std::string_view network,
                 std::string_view broadcasters, std::vector<tutti::phase> phases, const Body& body,
                 const Visit& visit) {
    tutti::catalogue catalogue;
    tutti::algorithm made{
        .collective = catalogue.add(std::move(collective)).name,
        .name = "faulty",
        .source = "a test",
        .networks = "any",
        .ports = {tutti::port_model::all_port},
        .time = "any",
        .kind = tutti::time_kind::upper_bound,
        .inapplicable_reason = [](const tutti::network&) { return std::string{}; }};
    made.phases = [phases = std::move(phases)](const tutti::problem&) { return phases; };
    made.program = [&body](const tutti::setting& setting) {
        return tutti::any_program::on<Packet>(
            std::get<Network>(setting.network),
            [&body](auto& self, tutti::node_input input, const tutti::knowledge&) {
                return body(self, std::move(input));
            });
    };
    tutti::experiment plan = on_network(catalogue.add(std::move(made)), network, broadcasters);
    plan.catalogue = &catalogue;
    visit(plan);
}

/// Runs it for a collective of the library.
template <class Network, class Packet, class Body>
tutti::result run_program(std::string_view collective, std::string_view network,
                          std::string_view broadcasters, std::vector<tutti::phase> phases,
                          const Body& body, const tutti::parameter_values& parameters = {},
                          int repeats = 1) {
    tutti::result outcome;
    for_program<Network, Packet>(standard_collective(collective), network, broadcasters,
                                 std::move(phases), body, [&](tutti::experiment& plan) {
                                     plan.parameters = parameters;
                                     outcome = tutti::run_experiment(
                                         plan, {.threads = 1, .repeats = repeats}, "");
                                 });
    return outcome;
}

/// Checks the verdict, and that the first complaint holds `text`.
inline void check_outcome(const tutti::result& measured, std::string_view outcome,
                          std::string_view text = {}) {
    const std::string complaint = tutti::error_of(measured);
    CAPTURE(complaint);
    CHECK(verdict_line(measured) == outcome);
    CHECK(complaint.find(text) != std::string::npos);
}

/// Sends a packet through every port, and reads those of the neighbours.
template <class Node, class Packet>
tutti::task<> send_everywhere(Node& self, Packet content) {
    for (int through = 0; through < self.network().port_limit(self.id()); ++through) {
        if (self.network().has_port(self.id(), through)) {
            self.send(through, content);
        }
    }
    co_await self.next_slot();
    (void)self.inbox().empty();
}

/// Hands a packet on along the binomial tree of node 0, and gives it to `take`.
template <class Packet, class Node, class Take>
tutti::task<> pass_on(Node& self, Packet first, const Take& take) {
    Packet own_packet = first;
    if (self.id() != 0) {
        co_await self.mail();
        for (const auto& [through, packet] : self.inbox()) {
            own_packet = packet;
        }
    }
    take(own_packet);
    for (auto i = static_cast<int>(std::bit_width(self.id())); i < self.network().dimensions();
         ++i) {
        self.send(i, own_packet);
    }
}

}  // namespace support
