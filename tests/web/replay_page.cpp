#include "web/replay/replay_page.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
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

/// The numbers of packets, deliveries, marks and ends of a step.
using event_counts = std::array<std::size_t, 4>;

event_counts counts_in(const json::object& data, std::size_t step) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> lists{
        {{"sent", "link"}, {"delivered", "node"}, {"marked", "node"}, {"done", "node"}}};
    event_counts counts{};
    std::ranges::transform(lists, counts.begin(), [&](const auto& each) {
        const number_list list{data, each.first, each.second};
        return list.begin(step + 1) - list.begin(step);
    });
    return counts;
}

event_counts counts_in(const tutti::recording& from, tutti::slot at) {
    event_counts counts{};
    from.visit(at, at, tutti::payload_use::none, [&](const tutti::recorded_slot& now) {
        counts = {now.sent.size(), now.delivered.size(), now.marked.size(), now.done.size()};
    });
    return counts;
}

std::size_t count(std::string_view text, std::string_view part) {
    std::size_t total = 0;
    for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
        ++total;
    }
    return total;
}

}  // namespace

TEST_CASE("a page has as many events of every slot as there are") {
    for (const auto& [algorithm, network, broadcasters] :
         std::vector<std::array<std::string_view, 3>>{
             {"simultaneous-broadcast/prefix-roots", "hypercube:4", "nodes:0,3,9"},
             {"simultaneous-broadcast/split-packing", "torus:4x4", "nodes:1,7"},
             {"multinode-broadcast/hamiltonian", "product(ring:3,path:4)", "all"},
             {"total-exchange/single-port", "hypercube:3", "all"}}) {
        const tutti::recording from = of(algorithm, network, broadcasters);
        CAPTURE(from.plan().algorithm);
        const replay_content shown = replay_of(source_of(from));
        CHECK(shown.sums_of.empty());
        const json::object data = data_of(shown);
        REQUIRE(number_list(data, "sent", "link").steps() ==
                static_cast<std::size_t>(from.last_slot()));
        for (tutti::slot at = 0; at <= from.last_slot(); ++at) {
            CHECK(counts_in(data, static_cast<std::size_t>(at)) == counts_in(from, at));
        }
        CHECK(shown.data == replay_of(source_of(from)).data);
    }
}

TEST_CASE("a page of some slots has these, and counts what nodes had before") {
    const tutti::recording from =
        of("simultaneous-broadcast/prefix-roots", "hypercube:4", "nodes:0,3,9");
    const json::object data = data_of(replay_of(source_of(from), {.first = 12, .last = 15}));
    for (std::size_t step = 1; step <= 4; ++step) {
        CHECK(counts_in(data, step) == counts_in(from, static_cast<tutti::slot>(step) + 11));
    }
    CHECK(counts_in(data, 0) == event_counts{});
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

}
