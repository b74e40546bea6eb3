#include "web/replay/replay_page.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "recording/recorded.hpp"

TEST_SUITE("web/replay/replay_page.hpp") {

namespace {

namespace json = boost::json;
using support::entry;
using support::on_network;
using support::opened;
using support::recorded;
using tutti::replay_content;
using tutti::replay_of;

tutti::recording of(std::string_view algorithm, std::string_view network,
                    std::string_view broadcasters = "all") {
    return opened(recorded(on_network(entry(algorithm), network, broadcasters)));
}

json::object data_of(const replay_content& shown) { return json::parse(shown.data).as_object(); }

/// Numbers of a list in a page's data.
class number_list {
public:
    number_list(const json::object& data, std::string_view events, std::string_view name)
        : begins_(data.at(events).at("begins").as_array()),
          numbers_(data.at(events).at(name).as_array()) {}

    [[nodiscard]] std::int64_t at(std::size_t place) const {
        return numbers_.at(place).to_number<std::int64_t>();
    }
    [[nodiscard]] std::size_t begin(std::size_t step) const {
        return begins_.at(step).to_number<std::size_t>();
    }
    [[nodiscard]] std::size_t steps() const { return begins_.size() - 2; }
    [[nodiscard]] std::int64_t sum() const {
        std::int64_t total = 0;
        for (std::size_t i = 0; i < numbers_.size(); ++i) {
            total += at(i);
        }
        return total;
    }
    [[nodiscard]] std::size_t size() const { return numbers_.size(); }

private:
    json::array begins_;
    json::array numbers_;
};

std::string message_in(const json::object& data, std::int64_t number) {
    if (number < 0) {
        return "-";
    }
    const auto place = static_cast<std::size_t>(number);
    return fmt::format("{}:{}",
                       data.at("messages").at("origin").at(place).to_number<std::uint64_t>(),
                       data.at("messages").at("number").at(place).to_number<std::uint64_t>());
}

void add_packets(const json::object& data, std::size_t step, std::vector<std::string>& lines) {
    const number_list link{data, "sent", "link"};
    const number_list message{data, "sent", "message"};
    const number_list piece{data, "sent", "piece"};
    const auto end_of = [&](std::size_t i, std::string_view name) {
        return data.at("links").at(name).at(static_cast<std::size_t>(link.at(i)));
    };
    for (std::size_t i = link.begin(step); i < link.begin(step + 1); ++i) {
        lines.push_back(
            fmt::format("{} sends {} port {} to {} piece {}", end_of(i, "from").to_number<int>(),
                        message_in(data, message.at(i)), end_of(i, "port").to_number<int>(),
                        end_of(i, "to").to_number<int>(), piece.at(i)));
    }
}

/// All events of a step, as lines in order.
std::vector<std::string> lines_in(const json::object& data, std::size_t step) {
    std::vector<std::string> lines;
    add_packets(data, step, lines);
    const number_list node{data, "delivered", "node"};
    const number_list message{data, "delivered", "message"};
    for (std::size_t i = node.begin(step); i < node.begin(step + 1); ++i) {
        lines.push_back(fmt::format("{} has {}", node.at(i), message_in(data, message.at(i))));
    }
    const number_list marker{data, "marked", "node"};
    const number_list name{data, "marked", "name"};
    for (std::size_t i = marker.begin(step); i < marker.begin(step + 1); ++i) {
        lines.push_back(fmt::format(
            "{} marks {}", marker.at(i),
            data.at("mark_names").at(static_cast<std::size_t>(name.at(i))).as_string().c_str()));
    }
    const number_list over{data, "done", "node"};
    for (std::size_t i = over.begin(step); i < over.begin(step + 1); ++i) {
        lines.push_back(fmt::format("{} is done", over.at(i)));
    }
    std::ranges::sort(lines);
    return lines;
}

std::vector<std::string> lines_in(const tutti::recording& from, tutti::slot at) {
    std::vector<std::string> lines;
    from.visit(at, at, tutti::payload_use::none, [&](const tutti::recorded_slot& now) {
        for (const auto& each : now.sent) {
            const tutti::recorded_kind& kind = from.kinds()[each.kind];
            const std::string message =
                kind.has_message ? fmt::format("{}:{}", each.content.origin, each.content.number)
                                 : std::string(1, '-');
            lines.push_back(fmt::format("{} sends {} port {} to {} piece {}", each.from, message,
                                        each.through, each.to,
                                        kind.has_piece ? std::int64_t{each.piece} : -1));
        }
        for (const auto& each : now.delivered) {
            lines.push_back(
                fmt::format("{} has {}:{}", each.to, each.content.origin, each.content.number));
        }
        for (const auto& each : now.marked) {
            lines.push_back(fmt::format("{} marks {}", each.node, from.mark_names()[each.name]));
        }
        for (const tutti::node_id each : now.done) {
            lines.push_back(fmt::format("{} is done", each));
        }
    });
    std::ranges::sort(lines);
    return lines;
}

std::size_t count(std::string_view text, std::string_view part) {
    std::size_t total = 0;
    for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
        ++total;
    }
    return total;
}

}  // namespace

TEST_CASE("a page has every event of every slot") {
    const std::vector<tutti::recording> recordings = [] {
        std::vector<tutti::recording> made;
        made.push_back(of("simultaneous-broadcast/prefix-roots", "hypercube:4", "nodes:0,3,9"));
        made.push_back(of("simultaneous-broadcast/split-packing", "torus:4x4", "nodes:1,7"));
        made.push_back(of("multinode-broadcast/hamiltonian", "product(ring:3,path:4)"));
        made.push_back(of("total-exchange/single-port", "hypercube:3"));
        return made;
    }();
    for (const tutti::recording& from : recordings) {
        CAPTURE(from.plan().algorithm);
        const replay_content shown = replay_of(source_of(from));
        CHECK(shown.sums_of.empty());
        const json::object data = data_of(shown);
        REQUIRE(number_list(data, "sent", "link").steps() ==
                static_cast<std::size_t>(from.last_slot()));
        for (tutti::slot at = 0; at <= from.last_slot(); ++at) {
            CHECK(lines_in(data, static_cast<std::size_t>(at)) == lines_in(from, at));
        }
        CHECK(shown.data == replay_of(source_of(from)).data);
    }
}

TEST_CASE("a page of some slots has these, and counts what nodes had before") {
    const tutti::recording from =
        of("simultaneous-broadcast/prefix-roots", "hypercube:4", "nodes:0,3,9");
    const json::object data = data_of(replay_of(source_of(from), {.first = 12, .last = 15}));
    for (std::size_t step = 1; step <= 4; ++step) {
        CHECK(lines_in(data, step) == lines_in(from, static_cast<tutti::slot>(step) + 11));
    }
    CHECK(lines_in(data, 0).empty());
    std::vector<std::int64_t> earlier(16);
    from.visit(0, 11, tutti::payload_use::none, [&](const tutti::recorded_slot& now) {
        for (const auto& each : now.delivered) {
            ++earlier[each.to];
        }
    });
    CHECK(json::value_to<std::vector<std::int64_t>>(data.at("earlier").at("delivered")) == earlier);
    // The whole of it has what nodes start with before the first slot.
    CHECK(data_of(replay_of(source_of(from), {.first = 0})) ==
          data_of(replay_of(source_of(from), {.first = 1})));
    CHECK_THROWS_WITH_AS((void)replay_of(source_of(from), {.first = 4'000}),
                         doctest::Contains("slot 4000 was not recorded; slots 0 to 18 were"),
                         tutti::drawing_refused);
}

TEST_CASE("of what is large, a page has sums") {
    const tutti::recording from = of("multinode-broadcast/rotation-classes", "hypercube:8");
    const replay_content shown = replay_of(source_of(from));
    CHECK(shown.sums_of == "each circle: a subcube of 4 nodes");
    CHECK(shown.data.size() < 2'000'000);
    const json::object data = data_of(shown);
    const auto counts = from.counts();
    CHECK(number_list(data, "sent", "packets").sum() == static_cast<std::int64_t>(counts.sent));
    CHECK(number_list(data, "delivered", "counts").sum() ==
          static_cast<std::int64_t>(counts.delivered));
    CHECK(number_list(data, "done", "counts").sum() == static_cast<std::int64_t>(counts.done));
    CHECK(number_list(data, "sent", "packets").size() < tutti::most_page_events);

    // The largest number of slots that fits.
    const tutti::slot fits = shown.fits_until;
    REQUIRE(fits > 0);
    CHECK(replay_of(source_of(from), {.last = fits}).sums_of.empty());
    CHECK_FALSE(replay_of(source_of(from), {.last = fits + 1}).sums_of.empty());
}

TEST_CASE("of many nodes there are groups, of many slots steps") {
    const tutti::recording wide = of("broadcast/flooding", "array:40x30", "nodes:0");
    CHECK(replay_of(source_of(wide)).sums_of.starts_with("each circle: "));
    CHECK(replay_of(source_of(wide)).fits_until == 0);

    const tutti::recording many = of("total-exchange/shortest-paths", "torus:12x12");
    const json::object data = data_of(replay_of(source_of(many)));
    const auto length = data.at("slots_a_step").to_number<tutti::slot>();
    const number_list packets{data, "sent", "packets"};
    REQUIRE(length > 0);
    CHECK(static_cast<tutti::slot>(packets.steps()) == (many.last_slot() + length - 1) / length);
    CHECK(packets.sum() == static_cast<std::int64_t>(many.counts().sent));
}

TEST_CASE("a page is one file that allows itself its own script and style alone") {
    const tutti::recording from = of("broadcast/binomial", "hypercube:3", "nodes:0");
    const replay_content shown = replay_of(source_of(from));
    const std::string page = replay_page(from.plan(), shown);
    CHECK(page.starts_with(fmt::format("{}\n<html", tutti::replay_page_line)));
    CHECK(page.find("default-src 'none'; script-src 'sha256-") != std::string::npos);
    CHECK(page.find("; style-src 'sha256-") != std::string::npos);
    CHECK(count(page, "<script") == 2);
    CHECK(count(page, "</script>") == 2);
    CHECK(page.find("unsafe") == std::string::npos);
    CHECK(page.find("http:") == std::string::npos);
    CHECK(page.find("https:") == std::string::npos);
}

TEST_CASE("no name ends the script that it stands in") {
    const tutti::recording from = of("broadcast/binomial", "hypercube:3", "nodes:0");
    tutti::recorded_plan plan = from.plan();
    plan.algorithm = "</script><script>alert(1)</script><!--";
    plan.phases.front().name = "</script>";
    tutti::picture_source source = source_of(from);
    source.plan = &plan;
    const replay_content shown = replay_of(source);
    CHECK(shown.data.find('<') == std::string::npos);
    CHECK(data_of(shown).at("title").as_string().find(plan.algorithm) != std::string::npos);
    CHECK(count(replay_page(plan, shown), "<script") == 2);
}

TEST_CASE("a run without slots has a page") {
    const json::object data = data_of(replay_of(source_of(of("broadcast/flooding", "path:1"))));
    CHECK(data.at("last_slot").to_number<int>() == 0);
    CHECK(lines_in(data, 0).size() == 3);  // delivered, marked, done
}

}
