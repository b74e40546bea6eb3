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
json::object shared_part(const tutti::result& outcome) {
    json::object object = json::parse(tutti::to_json(outcome)).as_object();
    for (const std::string name : {"processes", "threads", "wall_seconds", "setup_seconds",
                                   "packet_hops_per_second", "peak_rss_bytes"}) {
        object.erase(name);
    }
    return object;
}

// From all nodes, or from root 1.
tutti::experiment asked_on(const std::string& task, const std::string& network) {
    tutti::experiment plan{.catalogue = &support::standard()};
    plan.network = tutti::network_specification::parse(network);
    plan.built_network = tutti::parse_network(network);
    plan.algorithm = &tutti::choose_algorithm(support::standard(), task, plan.built_network, {});
    plan.ports = plan.algorithm->ports.front();
    plan.root = plan.algorithm->goal->takes_root ? 1 : 0;
    if (plan.algorithm->goal->is_dynamic) {
        plan.parameters["intervals"] = std::uint64_t{20};
    }
    return plan;
}

// Writes everything down.
class writer final : public tutti::sink {
public:
    std::string text;

    [[nodiscard]] tutti::interest wants(tutti::slot /*at*/) noexcept override {
        return tutti::interest::events;
    }
    void slot(const tutti::slot_record& record) override {
        text += fmt::format("slot {}: {} {} {}\n", record.at, record.packets, record.deliveries,
                            record.marks);
        for (const tutti::transmission& each : record.sent) {
            text += fmt::format("{} {} {} {} {} {}\n", each.from, each.through, each.to, each.kind,
                                each.is_control, each.packet.size());
            for (const std::byte byte : each.packet) {
                text += static_cast<char>(byte);
            }
        }
        for (const tutti::delivery& each : record.delivered) {
            text += fmt::format("{} {} {}\n", each.to, each.content.origin, each.content.payload);
        }
        for (const tutti::mark& each : record.marked) {
            text += fmt::format("{} {} {}\n", each.node, each.name, each.at);
        }
        for (const tutti::program_end& each : record.ended) {
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
        support::for_creature(*one, [&](const tutti::experiment& plan) {
            const tutti::result alone = tutti::run_experiment(plan, plain_options(), {});
            CHECK(support::outcome_in_short(alone) == one->outcome);
            CHECK(alone.verified.possession.starts_with("node by node"));
            for (const int count : {2, 3}) {
                const auto outcomes = support::on_engines(count, [&](tutti::transport& end) {
                    tutti::experiment_options options = plain_options();
                    options.carrier = &end;
                    return tutti::run_experiment(plan, options, {});
                });
                REQUIRE(outcomes.back().value);
                CHECK(shared_part(*outcomes.front().value) == shared_part(alone));
                CHECK(outcomes.back().value->verdict == alone.verdict);
            }
        });
    }
}

TEST_CASE("several processes come to the result of one") {
    const std::vector<std::pair<std::string, std::string>> pairs{
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
    for (const auto& [task, network] : pairs) {
        CAPTURE(task);
        const tutti::experiment plan = asked_on(task, network);
        const tutti::result alone = tutti::run_experiment(plan, plain_options(), {});
        for (const int count : {2, 3, 13}) {
            CAPTURE(count);
            const auto outcomes = support::on_engines(count, [&](tutti::transport& end) {
                tutti::experiment_options options = plain_options();
                options.carrier = &end;
                return tutti::run_experiment(plan, options, {});
            });
            REQUIRE(outcomes.front().value);
            CHECK(outcomes.front().value->processes == count);
            CHECK(shared_part(*outcomes.front().value) == shared_part(alone));
            for (const auto& each : outcomes) {
                REQUIRE(each.value);
                CHECK(each.value->digest == alone.digest);
                CHECK(each.value->delivery == alone.delivery);
            }
        }
    }
}

TEST_CASE("the sinks of process 0 receive the events of all processes") {
    const auto recorded = [&](const tutti::experiment& plan, tutti::transport* carrier) {
        writer seen;
        tutti::experiment_options options = plain_options();
        options.carrier = carrier;
        options.relays_events = true;
        if (carrier == nullptr || carrier->self() == 0) {
            options.sinks.push_back(&seen);
        }
        (void)tutti::run_experiment(plan, options, {});
        return seen.text;
    };
    for (const auto& plan : {asked_on("simultaneous-broadcast/prefix-roots", "hypercube:4"),
                             asked_on("total-exchange", "random-graph:23.30.1")}) {
        const std::string alone = recorded(plan, nullptr);
        for (const int count : {2, 3, 20}) {
            const auto outcomes = support::on_engines(
                count, [&](tutti::transport& end) { return recorded(plan, &end); });
            REQUIRE(outcomes.front().value);
            CHECK(*outcomes.front().value == alone);
        }
    }
}

}  // TEST_SUITE
