#include "recording/event_reader.hpp"

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "recording/message_table.hpp"
#include "recording/packed_bytes.hpp"
#include "tutti/topology/hypercube.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("recording/event_reader.hpp") {

namespace {

/// Error of reading these numbers as the records of one slot of the 3-cube, whose packets are
/// bytes; empty if there is none.
std::string damage_of(const std::vector<std::uint64_t>& numbers) {
    tutti::record::column bytes;
    bytes.add(1);  // kinds
    bytes.add_text("data");
    bytes.add(0);  // flags
    bytes.add_as_is(std::int64_t{1});
    bytes.add_as_is(std::int64_t{1});
    bytes.add(1);  // byte a packet
    bytes.add(0);  // names
    for (const std::uint64_t number : numbers) {
        bytes.add(number);
    }
    const tutti::network cube = tutti::hypercube{3};
    const tutti::record::message_table messages;
    tutti::record::read_tables tables;
    try {
        tutti::record::record_reader reader{bytes.bytes(), cube, &messages, tables};
        tutti::record::read_slot slot;
        while (!reader.is_at_end()) {
            (void)reader.next_slot();
            reader.read(slot);
        }
    } catch (const std::exception& damage) {
        return damage.what();
    }
    return {};
}

}  // namespace

TEST_CASE("events that no writer writes are damage") {
    // Slot, and the counts of packets, deliveries, marks and ends; then each packet's kind, node,
    // port and byte.
    CHECK(damage_of({0, 1, 0, 0, 0, 0, 0, 1, 7, 0, 1, 0, 0, 0, 0, 1, 0, 7}).empty());
    const auto check = [](const std::vector<std::uint64_t>& numbers, std::string_view text) {
        CHECK(damage_of(numbers).find(text) != std::string::npos);
    };
    check({0, 1, 0, 0, 0, 0, 0, 1, 7, 0, 1, 0, 0, 0, 0, 0, 1, 7}, "packets are out of order");
    CHECK(damage_of({0, 0, 0, 0, 1, 7}).empty());
    check({0, 0, 0, 0, 1, 8}, "an event is at a node that does not exist");
    check({0, 0, 1, 0, 0, 2, 0, 0, 0}, "a message has no payload");
}

}  // TEST_SUITE("recording/event_reader.hpp")
