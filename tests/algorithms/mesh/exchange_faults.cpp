#include <cstdint>
#include <functional>
#include <map>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/mesh/mesh_program.hpp"
#include "algorithms/mesh/mesh_theory.hpp"
#include "algorithms/trial.hpp"
#include "node/erased_node.hpp"
#include "square.hpp"
#include "support/erased_node.hpp"
#include "tutti/catalog/any_program.hpp"

TEST_SUITE("algorithms/mesh/routing/partial_exchange.cpp") {

namespace {

using tutti::long_packet;
using tutti::node_id;
using tutti::packet_kind;
using tutti::slot;

/// Fault: the packet that a node sends in place of another, and the milestone that it omits.
struct fault {
    std::function<std::vector<long_packet>(node_id, const long_packet&)> send{};
    std::function<bool(node_id, std::string_view)> marks{};
    bool sends_after_the_end = false;  ///< node 0 to node 1
    bool marks_at_once = false;        ///< all nodes, "exchange" as soon as they know M
};

/// A node as a program sees it, with a fault between the two.
template <class Node>
class faulty_node {
public:
    using network_type = tutti::grid;
    using packet_type = long_packet;

    faulty_node(Node& inner, const fault& planted) noexcept : inner_{&inner}, planted_{&planted} {}

    [[nodiscard]] node_id id() const noexcept { return inner_->id(); }
    [[nodiscard]] int degree() const noexcept { return inner_->degree(); }
    [[nodiscard]] bool has(tutti::port through) const noexcept { return inner_->has(through); }
    [[nodiscard]] const network_type& network() const noexcept { return inner_->network(); }
    [[nodiscard]] tutti::slot slot() const noexcept { return inner_->slot(); }
    void send(tutti::port through, const packet_type& content) {
        if (!planted_->send) {
            inner_->send(through, content);
            return;
        }
        for (const packet_type& each : planted_->send(id(), content)) {
            inner_->send(through, each);
        }
    }
    [[nodiscard]] auto inbox() { return inner_->inbox(); }
    [[nodiscard]] tutti::received_packet<packet_type> received(tutti::port through) {
        return inner_->received(through);
    }
    [[nodiscard]] auto next_slot() { return inner_->next_slot(); }
    [[nodiscard]] auto mail() { return inner_->mail(); }
    [[nodiscard]] auto mail_or(tutti::slot at) { return inner_->mail_or(at); }
    [[nodiscard]] auto until(tutti::slot at) { return inner_->until(at); }
    [[nodiscard]] auto relay() { return inner_->relay(); }
    void deliver(const tutti::message& content) { inner_->deliver(content); }
    void mark(tutti::milestone end) {
        const bool is_wanted = !planted_->marks || planted_->marks(id(), end.name());
        if (is_wanted && !(planted_->marks_at_once && end.name() == "exchange")) {
            inner_->mark(end);
        }
        if (planted_->marks_at_once && end.name() == "total") {
            inner_->mark("exchange");
        }
    }
    [[nodiscard]] std::uint64_t random() { return inner_->random(); }

private:
    Node* inner_;
    const fault* planted_;
};

std::vector<long_packet> more(const long_packet& content, std::uint64_t by) {
    return {long_packet::counts(content.kind(), content.first_count() + by)};
}

/// On the 3 x 3 array with the active nodes 1, 3 and 4.
const std::map<std::string, fault, std::less<>>& faults() {
    static const std::map<std::string, fault, std::less<>> by_name{
        {"none", {}},
        {"loses a packet",
         {.send =
              [](node_id at, const long_packet& content) {
                  const bool is_meant =
                      at == 4 && content.content().origin == 1 && content.target() == 7;
                  return is_meant ? std::vector<long_packet>{} : std::vector<long_packet>{content};
              }}},
        {"makes up what it passes on",
         {.send =
              [](node_id at, const long_packet& content) {
                  tutti::message made_up = content.content();
                  made_up.payload ^= 1U;
                  const bool is_meant =
                      !content.is_control() && at == 4 && content.content().origin != 4;
                  return std::vector{
                      is_meant
                          ? long_packet::of(made_up, content.target()).with_flag(content.flag())
                          : content};
              }}},
        {"counts one too many",
         {.send =
              [](node_id at, const long_packet& content) {
                  const bool is_meant = at == 0 && content.kind() == packet_kind::up;
                  return is_meant ? more(content, 2) : std::vector<long_packet>{content};
              }}},
        {"tells some another count",
         {.send =
              [](node_id at, const long_packet& content) {
                  const bool is_meant = at == 4 && content.kind() == packet_kind::down;
                  return is_meant ? more(content, 8) : std::vector<long_packet>{content};
              }}},
        {"takes the other way",
         {.send =
              [](node_id at, const long_packet& content) {
                  const bool is_meant = !content.is_control() && at == content.content().origin;
                  const auto other = static_cast<std::uint8_t>(1 - content.flag());
                  return std::vector{is_meant ? content.with_flag(other) : content};
              }}},
        {"does not mark the end",
         {.marks =
              [](node_id at, std::string_view name) {
                  return at != 5 || (name != "exchange" && name != "gather");
              }}},
        {"marks the end at once", {.marks_at_once = true}},
        {"sends after the end", {.sends_after_the_end = true}},
    };
    return by_name;
}

// The program with the fault that the parameter names.
tutti::any_program misled(const tutti::any_program& program, const tutti::setting& setting) {
    const fault& planted = faults().find(setting.parameter<std::string>("fault"))->second;
    return tutti::any_program::on<long_packet>(
        tutti::grid_of(setting),
        [program, &planted](auto& self, tutti::node_input input,
                            tutti::knowledge knowledge) -> tutti::task<> {
            faulty_node view{self, planted};
            support::any_face face{view};
            (void)co_await program.start(face, std::move(input), knowledge);
            if (planted.sends_after_the_end && self.id() == 0) {
                self.send(1, long_packet::counts(packet_kind::up, 1));
            } else if (planted.sends_after_the_end && self.id() == 1) {
                co_await self.mail();
                (void)self.inbox().empty();
            }
        });
}

tutti::algorithm faulty(std::string_view name) {
    tutti::algorithm changed = support::entry(name);
    const auto names = std::views::keys(faults());
    changed.parameters.push_back(
        {.name = "fault",
         .default_value = "none",
         .meaning = "what goes wrong",
         .range = tutti::name_range{{names.begin(), names.end()}, "the name of a fault"}});
    changed.program = [inner = changed.program](const tutti::setting& setting) {
        return misled(inner(setting), setting);
    };
    return changed;
}

tutti::algorithm faulty_exchange() { return faulty("partial-exchange/row-column"); }

tutti::experiment with_fault(const tutti::algorithm& algorithm, const char* planted,
                             const char* active = "nodes:1,3,4") {
    tutti::experiment plan = support::on_square(algorithm, 3, active);
    plan.parameters["fault"] = planted;
    return plan;
}

std::string outcome(const tutti::algorithm& algorithm, const char* planted) {
    return support::verdict_line(support::run(with_fault(algorithm, planted)));
}

}  // namespace

TEST_CASE("faults in an exchange are named by the right check") {
    const tutti::algorithm exchange = faulty_exchange();

    CHECK(outcome(exchange, "none") == "complete");
    CHECK(outcome(exchange, "loses a packet") == "incorrect: delivery, transmissions");
    CHECK(outcome(exchange, "makes up what it passes on") == "incorrect: delivery");
    CHECK(outcome(exchange, "counts one too many") == "incorrect: phases");
    CHECK(outcome(exchange, "tells some another count") == "incorrect: phases");
    CHECK(outcome(exchange, "does not mark the end") == "incorrect: phases");
    CHECK(outcome(exchange, "marks the end at once") == "model-violation: delivery, phases");
    CHECK(outcome(exchange, "sends after the end") ==
          "late: time, transmissions, silence-after-end");
}

TEST_CASE("packets that take the other way arrive, and are found among the moves") {
    const tutti::algorithm exchange = faulty_exchange();
    for (const char* const planted : {"none", "takes the other way"}) {
        support::event_recorder log;
        const tutti::result outcome =
            support::run_logged(with_fault(exchange, planted, "nodes:0,2"), log);
        const std::vector<node_id> active{0, 2};
        const auto complaint = support::complaint_about(3, support::exchanged(3, active),
                                                        support::exchange_moves(log, 4));
        CHECK(outcome.delivery.hold());
        CHECK(complaint.empty() == (std::string_view{planted} == "none"));
    }
}

TEST_CASE("an end that is expected elsewhere than at the deadline is none") {
    tutti::algorithm exchange = support::entry("partial-exchange/row-column");
    exchange.phases = [](const tutti::problem& problem) {
        auto phases = support::entry("partial-exchange/row-column").phases(problem);
        phases.back().deadline = *phases.back().deadline + 1;
        return phases;
    };

    const tutti::result outcome = support::run(support::on_square(exchange, 3, "nodes:1,3,4"));
    CHECK(support::verdict_line(outcome) == "incorrect: phases");
    CHECK(outcome.checks.at(2).text == "exchange took 16 slots, not 17");
    CHECK(support::slots_of(outcome, "exchange") == 5);
}

TEST_CASE("faults in a gather are named by the right check") {
    const tutti::algorithm direct = faulty("partial-gather/direct");
    const tutti::algorithm replay = faulty("partial-gather/replay");

    CHECK(outcome(direct, "none") == "complete");
    CHECK(outcome(direct, "makes up what it passes on") == "incorrect: delivery");
    CHECK(outcome(direct, "does not mark the end") == "incorrect: phases");
    CHECK(outcome(direct, "sends after the end") == "late: time, transmissions, silence-after-end");
    CHECK(outcome(replay, "none") == "complete");
    CHECK(outcome(replay, "makes up what it passes on") == "incorrect: delivery");
    CHECK(outcome(replay, "tells some another count") == "model-violation: delivery, phases");
    CHECK(outcome(replay, "loses a packet") == "incorrect: delivery, transmissions");
}

TEST_CASE("faults in a transposition are named by the right check") {
    const tutti::algorithm transposition = faulty("matrix-transposition/partial");
    const auto with = [&](const char* planted) {
        tutti::experiment plan = with_fault(transposition, planted, "all");
        plan.parameters["columns"] = "1,3,4";
        plan.parameters["rows"] = "3,8";
        return support::verdict_line(support::run(plan));
    };

    CHECK(with("none") == "complete");
    CHECK(with("loses a packet") == "incorrect: delivery, transmissions");
    CHECK(with("makes up what it passes on") == "incorrect: delivery");
    CHECK(with("counts one too many") == "late: phases, time");
    // Some gather already what others still exchange.
    CHECK(with("tells some another count") == "model-violation: delivery, phases");
    CHECK(with("takes the other way") == "complete");
    CHECK(with("does not mark the end") == "incorrect: phases, time");
    CHECK(with("sends after the end") == "incorrect: transmissions, silence-after-end");
}

}  // TEST_SUITE("algorithms/mesh/routing/partial_exchange.cpp")
