#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "cli/refusal.hpp"
#include "cli/subprocess.hpp"
#include "support/scratch.hpp"

TEST_SUITE("source/cli") {

namespace {

namespace json = boost::json;

using support::check_refused;
using support::finished;
using support::run_program;
using words = std::vector<std::string>;

/// A recording, and what `show` says of it.
class shown_recording {
public:
    shown_recording() {
        REQUIRE(run_program({"record", "multinode-broadcast/rotation-classes", "-n", "hypercube:5",
                             "-o", path_, "--quiet"})
                    .status == 0);
    }

    [[nodiscard]] words asked(const words& more) const {
        words arguments{"show", path_};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return arguments;
    }
    [[nodiscard]] std::string operator()(const words& more) const {
        const finished end = run_program(asked(more));
        CHECK(end.status == 0);
        CHECK(end.errors.empty());
        return end.output;
    }

private:
    support::scratch place_;
    std::string path_ = place_.path("run.tutti");
};

}  // namespace

TEST_CASE("show answers for people and, with --json, for programs") {
    const shown_recording show;

    CHECK(show({}).ends_with("\n\ncomplete\n"));
    CHECK(json::parse(show({"--json"})).at("counts").at("transmissions") == 32 * 31);
    CHECK(show({"--slot", "7"}).starts_with("slot 7: 32 packets sent, "));
    CHECK(json::parse(show({"--slot", "0", "--json"})).at("delivered").as_array().size() == 32);
    CHECK(show({"--node", "3"}).starts_with("node 3: 31 packets came, 31 sent, 32 messages"));
    CHECK(json::parse(show({"--node", "3", "--json"})).at("events").as_array().size() == 96);
    CHECK(show({"--message", "3:0"}).starts_with("message 3:0: 31 packets, 0 of them to where"));
    CHECK(json::parse(show({"--message", "3:0", "--json"})).at("repeats") == 0);
}

TEST_CASE("a screen is enough unless --all is given") {
    const shown_recording show;
    for (const words& arguments : {words{"--slot", "1"}, {"--node", "3"}}) {
        words command_words = arguments;
        command_words.emplace_back("--all");
        const std::string screen = show(arguments);
        CHECK(std::ranges::count(screen, '\n') < 50);
        CHECK(screen.find(" more; --all shows them\n") != std::string::npos);
        CHECK(show(command_words).size() > screen.size());
        CHECK(show(command_words).find("more;") == std::string::npos);
    }
}

TEST_CASE("what is not in the recording is refused with what is") {
    const shown_recording show;
    const auto refused = [&](const words& more, std::string_view part) {
        check_refused(show.asked(more), part);
    };

    refused({"--slot", "8"},
            "--slot: '8' is out of range; it takes a whole number, in plain digits, from 0 to 7");
    refused({"--slot", "-1"}, "--slot: '-1'");
    refused({"--node", "32"},
            "--node: '32' is out of range; it takes a whole number, in plain digits, from 0 to 31");
    refused({"--message", "3"}, "--message: '3' is not ORIGIN:NUMBER, as 3:0");
    refused({"--message", "32:0"}, "--message: '32'");
    refused({"--message", "3:x"}, "--message: 'x'");
    refused({"--message", "3:1"}, "its origin has the numbers 0 to 0");
    refused({"--slot", "1", "--node", "2"}, "--node: cannot be combined with --slot");
    refused({"--all"}, "--all: needs --slot, --node or --message");
    check_refused({"show"}, "FILE: missing");
}

}  // TEST_SUITE("source/cli")
