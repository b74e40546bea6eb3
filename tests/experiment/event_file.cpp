#include "experiment/events/event_file.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "support/scratch.hpp"
#include "tutti/experiment/experiment.hpp"

TEST_SUITE("experiment/events/event_file.hpp") {

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

}  // namespace

TEST_CASE("milestones are escaped, whatever they are called") {
    const support::scratch place;
    const std::string path = place.path("events");
    tutti::event_file file{path, {{.name = "an \"end\"\n"}}};
    file.slot(
        {.at = 0, .marked = std::vector<tutti::mark>{{.node = 3, .name = "\x1b\xff\"", .at = 0}}});
    REQUIRE(file.close());

    const json::object event = json::parse(lines_of(path).at(0)).as_object();
    CHECK(event.at("phase") == "an \"end\"\n");
    CHECK(event.at("name").as_string().ends_with("\""));
}

TEST_CASE("a node is in the phase after its last mark, and its time in units of that phase") {
    const support::scratch place;
    const std::string path = place.path("events");
    tutti::event_file file{
        path, {{.name = "rank", .slot_length = {1, 3}}, {.name = "broadcast", .slot_length = 1}}};
    const std::vector<tutti::transmission> sent{{.at = 3, .from = 1, .through = 0, .to = 2}};
    const std::vector<tutti::mark> early{{.node = 1, .name = "rank", .at = 2}};
    const std::vector<tutti::mark> late{{.node = 1, .name = "broadcast", .at = 4},
                                        {.node = 2, .name = "else", .at = 3},
                                        {.node = 2, .name = "rank", .at = 4}};
    const std::vector<tutti::delivery> delivered{{.at = 5, .to = 1, .content = {}}};
    file.slot({.at = 2, .marked = early});
    file.slot({.at = 3, .sent = sent, .marked = late});
    file.slot({.at = 5, .delivered = delivered});
    REQUIRE(file.close());

    CHECK(
        lines_of(path) ==
        std::vector<std::string>{
            R"({"event":"mark","slot":2,"time":"2/3","phase":"rank","node":1,"name":"rank"})",
            R"({"event":"mark","slot":3,"time":"1","phase":"rank","node":2,"name":"else"})",
            R"({"event":"sent","slot":4,"time":"8/3","phase":"broadcast","node":1,"port":0,"to":2,"kind":""})",
            R"({"event":"mark","slot":4,"time":"8/3","phase":"broadcast","node":1,"name":"broadcast"})",
            R"({"event":"mark","slot":4,"time":"4/3","phase":"rank","node":2,"name":"rank"})",
            R"({"event":"delivered","slot":5,"time":"3","phase":"rank","node":1,"origin":0,"number":0,"payload":"0000000000000000"})",
        });
}

TEST_CASE("a log has its name when it is whole, and until then stands what was there") {
    const support::scratch place;
    const std::string path = place.file("events", "another log\n");
    const auto files = [&] {
        const std::filesystem::directory_iterator directory{place.path("")};
        return std::distance(begin(directory), end(directory));
    };
    const auto write = [](tutti::event_file& file) {
        (void)support::run_logged(support::on_cube(support::entry("prefix-sum/exchange"), 1), file);
    };
    {
        tutti::event_file abandoned{path};
        write(abandoned);
        CHECK(files() == 2);
    }
    CHECK(files() == 1);
    CHECK(lines_of(path) == std::vector<std::string>{"another log"});

    tutti::event_file whole{path};
    write(whole);
    CHECK(lines_of(path) == std::vector<std::string>{"another log"});
    REQUIRE(whole.close());
    CHECK(lines_of(path).size() == 6);
    CHECK(files() == 1);
}

TEST_CASE("a log goes where a symbolic link leads, and into a pipe or device as it is") {
    const support::scratch place;
    const std::string path = place.file("events", "");
    std::filesystem::create_symlink("events", place.path("link"));
    std::filesystem::create_symlink("later", place.path("dangling"));
    for (const std::string& name : {place.path("link"), place.path("dangling")}) {
        tutti::event_file file{name};
        (void)support::run_logged(support::on_cube(support::entry("prefix-sum/exchange"), 1), file);
        REQUIRE(file.close());
        CHECK(std::filesystem::is_symlink(name));
        CHECK(lines_of(name).size() == 6);
    }
    tutti::event_file nowhere{"/dev/null"};
    REQUIRE(nowhere.close());
    CHECK_FALSE(std::filesystem::is_regular_file("/dev/null"));
}

TEST_CASE("a file that cannot be written is refused by name") {
    const support::scratch place;
    CHECK_THROWS_AS(tutti::event_file{place.path("missing/events")}, std::invalid_argument);
    CHECK_THROWS_AS(tutti::event_file{place.path("")}, std::invalid_argument);
}

TEST_CASE("a disk that is full is noticed when the file is closed") {
    tutti::event_file file{"/dev/full"};
    const std::vector<tutti::delivery> delivered{{.at = 0, .to = 1, .content = {}}};
    file.slot({.delivered = delivered});

    CHECK_FALSE(file.close());
}

}  // TEST_SUITE("experiment/events/event_file.hpp")
