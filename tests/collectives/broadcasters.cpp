#include "collectives/input/broadcasters.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <numeric>
#include <ranges>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <rapidcheck.h>
#include <sys/stat.h>

#include "support/scratch.hpp"
#include "topology/networks/network_listing.hpp"
#include "topology/random.hpp"
#include "tutti/topology/graph.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("collectives/input/broadcasters.hpp") {

namespace {

using support::scratch;
using tutti::broadcaster_set;
using tutti::broadcaster_specification;
using tutti::node_id;
using namespace std::string_view_literals;

using ids = std::vector<node_id>;

broadcaster_set draw(std::string_view text, std::size_t node_count, std::uint64_t seed = 1) {
    return broadcaster_specification::parse(text).draw(node_count, seed);
}

/// The specification of a new file that holds `content`.
std::string file_of(const scratch& place, std::string_view content) {
    return "file:" + place.file("ids", content);
}

/// The algorithm of spec/hypercube.md, section 0, word for word.
ids pick_by_the_book(std::size_t node_count, std::size_t count, std::uint64_t seed) {
    ids a(node_count);
    std::iota(a.begin(), a.end(), node_id{0});
    tutti::split_mix random{seed};
    for (std::size_t i = 0; i < count; ++i) {
        std::swap(a[i], a[i + random.next() % (node_count - i)]);
    }
    a.resize(count);
    return a;
}

/// Error text for `text`; empty if it is accepted.
std::string refusal(std::string_view text, std::size_t node_count) {
    try {
        (void)draw(text, node_count);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return {};
}

bool holds(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

}  // namespace

TEST_CASE("mentions become ascending nodes with their packets") {
    const broadcaster_set set = tutti::broadcasters_at({9, 3, 5, 3, 9, 9});

    CHECK(set.nodes == ids{3, 5, 9});
    CHECK(set.packets == std::vector<std::uint32_t>{2, 1, 3});
    CHECK(set.packet_count() == 6);
    CHECK(set.packets_of(3) == 2);
    CHECK(set.packets_of(9) == 3);
    CHECK(set.packets_of(0) == 0);
    CHECK(set.packets_of(4) == 0);
    CHECK(set.packets_of(10) == 0);
    CHECK(tutti::broadcasters_at({}) == broadcaster_set{});
}

TEST_CASE("pick draws the same in its order, whether it stores all cells or the swapped ones") {
    CHECK(rc::check([](std::uint64_t seed) {
        const auto node_count = *rc::gen::inRange<std::size_t>(1, 300);
        const auto count = *rc::gen::inRange<std::size_t>(0, node_count + 1);
        const ids expected = pick_by_the_book(node_count, count, seed);
        RC_ASSERT(tutti::pick(node_count, count, seed) == expected);
        RC_ASSERT(draw("random:" + std::to_string(count), node_count, seed) ==
                  tutti::broadcasters_at(expected));
    }));
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        CHECK(tutti::pick(80, 9, seed) == pick_by_the_book(80, 9, seed));
    }
    for (const std::size_t count :
         {1000UL, 8191UL, 12'000UL}) {  // as full as the table of swaps gets
        CHECK(tutti::pick(100'000, count, 7) == pick_by_the_book(100'000, count, 7));
    }
}

TEST_CASE("bernoulli tosses the same coins for the same seed, one a node") {
    const std::size_t nodes = 100'000;
    const broadcaster_set quarter = draw("bernoulli:0.25", nodes, 11);

    CHECK(quarter == draw("bernoulli:0.250", nodes, 11));
    CHECK(quarter != draw("bernoulli:0.25", nodes, 12));
    // Six standard deviations.
    CHECK(quarter.packet_count() > 25'000 - 822);
    CHECK(quarter.packet_count() < 25'000 + 822);
    // Seed 0 begins with e22.., 6e7.., 06c..: 0.883, 0.431, 0.026.
    CHECK(draw("bernoulli:0.5", 3, 0).nodes == ids{1, 2});
    CHECK(draw("bernoulli:0.1", 3, 0).nodes == ids{2});
}

TEST_CASE("a probability is read exactly in every form of a number") {
    const std::size_t nodes = 1000;
    for (const std::string_view half :
         {"bernoulli:1/2"sv, "bernoulli:.5"sv, "bernoulli:5e-1"sv, "bernoulli:50e-2"sv}) {
        CHECK(draw(half, nodes, 11) == draw("bernoulli:0.5", nodes, 11));
    }
    CHECK(draw("bernoulli:1e-3", nodes, 5) == draw("bernoulli:0.001", nodes, 5));
    // 0xe220a8397b1dcdaf, the first draw of seed 0, ends in 11 bits that do not count.
    const std::string first = std::to_string(0xe220a8397b1dcdaf >> 11U);
    CHECK(draw("bernoulli:" + first + "/9007199254740992", 1, 0) == broadcaster_set{});
    const std::string zeros(11, '0');
    CHECK(draw("bernoulli:" + first + zeros + "1/9007199254740992" + zeros + "0", 1, 0).nodes ==
          ids{0});
}

TEST_CASE("bernoulli of 0 and 1 leaves nothing to chance") {
    for (const std::string_view none : {"bernoulli:0"sv, "bernoulli:0.0"sv, "bernoulli:0.000"sv}) {
        CHECK(draw(none, 1000) == broadcaster_set{});
        CHECK(broadcaster_specification::parse(none).most_packets(1000) == 0);
    }
    CHECK(draw("bernoulli:1", 1000) == draw("all", 1000));
    CHECK(draw("bernoulli:1.00", 1000) == draw("all", 1000));
    CHECK(draw("bernoulli:0." + std::string(400, '0') + "1", 1000) == broadcaster_set{});
}

TEST_CASE("a set made from ids or from their number is the one that its text names") {
    for (const ids& mentions : {ids{}, ids{7}, ids{5, 3, 5}, ids{0, (1U << 30U) - 1}}) {
        const auto made = broadcaster_specification::at(mentions);
        const auto read = broadcaster_specification::parse(made.text());
        CAPTURE(made.text());
        CHECK(made.draw(1U << 30U, 9) == read.draw(1U << 30U, 9));
        CHECK(made.most_packets(1U << 30U) == mentions.size());
    }
    CHECK(broadcaster_specification::at({}).text() == "none");
    CHECK(broadcaster_specification::at({5, 3, 5}).text() == "nodes:5,3,5");

    const auto five = broadcaster_specification::random(5);
    CHECK(five.text() == "random:5");
    CHECK(five.draw(64, 9) == draw("random:5", 64, 9));
}

TEST_CASE("an adversarial set is left to the catalogue") {
    const auto unnamed = broadcaster_specification::parse("adversarial");
    const auto named = broadcaster_specification::parse("adversarial:fixed-trees");

    using interest = broadcaster_specification::worst_set_request;
    CHECK(unnamed.adversary() == interest{.algorithm = "", .count = {}});
    CHECK(named.adversary() == interest{.algorithm = "fixed-trees", .count = {}});
    const auto some = broadcaster_specification::parse("adversarial:7");
    CHECK(some.adversary() == interest{.algorithm = "", .count = 7});
    CHECK(some.most_packets(8) == 7);
    CHECK_THROWS_AS((void)some.most_packets(6), std::invalid_argument);
    const auto both = broadcaster_specification::parse("adversarial:fixed-trees:0");
    CHECK(both.adversary() == interest{.algorithm = "fixed-trees", .count = 0});
    CHECK_FALSE(broadcaster_specification::parse("all").adversary().has_value());
    CHECK(named.most_packets(64) == 64);
    CHECK_THROWS_AS((void)named.draw(64, 1), std::logic_error);
}

TEST_CASE("the bound known before drawing is never below what is drawn") {
    const scratch place;
    const std::string file = file_of(place, "1\n2\n3");
    for (const std::string_view text : {"all"sv, "none"sv, "random:7"sv, "bernoulli:0.5"sv,
                                        "nodes:1,1,1,2"sv, std::string_view{file}}) {
        const auto specification = broadcaster_specification::parse(text);
        CAPTURE(specification.text());
        CHECK(specification.text() == text);
        CHECK(specification.draw(64, 5).packet_count() <= specification.most_packets(64));
    }
    const std::size_t billion = std::size_t{1} << 30U;
    CHECK(broadcaster_specification::parse("all").most_packets(billion) == billion);
    CHECK(broadcaster_specification::parse("random:7").most_packets(billion) == 7);
    CHECK(broadcaster_specification::parse("nodes:1,1,2").most_packets(billion) == 3);
    CHECK(broadcaster_specification::parse(file).most_packets(billion) == 3);
}

TEST_CASE("what no network allows is refused before there is one") {
    const auto refuses = [](const std::string& name, std::string_view values) {
        for (const auto value : std::views::split(values, ' ')) {
            const std::string text = name + std::string{value.begin(), value.end()};
            CAPTURE(text);
            CHECK_THROWS_AS((void)broadcaster_specification::parse(text), std::invalid_argument);
        }
    };

    refuses(
        "",
        " : al ALL all: all:3 none:x adversarial: adversarial:a: adversarial:a:b adversarial::3 file file: file:a\0b"sv);
    refuses("random", " : :-1 :+1 :1.0 :05 :0x5 :x :99999999999999999999");
    refuses("bernoulli", " : :nan :inf :-0.1 :+0.1 :1.1 :2 :0. :1e1 :0,5 :00.5 :0.5x :0x1 :3/2");
    refuses("bernoulli", ":1.00000000000000000000001 :0.5.0 :1/0 :0.inf :1e999999999 :1e-2000");
    refuses("nodes", " : :, :3, :,3 :3,,5 :1073741824 :4294967299");
    CHECK_THROWS_WITH((void)broadcaster_specification::parse("bernoulli:"),
                      "'bernoulli:' lacks a probability; write bernoulli:P, P from 0 to 1 as 0.25 "
                      "or 1/4");
    CHECK_THROWS_WITH((void)broadcaster_specification::parse("bernoulli:1.5"),
                      "'bernoulli:1.5' has the probability '1.5', which is out of range; write a "
                      "number from 0 to 1, as 0.25 or 1/4");
    CHECK_THROWS_WITH((void)broadcaster_specification::parse("bernoulli:half"),
                      "'bernoulli:half' has the probability 'half', which is not a number such as "
                      "3, 15/2, 0.125 or 5e-2; write a number from 0 to 1, as 0.25 or 1/4");
}

TEST_CASE("a refusal names the value and what") {
    CHECK(refusal("rnadom:5", 64) ==
          "'rnadom:5' is an unknown set of broadcasters; did you mean 'random'?");
    CHECK(refusal("all:3", 64) == "'all:3' has a value, but takes none");
    CHECK(refusal("random:65", 64) ==
          "'random:65' asks for more nodes than there are; K is from 0 to 64");
    CHECK(refusal("nodes:1,99", 64) ==
          "'nodes:1,99' names node 99, which the network does not have; ids run from 0 to 63");
    CHECK(refusal("nodes:1,\n", 64) ==
          R"('nodes:1,\n' has the item '\n', which is not a node id; an id is a whole number, in )"
          "plain digits, from 0 to 1073741823");
}

TEST_CASE(
    "a list has ranges, and what is none of the network's nodes is refused when it is known") {
    CHECK(draw("nodes:3,5,7-9", 10) == draw("nodes:3,5,7,8,9", 10));
    CHECK(draw("nodes:0-2,1", 3) == draw("nodes:0,1,1,2", 3));
    CHECK(broadcaster_specification::parse("nodes:0-999,7").most_packets(1000) == 1001);
    for (const std::string item :
         {"x", "-3", "\t5", "3-", "-", "1-2-3", "1--2", "05", "1073741824-5"}) {
        CAPTURE(item);
        CHECK(holds(refusal("nodes:1," + item, 64), "which is not a node id; an id is"));
        const auto read = broadcaster_specification::parse("nodes:1," + item);
        CHECK_THROWS_AS(read.check_names(64), std::invalid_argument);
        CHECK_THROWS_AS((void)read.most_packets(64), std::invalid_argument);
    }
    CHECK(refusal("nodes:5-3", 64) ==
          "'nodes:5-3' has the range '5-3', which ends before it begins; write 3-5");
    CHECK(refusal("nodes:60-64", 64) ==
          "'nodes:60-64' names node 64, which the network does not have; ids run from 0 to 63");
    CHECK(refusal("nodes:70-80", 64) ==
          "'nodes:70-80' names node 70, which the network does not have; ids run from 0 to 63");
}

TEST_CASE("names of nodes are accepted wherever ids are") {
    const scratch place;
    const tutti::network net = tutti::graph{tutti::network_listing{
        .nodes = 4,
        .links = {{.from = 0, .to = 1}, {.from = 1, .to = 2}, {.from = 2, .to = 3}},
        .names = {"gpu0", "d-2", "a,b", "gpu3"}}};
    const auto ids_of = [&](const std::string& text) {
        return ids{broadcaster_specification::parse(text).draw(net, 1).nodes};
    };
    CHECK(ids_of("nodes:gpu3,gpu0") == ids{0, 3});
    CHECK(ids_of("nodes:d-2") == ids{1});
    CHECK(ids_of("nodes:1-2") == ids{1, 2});
    CHECK(ids_of("nodes:2-3,gpu0") == ids{0, 2, 3});
    CHECK(ids_of("nodes:gpu0,a,b,3") == ids{0, 2, 3});
    CHECK(ids_of(file_of(place, "gpu3\nd-2\n0 # so\na,b\n")) == ids{0, 1, 2, 3});
    const auto refused = [&](const std::string& text) {
        CHECK_THROWS_WITH((void)ids_of("nodes:" + text),
                          ("'nodes:" + text +
                           "' has the item 'gpu', which is not a node id or name; did "
                           "you mean 'gpu0'?")
                              .c_str());
    };
    refused("gpu,1");
    refused("0,gpu");
}

TEST_CASE("a file has one id a line; comments, empty lines and foreign line ends do no harm") {
    const scratch place;

    CHECK(draw(file_of(place, "3\n5\n3\n"), 6) == draw("nodes:3,5,3", 6));
    CHECK(draw(file_of(place, "3\n5"), 6).nodes == ids{3, 5});
    CHECK(draw(file_of(place, "\xEF\xBB\xBF# ids\r\n3 \t\r\n\r\n  # more\n5# last\r\n"), 6).nodes ==
          ids{3, 5});
}

TEST_CASE("the first bad line of a file is named, with its number and what it holds") {
    const scratch place;

    CHECK(holds(refusal(file_of(place, "1\n\n# x\nabc\n99\n"), 64),
                "has 'abc' in line 4, which is not a node id; ids run from 0 to 63"));
    CHECK(holds(refusal(file_of(place, "1\n64\nabc\n"), 64), "has '64' in line 2"));
    CHECK(holds(refusal(file_of(place, "18446744073709551616"), 64), "in line 1"));
    CHECK(holds(refusal(file_of(place, "1 2\n"), 64), "has '1 2' in line 1"));
    CHECK(holds(refusal(file_of(place, "-1\n"), 64), "has '-1' in line 1"));
    CHECK(holds(refusal(file_of(place, "1\n2\n3\0\n"sv), 64),
                "binary file, with a zero byte in line 3"));
    CHECK(holds(refusal(file_of(place, "\xFF\xFE\x31\x00\n"sv), 64), "binary file"));
    CHECK(holds(refusal(file_of(place, "1\n"), 1) + refusal(file_of(place, "1\n"), 2),
                "the only id is 0"));
}

TEST_CASE("what is not a readable file of at most 64 MiB is refused without waiting") {
    const scratch place;
    REQUIRE(::mkfifo(place.path("pipe").c_str(), S_IRUSR | S_IWUSR) == 0);
    const std::string large = file_of(place, "");
    std::filesystem::resize_file(place.path("ids"), (std::uintmax_t{64} << 20U) + 1);

    CHECK(holds(refusal("file:" + place.path("missing"), 64), "No such file"));
    CHECK(holds(refusal("file:" + place.path(""), 64), "is a directory"));
    CHECK(holds(refusal("file:" + place.path("pipe"), 64), "is a pipe or device"));
    CHECK(holds(refusal("file:/dev/zero", 64), "is a pipe or device"));
    CHECK(holds(refusal(large, 64), "is longer than 64 MiB"));
    CHECK_THROWS_AS((void)broadcaster_specification::parse(large).most_packets(64),
                    std::invalid_argument);
    CHECK_FALSE(refusal("file:" + std::string(5000, 'x'), 64).empty());
    // The kernel calls these regular files of no bytes.
    CHECK_FALSE(refusal("file:/proc/self/status", 64).empty());
}

}  // TEST_SUITE("collectives/input/broadcasters.hpp")
