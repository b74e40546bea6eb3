// The program `tutti` with broadcasts that go wrong: some at the nodes of the upper half, which not
// every one of several processes has, and some that come close to the right one.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/catalogue.hpp"
#include "tutti/catalog/cube_theory.hpp"
#include "tutti/catalog/hypercube_program.hpp"
#include "tutti/cli/main.hpp"

using namespace tutti;

enum class mistake : std::uint8_t {
    violation,
    exception,
    endless_wait,
    endless_slot,
    slow_slots,
    silence
};

// Waits for slot 3, in which the nodes of the upper half go wrong.
template <node_of<hypercube> Node>
task<> go_wrong(Node& self, initial_messages messages, mistake kind) {
    if (!messages.empty()) {
        self.deliver(messages[0]);
    }
    co_await self.next_slot();
    co_await self.next_slot();
    if (self.id() < self.network().node_count() / 2) {
        self.mark("broadcast");
        co_return;
    }
    const message word{.origin = self.id(), .number = 0, .payload = 1};
    const short_packet packet = short_packet::of(word, packet_kind::data, 0);
    switch (kind) {
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
        case mistake::slow_slots:  // without end, but not on the small networks of estimates
            while (self.id() == 1023) {
                std::this_thread::sleep_for(std::chrono::milliseconds{10});
                co_await self.next_slot();
            }
            break;
        case mistake::silence:
            break;
    }
}

enum class near_miss : std::uint8_t { twice, wrong_payload, no_links, no_mark, restless };

// The number of the next node that draws one.
std::uint64_t next_number() {
    static std::atomic<std::uint64_t> number = 0;
    return ++number;
}

// Over the binomial tree from node 0, but for one thing.
template <node_of<hypercube> Node>
task<> nearly_broadcast(Node& self, initial_messages messages, near_miss miss) {
    const int d = self.network().dimensions();
    short_packet packet;
    int above = 0;
    if (messages.empty() && miss != near_miss::no_links) {
        co_await self.mail();
        const auto [through, heard] = self.inbox().front();
        packet = heard;
        above = through + 1;
    } else if (!messages.empty()) {
        packet = short_packet::of(messages[0], packet_kind::data, 0);
    }
    // A node that waits for a slot now and then is never the same.
    if (miss == near_miss::restless && self.id() == 0 && next_number() % 2 == 0) {
        co_await self.next_slot();
    }
    message content = packet.content();
    content.payload ^= miss == near_miss::wrong_payload && self.id() == 1 ? 1U : 0U;
    for (int times = miss == near_miss::twice ? 2 : 1; times > 0; --times) {
        self.deliver(content);
    }
    for (int i = above; i < d && miss != near_miss::no_links; ++i) {
        self.send(i, packet);
    }
    if (miss != near_miss::no_mark) {
        co_await self.until(d + 1);
        self.mark("broadcast");
    }
}

// @param most the time that it promises
template <class Program>
algorithm faulty(std::string name, std::string time, std::function<slot(const problem&)> most,
                 Program program) {
    return {
        .collective = "broadcast",
        .name = std::move(name),
        .source = "a test's own",
        .networks = "hypercube",
        .ports = {port_model::all_port},
        .time = std::move(time),
        .kind = time_kind::upper_bound,
        .knowledge = {},
        .inapplicable_reason = cube_mismatch,
        .phases =
            [most = std::move(most)](const problem& input) {
                return std::vector<phase>{{.name = "broadcast", .most_slots = most(input)}};
            },
        .transmissions = [](const problem& /*problem*/) { return std::nullopt; },
        .program =
            [program](const setting& setting) {
                return any_program::on<short_packet>(
                    cube_of(setting),
                    [program](auto& self, node_input input, const knowledge& /*knowledge*/) {
                        return program(self, std::move(input.messages));
                    });
            },
    };
}

algorithm faulty(std::string name, mistake mistake) {
    return faulty(
        std::move(name), "3", [](const problem& /*problem*/) -> slot { return 3; },
        [mistake](auto& self, initial_messages messages) {
            return go_wrong(self, std::move(messages), mistake);
        });
}

algorithm faulty(std::string name, near_miss miss) {
    return faulty(
        std::move(name), "d + 1",
        [](const problem& input) -> slot { return cube_of(input).dimensions() + 1; },
        [miss](auto& self, initial_messages messages) {
            return nearly_broadcast(self, std::move(messages), miss);
        });
}

int main(int argc, char** argv) try {
    auto catalogue = standard_catalogue();
    catalogue.add(faulty("violation", mistake::violation));
    catalogue.add(faulty("exception", mistake::exception));
    catalogue.add(faulty("endless-wait", mistake::endless_wait));
    catalogue.add(faulty("endless-slot", mistake::endless_slot));
    catalogue.add(faulty("slow-slots", mistake::slow_slots));
    catalogue.add(faulty("silence", mistake::silence));
    catalogue.add(faulty("twice", near_miss::twice));
    catalogue.add(faulty("wrong-payload", near_miss::wrong_payload));
    catalogue.add(faulty("no-links", near_miss::no_links));
    catalogue.add(faulty("no-mark", near_miss::no_mark));
    catalogue.add(faulty("restless", near_miss::restless));
    return program::main(argc, argv, catalogue);
} catch (const std::exception& wrong) {
    std::cerr << wrong.what() << '\n';
    return 2;
}
