#include "node/schedule.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "support/testbed.hpp"
#include "tutti/topology/grid.hpp"

TEST_SUITE("node/schedule.hpp") {

namespace {

using support::fault_of;
using tutti::grid;
using tutti::grid_edge;
using tutti::node_id;
using tutti::port;
using tutti::schedule;
using tutti::schedule_row;
using tutti::schedule_step;
using tutti::task;
using node = support::testbed<grid>::node_type;

const grid path{{4}, grid_edge::open};

/// Sends the numbers of the rows, and notes what comes.
struct log_store {
    std::string heard;

    template <class Node>
    void send(Node& self, port through, std::uint64_t number) {
        self.send(through, {static_cast<node_id>(number)});
    }
    template <class Node>
    void receive(Node& self) {
        for (const auto& [through, packet] : self.inbox()) {
            heard += fmt::format("{}:{} ", self.slot(), packet.content);
        }
    }
};

struct outcome {
    std::string fault;
    tutti::slot slots = 0;
    std::vector<std::string> heard;
};

outcome play_on_path(const schedule& rows, schedule_step begin, tutti::slot slots) {
    std::vector<std::string> heard(path.node_count());
    const auto program = [&](node& self) -> task<> {
        log_store store;
        schedule_step own = begin;
        own.node = self.id();
        co_await tutti::play(self, rows, own, slots, store);
        heard[self.id()] = store.heard + "end " + std::to_string(self.slot());
    };
    const tutti::run_report report = support::run_on(path, program);
    return {.fault = fault_of(report), .slots = report.slots, .heard = std::move(heard)};
}

}  // namespace

TEST_CASE("rows are played in their slots, and what comes is taken in the next") {
    // Upwards in the first slot, downwards in the third.
    const outcome played = play_on_path(
        [](const schedule_step& now, const schedule_row& send) {
            if (now.at == 0 && now.node < 3) {
                send(1, 10 + now.node);
            } else if (now.at == 2 && now.node > 0) {
                send(0, 20 + now.node);
            }
        },
        {}, 3);
    CHECK(played.fault == "nothing");
    CHECK(played.slots == 3);
    CHECK(played.heard == std::vector<std::string>{"3:21 end 3", "1:10 3:22 end 3",
                                                   "1:11 3:23 end 3", "1:12 end 3"});
}

TEST_CASE("a step has the node, root and part, and the number of the node's rows before it") {
    const outcome played = play_on_path(
        [](const schedule_step& now, const schedule_row& send) {
            if (now.node == 1 && now.at != 1) {
                send(0, 100 * now.root + 10 * now.part + now.rows);
                send(1, 5);
            }
        },
        {.root = 2, .part = 3}, 3);
    CHECK(played.fault == "nothing");
    CHECK(played.heard[0] == "1:230 3:232 end 3");
    CHECK(played.heard[2] == "1:5 3:5 end 3");
}

TEST_CASE("a schedule of no slots takes none") {
    const outcome played = play_on_path(
        [](const schedule_step& /*now*/, const schedule_row& send) { send(1, 0); }, {}, 0);
    CHECK(played.fault == "nothing");
    CHECK(played.slots == 0);
    CHECK(played.heard[0] == "end 0");
}

TEST_CASE("two rows for a port in a slot break the model") {
    const auto twice = [](const schedule_step& now, const schedule_row& send) {
        if (now.node == 0) {
            send(1, 0);
            send(1, 1);
        }
    };
    CHECK(play_on_path(twice, {}, 1).fault.starts_with("link-busy in slot 0 at node 0, port 1"));
}

}  // TEST_SUITE("node/schedule.hpp")
