#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "algorithms/trial.hpp"
#include "recording/recorded.hpp"
#include "schedule/foreign_schedule.hpp"
#include "schedule/recorded_schedule.hpp"
#include "schedule/schedule_report.hpp"
#include "schedule/written/schedule_text.hpp"
#include "support/scratch.hpp"
#include "tutti/experiment/experiment.hpp"

TEST_SUITE("schedule/written/schedule_text") {
namespace {

using namespace tutti;

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30U;

/// A run that is recorded.
struct recorded_case {
    std::string_view algorithm;
    std::string network;
    node_id root = 0;
    parameter_values parameters{};
};

/// Runs whose collectives all formats have; `parallel` is a ring with two copies of each link.
std::vector<recorded_case> cases_of_all_formats(const std::string& parallel) {
    return {{"multinode-broadcast/doubling", "hypercube:3"},
            {"multinode-broadcast/rotation-classes", "hypercube:4"},
            {"multinode-broadcast/both-ways", "ring:5"},
            {"multinode-broadcast/tree", "array:3x3"},
            {"multinode-broadcast/receiver-matching", "torus:3x4"},
            {"multinode-broadcast/receiver-matching", parallel},
            {"total-exchange/recursive", "hypercube:3"},
            {"total-exchange/shortest-paths", "ring:6"},
            {"total-exchange/shortest-paths", "torus:3x4"},
            {"total-exchange/shortest-paths", parallel},
            {"broadcast/flooding", "array:3x3"},
            {"broadcast/binomial", "hypercube:4", 5},
            {"broadcast/arborescences", "torus:3x3", 2, {{"pieces", 6}}},
            {"broadcast/pieces", parallel, 1, {{"pieces", 5}}},
            {"reduce-scatter/halving", "hypercube:3"},
            {"reduce-scatter/both-ways", "ring:5"},
            {"reduce-scatter/tree", "array:3x3"},
            {"allreduce/dimension-exchange", "hypercube:3", 0, {{"values", 1}}},
            {"allreduce/edge-trees", "hypercube:3"},
            {"allreduce/both-ways", "ring:6"},
            {"allreduce/tree", "torus:3x4", 0, {{"values", 5}}},
            {"allreduce/tree", parallel, 0, {{"values", 7}}}};
}

std::vector<recorded_case> cases_without_xml() {
    return {{"scatter/flow", "array:3x3", 4},
            {"gather/flow", "hypercube:3", 3},
            {"reduce/shortest-paths", "torus:3x4", 7},
            {"reduce/binomial", "hypercube:3", 6}};
}

foreign_schedule schedule_of(const recorded_case& run) {
    experiment plan = support::on_network(support::entry(run.algorithm), run.network);
    plan.parameters = run.parameters;
    if (run.root != 0) {
        plan.root = run.root;
    }
    const recording recording = support::opened(support::recorded(plan));
    schedule_report report = report_on(tutti::schedule_of(recording, "run"), most_bytes);
    REQUIRE(report.verdict().name == "complete");
    return std::move(report.schedule);
}

schedule_report read_again(const std::string& text, const foreign_schedule& schedule,
                           const std::string& network, schedule_format format) {
    schedule_options options{.file = "again"};
    if (format != schedule_format::msccl_json) {
        options.network = network;
        options.root = fmt::format("{}", schedule.root);
    }
    if (format == schedule_format::goal) {
        options.collective = name_of(schedule.collective);
    }
    schedule_report report = report_on(read_schedule(text, options), most_bytes);
    CHECK(report.schedule.format == format);
    CHECK(report.verdict().name == "complete");
    for (const std::string& remark : report.schedule.remarks) {
        CHECK_FALSE(remark.starts_with("runtime rules"));
    }
    return report;
}

void check_json(const foreign_schedule& schedule, const std::string& network) {
    const std::string text = to_msccl_json(schedule);

    const auto report = read_again(text, schedule, network, schedule_format::msccl_json);

    CHECK(is_msccl_json_line(text.substr(0, text.find('\n'))));
    CHECK(report.schedule.slots() == schedule.slots());
    CHECK(report.schedule.rows.size() == schedule.rows.size());
}

void check_xml(const foreign_schedule& schedule, const std::string& network) {
    const std::string text = to_msccl_xml(schedule);

    const auto report = read_again(text, schedule, network, schedule_format::msccl_xml);

    CHECK(is_msccl_xml_line(text.substr(0, text.find('\n'))));
    CHECK(report.schedule.slots() <= schedule.slots());
    CHECK(report.schedule.rows.size() <= schedule.rows.size());
    CHECK(report.schedule.collective == schedule.collective);
}

void check_goal(const foreign_schedule& schedule, const std::string& network) {
    constexpr std::uint64_t packet_bytes = 3;
    const std::string text = to_goal(schedule, packet_bytes);

    const auto report = read_again(text, schedule, network, schedule_format::goal);

    CHECK(is_goal_line(text.substr(0, text.find('\n'))));
    CHECK(report.schedule.slots() <= schedule.slots());
    CHECK(report.schedule.rows.size() == schedule.rows.size());
}

/// Text of the refusal to write a schedule.
template <class Write>
std::string refusal(const Write& write) {
    try {
        (void)write();
        return "written";
    } catch (const std::invalid_argument& refused) {
        return refused.what();
    }
}

}  // namespace

TEST_CASE("recorded runs are read again as right schedules, as fast as they were") {
    const support::scratch folder;
    const std::string parallel =
        "graph:" + folder.file("ring.txt", "0 1 2\n1 2 2\n2 3 2\n3 0 2\n") + ",weights=parallel";
    for (const recorded_case& each : cases_of_all_formats(parallel)) {
        CAPTURE(each.algorithm);
        CAPTURE(each.network);
        const foreign_schedule schedule = schedule_of(each);

        check_json(schedule, each.network);
        check_xml(schedule, each.network);
        check_goal(schedule, each.network);
    }
}

TEST_CASE("runs to or from a root have forms as JSON and GOAL, and none as XML") {
    for (const recorded_case& each : cases_without_xml()) {
        CAPTURE(each.algorithm);
        CAPTURE(each.network);
        const foreign_schedule schedule = schedule_of(each);

        check_json(schedule, each.network);
        check_goal(schedule, each.network);
        CHECK(refusal([&] { return to_msccl_xml(schedule); }) ==
              fmt::format("run: MSCCL XML has no {}; it has allgather, alltoall, broadcast, "
                          "allreduce and reduce-scatter",
                          name_of(schedule.collective)));
    }
}

TEST_CASE("JSON tells copies from sums by their contributors, and XML does not") {
    // Node 1 has passed its value on when another replaces it.
    const foreign_schedule schedule = read_schedule(
        "# network: ring:3\n# collective: allreduce\n# values: 1\nslot,from,to,message,reduce\n"
        "1,1,0,0,1\n2,2,1,0,0\n3,1,0,0,1\n4,0,1,0,0\n4,0,2,0,0\n",
        {.file = "run"});
    REQUIRE(report_on(schedule, most_bytes).verdict().name == "complete");

    CHECK(refusal([&] { return to_msccl_json(schedule); }) ==
          "run: slot 2: 2->1: value 0 replaces one that it does not contain; msccl JSON cannot say "
          "that");
    check_xml(schedule, "ring:3");
    check_goal(schedule, "ring:3");
}

TEST_CASE("a maximum of values that overlap has no form as JSON and XML") {
    const foreign_schedule schedule = read_schedule(
        "# network: ring:3\n# collective: allreduce\n# values: 1\n# operator: max\n"
        "slot,from,to,message,reduce\n1,0,1,0,1\n1,1,2,0,1\n1,2,0,0,1\n"
        "2,0,1,0,1\n2,1,2,0,1\n2,2,0,0,1\n",
        {.file = "run"});
    REQUIRE(report_on(schedule, most_bytes).verdict().name == "complete");

    CHECK(refusal([&] { return to_msccl_json(schedule); }) ==
          "run: slot 2: 0->1: value 0 is added to one with the same contributions; msccl JSON "
          "cannot say that");
    CHECK(refusal([&] { return to_msccl_xml(schedule); }) ==
          "run:9: slot 2: node 1 would count node 0 twice in value 0 (MSCCL XML has no minimum and "
          "no maximum)");
    check_goal(schedule, "ring:3");
}

TEST_CASE("XML of more steps than a thread block has is refused") {
    constexpr int rows = 257;
    std::string text = fmt::format(
        "# network: path:2\n# collective: broadcast\n# pieces: {}\n"
        "slot,from,to,message,piece\n",
        rows);
    for (int i = 0; i < rows; ++i) {
        text += fmt::format("{},0,1,0,{}\n", i + 1, i);
    }
    const foreign_schedule schedule = read_schedule(text, {.file = "run"});

    CHECK(refusal([&] { return to_msccl_xml(schedule); }) ==
          "run: gpu 0 would have 257 steps in a thread block; MSCCL XML has at most 256");
}

TEST_CASE("options that a format cannot say are named") {
    const foreign_schedule schedule = read_schedule(
        "# network: path:2\n# collective: broadcast\n# root: 1\n"
        "slot,from,to,message\n1,1,0,0\n",
        {.file = "run"});

    CHECK(needed_options(schedule, schedule_format::msccl_json).empty());
    CHECK(needed_options(schedule, schedule_format::goal).empty());
    CHECK(needed_options(schedule, schedule_format::msccl_xml) ==
          std::vector<std::string>{"MSCCL XML does not name the root: tutti check needs --root 1"});
}
}
