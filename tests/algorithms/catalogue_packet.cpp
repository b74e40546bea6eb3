#include "tutti/catalog/catalogue_packet.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include <doctest/doctest.h>

#include "node/pieces.hpp"
#include "tutti/node/message.hpp"

TEST_SUITE("tutti/catalog/catalogue_packet.hpp") {

namespace {

using tutti::long_packet;
using tutti::message;
using tutti::packet_kind;
using tutti::short_packet;

constexpr std::uint32_t most_origin = (std::uint32_t{1} << 30U) - 1;
constexpr message largest{.origin = most_origin,
                          .number = short_packet::most_sequences - 1,
                          .payload = ~std::uint64_t{0}};

}  // namespace

TEST_CASE("a short packet holds the largest message with any tree") {
    for (const packet_kind kind :
         {packet_kind::collect, packet_kind::data, packet_kind::termination}) {
        for (int tree = 0; tree < 32; ++tree) {
            const short_packet packet = short_packet::of(largest, kind, tree);
            CHECK(packet.kind() == kind);
            CHECK(packet.is(kind));
            CHECK(packet.tree() == tree);
            CHECK(packet.content() == largest);
            CHECK_FALSE(packet.contributions().has_value());
            CHECK(packet.is_control() == (kind == packet_kind::termination));
            CHECK(packet.as(packet_kind::data) ==
                  short_packet::of(largest, packet_kind::data, tree));
        }
    }
}

TEST_CASE("a short packet holds the largest value of all nodes") {
    for (const packet_kind kind : {packet_kind::partial, packet_kind::result}) {
        for (const std::uint32_t nodes : {0U, 1U, most_origin + 1}) {
            const short_packet packet =
                short_packet::value(kind, short_packet::most_number, largest.payload, nodes);
            CHECK(packet.kind() == kind);
            CHECK(packet.is(kind));
            CHECK(packet.content() == message{.origin = 0,
                                              .number = short_packet::most_number,
                                              .payload = largest.payload});
            CHECK(packet.contributions() == std::optional{nodes});
            CHECK_FALSE(packet.is_control());
            CHECK(packet.goes_with(packet) == (kind == packet_kind::partial));
        }
    }
}

TEST_CASE("a short packet holds any piece of a message of any node") {
    constexpr message own{.origin = most_origin, .number = 0, .payload = ~std::uint64_t{0}};
    for (const std::uint8_t count : std::array<std::uint8_t, 3>{1, 3, 64}) {
        for (std::uint8_t index = 0; index < count; ++index) {
            const tutti::piece part{.index = index, .count = count};
            const short_packet packet = short_packet::of_piece(own, part);
            CHECK(packet.is(packet_kind::piece));
            CHECK(packet.part() == part);
            CHECK(packet.content() ==
                  message{.origin = most_origin, .number = 0, .payload = bits_of(part)});
            CHECK_FALSE(packet.is_control());
            CHECK_FALSE(packet.contributions().has_value());
        }
    }
    CHECK(short_packet::of(largest).part() == tutti::piece{});
}

TEST_CASE("counts and tokens of short packets are control") {
    for (const packet_kind kind : {packet_kind::up, packet_kind::down, packet_kind::total}) {
        const short_packet packet = short_packet::count(kind, 7);
        CHECK(packet.kind() == kind);
        CHECK(packet.payload() == 7);
        CHECK(packet.is_control());
    }
    for (const std::uint32_t number : {0U, 1U, short_packet::most_number}) {
        const short_packet packet = short_packet::token(number);
        CHECK(packet.kind() == packet_kind::token);
        CHECK(packet.number() == number);
        CHECK(packet.is_control());
    }
    CHECK(short_packet::none().kind() == packet_kind::none);
}

TEST_CASE("a routed packet keeps both places, and its message has number 0") {
    constexpr message own{.origin = most_origin, .number = 0, .payload = 5};
    const long_packet packet = long_packet::routed(own, 3, most_origin);
    CHECK(name_of(packet.kind()) == "data");
    CHECK(packet.target() == 3);
    CHECK(packet.content() == own);
    CHECK(packet.to_next() == long_packet::routed(own, most_origin, most_origin));
    CHECK_FALSE(packet.is_control());
    CHECK(long_packet::probe(1, 2).is_control());
    CHECK(long_packet::counts(packet_kind::up, 1).is_control());
}

}  // TEST_SUITE("tutti/catalog/catalogue_packet.hpp")
