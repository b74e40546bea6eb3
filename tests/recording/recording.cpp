#include "tutti/recording/recording.hpp"

#include <cstdint>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "experiment/plan/plan_command_line.hpp"
#include "recorded.hpp"
#include "support/engines.hpp"
#include "support/scratch.hpp"

TEST_SUITE("tutti/recording/recording.hpp") {

namespace {

using support::entry;
using support::lines_of;
using support::on_network;
using support::opened;
using support::recorded;

/// Sink that writes the events of a run in the form of `lines_of`.
class knowledge_source final : public tutti::sink {
public:
    [[nodiscard]] tutti::interest wants(tutti::slot /*at*/) noexcept override {
        return tutti::interest::events;
    }
    void slot(const tutti::slot_record& record) override {
        for (const tutti::transmission& transmission : record.sent) {
            const tutti::message content = transmission.content.value_or(tutti::message{});
            std::string bytes;
            if (!transmission.content) {
                for (const std::byte each : transmission.packet) {
                    bytes += fmt::format("{:02x}", static_cast<unsigned int>(each));
                }
            }
            lines_[record.at + 1].push_back(fmt::format(
                "{} sent {}.{}>{} {} {} {} {}.{}={:x}/{} {}", record.at + 1, transmission.from,
                transmission.through, transmission.to, transmission.kind, transmission.is_control,
                to_string(transmission.share), content.origin, content.number, content.payload,
                transmission.piece ? std::to_string(*transmission.piece) : "whole", bytes));
        }
        for (const tutti::delivery& delivery : record.delivered) {
            lines_[delivery.at].push_back(fmt::format(
                "{} delivered {} {}.{}={:x}", delivery.at, delivery.to, delivery.content.origin,
                delivery.content.number, delivery.content.payload));
        }
        for (const tutti::mark& mark : record.marked) {
            lines_[mark.at].push_back(fmt::format("{} mark {} {}", mark.at, mark.node, mark.name));
        }
        for (const tutti::program_end& program_end : record.ended) {
            lines_[program_end.at].push_back(
                fmt::format("{} done {}", program_end.at, program_end.node));
        }
    }
    [[nodiscard]] std::vector<std::string> lines() {
        std::vector<std::string> texts;
        for (auto& [at, some] : lines_) {
            std::ranges::sort(some);
            texts.insert(texts.end(), some.begin(), some.end());
        }
        return texts;
    }

private:
    std::map<tutti::slot, std::vector<std::string>> lines_;
};

std::vector<tutti::experiment> telling_plans() {
    return {on_network(entry("simultaneous-broadcast/prefix-roots"), "hypercube:4", "nodes:1,1,7"),
            on_network(entry("multinode-broadcast/disjoint-trees"), "hypercube:5"),
            on_network(entry("simultaneous-broadcast/split-packing"), "torus:4x4", "random:7"),
            on_network(entry("allreduce/edge-trees"), "hypercube:5"),
            on_network(entry("total-exchange/recursive"), "hypercube:4"),
            on_network(entry("prefix-sum/mesh"), "array:3x3"),
            on_network(entry("multinode-broadcast/tree"), "random-graph:20.30.4"),
            on_network(entry("partial-exchange/row-column"), "array:4x4", "random:9"),
            on_network(entry("dynamic-broadcast/intervals"), "torus:3x3"),
            on_network(entry("barrier/rounds"), "butterfly:3")};
}

std::string small_recording() {
    return recorded(on_network(entry("simultaneous-broadcast/prefix-roots"), "hypercube:3"));
}

// Result of reading it all: "damaged", or its lines.
std::vector<std::string> read_whole(std::string bytes) {
    try {
        const tutti::recording from = opened(std::move(bytes));
        std::vector<std::string> lines = lines_of(from);
        if (from.damage().empty()) {
            lines.push_back(from.result().value_or("no result"));
        }
        return lines;
    } catch (const tutti::recording_error& wrong) {
        CHECK(std::string_view{wrong.what()}.find('\n') == std::string_view::npos);
        return {"damaged"};
    }
}

}  // namespace

TEST_CASE("a recording has all that a run tells") {
    for (const tutti::experiment& plan : telling_plans()) {
        CAPTURE(plan.algorithm->collective);
        knowledge_source source;
        (void)support::run_logged(plan, source);
        const tutti::recording from = opened(recorded(plan));
        CHECK(lines_of(from) == source.lines());
        CHECK(from.damage().empty());
        REQUIRE(from.result());
        CHECK(from.result()->find("\"verdict\":\"complete\"") != std::string::npos);
        CHECK(from.plan().collective == plan.algorithm->collective);
        CHECK(from.plan().algorithm == plan.algorithm->name);
    }
}

TEST_CASE("the same plan gives the same bytes on every team of threads") {
    for (const tutti::experiment& plan : telling_plans()) {
        CAPTURE(plan.algorithm->collective);
        const std::string bytes = recorded(plan);
        for (const support::team& threads : support::teams()) {
            CHECK(recorded(plan, threads) == bytes);
        }
    }
}

TEST_CASE("a recording of several processes has the events of all") {
    for (const tutti::experiment& plan : telling_plans()) {
        CAPTURE(plan.algorithm->collective);
        const auto outcomes = support::on_engines(3, [&](tutti::transport& end) {
            std::ostringstream to;
            tutti::experiment_options options{
                .threads = 1, .executor = tutti::executor_kind::plain_threads, .carrier = &end};
            options.relays_events = true;
            if (end.self() == 0) {
                (void)support::record(plan, options, {}, to);
            } else {
                (void)tutti::run_experiment(plan, options, {});
            }
            return to.str();
        });
        REQUIRE(outcomes.front().value);
        CHECK(lines_of(opened(*outcomes.front().value)) == lines_of(opened(recorded(plan))));
    }
}

TEST_CASE("large slots and many chunks are put together again") {
    // 81,840 packets a slot, more than a record has; some hundred thousand deliveries in slot 0.
    const tutti::experiment wide =
        on_network(entry("multinode-broadcast/rotation-classes"), "hypercube:13");
    knowledge_source source;
    std::ostringstream to;
    tutti::experiment_options options{.threads = 1, .slot_budget = 2};
    options.sinks.push_back(&source);
    (void)support::record(wide, options, {}, to);
    const tutti::recording from = opened(to.str());
    CHECK(lines_of(from) == source.lines());
    CHECK(from.counts().sent > std::uint64_t{1} << 16U);

    const std::string much =
        recorded(on_network(entry("allreduce/rotation-classes"), "hypercube:9"));
    CHECK(much.size() > std::size_t{1} << 20U);
    const tutti::recording many = opened(much);
    std::uint64_t sent = 0;
    many.visit([&](const tutti::recorded_slot& record) { sent += record.sent.size(); });
    CHECK(sent == many.counts().sent);
}

TEST_CASE("networks that come from files are in the recording") {
    const support::scratch place;
    const std::string path = place.file("edges", "0 1\n1 2\n2 3\n3 0\n0 2\n");
    const tutti::experiment plan =
        on_network(entry("multinode-broadcast/tree"), "product(ring:4,graph:" + path + ")");
    knowledge_source source;
    (void)support::run_logged(plan, source);
    const std::string bytes = recorded(plan);
    CHECK(bytes.find(path) == std::string::npos);
    CHECK(lines_of(opened(bytes)) == source.lines());
}

TEST_CASE("the head of a recording has the plan of its run") {
    tutti::experiment plan =
        on_network(entry("simultaneous-broadcast/random-roots"), "hypercube:3", "random:5");
    plan.seed = ~std::uint64_t{0};
    plan.label = "a 'label'\n=\xff";
    std::ostringstream to;
    (void)support::record(plan, {.threads = 1, .slot_budget = 99}, {}, to);
    const tutti::recording from = opened(to.str());
    const tutti::recorded_plan& read = from.plan();
    tutti::option_values fields = tutti::values_of(plan, 99);
    fields.set("label", {"a 'label'\n=\\xff"});  // as JSON, which is UTF-8
    fields.set("ports", {"all"});
    fields.set("set", {"c=3"});
    CHECK(read.fields == fields);
    CHECK(read.seed == plan.seed);
    CHECK(read.parameters == std::map<std::string, std::string>{{"c", "3"}});
}

TEST_CASE("filters leave out what they say, and nothing else") {
    const tutti::experiment plan =
        on_network(entry("simultaneous-broadcast/prefix-roots"), "hypercube:4", "random:6");
    const std::vector<std::string> texts = lines_of(opened(recorded(plan)));
    const auto matching = [&](const auto& wanted) {
        std::vector<std::string> some;
        std::ranges::copy_if(texts, std::back_inserter(some), wanted);
        return some;
    };
    const auto slot_of = [](const std::string& line) { return std::stoll(line); };
    for (const auto& [first, last] : {std::pair<tutti::slot, tutti::slot>{3, 7}, {0, 0}, {5, 99}}) {
        const std::string bytes = recorded(plan, {}, {.first = first, .last = last});
        CHECK(lines_of(opened(bytes)) == matching([&, low = first, high = last](const auto& line) {
                  return slot_of(line) >= low && slot_of(line) <= high;
              }));
    }
    CHECK(
        lines_of(opened(recorded(plan, {}, {.has_control = false}))) ==
        matching([](const std::string& line) { return line.find(" true ") == std::string::npos; }));
    const std::vector<std::string> some = lines_of(opened(recorded(plan, {}, {.nodes = {5}})));
    CHECK(some == matching([](const std::string& line) {
              return line.find(" sent 5.") != std::string::npos ||
                     line.find(">5 ") != std::string::npos ||
                     line.find(" delivered 5 ") != std::string::npos ||
                     line.find(" mark 5 ") != std::string::npos || line.ends_with(" done 5");
          }));
    CHECK(some.size() > 10);
}

TEST_CASE("a recording that was cut short is read up to its last whole chunk") {
    const std::string bytes = small_recording();
    const std::vector<std::string> whole = lines_of(opened(bytes));
    std::size_t opened_at_all = 0;
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        const std::vector<std::string> lines = read_whole(bytes.substr(0, length));
        if (lines != std::vector<std::string>{"damaged"}) {
            ++opened_at_all;
            CHECK(std::ranges::equal(lines, std::span{whole}.first(lines.size())));
        }
    }
    CHECK(opened_at_all > 100);
    const tutti::recording from = opened(bytes.substr(0, bytes.size() - 1));
    CHECK(from.damage().find("cut short") != std::string::npos);
    CHECK(lines_of(from) == whole);
}

TEST_CASE("no byte of a recording can be changed unnoticed") {
    const std::string bytes = small_recording();
    const std::vector<std::string> whole = read_whole(bytes);
    REQUIRE(whole.size() > 50);
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        std::string changed = bytes;
        changed[at] = static_cast<char>(changed[at] ^ 0x10);
        CAPTURE(at);
        CHECK(read_whole(changed) != whole);
    }
}

TEST_CASE("what is no recording, or a later one, is refused in one line") {
    std::string newer = small_recording();
    newer[8] = 4;
    for (const auto& [bytes, complaint] : std::vector<std::pair<std::string, const char*>>{
             {"", "is empty; name a recording"},
             {"TUTTI", "is not a recording; name a file that record wrote"},
             {newer, "is a recording of version 4, and this program reads versions 1 to 3"},
             {newer.substr(0, 8) + std::string("\1\0\0\0", 4),
              "is damaged: it ends before its plan"}}) {
        CHECK_THROWS_WITH_AS((void)opened(bytes), complaint, tutti::recording_error);
    }
}

TEST_CASE("a recording ends where it would become too long, or its file takes no more") {
    const tutti::experiment plan = on_network(entry("total-exchange/recursive"), "hypercube:6");
    std::ostringstream to;
    CHECK_THROWS_AS((void)support::record(plan, {.threads = 1}, {}, to, 5000),
                    tutti::recording_stopped);
    CHECK(to.str().size() <= 5000);
    std::ofstream full{"/dev/full"};
    CHECK_THROWS_AS((void)support::record(plan, {.threads = 1}, {}, full),
                    tutti::recording_stopped);
}

}  // TEST_SUITE
