#include "reduction.hpp"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "bounds/reduction_bounds.hpp"
#include "collectives.hpp"
#include "collectives/input/derived_payloads.hpp"

namespace tutti {
namespace {

constexpr std::uint64_t most_folded_values = 100'000'000;
constexpr std::uint64_t most_skew = 1'000'000'000;

parameter values_parameter(parameter_value default_value) {
    return {.name = "values",
            .default_value = std::move(default_value),
            .meaning = "m, how many values each node starts with; N: as many as there are nodes",
            .range = integer_range{.least = 0, .most = most_folded_values, .word = "N"}};
}

parameter operator_parameter() {
    return {.name = "operator",
            .default_value = "sum",
            .meaning = "what values are folded with; the sum is taken mod 2^64",
            .range = name_range{{"sum", "xor", "min", "max"}}};
}

std::vector<parameter> reduction_parameters(parameter_value values) {
    return {values_parameter(std::move(values)), operator_parameter()};
}

broadcaster_set value_holders(const setting& setting, node_id /*root*/) {
    return every_participant(setting, value_count(setting));
}

std::uint64_t values_of_all(const setting& setting) {
    return value_count(setting) * setting.participant_count();
}

template <result_place Place>
requirement results_at(const problem& problem) {
    return folded_values{.node_count = node_count(problem.network),
                         .count = static_cast<std::uint32_t>(value_count(problem)),
                         .operation = operator_of(problem),
                         .place = Place,
                         .root = problem.root,
                         .participants = problem.participants};
}

// `values` counts those of all nodes; the number of results is that of one node.
std::uint64_t results_at_one_node(std::uint64_t nodes, std::uint64_t values) {
    return values / nodes;
}

// The senders; the results, and a byte for each.
std::uint64_t bytes_of_kept_results(std::uint64_t nodes, std::uint64_t values) {
    return nodes * broadcaster_set::bytes_each + values / nodes * (sizeof(std::uint64_t) + 1);
}

// The results once more.
std::uint64_t bytes_of_results_everywhere(std::uint64_t nodes, std::uint64_t values) {
    return nodes * broadcaster_set::bytes_each + values / nodes * sizeof(std::uint64_t) +
           delivery_verifier::bytes(nodes, values / nodes);
}

/// The last call of the problem that was asked about last: all nodes of a run ask about the same.
///
/// Thread safety: any thread may ask.
class remembered_last_call {
public:
    [[nodiscard]] slot of(const problem& problem) {
        const std::tuple key{problem.seed, problem.parameter<std::uint64_t>("skew"),
                             node_count(problem.network)};
        const std::scoped_lock guard{lock_};
        if (known_ != key || callers_ != problem.participants) {
            callers_ = problem.participants;
            last_ = last_call(problem);
            known_ = key;
        }
        return last_;
    }

private:
    std::mutex lock_;
    std::optional<std::tuple<std::uint64_t, std::uint64_t, std::size_t>> known_;
    participant_set callers_;
    slot last_ = 0;
};

// A node that goes on before all have called breaks the barrier, however late the others are.
std::string too_early(slot last, const problem& problem, const node_outcome& node) {
    const slot due = last * slots_of_call(problem);
    const bool is_late_enough = node.delivered_in.empty() || node.delivered_in.front() >= due;
    return is_late_enough ? std::string{}
                          : fmt::format("it went on in slot {}, and the last node calls in slot {}",
                                        node.delivered_in.front(), due);
}

}  // namespace

slot slots_of_call(const problem& problem) {
    const auto* const shape = std::get_if<grid>(&problem.network);
    return shape != nullptr && shape->edge() == grid_edge::folded ? 2 : 1;
}

fold_operator operator_of(const setting& setting) {
    const auto& name = setting.parameter<std::string>("operator");
    return name == "xor"   ? fold_operator::exclusive_or
           : name == "min" ? fold_operator::least
           : name == "max" ? fold_operator::greatest
                           : fold_operator::sum;
}

reduction_rules rules_of_reduction(const setting& setting) {
    return {.operation = operator_of(setting),
            .values = value_count(setting),
            .participants = setting.participants};
}

std::uint64_t value_count(const setting& setting) {
    return setting.number_or("values", setting.participant_count());
}

std::vector<std::uint64_t> folded_values::results(const payloads& contents) const {
    const derived_payloads payloads{contents};
    const std::uint32_t size = participants.size(node_count);
    // The fold begins with the value of the first, which saves an identity for each operator.
    const auto fold = [&](std::uint32_t number, const auto& node_at) {
        std::uint64_t result = payloads.of(node_at(0), number);
        for (std::uint32_t rank = 1; rank < size; ++rank) {
            result = folded_by(operation, result, payloads.of(node_at(rank), number));
        }
        return result;
    };
    const auto id_of = [](node_id rank) { return rank; };
    const auto participant = [this](std::uint32_t rank) { return participants.at(rank); };
    std::vector<std::uint64_t> values(count);
    for (std::uint32_t number = 0; number < count; ++number) {
        values[number] =
            participants.is_everyone() ? fold(number, id_of) : fold(number, participant);
    }
    return values;
}

// Call 0 of a node's own stream, which counts from 1.
slot call_of(const problem& problem, node_id node) {
    if (!problem.participants.contains(node)) {
        return 0;
    }
    const auto skew = problem.parameter<std::uint64_t>("skew");
    return slots_for(node_random(problem.seed, node, 0) % (skew + 1));
}

// A draw of the largest value ends the search: no call is later.
slot last_call(const problem& problem) {
    const auto skew = problem.parameter<std::uint64_t>("skew");
    slot latest = 0;
    const std::size_t nodes = node_count(problem.network);
    for (node_id node = 0; node < nodes && std::cmp_less(latest, skew); ++node) {
        latest = std::max(latest, call_of(problem, node));
    }
    return latest;
}

std::uint64_t steps_of_calls(const problem& problem) {
    return problem.parameter<std::uint64_t>("skew") == 0 ? 0 : node_count(problem.network);
}

collective reduce() {
    return {.name = "reduce",
            .meaning =
                "Every node has one value or several; the root gets their sums over all nodes, or "
                "what another operator makes of them.",
            .parameters = reduction_parameters(1U),
            .takes_root = true,
            .senders = value_holders,
            .message_count = values_of_all,
            .required = results_at<result_place::at_root>,
            .deliveries = results_at_one_node,
            .check_bytes = bytes_of_kept_results,
            .lower_bound = reduce_bound,
            .messages_in_size = value_count};
}

collective reduce_scatter() {
    return {.name = "reduce-scatter",
            .aliases = {"reduce_scatter", "ReduceScatter"},
            .meaning =
                "Every node has values, whose sums over all nodes, or what another operator makes "
                "of them, are dealt out: number i to node i mod N.",
            .parameters = reduction_parameters("N"),
            .senders = value_holders,
            .message_count = values_of_all,
            .required = results_at<result_place::in_turn>,
            .deliveries = results_at_one_node,
            .check_bytes = bytes_of_kept_results,
            .lower_bound = reduce_scatter_bound,
            .messages_in_size = value_count};
}

collective allreduce() {
    return {.name = "allreduce",
            .aliases = {"AllReduce"},
            .meaning =
                "Every node has one value or several, and every node gets their sums over all "
                "nodes, or what another operator makes of them.",
            .parameters = reduction_parameters("N"),
            .senders = value_holders,
            .message_count = values_of_all,
            .required = results_at<result_place::everywhere>,
            .deliveries = [](std::uint64_t /*nodes*/, std::uint64_t values) { return values; },
            .check_bytes = bytes_of_results_everywhere,
            .lower_bound = allreduce_bound,
            .messages_in_size = value_count};
}

collective barrier() {
    return {
        .name = "barrier",
        .meaning = "No node goes on before all nodes have called.",
        .parameters = {{.name = "skew",
                        .default_value = 0U,
                        .meaning = "nodes call in slots that are drawn from 0 to this",
                        .range = integer_range{.least = 0, .most = most_skew}}},
        .input = [](const problem& input, const assignment& /*assignment*/,
                    node_id node) { return node_input{.call = call_of(input, node)}; },
        .required = [](const problem& input) -> requirement {
            return one_message_each{
                .expected = std::vector<message>(node_count(input.network), message{}),
                .receivers = input.participants};
        },
        .deliveries = [](std::uint64_t nodes, std::uint64_t /*messages*/) { return nodes; },
        .check_bytes = [](std::uint64_t nodes,
                          std::uint64_t /*messages*/) { return nodes * (sizeof(message) + 1); },
        .checks = [last = std::make_shared<remembered_last_call>()](
                      const problem& input,
                      const node_outcome& node) { return too_early(last->of(input), input, node); },
        .lower_bound = barrier_bound};
}

}  // namespace tutti
