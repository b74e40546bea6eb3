// Recordings of a collective that is not about messages.
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "recording/check/recording_check.hpp"
#include "recording/recorded.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/catalogue.hpp"
#include "tutti/catalog/catalogue_packet.hpp"

TEST_SUITE("recording/check/recording_check.hpp") {

namespace {

/// Nodes exchange numbers and return what they heard; nothing is delivered.
tutti::collective acquaintance() {
    return {
        .name = "acquaintance",
        .meaning = "each node learns the id of a neighbour",
        .required =
            [](const tutti::problem& problem) {
                return tutti::all_messages_everywhere{
                    .node_count = tutti::node_count(problem.network), .senders = {}};
            },
        .checks = [](const tutti::problem&, const tutti::node_outcome&) { return std::string{}; }};
}

tutti::algorithm greeting() {
    tutti::algorithm made{
        .collective = "acquaintance",
        .name = "greeting",
        .source = "a test",
        .networks = "hypercube",
        .ports = {tutti::port_model::all_port},
        .time = "1",
        .inapplicable_reason = [](const tutti::network&) { return std::string{}; }};
    made.program = [](const tutti::setting& setting) {
        return tutti::any_program::on<tutti::short_packet>(
            std::get<tutti::hypercube>(setting.network),
            [](auto& self, tutti::node_input,
               const tutti::knowledge&) -> tutti::task<std::uint64_t> {
                self.send(0, tutti::short_packet::of({.origin = self.id(), .payload = 1}));
                co_await self.next_slot();
                co_return self.received(0)->content().origin;
            });
    };
    return made;
}

}  // namespace

TEST_CASE("packets that name no message of a collective are not judged as messages") {
    tutti::catalogue catalogue;
    catalogue.add(acquaintance());
    tutti::experiment plan = support::on_cube(catalogue.add(greeting()), 3);
    plan.catalogue = &catalogue;
    std::ostringstream to;
    const tutti::result ran = support::record(plan, {.threads = 1}, {}, to);
    CHECK(support::verdict_line(ran) == "complete");
    CHECK(ran.verified.gaps ==
          std::vector<std::string>{"possession of messages not verified node by node: packets of "
                                   "kind 'data' carry no message of the collective"});

    const auto findings = tutti::check(support::opened(to.str()), catalogue);
    CHECK(findings.verdict() == std::nullopt);
    CHECK(findings.finding("possession").status == tutti::check_status::not_checked);
    CHECK(findings.finding("possession").text ==
          "packets of kind 'data' do not state what they carry");
}

}  // TEST_SUITE("recording/check/recording_check.hpp")
