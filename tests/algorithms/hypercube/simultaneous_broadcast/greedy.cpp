#include "algorithms/hypercube/simultaneous_broadcast/greedy.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "collectives/input/broadcasters.hpp"
#include "collectives/input/initial_messages.hpp"
#include "topology/random.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/hypercube_program.hpp"
#include "tutti/engine/emulator.hpp"
#include "tutti/engine/run.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/node/message.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/node/task.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("algorithms/hypercube/simultaneous_broadcast/greedy.hpp") {

namespace {

using support::verdict_line;
using tutti::broadcaster_set;
using tutti::node_id;
using tutti::slot;

const tutti::algorithm& greedy() { return support::entry("simultaneous-broadcast/greedy"); }

tutti::result run(int d, const broadcaster_set& senders) {
    return support::run(support::on_cube(greedy(), d, support::written(senders)));
}

/// Runs it and checks what spec/hypercube.md, section 2.5, says of every run; gives the slots.
slot checked_slots(int d, const broadcaster_set& senders) {
    const tutti::result outcome = run(d, senders);
    const auto k = static_cast<slot>(senders.packet_count());
    CAPTURE(d);
    CAPTURE(outcome.broadcasters);

    CHECK(verdict_line(outcome) == "complete");
    CHECK(outcome.slots <= (k == 0 ? 0 : d + k - 1));
    CHECK(outcome.slots >= (k == 0 ? 0 : d));
    CHECK(outcome.transmissions == senders.packet_count() * ((std::uint64_t{1} << d) - 1));
    CHECK(outcome.control_transmissions == 0);
    return outcome.slots;
}

/// The slots of the slowest set of distinct broadcasters, by K.
std::vector<slot> worst_by_packets(int d) {
    const int nodes = 1 << d;
    std::vector<slot> worst(static_cast<std::size_t>(nodes) + 1);
    for (std::uint64_t members = 0; members < std::uint64_t{1} << nodes; ++members) {
        const broadcaster_set senders = support::subset(members);
        slot& so_far = worst[senders.packet_count()];
        so_far = std::max(so_far, checked_slots(d, senders));
    }
    return worst;
}

}  // namespace

TEST_CASE("the slowest set of each size takes as long as in the reference") {
    CHECK(worst_by_packets(1) == std::vector<slot>{0, 1, 1});
    CHECK(worst_by_packets(2) == std::vector<slot>{0, 2, 2, 2, 2});
    CHECK(worst_by_packets(3) == std::vector<slot>{0, 3, 3, 4, 4, 4, 4, 4, 4});
}

TEST_CASE("two or more distinct broadcasters never take more than d+K-2 slots") {
    tutti::split_mix random{31};
    for (int i = 0; i < 60; ++i) {
        const int d = 2 + i % 6;
        const std::size_t nodes = tutti::hypercube{d}.node_count();
        const std::size_t k = 2 + random.next() % (nodes - 1);
        const slot slots =
            checked_slots(d, tutti::broadcasters_at(tutti::pick(nodes, k, random.next())));
        CHECK(slots <= d + static_cast<slot>(k) - 2);
    }
}

TEST_CASE("what a phase before it has read is none of its messages") {
    const auto report = tutti::run<tutti::short_packet>(
        tutti::hypercube{2}, {.threads = 1}, [](auto& self) -> tutti::task<> {
            const tutti::message own{.origin = self.id(), .number = 0, .payload = 5};
            self.send(0, tutti::short_packet::of(own, tutti::packet_kind::data));
            co_await self.next_slot();
            CHECK_FALSE(self.inbox().empty());
            co_await tutti::greedy_broadcasts(self, tutti::initial_messages{own}, 4);
        });

    CHECK(report.deliveries == 4 * 4);
    CHECK(report.transmissions == 4 + 4 * 3);
}

}  // TEST_SUITE("algorithms/hypercube/simultaneous_broadcast/greedy.hpp")
