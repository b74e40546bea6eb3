#include "recording/inspect/show.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "made_slots.hpp"
#include "recorded.hpp"

TEST_SUITE("recording/inspect/show.hpp") {

namespace {

namespace json = boost::json;

using support::entry;
using support::made_slots;
using support::on_network;
using tutti::list_length;

bool holds(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

std::string bytes_of_example(const tutti::recording_filter& only = {}) {
    return support::recorded(
        on_network(entry("simultaneous-broadcast/prefix-roots"), "hypercube:3", "nodes:0,1,2"), {},
        only);
}

/// The path of a message in a recording.
tutti::message_path followed(const tutti::recording& from, tutti::message_path path) {
    from.visit([&](const tutti::recorded_slot& record) { path.add(record, names_in(from)); });
    return path;
}

tutti::node_life lived(const made_slots& made, tutti::node_id node, const tutti::network& net) {
    tutti::node_life life{node, net};
    for (const tutti::recorded_slot& each : made.slots) {
        life.add(each, made.names());
    }
    return life;
}

}  // namespace

TEST_CASE("the summary has the plan, the events by kind, and what the run came to") {
    const tutti::recording from = support::opened(bytes_of_example());
    const std::string text = tutti::recording_summary{from}.text();

    CHECK(
        text.starts_with("simultaneous-broadcast/prefix-roots on hypercube:3: 8 nodes, 24 links, "
                         "ports: all\nStamoulis & Tsitsiklis 1991, 3.2\n"));
    for (const std::string_view part :
         {"  broadcasters  nodes:0,1,2: 3 nodes, 3 packets, seed 1\n",
          "    collect                3            3            1\n",
          "  time          14 slots, 14 units; exact 14 = 2*ceil(K/d) + 4d; lower bound 3\n",
          "  packets                 64  in all, 38 of them control\n",
          "    data                  21  a message\n",
          "  events        24 deliveries, 19 marks, 8 nodes done; the last in slot 14\n",
          "  link load     2.7 packets on average, 4 at most; 0 links idle\n", " a packet\n"}) {
        CAPTURE(part);
        CHECK(holds(text, part));
    }
    CHECK(text.ends_with("\n\ncomplete\n"));
    CHECK_FALSE(holds(text, "recorded      "));
}

TEST_CASE("the summary as JSON has plan, counts and result") {
    const tutti::recording from = support::opened(bytes_of_example());
    const json::value value = json::parse(tutti::recording_summary{from}.json());

    CHECK(value.at("plan").at("schema") == "tutti.plan/2");
    CHECK(value.at("plan").at("network") == "hypercube:3");
    CHECK(value.at("plan").at("links") == 24);
    CHECK(value.at("plan").at("phases").as_array().size() == 3);
    CHECK(value.at("counts").at("transmissions") == 64);
    CHECK(value.at("counts").at("done") == 8);
    CHECK(value.at("kinds").as_array().size() == 6);
    CHECK(value.at("kinds").at(0).at("packets") == 7);
    CHECK(value.at("link_load").at("mean_load") == "8/3");
    CHECK(value.at("result").at("verdict") == "complete");
    CHECK(value.at("result").at("link_load").is_null());
    CHECK(value.at("damage").is_null());
    CHECK(value.at("bytes").as_int64() == static_cast<std::int64_t>(from.bytes()));
}

TEST_CASE("the summary says what was left out, and what was cut off") {
    const tutti::recording part = support::opened(
        bytes_of_example({.first = 9, .last = 12, .nodes = {1, 3}, .has_control = false}));
    CHECK(holds(tutti::recording_summary{part}.text(),
                "  recorded      slots 9 to 12; events at 2 nodes; no control packets\n"));

    std::string bytes = bytes_of_example();
    bytes.resize(bytes.size() - 40);
    const tutti::recording cut = support::opened(bytes);
    const std::string text = tutti::recording_summary{cut}.text();
    CHECK(holds(text, "\n\nno verdict: it was cut short"));
    CHECK_FALSE(holds(text, "complete"));
}

TEST_CASE("a slot is shown with all that happened in it") {
    const made_slots made;

    CHECK(text_of(made.slots[2], made.names(), list_length::a_screen) ==
          R"(slot 2: 2 packets sent, 1 message delivered, 2 ends of phases marked, 2 nodes done

sent
      node  port       to  kind          message
         0     1        1  packet        0:7
         1     1        2  part          2:0 piece 3 of 4

delivered
         1  0:7

marked
         0  send
         1  elsewhere

done
         0
         1
)");
    CHECK(json::parse(json_of(made.slots[2], made.names())) == json::parse(R"({"slot": 2,
        "sent": [{"node": 0, "port": 1, "to": 1, "kind": "", "control": false,
                  "origin": 0, "number": 7},
                 {"node": 1, "port": 1, "to": 2, "kind": "part", "control": false,
                  "origin": 2, "number": 0, "piece": 3, "share": "1/4"}],
        "delivered": [{"node": 1, "origin": 0, "number": 7}],
        "marks": [{"node": 0, "name": "send"}, {"node": 1, "name": "elsewhere"}],
        "done": [0, 1]})"));
    CHECK(text_of({.at = 5}, {}, list_length::a_screen).starts_with("slot 5: 0 packets sent"));
}

TEST_CASE("what is too long is cut, and says how much more there is and how to see it") {
    const tutti::recording from = support::opened(support::recorded(
        on_network(entry("multinode-broadcast/rotation-classes"), "hypercube:5")));
    std::string screen;
    std::string text;
    from.visit(3, 3, tutti::payload_use::none, [&](const tutti::recorded_slot& record) {
        screen = text_of(record, names_in(from), list_length::a_screen);
        text = text_of(record, names_in(from), list_length::all);
    });

    CHECK(holds(screen, "\n  .. and 140 more; --all shows them\n"));
    CHECK(std::ranges::count(screen, '\n') < 45);
    CHECK_FALSE(holds(text, "more"));
    CHECK(std::ranges::count(text, '\n') > 320);
}

TEST_CASE("a node's life has what came to it, by its own ports, and what it did") {
    const tutti::network net = tutti::parse_network("path:3");
    const tutti::node_life life = lived({}, 1, net);

    CHECK(life.text(list_length::a_screen) ==
          R"(node 1: 2 packets came, 2 sent, 1 message delivered
      slot  event      port     node  kind          message
         1  sent          0        0  sum
         1  came          0        0  sum
         2  sent          1        2  part          2:0 piece 3 of 4
         2  came          0        0                0:7
         2  delivered                               0:7
         2  mark                      elsewhere
         2  done
)");
    const json::value value = json::parse(life.json());
    CHECK(value.at("node") == 1);
    CHECK(value.at("events").at(1) ==
          json::parse(R"({"slot": 1, "event": "came", "port": 0, "from": 0, "kind": "sum"})"));
    CHECK(value.at("events").at(2).at("to") == 2);
    CHECK(value.at("events").at(5) ==
          json::parse(R"({"slot": 2, "event": "mark", "name": "elsewhere"})"));
    CHECK(json::parse(lived({}, 2, net).json()).at("events").as_array().size() == 1);
}

TEST_CASE("a message is followed link by link: first arrivals, repeats, hops, deliveries") {
    const tutti::recording from = support::opened(bytes_of_example());
    const tutti::message_path path = followed(from, {2, 0});

    CHECK(
        path.text(list_length::all) ==
        R"(message 2:0: 9 packets, 2 of them to where it had been, 7 nodes reached, 8 deliveries; delivered in slot 12 at its origin
      slot  hops     from  port       to  piece    arrival delivered
         8     1        2     0        3  -        first          11
         9     2        3     1        1  -        first          10
        11     3        1     0        0  -        first          11
        11     3        1     1        3  -        again           -
        11     3        1     2        5  -        first          11
        12     2        3     0        2  -        again           -
        12     2        3     2        7  -        first          12
        12     4        5     0        4  -        first          12
        13     3        7     0        6  -        first          13
)");
    const json::value value = json::parse(path.json());
    CHECK(value.at("payload") == "f197225056a913ee");
    CHECK(value.at("repeats") == 2);
    CHECK(value.at("delivered").as_array().size() == 8);
    CHECK(value.at("sent").at(3) == json::parse(R"({"slot": 11, "node": 1, "port": 1, "to": 3,
                                                    "piece": null, "share": "1", "first": false,
                                                    "hops": 3})"));
}

TEST_CASE("pieces are followed one by one, and cut again; who sends what it lacks has no hops") {
    const made_slots made;
    tutti::message_path path{2, 0};
    for (const tutti::recorded_slot& each : made.slots) {
        path.add(each, made.names());
    }
    CHECK(holds(path.text(list_length::all),
                "         2     -        1     1        2  3 of 4   again   "));

    // Halves are collected, and quarters broadcast.
    const tutti::recording from = support::opened(support::recorded(
        on_network(entry("simultaneous-broadcast/split-packing"), "torus:4x4", "nodes:5")));
    const json::value value = json::parse(followed(from, {5, 0}).json());
    std::map<std::string, int> first_arrivals;  // by share
    for (const json::value& hop : value.at("sent").as_array()) {
        CHECK_FALSE(hop.at("hops").is_null());
        if (hop.at("first").as_bool()) {
            ++first_arrivals[std::string{hop.at("share").as_string()}];
        }
    }
    // Of 15 nodes, 0 has both halves, and 1 and 4 have one each.
    CHECK(first_arrivals == std::map<std::string, int>{{"1/2", 4}, {"1/4", 4 * 15 - 4 - 2 - 2}});
}

TEST_CASE("what arrives in a slot can be sent on in the next, and not in the same") {
    const std::vector<tutti::recorded_kind> kinds{{.name = {}, .has_message = true}};
    const std::vector<tutti::recorded_transmission> sent{
        {.from = 0, .through = 1, .to = 1, .content = {}},
        {.from = 1, .through = 1, .to = 2, .content = {}}};
    tutti::message_path path{0, 0};
    path.add({.at = 1, .sent = sent}, {.kinds = kinds});
    path.add({.at = 2, .sent = std::span{sent}.last(1)}, {.kinds = kinds});

    const json::value value = json::parse(path.json());
    CHECK(value.at("sent").at(0).at("hops") == 1);
    CHECK(value.at("sent").at(1).at("hops").is_null());
    CHECK(value.at("sent").at(2).at("hops") == 2);
}

TEST_CASE("a message that is not there is known to be none, with the numbers that there are") {
    const tutti::recording from = support::opened(bytes_of_example());

    CHECK(followed(from, {5, 0}).is_empty());
    CHECK_FALSE(followed(from, {5, 0}).numbers());
    CHECK(followed(from, {1, 3}).is_empty());
    CHECK(followed(from, {1, 3}).numbers() == std::pair<std::uint32_t, std::uint32_t>{0, 0});
    CHECK_FALSE(followed(from, {1, 0}).is_empty());
}

}  // TEST_SUITE("recording/inspect/show.hpp")
