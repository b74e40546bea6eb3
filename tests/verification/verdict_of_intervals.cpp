#include <algorithm>
#include <any>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>

#include <doctest/doctest.h>

#include "algorithms/dynamic_theory.hpp"
#include "algorithms/program_part.hpp"
#include "algorithms/trial.hpp"
#include "tutti/catalog/any_program.hpp"

TEST_SUITE("algorithms/dynamic/intervals.cpp") {

namespace {

using tutti::initial_messages;
using tutti::instant_at;
using tutti::rational;
using tutti::task;
using tutti::timed_message;

/// Fault of one node, or of every node.
struct interval_fault {
    bool is_everywhere = false;             ///< else at node 5
    rational longer = 0;                    ///< by its own time, every interval is
    bool serves_last = false;               ///< the message that came last
    bool is_silent = false;                 ///< broadcasts nothing
    bool is_deaf = false;                   ///< takes nothing from its source
    bool repeats = false;                   ///< keeps in its queue what it has broadcast
    bool makes_up = false;                  ///< broadcasts something else
    bool notes_nothing = false;             ///< does not say what was served
    bool halves_delays = false;             ///< says that it took half as long
    std::optional<std::uint64_t> absent{};  ///< in this interval, and then goes on
    std::optional<std::uint64_t> leaves{};  ///< after this number of intervals
};

const std::map<std::string, interval_fault, std::less<>>& faults() {
    static const std::map<std::string, interval_fault, std::less<>> table{
        {"none", {}},
        {"one ends its intervals later", {.longer = {1, 2}}},
        {"all end their intervals later", {.is_everywhere = true, .longer = {1, 2}}},
        {"all say that it took long", {.is_everywhere = true, .longer = 100}},
        {"one serves last who came first", {.serves_last = true}},
        {"one keeps silent", {.is_silent = true}},
        {"all keep silent", {.is_everywhere = true, .is_silent = true}},
        {"one is deaf", {.is_deaf = true}},
        {"all are deaf", {.is_everywhere = true, .is_deaf = true}},
        {"one repeats itself", {.repeats = true}},
        {"one makes up what it says", {.makes_up = true}},
        {"one notes nothing", {.notes_nothing = true}},
        {"one halves its delays", {.halves_delays = true}},
        {"one skips an interval", {.absent = 3}},
        {"one leaves early", {.leaves = 3}},
    };
    return table;
}

/// `broadcast_intervals` with mistakes.
class faulty_node {
public:
    faulty_node(const tutti::arrival_queue& arrivals, const interval_fault& planted)
        : arrivals_{arrivals}, planted_{planted} {}

    task<> run(tutti::program_part& broadcast, std::uint64_t intervals,
               const std::vector<rational>& lengths, tutti::interval_record& record) {
        record.reset(intervals, intervals / 10);
        rational begin = 0;
        for (std::uint64_t i = 0; i < intervals && i != planted_.leaves; ++i) {
            take_in();
            record.begin(queue_.size(), instant_at(begin));
            initial_messages messages = next_message();
            if (i == planted_.absent) {
                co_await broadcast.until(broadcast.slot() + 30);
                continue;
            }
            // Not made inside of the co_await: g++ 12.2 destroys such aggregates twice.
            tutti::node_input input;
            input.messages = std::move(messages);
            const std::any heard = co_await broadcast.start(std::move(input), tutti::knowledge{});
            const auto active = std::any_cast<std::uint64_t>(heard);
            begin += lengths[static_cast<std::size_t>(active)] + planted_.longer;
            serve(instant_at(begin), record);
            record.end(active, begin);
        }
    }

private:
    void take_in() {
        if (planted_.is_deaf) {
            return;
        }
        for (arrivals_.take_in(); !arrivals_.empty(); arrivals_.pop()) {
            queue_.push_back(*arrivals_.front());
        }
    }

    initial_messages next_message() {
        if (planted_.is_silent || queue_.empty()) {
            return {};
        }
        if (planted_.serves_last) {
            std::swap(queue_.front(), queue_.back());
        }
        tutti::message content = queue_.front().content;
        content.payload += planted_.makes_up ? 1 : 0;
        return initial_messages{content};
    }

    void serve(tutti::instant now, tutti::interval_record& record) {
        if (planted_.is_silent || queue_.empty()) {
            return;
        }
        if (!planted_.notes_nothing) {
            record.served((now - queue_.front().at) / (planted_.halves_delays ? 2 : 1));
        }
        if (!planted_.repeats) {
            queue_.pop_front();
        }
    }

    tutti::arrival_queue arrivals_;
    interval_fault planted_;
    std::deque<timed_message> queue_;
};

task<> lead_astray(tutti::program_part& broadcast, tutti::node_input input, std::uint64_t intervals,
                   const std::vector<rational>& lengths, const interval_fault& planted) {
    const bool is_meant = planted.is_everywhere || broadcast.id() == 5;
    faulty_node node{*input.arrivals, is_meant ? planted : interval_fault{}};
    co_await node.run(broadcast, intervals, lengths, *input.notes);
}

/// The broadcasts that the description runs, in a program with the fault that the parameter names.
tutti::any_program misled(const tutti::setting& setting) {
    const interval_fault& planted = faults().find(setting.parameter<std::string>("fault"))->second;
    return interval_algorithm(setting)
        .program(interval_problem(setting, 0))
        .within([&planted, lengths = theory_of_intervals(setting).lengths](
                    tutti::program_part& broadcast, tutti::node_input input,
                    const tutti::knowledge& knowledge) {
            return lead_astray(broadcast, std::move(input), knowledge.intervals(), lengths,
                               planted);
        });
}

tutti::result result_with(std::string_view fault, const tutti::parameter_values& load = {
                                                      {"rate", "1/5"}, {"intervals", "40"}}) {
    tutti::algorithm changed = support::entry("dynamic-broadcast/intervals");
    const auto names = std::views::keys(faults());
    changed.parameters.push_back(
        {.name = "fault",
         .default_value = "none",
         .meaning = "what goes wrong",
         .range = tutti::name_range{{names.begin(), names.end()}, "the name of a fault"}});
    changed.program = misled;
    tutti::experiment plan = support::on_network(changed, "torus:3x3");
    plan.parameters = load;
    plan.parameters["fault"] = fault;
    return support::run(plan);
}

std::string text_of(std::string_view name, const tutti::result& outcome) {
    const auto check = std::ranges::find(outcome.checks, name, &tutti::check_result::name);
    return check == outcome.checks.end() ? "not checked" : check->text;
}

/// A fault, the verdict on it and what is said of the nodes' agreement.
struct expectation {
    std::string_view fault;
    std::string_view outcome;
    std::string_view agreement{};
};

constexpr std::string_view node_5_is_silent = "node 5 did not broadcast what waited in its queue";
constexpr std::string_view node_0_is_silent = "node 0 did not broadcast what waited in its queue";

constexpr std::array<expectation, 14> expectations{
    {{"none", "complete"},
     {"one ends its intervals later", "incorrect: agreement",
      "the nodes disagree on when the intervals end"},
     {"all end their intervals later", "incorrect: agreement", "by the nodes' own time, and at"},
     {"one halves its delays", "incorrect: agreement",
      "node 5 notes other intervals, queues or delays"},
     {"one notes nothing", "incorrect: agreement", node_5_is_silent},
     {"one keeps silent", "incorrect: agreement", node_5_is_silent},
     {"one is deaf", "incorrect: agreement", node_5_is_silent},
     {"all keep silent", "incorrect: agreement, transmissions", node_0_is_silent},
     {"all are deaf", "incorrect: agreement, transmissions", node_0_is_silent},
     {"one serves last who came first", "incorrect: delivery"},
     {"one repeats itself", "incorrect: delivery"},
     {"one makes up what it says", "incorrect: delivery"},
     {"one skips an interval", "model-violation"},
     {"one leaves early", "model-violation"}}};

}  // namespace

TEST_CASE("a node that serves its queue, notes or reckons otherwise than it should is found") {
    for (const expectation& each : expectations) {
        CAPTURE(each.fault);
        const tutti::result outcome = result_with(each.fault);
        CHECK(support::verdict_line(outcome).starts_with(each.outcome));
        CHECK(text_of("agreement", outcome).find(each.agreement) != std::string::npos);
    }
}

TEST_CASE("delays above their bound are found where they are checked") {
    const tutti::parameter_values light{{"rate", "1/100"}, {"intervals", "400"}};
    CHECK(text_of("delay", result_with("none", light)).empty());
    CHECK(text_of("delay", result_with("all say that it took long", light))
              .find("is above its bound") != std::string::npos);
    const tutti::parameter_values heavy{{"rate", "1"}, {"intervals", "400"}};
    CHECK(text_of("delay", result_with("none", heavy)).empty());
}

}  // TEST_SUITE("algorithms/dynamic/intervals.cpp")
