#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/mutating_node.hpp"
#include "algorithms/partial_program.hpp"
#include "reduction_trial.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/topology/graph.hpp"
#include "tutti/topology/grid.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("collectives/reduction.hpp") {

namespace {

using support::moment;
using support::packet_tampering;
using tutti::message;
using tutti::packet_kind;
using tutti::short_packet;

constexpr tutti::node_id faulty_node = 1;

/// Fault of node 1, in one of its packets, results or marks.
enum class fault : std::uint8_t {
    none,
    loses_packet,
    doubles_packet,
    alters_value,
    counts_more,
    counts_fewer,
    alters_number,
    alters_kind,
    sends_older,
    delivers_nothing,
    delivers_twice,
    alters_result,
    alters_result_number,
    delivers_early,
    marks_nothing,
    marks_twice,
};

constexpr std::uint8_t faults = 16;

/// A fault, to which of the things that it may happen to, and whether it has.
struct planted {
    fault which = fault::none;
    int at = 0;  ///< 0 for the first of them
    std::shared_ptr<std::atomic<bool>> has_happened = std::make_shared<std::atomic<bool>>(false);
};

short_packet altered(fault kind, const short_packet& packet) {
    const bool is_token = packet.kind() == packet_kind::token;
    switch (kind) {
        case fault::alters_value:
            return short_packet::value(packet.kind(), packet.number(), packet.payload() ^ 1U,
                                       packet.contribution_count());
        case fault::counts_more:
        case fault::counts_fewer:
            return short_packet::value(
                packet.kind(), packet.number(), packet.payload(),
                packet.contribution_count() + (kind == fault::counts_more ? 1U : ~0U));
        case fault::alters_number:
            return short_packet::value(packet.kind(), packet.number() ^ 1U, packet.payload(),
                                       packet.contribution_count());
        default:
            return packet.as(is_token || packet.kind() == packet_kind::result
                                 ? packet_kind::partial
                                 : packet_kind::result);
    }
}

/// Actions of a node that makes one fault. One object per run: only the faulty node uses it.
class astray {
public:
    explicit astray(planted planted) : what_{std::move(planted)} {}

    [[nodiscard]] std::vector<short_packet> sent(const short_packet& packet) {
        const short_packet before = std::exchange(last_, packet);
        const fault kind = what_.which;
        if (kind < fault::loses_packet || kind > fault::sends_older ||
            (kind == fault::sends_older && (before == short_packet::none() || before == packet)) ||
            !is_turn()) {
            return {packet};
        }
        return kind == fault::loses_packet     ? std::vector<short_packet>{}
               : kind == fault::doubles_packet ? std::vector{packet, packet}
               : kind == fault::sends_older    ? std::vector{before}
                                               : std::vector{altered(kind, packet)};
    }
    [[nodiscard]] std::vector<message> delivered(const message& content) {
        const fault kind = what_.which;
        if (kind < fault::delivers_nothing || kind > fault::alters_result_number || !is_turn()) {
            return {content};
        }
        message other = content;
        other.payload ^= kind == fault::alters_result ? 1U : 0U;
        other.number ^= kind == fault::alters_result_number ? 1U : 0U;
        return kind == fault::delivers_nothing ? std::vector<message>{}
               : kind == fault::delivers_twice ? std::vector{content, content}
                                               : std::vector{other};
    }
    [[nodiscard]] int marked() {
        const fault kind = what_.which;
        if ((kind != fault::marks_nothing && kind != fault::marks_twice) || !is_turn()) {
            return 1;
        }
        return kind == fault::marks_nothing ? 0 : 2;
    }

private:
    bool is_turn() {
        if (seen_++ != what_.at) {
            return false;
        }
        *what_.has_happened = true;
        return true;
    }

    planted what_;
    short_packet last_ = short_packet::none();
    int seen_ = 0;
};

packet_tampering<short_packet> tampering_at(tutti::node_id node, const planted& planted) {
    if (node != faulty_node) {
        return {};
    }
    const auto mind = std::make_shared<astray>(planted);
    return {
        .send = [=](const moment&, const short_packet& packet) { return mind->sent(packet); },
        .deliver = [=](const moment&, const message& content) { return mind->delivered(content); },
        .mark = [=](const moment&, std::string_view) { return mind->marked(); }};
}

/// Messages that the node delivers before its program begins.
std::vector<message> early_at(tutti::node_id node, const planted& planted,
                              const tutti::node_input& input) {
    if (node != faulty_node || planted.which != fault::delivers_early || planted.at > 0) {
        return {};
    }
    *planted.has_happened = true;
    return {input.messages.empty() ? message{}
                                   : message{.number = 0, .payload = input.messages[0].payload}};
}

/// The same algorithm, with a faulty node 1.
tutti::algorithm faulty(tutti::algorithm algorithm, const planted& wrong) {
    algorithm.program = [inner = algorithm.program, wrong](const tutti::setting& setting) {
        return std::visit(
            [&](const auto& shape) {
                return tutti::any_program::on<short_packet>(
                    shape,
                    [program = inner(setting), wrong](auto& self, tutti::node_input input,
                                                      tutti::knowledge knowledge) -> tutti::task<> {
                        for (const message& each : early_at(self.id(), wrong, input)) {
                            self.deliver(each);
                        }
                        const packet_tampering<short_packet> between =
                            tampering_at(self.id(), wrong);
                        co_await support::run_tampered(self, program, std::move(input),
                                                       std::move(knowledge), between);
                    });
            },
            setting.network);
    };
    return algorithm;
}

struct culprit_run {
    std::string_view algorithm;
    std::string_view network;
    std::uint64_t values = 0;  ///< 0: a barrier
    tutti::node_id root = 0;
    bool takes_results = true;  ///< whether node 1 has any
};

constexpr std::array<culprit_run, 25> runs{
    {{"reduce/binomial", "hypercube:3", 1, 0, false},
     {"reduce/ranked", "hypercube:3", 3, 4, false},
     {"reduce/disjoint-trees", "hypercube:3", 7, 6, false},
     {"reduce/disjoint-trees", "hypercube:3", 7, faulty_node},
     {"reduce/single-port", "hypercube:4", 1, 2, false},
     {"reduce/shortest-paths", "wheel:6", 4, 0, false},
     {"reduce/shortest-paths", "array:3x3", 4, faulty_node},
     {"reduce-scatter/rotation-classes", "hypercube:3", 16},
     {"allreduce/rotation-classes", "hypercube:3", 12},
     {"allreduce/edge-trees", "hypercube:3", 12},
     {"allreduce/dimension-exchange", "hypercube:3", 5},
     {"reduce-scatter/halving", "hypercube:3", 16},
     {"allreduce/halving", "hypercube:3", 12},
     {"allreduce/doubling", "hypercube:3", 3},
     {"reduce-scatter/hamiltonian", "complete:5", 10},
     {"allreduce/hamiltonian", "ring:6", 9},
     {"reduce-scatter/both-ways", "ring:6", 12},
     {"allreduce/both-ways", "ring:6", 9},
     {"allreduce/both-ways", "ring:5", 9},
     {"reduce-scatter/quarter-turns", "torus:3x3", 18},
     {"allreduce/quarter-turns", "torus:4x4", 20},
     {"reduce-scatter/split-classes", "array:3x3", 27},
     {"allreduce/split-classes", "torus:3x3", 45},
     {"allreduce/windows", "torus:3x4", 3},
     {"allreduce/tree", "tree:3", 20}}};

constexpr std::array<culprit_run, 3> barriers{{{"barrier/dimension-exchange", "hypercube:3"},
                                               {"barrier/single-port", "hypercube:3"},
                                               {"barrier/rounds", "wheel:6"}}};

/// Says whether the fault has come about.
bool check_fault(const culprit_run& each, const planted& wrong) {
    const tutti::algorithm algorithm = faulty(support::entry(each.algorithm), wrong);
    tutti::experiment plan = support::to_fold(
        algorithm,
        {.network = std::string{each.network}, .values = each.values, .root = each.root});
    if (each.values == 0) {
        plan.parameters = {{"skew", 6U}};
    }
    const tutti::result outcome = support::run(plan);
    CAPTURE(each.algorithm);
    CAPTURE(each.network);
    CAPTURE(static_cast<int>(wrong.which));
    CAPTURE(wrong.at);
    CAPTURE(support::verdict_line(outcome));
    CHECK((outcome.verdict == tutti::verdict::complete) == !*wrong.has_happened);
    return *wrong.has_happened;
}

/// Tokens have no value and no contributions; results are none of a node that has none.
bool can_happen(const culprit_run& each, fault kind) {
    const bool is_value = kind == fault::alters_value || kind == fault::counts_fewer;
    const bool is_result = kind >= fault::delivers_nothing && kind <= fault::alters_result_number;
    const bool is_sent = kind >= fault::loses_packet && kind <= fault::sends_older;
    return kind != fault::none && (!is_value || each.values > 0) &&
           (!is_result || each.takes_results) && (!is_sent || each.root != faulty_node);
}

void check_faults(const culprit_run& each) {
    CHECK_FALSE(check_fault(each, {}));
    for (std::uint8_t i = 0; i < faults; ++i) {
        const auto kind = static_cast<fault>(i);
        if (!can_happen(each, kind)) {
            continue;
        }
        int happened = 0;
        for (const int at : {0, 1, 4}) {
            happened += check_fault(each, {.which = kind, .at = at}) ? 1 : 0;
        }
        CAPTURE(each.algorithm);
        CAPTURE(static_cast<int>(i));
        CHECK((happened > 0 || (kind == fault::sends_older && each.values == 1)));
    }
}

}  // namespace

TEST_CASE("a node of a reduction that does one thing wrong is found, whatever it is") {
    for (const culprit_run& each : runs) {
        check_faults(each);
    }
}

TEST_CASE("a node of a barrier that does one thing wrong is found, whatever it is") {
    for (const culprit_run& each : barriers) {
        check_faults(each);
    }
}

}  // TEST_SUITE("collectives/reduction.hpp")
