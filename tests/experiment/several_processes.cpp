#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "support/engines.hpp"
#include "support/standard.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/engine/sink.hpp"
#include "tutti/engine/transport.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/experiment/result.hpp"
#include "verification/faulty_program.hpp"

TEST_SUITE("tutti/experiment/experiment.hpp") {

namespace {

namespace json = boost::json;

// Without what is each process's own.
json::object shared_part(const tutti::result& found) {
    json::object all = json::parse(tutti::to_json(found)).as_object();
    for (const std::string name : {"processes", "threads", "wall_seconds", "setup_seconds",
                                   "packet_hops_per_second", "peak_rss_bytes"}) {
        all.erase(name);
    }
    return all;
}

// From all nodes, or from root 1.
tutti::experiment asked_on(const std::string& task, const std::string& network) {
    tutti::experiment asked{.known = &support::standard()};
    asked.network = tutti::network_specification::parse(network);
    asked.where = tutti::parse_network(network);
    asked.what = &tutti::choose_algorithm(support::standard(), task, asked.where, {});
    asked.ports = asked.what->ports.front();
    asked.root = asked.what->goal->takes_root ? 1 : 0;
    if (asked.what->goal->is_dynamic) {
        asked.parameters["intervals"] = std::uint64_t{20};
    }
    return asked;
}

// Writes everything down.
class writer final : public tutti::sink {
public:
    std::string text;

    [[nodiscard]] tutti::interest wants(tutti::slot /*at*/) noexcept override {
        return tutti::interest::events;
    }
    void slot(const tutti::slot_record& what) override {
        text +=
            fmt::format("slot {}: {} {} {}\n", what.at, what.packets, what.deliveries, what.marks);
        for (const tutti::transmission& each : what.sent) {
            text += fmt::format("{} {} {} {} {} {}\n", each.from, each.through, each.to, each.kind,
                                each.is_control, each.packet.size());
            for (const std::byte byte : each.packet) {
                text += static_cast<char>(byte);
            }
        }
        for (const tutti::delivery& each : what.delivered) {
            text += fmt::format("{} {} {}\n", each.to, each.content.origin, each.content.payload);
        }
        for (const tutti::mark& each : what.marked) {
            text += fmt::format("{} {} {}\n", each.node, each.name, each.at);
        }
        for (const tutti::program_end& each : what.ended) {
            text += fmt::format("{} {}\n", each.node, each.at);
        }
    }
};

tutti::experiment_options plain_options() {
    return {.threads = 1, .executor = tutti::executor_kind::plain_threads, .counts_loads = true};
}

}  // namespace

TEST_CASE("several processes verify possession at the nodes of all") {
    const support::faulty_program honest{.name = "honest", .outcome = "complete"};
    const support::faulty_program liar{
        .name = "passes on another message",
        .outcome = "incorrect: delivery, possession",
        .hears =
            support::heard(1, [](tutti::message&, tutti::message& passed) { passed.payload = 0; })};
    for (const support::faulty_program* one : {&honest, &liar}) {
        CAPTURE(one->name);
        support::for_creature(*one, [&](const tutti::experiment& asked) {
            const tutti::result alone = tutti::run_experiment(asked, plain_options(), {});
            CHECK(support::outcome_in_short(alone) == one->outcome);
            CHECK(alone.verified.possession.starts_with("node by node"));
            for (const int count : {2, 3}) {
                const auto all = support::on_engines(count, [&](tutti::transport& end) {
                    tutti::experiment_options how = plain_options();
                    how.carrier = &end;
                    return tutti::run_experiment(asked, how, {});
                });
                REQUIRE(all.back().value);
                CHECK(shared_part(*all.front().value) == shared_part(alone));
                CHECK(all.back().value->verdict == alone.verdict);
            }
        });
    }
}

TEST_CASE("several processes come to the result of one") {
    const std::vector<std::pair<std::string, std::string>> those{
        {"simultaneous-broadcast/prefix-roots", "hypercube:5"},
        {"total-exchange/shortest-paths", "path:5"},
        {"dynamic-broadcast/intervals", "torus:3x3"},
        {"allreduce", "ring:7"},
        {"prefix-sum", "hypercube:4"},
        {"barrier", "hypercube:3"},
        {"gather", "array:3x4"},
        {"multinode-broadcast", "ccc:3"},
        {"barrier", "tree:3"},
        {"total-exchange", "random-graph:23.30.1"},
        {"reduce", "random-graph:23.30.1"}};
    for (const auto& [task, network] : those) {
        CAPTURE(task);
        const tutti::experiment asked = asked_on(task, network);
        const tutti::result alone = tutti::run_experiment(asked, plain_options(), {});
        for (const int count : {2, 3, 13}) {
            CAPTURE(count);
            const auto all = support::on_engines(count, [&](tutti::transport& end) {
                tutti::experiment_options how = plain_options();
                how.carrier = &end;
                return tutti::run_experiment(asked, how, {});
            });
            REQUIRE(all.front().value);
            CHECK(all.front().value->processes == count);
            CHECK(shared_part(*all.front().value) == shared_part(alone));
            for (const auto& each : all) {
                REQUIRE(each.value);
                CHECK(each.value->digest == alone.digest);
                CHECK(each.value->delivery == alone.delivery);
            }
        }
    }
}

TEST_CASE("the sinks of process 0 receive the events of all processes") {
    const auto recorded = [&](const tutti::experiment& asked, tutti::transport* carrier) {
        writer seen;
        tutti::experiment_options how = plain_options();
        how.carrier = carrier;
        how.relays_events = true;
        if (carrier == nullptr || carrier->self() == 0) {
            how.sinks.push_back(&seen);
        }
        (void)tutti::run_experiment(asked, how, {});
        return seen.text;
    };
    for (const auto& asked : {asked_on("simultaneous-broadcast/prefix-roots", "hypercube:4"),
                              asked_on("total-exchange", "random-graph:23.30.1")}) {
        const std::string alone = recorded(asked, nullptr);
        for (const int count : {2, 3, 20}) {
            const auto all = support::on_engines(
                count, [&](tutti::transport& end) { return recorded(asked, &end); });
            REQUIRE(all.front().value);
            CHECK(*all.front().value == alone);
        }
    }
}

}  // TEST_SUITE
