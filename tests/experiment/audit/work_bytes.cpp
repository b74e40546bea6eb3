#include "experiment/processes/work_bytes.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "experiment/plan/plan_command_line.hpp"
#include "support/derived_payloads.hpp"
#include "support/standard.hpp"
#include "tutti/engine/sink.hpp"
#include "tutti/experiment/experiment.hpp"

TEST_SUITE("experiment/processes/work_bytes.hpp") {

namespace {

using tutti::byte_string;
using tutti::carried_input;
using tutti::experiment;
using tutti::node_input_codec;
using tutti::detail::byte_reader;

template <class T>
T after_a_journey(const T& sent) {
    const byte_string bytes = tutti::bytes_of(sent);
    byte_reader from{bytes};
    T arrived = tutti::take_value<T>(from);
    CHECK(from.is_at_end());
    return arrived;
}

}  // namespace

TEST_CASE("an experiment arrives as it was, but for what its names stand for") {
    experiment plan = support::on_network(support::entry("simultaneous-broadcast/random-roots"),
                                          "hypercube:4", "random:5");
    plan.root = 3;
    plan.seed = 77;
    plan.label = "as it's now";
    plan.parameters.insert_or_assign("c", tutti::rational{1, 2});
    plan.parameters.insert_or_assign("text", "word");
    plan.parameters.insert_or_assign("yes", true);
    plan.parameters.insert_or_assign("nodes", std::vector<tutti::node_id>{1, 5});
    plan.drawn = std::make_shared<const tutti::broadcaster_set>(
        tutti::broadcaster_set{.nodes = {2, 9}, .packets = {1, 4}});
    byte_string bytes;
    append_experiment(bytes, plan);
    byte_reader from{bytes};
    std::string named;

    const experiment arrived = tutti::take_experiment(
        from, [&](experiment& one, std::string_view task, std::string_view name) {
            named = std::string{task} + "/" + std::string{name};
            one.algorithm = plan.algorithm;
            one.built_network = plan.built_network;
        });

    CHECK(from.is_at_end());
    CHECK(named == "simultaneous-broadcast/random-roots");
    CHECK(tutti::plan_text(arrived, {}) == tutti::plan_text(plan, {}));
    CHECK(*arrived.drawn == *plan.drawn);
    CHECK(arrived.root == 3);
    CHECK(arrived.parameters == plan.parameters);
}

TEST_CASE("bytes that end too early are refused, whatever numbers they hold") {
    const byte_string whole =
        tutti::bytes_of(std::vector<std::string>{"a", "bc"}, std::vector<std::uint64_t>{7, 8});
    for (std::size_t size = 0; size < whole.size(); ++size) {
        CAPTURE(size);
        auto take_both = [from = byte_reader{std::span{whole}.first(size)}]() mutable {
            (void)tutti::take_value<std::vector<std::string>>(from);
            (void)tutti::take_value<std::vector<std::uint64_t>>(from);
        };
        CHECK_THROWS_AS(take_both(), tutti::error);
    }
    for (const std::size_t count : {std::size_t{3}, ~std::size_t{0}, ~std::size_t{0} / 8 + 2}) {
        CAPTURE(count);
        const byte_string huge = tutti::bytes_of(count, std::uint64_t{7}, std::uint64_t{8});
        CHECK_THROWS_AS((void)tutti::value_in<std::vector<std::uint64_t>>(huge), tutti::error);
    }
    for (const std::size_t count : {std::size_t{9}, ~std::size_t{0}, ~std::size_t{0} - 7}) {
        CAPTURE(count);
        const byte_string huge = tutti::bytes_of(count, std::uint64_t{7});
        CHECK_THROWS_AS((void)tutti::value_in<std::string>(huge), tutti::error);
    }
}

TEST_CASE("what a node is given arrives as it was") {
    carried_input input{.input = {.messages = {4, {7, 8, 9}}, .value = 5, .call = 6}};
    input.input.destination = 3;
    const carried_input several = after_a_journey(input);
    CHECK(several.input.messages.size() == 3);
    CHECK(several.input.messages[2] == input.input.messages[2]);
    CHECK(several.input.value == 5);
    CHECK(several.input.call == 6);
    CHECK(several.input.destination == 3);
    CHECK(!several.takes_notes);
    CHECK(!several.input.arrivals.has_value());

    const tutti::message only{.origin = 4, .number = 9, .payload = 1};
    const carried_input one = after_a_journey(
        carried_input{.input = {.messages = tutti::initial_messages{only}}, .takes_notes = true});
    CHECK(one.input.messages[0] == only);
    CHECK(one.takes_notes);
    CHECK(after_a_journey(carried_input{}).input.messages.empty());
}

TEST_CASE("arrivals go on elsewhere, and may say something else at the same moments") {
    const tutti::arrival_source source{2, {1, 4}, tutti::derived_payloads{42}};
    carried_input input;
    input.input.arrivals.emplace(source);
    carried_input same = after_a_journey(input);
    node_input_codec::replace_contents(*input.input.arrivals, tutti::derived_payloads{43});
    carried_input other = after_a_journey(input);
    for (carried_input* const each : {&same, &other}) {
        each->input.arrivals->follow([] { return tutti::rational{1000}; });
        each->input.arrivals->take_in();
    }
    CHECK(same.input.arrivals->size() > 100);
    CHECK(other.input.arrivals->size() == same.input.arrivals->size());
    CHECK(other.input.arrivals->front()->at == same.input.arrivals->front()->at);
    CHECK(same.input.arrivals->front()->content.payload == tutti::derived_payloads{42}.of(2, 0));
    CHECK(other.input.arrivals->front()->content.payload == tutti::derived_payloads{43}.of(2, 0));
}

// The figures that are only there on demand are in it, too: loads, repeats and accounts.
TEST_CASE("a result that another process sends is the result") {
    const tutti::experiment plan =
        support::on_cube(support::entry("simultaneous-broadcast/prefix-roots"), 5, "nodes:1,9,30");
    tutti::experiment_options options{.threads = 1};
    options.repeats = 2;
    options.counts_loads = true;
    options.keeps_account = true;
    const tutti::result sent = tutti::run_experiment(plan, options, "tutti run ..");
    REQUIRE(sent.link_load);
    REQUIRE(sent.account);

    const tutti::result received = after_a_journey(sent);
    CHECK(tutti::to_json(received) == tutti::to_json(sent));
    CHECK(tutti::to_table(received) == tutti::to_table(sent));
    REQUIRE(received.marks.size() == sent.marks.size());
    for (std::size_t i = 0; i < sent.marks.size(); ++i) {
        CHECK(received.marks[i].name == sent.marks[i].name);
        CHECK(received.marks[i].node_sum == sent.marks[i].node_sum);
    }
}

}  // TEST_SUITE("experiment/processes/work_bytes.hpp")
