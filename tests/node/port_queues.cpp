#include "tutti/node/port_queues.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <memory_resource>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "node/fixed_routes.hpp"
#include "node/violation.hpp"
#include "topology/random.hpp"
#include "tutti/node/task.hpp"

TEST_SUITE("model/port_queues") {

namespace {

using tutti::port;
using queues_of_numbers = tutti::port_queues<std::uint64_t>;
using drained_packets = std::vector<std::pair<port, std::uint64_t>>;

/// Links that keep what is sent.
struct notes {
    using packet_type = std::uint64_t;

    drained_packets packets;

    template <class PacketOf>
    void send_each(std::uint64_t ports, const PacketOf& packet_of) {
        for (port through = 0; through < queues_of_numbers::most_ports; ++through) {
            if ((ports >> static_cast<unsigned int>(through) & 1U) != 0) {
                packets.emplace_back(through, packet_of(through));
            }
        }
    }
};

drained_packets drained(queues_of_numbers& queues) {
    notes sent;
    queues.drain(sent);
    return sent.packets;
}

constexpr std::uint32_t ports(std::initializer_list<int> through) {
    std::uint32_t bits = 0;
    for (const int p : through) {
        bits |= std::uint32_t{1} << static_cast<unsigned int>(p);
    }
    return bits;
}

/// A queue for each port, each with separate packets.
class queue_of_each_port {
public:
    void push(std::uint32_t set, std::uint64_t packet) {
        for (std::size_t p = 0; p < queues_.size(); ++p) {
            if ((set >> p & 1U) != 0) {
                queues_.at(p).push_back(packet);
            }
        }
    }

    drained_packets drained() {
        drained_packets oldest;
        for (std::size_t p = 0; p < queues_.size(); ++p) {
            if (auto& queue = queues_.at(p); !queue.empty()) {
                oldest.emplace_back(static_cast<port>(p), queue.front());
                queue.pop_front();
            }
        }
        return oldest;
    }

private:
    std::array<std::deque<std::uint64_t>, queues_of_numbers::most_ports> queues_;
};

/// Of few ports or of all, dense or sparse.
std::uint32_t drawn_set(tutti::split_mix& random, std::uint64_t kind) {
    const std::uint64_t ports_at_hand = 1 + kind % queues_of_numbers::most_ports;
    std::uint64_t set = random.next() & ((std::uint64_t{1} << ports_at_hand) - 1);
    for (std::uint64_t i = 0; i < kind % 4; ++i) {
        set &= random.next();
    }
    return static_cast<std::uint32_t>(set);
}

/// Number of differences between the queues and queues with separate packets.
std::size_t differences(std::uint64_t seed) {
    tutti::split_mix random{seed};
    queues_of_numbers queues{random.next() % 100};
    queue_of_each_port expected;
    std::size_t count = 0;
    for (int step = 0; step < 3000; ++step) {
        if (random.next() % (1 + seed % 3) == 0) {
            const std::uint32_t set = drawn_set(random, seed);
            const std::uint64_t packet = random.next();
            queues.push_each(set, packet);
            expected.push(set, packet);
        }
        if (random.next() % 2 == 0) {
            const drained_packets due = expected.drained();
            queues.prefetch();
            count += queues.empty() == due.empty() ? 0U : 1U;
            count += drained(queues) == due ? 0U : 1U;
        }
    }
    return count;
}

}  // namespace

TEST_CASE("draining takes the oldest packet of every port, by increasing port") {
    queues_of_numbers queues;
    for (const auto& [through, packet] :
         drained_packets{{31, 1}, {0, 2}, {5, 3}, {0, 4}, {31, 5}}) {
        queues.push(through, packet);
    }

    CHECK(drained(queues) == drained_packets{{0, 2}, {5, 3}, {31, 1}});
    CHECK(queues.empty(5));
    CHECK_FALSE(queues.empty(31));
    CHECK(drained(queues) == drained_packets{{0, 4}, {31, 5}});
    CHECK(queues.empty());
    CHECK(drained(queues).empty());
}

TEST_CASE("a packet that waits at several ports leaves through each in its turn") {
    queues_of_numbers queues{1};
    queues.push_each(ports({0, 31}), 1);
    queues.push_each(ports({}), 2);
    queues.push_each(ports({5}), 3);
    queues.push_each(ports({0, 5, 31}), 4);

    CHECK(drained(queues) == drained_packets{{0, 1}, {5, 3}, {31, 1}});
    CHECK_FALSE(queues.empty());
    CHECK(drained(queues) == drained_packets{{0, 4}, {5, 4}, {31, 4}});
    CHECK(queues.empty());
    CHECK(drained(queues).empty());
}

TEST_CASE("every port's queue is first in, first out, whatever the others do") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        tutti::split_mix random{seed};
        queues_of_numbers queues;
        std::array<std::deque<std::uint64_t>, queues_of_numbers::most_ports> expected;
        std::size_t wrong = 0;
        for (int step = 0; step < 3000; ++step) {
            const std::uint64_t draw = random.next();
            const auto through = static_cast<port>(draw % (1 + seed * 3 % expected.size()));
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

TEST_CASE("queues that share packets are so too") {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        CHECK(differences(seed) == 0);
    }
}

TEST_CASE("a packet that waits for long keeps no room for those that leave before it") {
    std::pmr::monotonic_buffer_resource memory;
    tutti::frame_pool pool{memory};
    const tutti::frame_pool::scope frames{pool};
    queues_of_numbers queues;
    queues.push(0, 7);
    for (std::uint64_t packet = 0; packet < 100'000; ++packet) {
        queues.push(1, packet);
        REQUIRE(queues.pop(1) == packet);
    }

    CHECK(queues.pop(0) == 7);
    CHECK(pool.bytes_taken() < 1000);
}

TEST_CASE("ports beyond the last queue are refused, and nothing waits at them") {
    queues_of_numbers queues;
    queues.push(queues_of_numbers::most_ports - 1, 7);
    for (const port beyond : {-1, 32, 39, 64, 69}) {
        CAPTURE(beyond);
        CHECK(queues.empty(beyond));
        CHECK_THROWS_WITH_AS(queues.push(beyond, 8),
                             doctest::Contains("of port_queues, which has room for ports 0 to 31"),
                             tutti::error);
    }
    CHECK(drained(queues) == drained_packets{{31, 7}});
}

TEST_CASE("fixed routes through ports beyond the last are refused") {
    tutti::fixed_routes routes;
    tutti::fixed_routes::arrivals<std::uint64_t> came;
    const std::uint64_t packet = 1;
    constexpr std::string_view why = "port 39 of fixed_routes, which has room for ports 0 to 31";
    CHECK_THROWS_WITH_AS(routes.add(39, 1), doctest::Contains(why.data()), tutti::error);
    CHECK_THROWS_WITH_AS(came.add(39, packet), doctest::Contains(why.data()), tutti::error);
    CHECK(came.ports() == 0);
}

}  // TEST_SUITE("model/port_queues")
