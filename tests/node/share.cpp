#include "node/share.hpp"

#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/mesh/mesh_program.hpp"
#include "node/mark.hpp"
#include "tutti/catalog/hypercube_program.hpp"
#include "tutti/engine/emulator.hpp"
#include "tutti/topology/grid.hpp"

TEST_SUITE("node/share.hpp") {

namespace {

using tutti::long_packet;
using tutti::packet_kind;
using tutti::piece;
using tutti::rational;
using tutti::share_of;
using tutti::task;

/// A packet that says how much of a message it carries, in eighths.
struct eighths {
    std::uint64_t count = 8;
    [[nodiscard]] rational share() const { return {count, 8}; }
    friend bool operator==(const eighths&, const eighths&) = default;
};

/// A piece that may have bits of others, or a number that is none.
struct bag {
    std::uint64_t payload = 0;
    piece which{};
    std::uint16_t nothing = 0;
    std::uint32_t more = 0;

    [[nodiscard]] static bool is_control() { return false; }
    [[nodiscard]] static packet_kind kind() { return packet_kind::data; }
    [[nodiscard]] tutti::message content() const { return {.payload = payload}; }
    [[nodiscard]] piece part() const { return which; }
    friend bool operator==(const bag&, const bag&) = default;
};

/// Two nodes; the first sends `packets`, one a slot, and marks phases as they pass.
tutti::run_report send_all(const std::vector<eighths>& packets,
                           const std::vector<tutti::phase_end>& phases) {
    tutti::emulator<tutti::grid, eighths> machine{tutti::grid{{2}, tutti::grid_edge::open},
                                                  {.threads = 1}};
    return machine.try_run(
        [&](auto& self) -> task<> {
            for (std::size_t i = 0; i < packets.size(); ++i) {
                if (self.id() == 0) {
                    self.send(1, packets[i]);
                }
                co_await self.next_slot();
                (void)self.inbox().empty();
                if (i % 2 == 0) {
                    self.mark("whole");
                } else {
                    self.mark("half");
                }
            }
        },
        {.phases = phases});
}

}  // namespace

TEST_CASE("a packet is whole, a piece of a message, or nothing of one") {
    CHECK(share_of(std::uint64_t{7}) == rational{1});
    const tutti::message content{.origin = 1, .payload = ~std::uint64_t{0}};
    using tutti::packet_kind;
    using tutti::short_packet;
    CHECK(share_of(short_packet::of(content, packet_kind::data)) == rational{1});
    CHECK(share_of(short_packet::count(packet_kind::up, 5)) == rational{0});
    CHECK(share_of(long_packet::of(content, 0)) == rational{1});
    CHECK(share_of(long_packet::of(content, 0, {.index = 2, .count = 3})) == rational{1, 3});
    CHECK(share_of(long_packet::counts(packet_kind::down, 5, 6)) == rational{0});
    CHECK(share_of(eighths{3}) == rational{3, 8});
}

TEST_CASE("a packet with bits of other pieces, or of no piece, carries a whole message") {
    const std::uint64_t first = tutti::bits_of({.index = 0, .count = 4});
    CHECK(share_of(bag{.payload = first, .which = {.index = 0, .count = 4}}) == rational{1, 4});
    CHECK(share_of(bag{.payload = first, .which = {.index = 1, .count = 4}}) == rational{1});
    CHECK(share_of(bag{.payload = ~first, .which = {.index = 0, .count = 4}}) == rational{1});
    CHECK(share_of(bag{.payload = 0, .which = {.index = 4, .count = 4}}) == rational{1});
    CHECK(share_of(bag{.payload = 0, .which = {.index = 0, .count = 0}}) == rational{1});
    CHECK(share_of(bag{.payload = 1, .which = {.index = 0, .count = 65}}) == rational{1});
}

TEST_CASE("a slot carries no more than its phase does, in turns where phases repeat") {
    const std::vector<tutti::phase_end> phases{{.name = "whole", .marked_by = 2},
                                               {.name = "half", .marked_by = 2, .carries = {1, 2}}};
    CHECK(send_all({{8}, {4}, {8}, {4}, {8}}, phases).ending == tutti::run_ending::completed);
    CHECK(send_all({{0}, {0}, {1}, {3}, {7}}, phases).ending == tutti::run_ending::completed);

    const tutti::run_report caught = send_all({{8}, {4}, {8}, {5}, {8}}, phases);
    CHECK(caught.violation == tutti::violation_kind::share_exceeded);
    CHECK(caught.text ==
          "program: slot 4, node 0, port 1: a packet with more of a message than a "
          "slot of this phase carries");
}

TEST_CASE("without phases a slot carries a whole message and no more") {
    CHECK(send_all({{8}, {8}}, {}).ending == tutti::run_ending::completed);
    CHECK(send_all({{8}, {9}}, {}).violation == tutti::violation_kind::share_exceeded);
}

TEST_CASE("a run has at most as many phases as a byte can number") {
    const std::vector<tutti::phase_end> most(tutti::most_phases, {.name = "whole"});
    CHECK(send_all({{8}}, most).ending == tutti::run_ending::completed);
    const std::vector<tutti::phase_end> more(tutti::most_phases + 1, {.name = "whole"});
    CHECK_THROWS_AS((void)send_all({{8}}, more), std::invalid_argument);
}

}  // TEST_SUITE("node/share.hpp")
