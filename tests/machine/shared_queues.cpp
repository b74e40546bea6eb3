#include "tutti/machine/shared_queues.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tutti/machine/random.hpp"

namespace {

using tutti::port;
using queues_of_numbers = tutti::shared_queues<std::uint64_t>;
using drained_packets = std::vector<std::pair<port, std::uint64_t>>;

/// Links that keep what is sent.
struct notes {
    drained_packets all;

    template <class PacketOf>
    void send_each(std::uint64_t ports, const PacketOf& packet_of) {
        for (port through = 0; through < queues_of_numbers::most_ports; ++through) {
            if ((ports >> static_cast<unsigned int>(through) & 1U) != 0) {
                all.emplace_back(through, packet_of(through));
            }
        }
    }
};

drained_packets drained(queues_of_numbers& queues) {
    notes sent;
    queues.drain(sent);
    return sent.all;
}

constexpr std::uint32_t ports(std::initializer_list<int> through) {
    std::uint32_t bits = 0;
    for (const int p : through) {
        bits |= std::uint32_t{1} << static_cast<unsigned int>(p);
    }
    return bits;
}

}  // namespace

TEST_SUITE_BEGIN("machine/shared_queues");

TEST_CASE("draining takes the oldest packet of every port, by increasing port") {
    queues_of_numbers queues{1};
    queues.push(ports({0, 31}), 1);
    queues.push(ports({}), 2);
    queues.push(ports({5}), 3);
    queues.push(ports({0, 5, 31}), 4);

    CHECK(drained(queues) == drained_packets{{0, 1}, {5, 3}, {31, 1}});
    CHECK_FALSE(queues.empty());
    CHECK(drained(queues) == drained_packets{{0, 4}, {5, 4}, {31, 4}});
    CHECK(queues.empty());
    CHECK(drained(queues).empty());
}

TEST_CASE("every port's queue is first in, first out, whatever the others do") {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        tutti::split_mix random{seed};
        // Dense and sparse sets, of few ports and of all; packets that crowd and that run dry.
        const auto most = static_cast<port>(1 + seed % queues_of_numbers::most_ports);
        const std::uint64_t rare = seed % 4;
        queues_of_numbers queues{random.next() % 100};
        std::array<std::deque<std::uint64_t>, queues_of_numbers::most_ports> expected;
        std::size_t wrong = 0;
        for (int step = 0; step < 3000; ++step) {
            std::uint64_t wanted = random.next();
            for (std::uint64_t i = 0; i < rare; ++i) {
                wanted &= random.next();
            }
            const auto set = static_cast<std::uint32_t>(wanted & ((std::uint64_t{1} << most) - 1));
            if (random.next() % (1 + seed % 3) == 0) {
                queues.push(set, wanted);
                for (port p = 0; p < most; ++p) {
                    if ((set >> static_cast<unsigned int>(p) & 1U) != 0) {
                        expected.at(static_cast<std::size_t>(p)).push_back(wanted);
                    }
                }
            }
            if (random.next() % 2 == 0) {
                drained_packets due;
                for (port p = 0; p < most; ++p) {
                    if (auto& queue = expected.at(static_cast<std::size_t>(p)); !queue.empty()) {
                        due.emplace_back(p, queue.front());
                        queue.pop_front();
                    }
                }
                queues.prefetch();
                wrong += queues.empty() == due.empty() ? 0U : 1U;
                wrong += drained(queues) == due ? 0U : 1U;
            }
        }

        CHECK(wrong == 0);
    }
}

TEST_SUITE_END();
