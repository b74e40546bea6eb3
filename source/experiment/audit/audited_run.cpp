#include "audited_run.hpp"

#include <algorithm>
#include <array>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "algorithms/catalog/description_scope.hpp"
#include "experiment/node_inputs.hpp"
#include "experiment/overflow.hpp"
#include "util/collect.hpp"

namespace tutti {
namespace {

using detail::byte_reader;

// The first and last id, and the first nodes of the smallest, the largest and some other degree: on
// arrays a corner, one inside and one at an edge.
std::vector<node_id> of_all_places(const network& net) {
    const auto nodes = std::views::iota(node_id{0}, static_cast<node_id>(node_count(net)));
    const auto degree = [&](node_id node) {
        return std::visit([&](const auto& shape) { return shape.degree(node); }, net);
    };
    const node_id leaf = *std::ranges::min_element(nodes, {}, degree);
    const node_id inside = *std::ranges::max_element(nodes, {}, degree);
    const auto between = std::ranges::find_if(nodes, [&](node_id node) {
        return degree(node) > degree(leaf) && degree(node) < degree(inside);
    });
    return {leaf, inside, between == nodes.end() ? 0 : *between, 0, nodes.back()};
}

// The first node with initial messages, and the first without.
std::vector<node_id> of_all_inputs(const experiment& plan, const problem& input) {
    const broadcaster_set broadcasters = collective_of(plan).given(input);
    std::vector<node_id> nodes;
    if (!broadcasters.nodes.empty()) {
        nodes.push_back(broadcasters.nodes.front());
    }
    // The nodes of a set are ascending, so that a binary search finds whether a node is one.
    node_id without = 0;
    while (std::ranges::binary_search(broadcasters.nodes, without)) {
        ++without;
    }
    if (without < node_count(input.network)) {
        nodes.push_back(without);
    }
    if (collective_of(plan).takes_root) {
        nodes.push_back(input.root);
    }
    return nodes;
}

/// This number of nodes in increasing order, all if there are no more: one of every kind, which is
/// a node with an initial message, one without, the root, a leaf, nodes at the border and one
/// inside; then others, drawn by `seed`.
/// @param input the problem of `plan`
std::vector<node_id> audited_nodes(const experiment& plan, const problem& input, std::size_t count,
                                   std::uint64_t seed) {
    const std::size_t nodes = node_count(input.network);
    // Nodes of special inputs and places come first, and random ones fill up: with a small count
    // the special ones matter most.
    count = std::min(count, nodes);
    std::vector<node_id> expected = of_all_inputs(plan, input);
    std::ranges::copy(of_all_places(input.network), std::back_inserter(expected));
    // All of the kinds may be among those that are drawn.
    std::ranges::copy(pick(nodes, std::min(nodes, count + expected.size()), seed),
                      std::back_inserter(expected));
    std::vector<node_id> chosen;
    for (const node_id each : expected) {
        if (chosen.size() < count && std::ranges::count(chosen, each) == 0) {
            chosen.push_back(each);
        }
    }
    std::ranges::sort(chosen);
    return chosen;
}

/// Limits of the run of all, for its process.
struct run_limits {
    std::size_t audited = 0;  ///< nodes
    std::uint64_t trials = 0;
    std::uint64_t memory_bytes = 0;
    std::optional<slot> slot_budget{};
};

// This is what a reader of the report needs in order to judge a difference: the node's own input
// and the items that it received.
std::string knowledge_of(const prepared_problem& problem, node_id node) {
    const std::string text = to_string(problem.inputs.node_knowledge(node));
    const node_input input = problem.inputs.input(node);
    return fmt::format("{}{}", text.empty() ? "" : fmt::format("{} (told); ", text),
                       input.arrivals
                           ? "what had arrived at it"
                           : fmt::format("{} messages of its own", input.messages.size()));
}

// The scale is sent before the run begins, since the parent announces long runs and collects logs
// of the nodes that it names.
void write_scale(const experiment& plan, std::uint64_t trials, const output_handler& say,
                 std::span<const node_id> nodes) {
    const prepared_problem problem{plan};
    const announced_run announced{
        .scale = {.nodes = nodes.size(),
                  .trials = trials,
                  .events = within_64_bits(plan, [&] { return estimate_events(plan); })},
        .nodes = {nodes.begin(), nodes.end()},
        .knowing = vector_of(nodes, [&](node_id node) { return knowledge_of(problem, node); })};
    write_piece(say, piece_kind::scale, bytes_of(announced));
}

/// Predictions of the theory for a run that may depend on random numbers of its nodes.
struct drawn_figures {
    explicit drawn_figures(const algorithm& algorithm, const problem& input) {
        if (const auto expected = expected_time_of(algorithm, input)) {
            units = expected->units;
        }
        if (const auto hops = algorithm.transmissions(input)) {
            transmissions = {hops->data, hops->control};
        }
        for (const phase& each : algorithm.phases(input)) {
            slots.emplace_back(each.expected_slots, each.most_slots);
        }
    }

    std::optional<rational> units;
    std::optional<std::pair<std::uint64_t, std::uint64_t>> transmissions;
    std::vector<std::pair<std::optional<slot>, std::optional<slot>>> slots;

    friend bool operator==(const drawn_figures&, const drawn_figures&) = default;
};

// Whether other random numbers of the nodes would change what the theory foretells. A few draws of
// a small run may agree by chance, this number does not.
bool theory_rests_on_draws(const experiment& plan) {
    constexpr int most_draws = 24;
    problem input = built_problem_of(plan);
    const description_scope called;
    const drawn_figures first{*plan.algorithm, input};
    split_mix seeds{input.seed};
    for (int draw = 0; draw < most_draws; ++draw) {
        input.seed = seeds.next();
        if (drawn_figures{*plan.algorithm, input} != first) {
            return true;
        }
    }
    return false;
}

// True if a check does not hold that counts where nodes draw other random numbers than its seed
// has.
bool fails(const check_result& one, bool theory_rests_on_draws) {
    constexpr std::array<std::string_view, 2> always{"draws", "delay"};
    constexpr std::array<std::string_view, 3> of_theory{"phases", "time", "transmissions"};
    const bool is_left_out =
        std::ranges::count(always, one.name) != 0 ||
        (theory_rests_on_draws && std::ranges::count(of_theory, one.name) != 0);
    return !one.holds && !is_left_out;
}

void write_outcome(const result& result, bool theory_rests_on_draws, const output_handler& say) {
    const auto wrong = std::ranges::find_if(
        result.checks, [&](const check_result& one) { return fails(one, theory_rests_on_draws); });
    const bool is_right = wrong == result.checks.end();
    const run_outcome outcome{
        .judged = result.verdict,
        .figures = {.digest = result.digest,
                    .slots = result.slots,
                    .transmissions = result.transmissions},
        .is_served = result.ending == run_ending::completed && is_right,
        .may_fail = result.failure.has_value(),
        .failed_in = result.place ? std::optional{result.place->at} : std::nullopt,
        .text = !result.text.empty() || is_right ? result.text
                                                 : fmt::format("{}: {}", wrong->name, wrong->text),
        .stated = result.stated,
        .heading = static_cast<const request&>(result)};
    write_piece(say, piece_kind::outcome, bytes_of(outcome));
}

// Empty if all follow from the seed of the experiment.
std::vector<std::uint64_t> stream_seeds(const first_run_wish& wish, const experiment& plan) {
    std::vector<std::uint64_t> seeds;
    for (node_id node = 0; wish.stream_key && node < node_count(plan.built_network); ++node) {
        const bool is_own = !wish.only || *wish.only == node;
        seeds.push_back(is_own ? stream_seed(*wish.stream_key, node) : plan.seed);
    }
    return seeds;
}

/// Reader of the output of `run_all_nodes`.
class audited_run_reader {
public:
    explicit audited_run_reader(const audit_options& options) noexcept : options_{&options} {}

    /// @throws std::invalid_argument, std::runtime_error if there is no run, with the reason
    // A refusal is thrown here with the type that it had in the child.
    void hear(piece_kind kind, std::span<const std::byte> content) {
        if (kind == piece_kind::refusal) {
            throw_refusal(content);
        }
        if (kind == piece_kind::sealed) {
            heard_.sandbox_failure = value_in<std::string>(content);
        } else if (kind == piece_kind::scale) {
            heard_.announced_run::operator=(value_in<announced_run>(content));
            if (heard_.knowing.size() != heard_.nodes.size()) {
                throw std::runtime_error{"the process of the run of all nodes reports no such run"};
            }
            // Logs need the list of nodes, so that pieces before the scale have no log to go to.
            logs_.emplace(heard_.nodes);
            if (options_->begins) {
                options_->begins(heard_.scale);
            }
        } else if (kind == piece_kind::outcome) {
            heard_.run_outcome::operator=(value_in<run_outcome>(content));
            is_whole_ = true;
        } else if (logs_) {
            [[maybe_unused]] const bool is_log = logs_->take(kind, content);
            if (options_->progress != nullptr) {
                options_->progress->now = logs_->last();
            }
        }
    }

    // A run counts if its outcome has arrived; a child that ends before has failed.
    [[nodiscard]] std::optional<first_run> take() {
        if (!is_whole_ || !logs_) {
            return std::nullopt;
        }
        heard_.logs = std::move(logs_->logs());
        heard_.last = logs_->last();
        return std::move(heard_);
    }

private:
    const audit_options* options_;
    std::optional<node_log_reader> logs_;
    first_run heard_;
    bool is_whole_ = false;
};

}  // namespace

std::optional<first_run> run_all(const process_starter& starter, const experiment& plan,
                                 const audit_options& options, const first_run_wish& wish) {
    byte_string work = work_on(work_kind::reference, plan);
    append_values(work, wish,
                  run_limits{.audited = options.nodes,
                             .trials = options.trials,
                             .memory_bytes = options.memory_limit_bytes,
                             .slot_budget = options.slot_budget});
    audited_run_reader heard{options};
    const process_end end = starter.start(
        work,
        [&](piece_kind kind, std::span<const std::byte> content) { heard.hear(kind, content); },
        {.stop = options.stop});
    if (end.ending == process_ending::stopped) {
        return std::nullopt;
    }
    // A run without an outcome has crashed or ended early, and there is nothing to compare with.
    std::optional<first_run> run = heard.take();
    if (!run) {
        throw std::runtime_error{fmt::format("the run of all nodes failed: {}",
                                             end.text.empty() ? "it sent no output" : end.text)};
    }
    return run;
}

// This runs in the child. One thread is enough, and makes failures independent of scheduling.
void run_all_nodes(const experiment& plan, byte_reader& work, const output_handler& say) {
    const auto wish = take_value<first_run_wish>(work);
    const auto limits = take_value<run_limits>(work);
    experiment_options run{.threads = 1,
                           .executor = executor_kind::plain_threads,
                           .memory_limit_bytes = limits.memory_bytes};
    run.slot_budget = limits.slot_budget;
    check_memory(plan, run);
    const std::vector<std::uint64_t> seeds = stream_seeds(wish, plan);
    run.node_seeds = seeds;
    const problem input = problem_of(plan);
    const std::vector<node_id> nodes =
        wish.nodes.empty() ? audited_nodes(plan, input, limits.audited, wish.node_seed)
                           : wish.nodes;
    write_scale(plan, limits.trials, say, nodes);
    node_log_writer speaker{say, plan.built_network, nodes, names_on_array(*plan.algorithm, input)};
    run.sinks = {&speaker};
    // The theory may depend on draws of the nodes, which a key replaces: checks of it are then left
    // out.
    const bool rests_on_draws = wish.stream_key && theory_rests_on_draws(plan);
    write_outcome(run_experiment(plan, run, {}), rests_on_draws, say);
}

}  // namespace tutti
