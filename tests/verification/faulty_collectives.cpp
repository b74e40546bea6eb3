// Descriptions of collectives and algorithms whose functions throw or answer what cannot be.
#include <cstdint>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "faulty_run.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "tutti/catalog/collective.hpp"

TEST_SUITE("tutti/catalog/catalogue.hpp") {

namespace {

using tutti::algorithm;
using tutti::broadcaster_set;
using tutti::collective;
using tutti::node_id;
using tutti::problem;
using tutti::requirement;
using tutti::setting;
using tutti::short_packet;

/// Node 0 has a message for all.
collective spread() {
    return {.name = "spread",
            .meaning = "a message of node 0 for all nodes",
            .senders = [](const setting&,
                          node_id) { return broadcaster_set{.nodes = {0}, .packets = {1}}; },
            .message_count = [](const setting&) { return std::uint64_t{1}; },
            .required =
                [](const problem& problem) {
                    return tutti::all_messages_everywhere{
                        .node_count = tutti::node_count(problem.network),
                        .senders = problem.broadcasters};
                }};
}

/// A correct program for it on the 3-cube.
algorithm by_tree() {
    algorithm made{.collective = "spread",
                   .name = "tree",
                   .source = "a test",
                   .networks = "hypercube",
                   .ports = {tutti::port_model::all_port},
                   .time = "d",
                   .inapplicable_reason = [](const tutti::network&) { return std::string{}; }};
    made.program = [](const setting& setting) {
        return tutti::any_program::on<short_packet>(
            std::get<tutti::hypercube>(setting.network),
            [](auto& self, tutti::node_input input, const tutti::knowledge&) -> tutti::task<> {
                const short_packet own =
                    input.messages.empty() ? short_packet{} : short_packet::of(input.messages[0]);
                co_await support::pass_on<short_packet>(
                    self, own, [&self](short_packet held) { self.deliver(held.content()); });
            });
    };
    return made;
}

/// The error of a run, or the outcome if there is none.
std::string said_by(collective collective, algorithm algorithm) {
    tutti::catalogue catalogue;
    try {
        catalogue.add(std::move(collective));
        tutti::experiment plan =
            support::on_network(catalogue.add(std::move(algorithm)), "hypercube:3");
        plan.catalogue = &catalogue;
        return support::verdict_line(tutti::run_experiment(plan, {.threads = 1}, ""));
    } catch (const std::invalid_argument& refused) {
        return refused.what();
    }
}

void check_line(const std::string& line, std::string_view beginning, std::string_view text) {
    CAPTURE(line);
    CAPTURE(text);
    CHECK(line.starts_with(beginning));
    CHECK(line.find(text) != std::string::npos);
    CHECK(line.find('\n') == std::string::npos);
    CHECK(line.size() <= 300);
}

void check_collective(const std::function<void(collective&)>& change, std::string_view text) {
    collective changed = spread();
    change(changed);
    check_line(said_by(std::move(changed), by_tree()), "the collective spread: its `", text);
}

void check_algorithm(const std::function<void(algorithm&)>& change, std::string_view text) {
    algorithm changed = by_tree();
    change(changed);
    check_line(said_by(spread(), std::move(changed)), "the algorithm spread/tree: its `", text);
}

void require(collective& collective, const requirement& answer) {
    collective.required = [answer](const problem&) { return answer; };
}

void send(collective& collective, const broadcaster_set& senders) {
    collective.senders = [senders](const setting&, node_id) { return senders; };
    collective.message_count = [senders](const setting&) { return senders.packet_count(); };
}

template <class Function>
struct function_answer;
template <class Answer, class... Asked>
struct function_answer<std::function<Answer(Asked...)>> {
    using type = Answer;
};
template <class Function>
using answer_of = typename function_answer<Function>::type;

[[noreturn]] void fail() { throw std::runtime_error{"no\nway"}; }

}  // namespace

TEST_CASE("an honest collective and its algorithm are complete") {
    CHECK(said_by(spread(), by_tree()) == "complete");
}

TEST_CASE("senders that cannot be are refused, with the field's name") {
    const auto refused = [](const broadcaster_set& senders, std::string_view text) {
        check_collective([&](collective& definition) { send(definition, senders); }, text);
    };
    refused({.nodes = {8}, .packets = {1}},
            "senders` has node 8 among those with messages, and the largest id is 7");
    refused({.nodes = {5, 2}, .packets = {1, 1}}, "senders` lists node 2 after node 5");
    refused({.nodes = {2, 2}, .packets = {1, 1}}, "senders` lists node 2 after node 2");
    refused({.nodes = {2}, .packets = {0}}, "senders` lists node 2 with 0 messages");
    refused({.nodes = {1, 2}, .packets = {1}},
            "senders` lists 2 nodes with messages, and numbers of messages for 1");
    check_collective(
        [](collective& definition) {
            definition.message_count = [](const setting&) { return std::uint64_t{5}; };
        },
        "senders` has 1 message, and its `message_count` is 5");
    check_collective(
        [](collective& definition) {
            definition.given = [](const problem&) {
                return broadcaster_set{.nodes = {9}, .packets = {1}};
            };
        },
        "given` has node 9 among those with messages");
}

TEST_CASE("requirements that cannot be are refused, with the field's name") {
    const auto refused = [](const requirement& answer, std::string_view text) {
        check_collective([&](collective& collective) { require(collective, answer); }, text);
    };
    refused(tutti::all_messages_everywhere{.node_count = 9, .senders = {}},
            "required` says 9 nodes in the `node_count` of `everything_everywhere`, and the "
            "network has 8");
    refused(
        tutti::all_messages_everywhere{.node_count = 8, .senders = {.nodes = {77}, .packets = {1}}},
        "required` has node 77 among those with messages");
    refused(tutti::one_message_each{.expected = std::vector<tutti::message>(5)},
            "required` has 5 messages in `one_message_each`; one for each of 8 nodes");
    refused(tutti::one_message_each{.expected = std::vector<tutti::message>(8, {.origin = 8})},
            "required` has node 8 as the origin of a message");
    refused(tutti::ordered_everywhere{.node_count = 8, .order = {0, 8}},
            "required` has node 8 in its order");
    refused(tutti::folded_values{.node_count = 8, .count = 1, .root = 8},
            "required` has node 8 as its root");
    const broadcaster_set broadcasters{.nodes = {0}, .packets = {1}};
    refused(tutti::addressed_messages{.node_count = 8, .senders = broadcasters, .destination = {}},
            "required` lacks the `destination` of its messages");
    refused(tutti::addressed_messages{.node_count = 8,
                                      .senders = broadcasters,
                                      .destination = [](node_id, std::uint32_t) -> node_id {
                                          return 8;
                                      }},
            "required` has node 8 as the destination of a message");
    refused(
        tutti::addressed_messages{.node_count = 8,
                                  .senders = broadcasters,
                                  .destination = [](node_id, std::uint32_t) -> node_id { fail(); }},
        R"(required` threw: no\nway)");
}

TEST_CASE("a destination is asked for once") {
    collective collective = spread();
    int calls = 0;
    collective.required = [&calls](const problem& problem) {
        calls = 0;
        return tutti::addressed_messages{
            .node_count = 8,
            .senders = problem.broadcasters,
            .destination = [&calls](node_id, std::uint32_t) -> node_id {
                return ++calls == 1 ? 0 : 999;
            }};
    };
    CHECK(said_by(std::move(collective), by_tree()) == "incorrect: delivery");
}

TEST_CASE("numbers that cannot be are refused, with the field's name") {
    check_collective(
        [](collective& definition) {
            definition.lower_bound = [](const problem&, tutti::packet_size) {
                return tutti::lower_bound{.units = {-1, 2}};
            };
        },
        "lower_bound` is -1/2; use 0 or more");
    check_algorithm(
        [](algorithm& chosen) {
            chosen.lower_bound = [](const problem&) { return tutti::lower_bound{.units = -1}; };
        },
        "lower_bound` is -1; use 0 or more");
    check_algorithm(
        [](algorithm& chosen) {
            chosen.limits = [](const tutti::network&) {
                return tutti::message_limits{.least = 5, .most = 2};
            };
        },
        "limits` has a `least` of 5 above its `most` of 2");
    check_algorithm(
        [](algorithm& chosen) {
            chosen.program = [](const setting&) { return tutti::any_program{}; };
        },
        "program` gives no program; use one that `any_program::on` makes");
    // Only collectives that take broadcasters have rounds.
    collective taken = spread();
    taken.takes_broadcasters = true;
    algorithm endless = by_tree();
    endless.rounds = [](const setting&) { return std::uint64_t{1} << 63U; };
    check_line(said_by(std::move(taken), std::move(endless)), "the algorithm spread/tree: its `",
               "rounds` is 9223372036854775808; use 0 to 4294967295");
}

TEST_CASE("whatever a description throws, its field is named") {
    const auto thrown = [](auto function, std::string_view text) {
        check_collective(
            [&](collective& definition) {
                using answer = answer_of<std::remove_reference_t<decltype(definition.*function)>>;
                definition.*function = [](const auto&...) -> answer { fail(); };
            },
            text);
    };
    thrown(&collective::senders, R"(senders` threw: no\nway)");
    thrown(&collective::message_count, "message_count` threw");
    thrown(&collective::stated_count, "stated_count` threw");
    thrown(&collective::given, "given` threw");
    thrown(&collective::required, "required` threw");
    thrown(&collective::deliveries, "deliveries` threw");
    thrown(&collective::checks, "judges` threw");
    thrown(&collective::lower_bound, "lower_bound` threw");
    const auto algorithm_runs = [](auto function, std::string_view text) {
        check_algorithm(
            [&](algorithm& chosen) {
                using answer = answer_of<std::remove_reference_t<decltype(chosen.*function)>>;
                chosen.*function = [](const auto&...) -> answer { throw 42; };
            },
            text);
    };
    algorithm_runs(&algorithm::inapplicable_reason,
                   "why_not` threw: something that is not a std::exception");
    algorithm_runs(&algorithm::limits, "limits` threw");
    algorithm_runs(&algorithm::inapplicable_input_reason, "why_not_input` threw");
    algorithm_runs(&algorithm::phases, "phases` threw");
    algorithm_runs(&algorithm::expected, "expected` threw");
    algorithm_runs(&algorithm::lower_bound, "lower_bound` threw");
    algorithm_runs(&algorithm::failure, "failure` threw");
    algorithm_runs(&algorithm::transmissions, "transmissions` threw");
    algorithm_runs(&algorithm::program, "program` threw");
}

TEST_CASE("memory that runs out in a description is not the description's error") {
    algorithm starved = by_tree();
    starved.phases = [](const problem&) -> std::vector<tutti::phase> { throw std::bad_alloc{}; };
    CHECK_THROWS_AS((void)said_by(spread(), std::move(starved)), std::bad_alloc);
}

}  // TEST_SUITE("tutti/catalog/catalogue.hpp")
