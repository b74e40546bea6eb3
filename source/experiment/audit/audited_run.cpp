#include "audited_run.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "algorithms/catalog/description_scope.hpp"
#include "audited_nodes.hpp"
#include "experiment/overflow.hpp"
#include "experiment/problem_inputs.hpp"
#include "experiment/processes/isolated_work.hpp"

namespace tutti {
namespace {

using detail::append;
using detail::append_text;
using detail::append_values;
using detail::byte_reader;

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
    byte_string content;
    append(content,
           audit_scale{.nodes = nodes.size(), .trials = trials, .events = within_64_bits(plan, [&] {
                                                                    return estimate_events(plan);
                                                                })});
    const prepared_problem problem{plan};
    for (const node_id node : nodes) {
        append(content, node);
        append_text(content, knowledge_of(problem, node));
    }
    write_piece(say, piece_kind::scale, content);
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

/// Checks of a run that count where nodes draw other random numbers than its seed has.
class draw_filter {
public:
    explicit draw_filter(bool theory_rests_on_draws) noexcept
        : is_complete_{theory_rests_on_draws} {}

    [[nodiscard]] bool fails(const check_result& one) const {
        constexpr std::array<std::string_view, 2> always{"draws", "delay"};
        constexpr std::array<std::string_view, 3> of_theory{"phases", "time", "transmissions"};
        const bool is_left_out = std::ranges::count(always, one.name) != 0 ||
                                 (is_complete_ && std::ranges::count(of_theory, one.name) != 0);
        return !one.holds && !is_left_out;
    }

private:
    bool is_complete_;
};

// Of what went wrong, the first that counts; or an empty text.
std::string complaint_of_run(const result& result, const draw_filter& counted) {
    const auto wrong = std::ranges::find_if(
        result.checks, [&](const check_result& one) { return counted.fails(one); });
    if (!result.text.empty() || wrong == result.checks.end()) {
        return result.text;
    }
    return fmt::format("{}: {}", wrong->name, wrong->text);
}

// The fields are in the order in which `take_outcome` reads them.
void write_outcome(const result& result, const draw_filter& counted, const output_handler& say) {
    byte_string content;
    // Both processes are the same program, so that plain values can be sent as bytes.
    append(content, result.verdict);
    append(content, run_figures{.digest = result.digest,
                                .slots = result.slots,
                                .transmissions = result.transmissions});
    append(content, result.ending == run_ending::completed &&
                        std::ranges::none_of(result.checks, [&](const check_result& one) {
                            return counted.fails(one);
                        }));
    append(content, result.failure.has_value());
    append(content, result.place ? result.place->at : slot{-1});
    append(content, result.diameter);
    append(content, result.broadcaster_nodes);
    append(content, result.packets);
    append_text(content, result.broadcasters);
    append_text(content, complaint_of_run(result, counted));
    append(content, std::uint64_t{result.stated.size()});
    for (const std::string& each : result.stated) {
        append_text(content, each);
    }
    write_piece(say, piece_kind::outcome, content);
}

// The order is that of `work_for`.
first_run_wish take_wish(byte_reader& from) {
    first_run_wish wish{.node_seed = from.take<std::uint64_t>()};
    wish.nodes.resize(static_cast<std::size_t>(from.take<std::uint64_t>()));
    for (node_id& each : wish.nodes) {
        each = from.take<node_id>();
    }
    const bool has_key = from.take<bool>();
    const auto key = from.take<std::uint64_t>();
    if (has_key) {
        wish.stream_key = key;
    }
    const bool is_one = from.take<bool>();
    const auto only = from.take<node_id>();
    if (is_one) {
        wish.only = only;
    }
    return wish;
}

// Empty if all follow from the seed of the experiment.
std::vector<std::uint64_t> stream_seeds(const first_run_wish& wish, const experiment& plan) {
    std::vector<std::uint64_t> seeds;
    for (std::size_t id = 0; wish.stream_key && id < node_count(plan.built_network); ++id) {
        const auto node = static_cast<node_id>(id);
        const bool is_own = !wish.only || *wish.only == node;
        seeds.push_back(is_own ? stream_seed(*wish.stream_key, node) : plan.seed);
    }
    return seeds;
}

}  // namespace

// Work is the plan, the wish and the limits of the run, in the order in which `run_all_nodes` takes
// them.
byte_string work_for(const experiment& plan, const audit_options& options,
                     const first_run_wish& wish) {
    byte_string work = work_on(work_kind::reference, plan);
    append(work, wish.node_seed);
    append(work, std::uint64_t{wish.nodes.size()});
    append_values(work, std::span{wish.nodes});
    append(work, wish.stream_key.has_value());
    append(work, wish.stream_key.value_or(0));
    append(work, wish.only.has_value());
    append(work, wish.only.value_or(0));
    append(work, std::uint64_t{options.nodes});
    append(work, options.trials);
    append(work, options.memory_limit_bytes);
    append(work, options.slot_budget.value_or(never));
    return work;
}

// This runs in the child. One thread is enough, and makes failures independent of scheduling.
void run_all_nodes(const experiment& plan, byte_reader& options, const output_handler& say) {
    const first_run_wish wish = take_wish(options);
    const auto count = static_cast<std::size_t>(options.take<std::uint64_t>());
    const auto trials = options.take<std::uint64_t>();
    experiment_options run{.threads = 1,
                           .executor = executor_kind::plain_threads,
                           .memory_limit_bytes = options.take<std::uint64_t>()};
    if (const slot budget = options.take<slot>(); budget != never) {
        run.slot_budget = budget;
    }
    check_memory(plan, run);
    const std::vector<std::uint64_t> seeds = stream_seeds(wish, plan);
    run.node_seeds = seeds;
    const problem input = problem_of(plan);
    const std::vector<node_id> nodes =
        wish.nodes.empty() ? audited_nodes(plan, input, count, wish.node_seed) : wish.nodes;
    write_scale(plan, trials, say, nodes);
    node_log_writer speaker{say, plan.built_network, nodes,
                            names_on_array(collective_of(plan), input)};
    run.sinks = {&speaker};
    // The theory may depend on draws of the nodes, which a key replaces: checks of it are then left
    // out.
    const draw_filter counted{wish.stream_key && theory_rests_on_draws(plan)};
    write_outcome(run_experiment(plan, run, {}), counted, say);
}

void audited_run_reader::hear(std::span<const std::byte> some) {
    pieces_.hear(some, [this](piece_kind kind, std::span<const std::byte> content) {
        take_piece(kind, content);
    });
}

// A run counts if its outcome has arrived; a child that ends before has failed.
std::optional<first_run> audited_run_reader::take() {
    if (!is_whole_ || !logs_) {
        return std::nullopt;
    }
    heard_.logs = std::move(logs_->logs());
    heard_.last = logs_->last();
    return std::move(heard_);
}

// A refusal is thrown here with the type that it had in the child.
void audited_run_reader::take_piece(piece_kind kind, std::span<const std::byte> content) {
    if (kind == piece_kind::refusal) {
        throw_refusal(content);
    }
    if (kind == piece_kind::sealed) {
        heard_.sandbox_failure = byte_reader{content}.take_text();
    } else if (kind == piece_kind::scale) {
        take_scale(content);
    } else if (kind == piece_kind::outcome) {
        take_outcome(content);
    } else if (logs_) {
        static_cast<void>(logs_->take(kind, content));
        if (options_->progress != nullptr) {
            options_->progress->now = logs_->last();
        }
    }
}

void audited_run_reader::take_scale(std::span<const std::byte> content) {
    byte_reader from{content};
    heard_.scale = from.take<audit_scale>();
    while (!from.is_at_end()) {
        heard_.nodes.push_back(from.take<node_id>());
        heard_.knowing.push_back(from.take_text());
    }
    // Logs need the list of nodes, so that pieces before the scale have no log to go to.
    logs_.emplace(heard_.nodes);
    if (options_->begins) {
        options_->begins(heard_.scale);
    }
}

void audited_run_reader::take_outcome(std::span<const std::byte> content) {
    byte_reader from{content};
    heard_.judged = from.take<tutti::verdict>();
    heard_.figures = from.take<run_figures>();
    heard_.is_served = from.take<bool>();
    heard_.may_fail = from.take<bool>();
    if (const auto failed_in = from.take<slot>(); failed_in >= 0) {
        heard_.failed_in = failed_in;
    }
    heard_.heading.diameter = from.take<int>();
    heard_.heading.broadcaster_nodes = from.take<std::size_t>();
    heard_.heading.packets = from.take<std::uint64_t>();
    heard_.heading.broadcasters = from.take_text();
    heard_.text = from.take_text();
    const auto stated = from.take<std::uint64_t>();
    for (std::uint64_t i = 0; i < stated; ++i) {
        heard_.stated.push_back(from.take_text());
    }
    is_whole_ = true;
}

}  // namespace tutti
