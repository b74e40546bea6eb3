// Recordings of a collective that is not about messages.
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "faulty_run.hpp"
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

constexpr auto greet = [](auto& self, tutti::node_input) -> tutti::task<std::uint64_t> {
    self.send(0, tutti::short_packet::of({.origin = self.id(), .payload = 1}));
    co_await self.next_slot();
    co_return self.received(0)->content().origin;
};

}  // namespace

TEST_CASE("packets that name no message of a collective are not judged as messages") {
    const auto record = [](const tutti::experiment& plan) {
        std::ostringstream to;
        const tutti::result ran = support::record(plan, {.threads = 1}, {}, to);
        CHECK(support::verdict_line(ran) == "complete");
        CHECK(ran.verified.gaps ==
              std::vector<std::string>{"possession of messages not verified node by node: packets "
                                       "of kind 'data' carry no message of the collective"});
        const auto findings = tutti::check(support::opened(to.str()), *plan.catalogue);
        CHECK(findings.verdict() == std::nullopt);
        CHECK(findings.finding("possession").status == tutti::check_status::not_checked);
        CHECK(findings.finding("possession").text ==
              "packets of kind 'data' do not state what they carry");
    };
    support::for_program<tutti::hypercube, tutti::short_packet>(acquaintance(), "hypercube:3",
                                                                "all", {}, greet, record);
}

}  // TEST_SUITE("recording/check/recording_check.hpp")
