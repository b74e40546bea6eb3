#include "tutti/experiment/event_file.hpp"

#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "algorithm/trial.hpp"
#include "support/scratch.hpp"
#include "tutti/experiment/experiment.hpp"

namespace {

namespace json = boost::json;

std::vector<std::string> lines_of(const std::string& path) {
    std::ifstream file{path};
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) {
        lines.push_back(line);
    }
    return lines;
}

std::int64_t number_in(const json::object& event, std::string_view name) {
    return event.at(name).as_int64();
}

}  // namespace

TEST_SUITE_BEGIN("tutti/experiment/event_file.hpp");

TEST_CASE("every transmission and delivery is a line of JSON, in order of slots") {
    const support::scratch place;
    const std::string path = place.path("events");
    tutti::event_file file{path};
    const tutti::result found = support::run_logged(
        support::on_cube(support::entry("simultaneous-broadcast/prefix-roots"), 4, "random:5"),
        file);
    REQUIRE(file.close());

    std::uint64_t sent = 0;
    std::uint64_t delivered = 0;
    std::uint64_t control = 0;
    for (const std::string& line : lines_of(path)) {
        const json::object event = json::parse(line).as_object();
        const bool is_sent = event.at("event") == "sent";
        const bool has_message = event.contains("origin");
        (is_sent ? sent : delivered) += 1;
        control += is_sent && !has_message ? 1 : 0;
        CHECK(number_in(event, "slot") >= 1);
        CHECK(number_in(event, "slot") <= found.slots);
        CHECK(number_in(event, "node") < 16);
        CHECK(event.contains("port") == is_sent);
        CHECK(event.contains("kind") == is_sent);
        CHECK((!has_message || event.at("payload").as_string().size() == 16));
    }
    CHECK(sent == found.transmissions);
    CHECK(delivered == found.delivery.delivered);
    CHECK(control == found.control_transmissions);
}

TEST_CASE("a small run is written down word for word") {
    const support::scratch place;
    const std::string path = place.path("events");
    tutti::event_file file{path};
    (void)support::run_logged(support::on_cube(support::entry("prefix-sum/exchange"), 1), file);
    REQUIRE(file.close());

    CHECK(
        lines_of(path) ==
        std::vector<std::string>{
            R"({"event":"sent","slot":1,"node":0,"port":0,"kind":"total"})",
            R"({"event":"sent","slot":1,"node":1,"port":0,"kind":"total"})",
            R"({"event":"delivered","slot":1,"node":0,"origin":0,"number":0,"payload":"0000000000000002"})",
            R"({"event":"delivered","slot":1,"node":1,"origin":1,"number":0,"payload":"0000000000000001"})",
        });
}

TEST_CASE("what a node has from the start is delivered in slot 0") {
    const support::scratch place;
    const std::string path = place.path("events");
    tutti::event_file file{path};
    (void)support::run_logged(support::on_cube(support::entry("broadcast/binomial"), 1), file);
    REQUIRE(file.close());

    std::vector<std::int64_t> slots;
    for (const std::string& line : lines_of(path)) {
        slots.push_back(number_in(json::parse(line).as_object(), "slot"));
    }
    CHECK(slots == std::vector<std::int64_t>{1, 0, 1});
}

TEST_CASE("a file that cannot be written is refused by name") {
    const support::scratch place;
    CHECK_THROWS_AS(tutti::event_file{place.path("missing/events")}, std::invalid_argument);
    CHECK_THROWS_AS(tutti::event_file{place.path("")}, std::invalid_argument);
}

TEST_CASE("a disk that is full is noticed when the file is closed") {
    tutti::event_file file{"/dev/full"};
    file.delivered({.at = 0, .to = 1, .content = {}});

    CHECK_FALSE(file.close());
}

TEST_SUITE_END();
