#include "tutti/catalog/any_program.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "collectives/delivery_verifier.hpp"
#include "collectives/input/broadcasters.hpp"
#include "collectives/input/payloads.hpp"
#include "tutti/engine/run.hpp"
#include "tutti/topology/hypercube.hpp"
#include "tutti/tutti.hpp"

TEST_SUITE("tutti/catalog/any_program.hpp") {

namespace {

using tutti::any_program;
using tutti::hypercube;
using tutti::knowledge;
using tutti::node_input;
using tutti::run_inputs;

const hypercube cube{3};

/// Runs the program once, on two threads. Gives what went wrong, or an empty text.
std::string run_once(const any_program& program, run_inputs inputs) {
    inputs.input = [](tutti::node_id /*node*/) { return node_input{}; };
    const tutti::broadcaster_set nobody;
    tutti::delivery_verifier check{
        tutti::all_messages_everywhere{.node_count = cube.node_count(), .senders = nobody},
        tutti::payloads{}};
    std::string text;
    program.run(inputs, {.machine = {.threads = 2, .executor = tutti::executor_kind::plain_threads},
                         .run = {},
                         .receiver = &check,
                         .ended = [&](const tutti::run_report& report) { text = report.text; }});
    return text;
}

knowledge of_count(std::uint64_t count) {
    knowledge items;
    items.tell(tutti::knowledge_item::message_count, count);
    return items;
}

}  // namespace

TEST_CASE("a program that is a coroutine itself may take by reference what its node is told") {
    std::vector<std::uint64_t> counts(cube.node_count());
    const any_program program = any_program::on<std::uint64_t>(
        cube, [&counts](auto& self, node_input /*input*/, const knowledge& items) -> tutti::task<> {
            co_await self.next_slot();
            co_await self.next_slot();
            counts[self.id()] = items.message_count();
        });

    SUBCASE("the same for all nodes") {
        CHECK(run_once(program,
                       {.input = {},
                        .node_knowledge = {},
                        .common_knowledge = std::make_shared<const knowledge>(of_count(7))}) == "");
        CHECK(counts == std::vector<std::uint64_t>(cube.node_count(), 7));
    }
    SUBCASE("each node something else") {
        CHECK(run_once(program, {.input = {}, .node_knowledge = [](tutti::node_id node) {
                                     return of_count(10 + node);
                                 }}) == "");
        CHECK(counts == std::vector<std::uint64_t>{10, 11, 12, 13, 14, 15, 16, 17});
    }
}

TEST_CASE("a program that asks for what its node is not told ends with an error") {
    const any_program program = any_program::on<std::uint64_t>(
        cube, [](auto& self, node_input /*input*/, const knowledge& knowledge) -> tutti::task<> {
            co_await self.next_slot();
            (void)knowledge.message_count();
        });
    CHECK(run_once(program, {.input = {}, .node_knowledge = {}}).find("the program threw") !=
          std::string::npos);
}

}  // TEST_SUITE("tutti/catalog/any_program.hpp")
