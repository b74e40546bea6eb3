#include "tutti/topology/network.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>

#include <doctest/doctest.h>
#include <rapidcheck.h>

TEST_SUITE_BEGIN("tutti/topology/network.hpp");

TEST_CASE("hypercube:D is the cube of D dimensions") {
    for (int dimensions = 1; dimensions <= 30; ++dimensions) {
        CAPTURE(dimensions);
        const tutti::network built =
            tutti::parse_network("hypercube:" + std::to_string(dimensions));

        const std::size_t nodes = std::size_t{1} << static_cast<unsigned>(dimensions);
        CHECK(std::get<tutti::hypercube>(built) == tutti::hypercube{dimensions});
        CHECK(tutti::node_count(built) == nodes);
        CHECK(tutti::link_count(built) == static_cast<std::size_t>(dimensions) * nodes);
        CHECK(tutti::diameter(built) == dimensions);
    }
}

TEST_CASE("a cube's size must be a plain number from 1 to 30") {
    for (const std::string size : {"0", "31", "64", "99999999999999999999999"}) {
        CHECK_THROWS_WITH_AS(
            (void)tutti::parse_network("hypercube:" + size),
            ("'hypercube:" + size + "' has a size outside its range; dimensions run from 1 to 30")
                .c_str(),
            std::invalid_argument);
    }
    for (const std::string size : {"x", "-3", "+3", "03", " 3", "3 ", "4.0", "0x3", "3:3", "3,4"}) {
        CHECK_THROWS_WITH_AS(
            (void)tutti::parse_network("hypercube:" + size),
            ("'hypercube:" + size +
             "' has a size that is not a number in plain decimal digits; dimensions run from 1 to "
             "30")
                .c_str(),
            std::invalid_argument);
    }
}

TEST_CASE("a network without a size is told its form") {
    CHECK_THROWS_WITH((void)tutti::parse_network("hypercube"),
                      "'hypercube' lacks its size; write hypercube:D");
    CHECK_THROWS_WITH((void)tutti::parse_network("hypercube:"),
                      "'hypercube:' lacks its size; write hypercube:D");
}

TEST_CASE("an unknown network is answered with the nearest name or with all") {
    CHECK_THROWS_WITH((void)tutti::parse_network("hypercub:3"),
                      "'hypercub:3' is an unknown network; did you mean 'hypercube'?");
    CHECK_THROWS_WITH((void)tutti::parse_network("Hypercube:3"),
                      "'Hypercube:3' is an unknown network; did you mean 'hypercube'?");
    CHECK_THROWS_WITH((void)tutti::parse_network("moebius:3"),
                      "'moebius:3' is an unknown network; valid: hypercube");
    CHECK_THROWS_AS((void)tutti::parse_network(""), std::invalid_argument);
    CHECK_THROWS_AS((void)tutti::parse_network(":"), std::invalid_argument);
}

TEST_CASE("no text but a network's own is taken, and every refusal is one line") {
    CHECK(rc::check([](const std::string& text) {
        try {
            (void)tutti::parse_network("hypercube:" + text);
        } catch (const std::invalid_argument& refusal) {
            const std::string_view why = refusal.what();
            RC_ASSERT(why.find('\n') == std::string_view::npos);
            return;
        }
        RC_ASSERT(std::to_string(std::stoi(text)) == text);
    }));
}

TEST_SUITE_END();
