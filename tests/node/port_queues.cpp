#include "tutti/node/port_queues.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
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
