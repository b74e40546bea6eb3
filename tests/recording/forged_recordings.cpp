// Recordings whose plans were edited, or that were made to take much: checksums hold, and each is
// found or refused.
#include <string>
#include <string_view>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "forging.hpp"
#include "recorded.hpp"
#include "recording/check/recording_check.hpp"
#include "recording/export/event_tables.hpp"
#include "recording/inspect/show.hpp"
#include "support/scratch.hpp"
#include "support/standard.hpp"

TEST_SUITE("tutti/recording/recording.hpp") {

namespace {

using support::entry;
using support::on_network;
using support::opened;
using support::with_plan;
using tutti::record::chunk_type;

std::string honest_recording() {
    return support::recorded(
        on_network(entry("simultaneous-broadcast/prefix-roots"), "hypercube:3", "nodes:0,5,5"));
}

// "complete", or what is wrong with it.
std::string verdict_of(std::string bytes) {
    try {
        return std::string{
            tutti::check(opened(std::move(bytes)), support::standard()).verdict_name()};
    } catch (const tutti::recording_error& wrong) {
        return wrong.what();
    }
}

bool holds(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

}  // namespace

TEST_CASE("no field of a plan can be edited unnoticed") {
    const std::string honest = honest_recording();
    REQUIRE(verdict_of(honest) == "complete");
    REQUIRE(verdict_of(support::recording_of(support::chunks_of(honest))) == "complete");
    const auto edited = [&](std::string_view from, std::string_view to, std::string_view verdict) {
        CAPTURE(from);
        CAPTURE(to);
        const std::string actual = verdict_of(with_plan(honest, from, to));
        CAPTURE(actual);
        CHECK(holds(actual, verdict));
    };
    edited(R"("collective":"simultaneous-broadcast/)", R"("collective":"own/)", "incorrect");
    edited(R"("collective":"simultaneous-broadcast/)", R"("collective":"multinode-broadcast/)",
           "incorrect");
    edited(R"(/prefix-roots")", R"(/own")", "incorrect");
    edited(R"(/prefix-roots")", R"(/greedy")", "incorrect");
    edited(R"("source":"Stam)", R"("source":"S)", "incorrect");
    edited("hypercube:3", "hypercube:4", "is damaged");
    edited("hypercube:3", "torus:2x2x2", "is damaged");
    edited(R"("links":24)", R"("links":25)", "incorrect");
    edited(R"("ports":"all")", R"("ports":"single")", "incorrect");
    edited("nodes:0,5,5", "nodes:0,5", "incorrect");
    edited("nodes:0,5,5", "nodes:0,4,5", "incorrect");
    edited("nodes:0,5,5", "file:/dev/null", "not verified");
    edited(R"("messages":3)", R"("messages":2)", "incorrect");
    for (const std::string_view set : {"file:/dev/null", "random:8", "hosts"}) {
        edited(R"("ports":)", fmt::format(R"("participants":"{}","ports":)", set),
               "is damaged: its plan has participants that are no list of ids");
    }
    edited(R"("ports":)", R"("participants":"nodes:0-6","ports":)", "incorrect");
    edited(R"("ports":)", R"("participants":"nodes:0-7,0-7","ports":)", "not verified");
    edited(R"("ports":)", R"("root":"5","ports":)", "incorrect");
    edited(R"("ports":)", R"("root":8,"ports":)", "is damaged");
    edited(R"("seed":"1")", R"("seed":"1","set":{"c":"3"})", "not verified");
    edited(R"("known":[])", R"("known":["K"])", "incorrect");
    edited(R"("seed":"1")", R"("seed":"2")", "incorrect");
    edited(R"("seed":"1")", R"("seed":"-1")", "is damaged");
    edited(R"("seed":"1")", R"("sead":"1")", "is damaged: its plan cannot be read: 'sead' is not");
    edited(R"("kind":"exact")", R"("kind":"upper-bound")", "incorrect");
    edited(R"("expected":{"units":"14")", R"("expected":{"units":"15")", "incorrect");
    edited(R"("lower_bound":"3")", R"("lower_bound":"2")", "incorrect");
    edited(R"("lower_bound":"3")", R"("lower_bound":"three")", "is damaged");
    edited(R"("is_knowable":true)", R"("is_knowable":false)", "incorrect");
    edited(R"("markers":[])", R"("markers":[0,1])", "incorrect");
    edited(R"("markers":[])", R"("markers":[0,8])", "is damaged");
    edited(R"("repeats":false)", R"("repeats":true)", "incorrect");
}

TEST_CASE("a filter that the events contradict is damage") {
    const std::string honest = honest_recording();
    const auto filtered = [&](std::string_view from, std::string_view to) {
        CAPTURE(to);
        CHECK(holds(verdict_of(with_plan(honest, from, to)), "filter"));
    };
    filtered(R"("first_slot":0)", R"("first_slot":2)");
    filtered(R"("first_slot":0)", R"("first_slot":-1)");
    filtered(R"("last_slot":null)", R"("last_slot":3)");
    filtered(R"("last_slot":null)", R"("last_slot":-3)");
    filtered(R"("nodes":[],"has_control")", R"("nodes":[1],"has_control")");
    filtered(R"("has_control":true)", R"("has_control":false)");
    CHECK(holds(verdict_of(with_plan(honest, R"("nodes":[],"has_control")",
                                     R"("nodes":[1,8],"has_control")")),
                "is damaged"));
    CHECK(verdict_of(with_plan(honest, R"("last_slot":null)", R"("last_slot":99)")) == "complete");
}

TEST_CASE("links that are not those of a file's name are found") {
    std::vector<support::forged_chunk> chunks;
    {
        const support::scratch place;
        const std::string path = place.file("edges", "0 1\n1 2\n2 3\n3 0\n0 2\n");
        chunks = support::chunks_of(
            support::recorded(on_network(entry("multinode-broadcast/tree"), "graph:" + path)));
    }
    REQUIRE(verdict_of(support::recording_of(chunks)) == "complete");
    std::string& links = support::chunk_of(chunks, chunk_type::links).parts[1];
    links.back() = '\2';  // 2 3 becomes 2 2, and 0 1 is the first
    CHECK(holds(verdict_of(support::recording_of(chunks)), "cannot be built"));
    links[links.size() - 1] = '\3';
    links[links.size() - 2] = '\0';
    CHECK(verdict_of(support::recording_of(chunks)) != "complete");
}

TEST_CASE("a recording that was made to take much is refused in a line") {
    for (const support::hostile_recording& each : support::hostile_recordings(honest_recording())) {
        CAPTURE(each.name);
        CHECK(each.bytes.size() < 200'000);
        const std::string verdict = verdict_of(each.bytes);
        CAPTURE(verdict);
        CHECK(holds(verdict, each.complaint));
        CHECK(verdict.find('\n') == std::string::npos);
    }
}

TEST_CASE("texts of a recording are printable wherever they are shown") {
    std::string bytes = honest_recording();
    constexpr std::string_view evil = R"(\u001b[31m\u0007\u009b\u2028)";
    for (const std::string_view field :
         {R"("program":")", R"("collective":")", R"("source":")", R"("time":")", R"("kind":")"}) {
        bytes = with_plan(bytes, field, std::string{field} + std::string{evil});
    }
    std::vector<support::forged_chunk> chunks = support::chunks_of(bytes);
    std::string& events = support::chunk_of(chunks, chunk_type::events).parts[1];
    for (const std::string_view name : {"rank", "collect", "broadcast"}) {
        for (std::size_t at = events.find(name); at != std::string::npos;
             at = events.find(name, at)) {
            events.replace(at, 3, "=\x1b\x07");
        }
    }
    bytes = support::recording_of(chunks);
    const tutti::recording from = opened(bytes);
    // A verdict that there is none is shown, and damage where it is judged.
    const std::string unjudged =
        support::with_text(bytes, chunk_type::result, R"("verdict":")", R"("verdict":"\u001b[2J)");
    CHECK(verdict_of(unjudged) == "is damaged: its result is none");
    const tutti::recording shown = opened(unjudged);
    std::string output =
        tutti::recording_summary{shown}.text() + tutti::recording_summary{shown}.json();
    const auto findings = tutti::check(from, support::standard());
    output += to_table(findings, from) + to_json(findings, from);
    tutti::node_life life{0, from.where()};
    from.visit([&](const tutti::recorded_slot& record) {
        output += text_of(record, names_in(from), tutti::list_length::all, from.where());
        output += json_of(record, names_in(from));
        life.add(record, names_in(from));
    });
    output += life.text(tutti::list_length::all) + life.json();
    for (const tutti::record_table& table : tutti::record_tables()) {
        const auto rows = table.rows(from.plan(), from.where());
        write_lines(from, *rows, [&](std::string_view text) {
            CHECK(!holds(text, ",="));
            output += text;
        });
    }
    CHECK(holds(output, "'=\\x1b\\x07k"));
    for (const std::string_view bad : {"\x1b", "\x07", "\xc2\x9b", "\xe2\x80\xa8"}) {
        CHECK(!holds(output, bad));
    }
}

}  // TEST_SUITE
