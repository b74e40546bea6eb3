// The program `tutti` with broadcasts that go wrong at the nodes of the upper half, which not every
// one of several processes has.

#include <chrono>
#include <cstdint>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include "tutti/algorithm/cube/cube_machine.hpp"
#include "tutti/algorithm/cube/cube_packet.hpp"
#include "tutti/algorithm/cube/theory.hpp"
#include "tutti/experiment/catalogue.hpp"
#include "tutti/program/main.hpp"

using namespace tutti;

enum class mistake : std::uint8_t { violation, exception, endless_wait, endless_slot, silence };

// Waits for slot 3, in which the nodes of the upper half go wrong.
template <node_of<hypercube> Node>
task<> go_wrong(Node& self, own_messages mine, mistake how) {
    if (!mine.empty()) {
        self.deliver(mine[0]);
    }
    co_await self.next_slot();
    co_await self.next_slot();
    if (self.id() < self.network().node_count() / 2) {
        self.mark("broadcast");
        co_return;
    }
    const message word{.origin = self.id(), .number = 0, .payload = 1};
    const cube_packet packet = cube_packet::of(word, cube_packet_kind::data, 0);
    switch (how) {
        case mistake::violation:
            self.send(0, packet);
            self.send(0, packet);
            break;
        case mistake::exception:
            throw std::runtime_error{"node " + std::to_string(self.id()) + " has had enough"};
        case mistake::endless_wait:
            co_await self.mail();
            break;
        case mistake::endless_slot:
            for (;;) {
                std::this_thread::sleep_for(std::chrono::hours{1});
            }
        case mistake::silence:
            break;
    }
}

algorithm faulty(std::string name, mistake how) {
    return {
        .task = "broadcast",
        .name = std::move(name),
        .source = "a test's own",
        .networks = "hypercube",
        .ports = {port_model::all_port},
        .time = "3",
        .kind = time_kind::upper_bound,
        .told = {},
        .why_not = why_not_cube,
        .phases =
            [](const problem& /*what*/) {
                return std::vector<phase>{{.name = "broadcast", .most_slots = 3}};
            },
        .transmissions = [](const problem& /*what*/) { return std::nullopt; },
        .program =
            [how](const setting& where) {
                return any_program::on<cube_packet>(
                    cube_of(where), [how](auto& self, node_input mine, const told& /*known*/) {
                        return go_wrong(self, std::move(mine.messages), how);
                    });
            },
    };
}

int main(int argc, char** argv) try {
    auto all = standard_catalogue();
    all.add(faulty("violation", mistake::violation));
    all.add(faulty("exception", mistake::exception));
    all.add(faulty("endless-wait", mistake::endless_wait));
    all.add(faulty("endless-slot", mistake::endless_slot));
    all.add(faulty("silence", mistake::silence));
    return program::main(argc, argv, all);
} catch (const std::exception& wrong) {
    std::cerr << wrong.what() << '\n';
    return 2;
}
