#include "tutti/model/port_queues.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tutti/model/random.hpp"

namespace {

using tutti::port;
using tutti::port_queues;
using popped = std::vector<std::pair<port, int>>;

/// Links that keep what is sent.
struct notes {
    popped all;

    template <class PacketOf>
    void send_each(std::uint64_t ports, const PacketOf& packet_of) {
        for (port through = 0; through < port_queues<int>::most_ports; ++through) {
            if ((ports >> static_cast<unsigned int>(through) & 1U) != 0) {
                all.emplace_back(through, packet_of(through));
            }
        }
    }
};

popped drained(port_queues<int>& queues) {
    notes sent;
    queues.drain(sent);
    return sent.all;
}

}  // namespace

TEST_SUITE_BEGIN("model/port_queues");

TEST_CASE("draining takes the oldest packet of every port, by increasing port") {
    port_queues<int> queues;
    for (const auto& [through, packet] : popped{{63, 1}, {0, 2}, {5, 3}, {0, 4}, {63, 5}}) {
        queues.push(through, packet);
    }

    CHECK(drained(queues) == popped{{0, 2}, {5, 3}, {63, 1}});
    CHECK(queues.empty(5));
    CHECK_FALSE(queues.empty(63));
    CHECK(drained(queues) == popped{{0, 4}, {63, 5}});
    CHECK(queues.empty());
    CHECK(drained(queues).empty());
}

TEST_CASE("every port's queue is first in, first out, whatever the others do") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        tutti::split_mix random{seed};
        port_queues<std::uint64_t> queues;
        std::array<std::deque<std::uint64_t>, port_queues<std::uint64_t>::most_ports> expected;
        std::size_t wrong = 0;
        for (int step = 0; step < 3000; ++step) {
            const std::uint64_t draw = random.next();
            const auto through = static_cast<port>(draw % (1 + seed * 3));
            auto& queue = expected.at(static_cast<std::size_t>(through));
            if ((draw >> 32U & 1U) != 0) {
                queues.push(through, draw);
                queue.push_back(draw);
            } else if (!queue.empty()) {
                wrong += queues.pop(through) == queue.front() ? 0U : 1U;
                queue.pop_front();
            }
            wrong += queues.empty(through) == queue.empty() ? 0U : 1U;
        }

        CHECK(wrong == 0);
    }
}

TEST_SUITE_END();
