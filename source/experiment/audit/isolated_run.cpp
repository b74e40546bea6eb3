#include "isolated_run.hpp"

#include <array>
#include <limits>
#include <memory>
#include <tuple>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "experiment/events/phase_clock.hpp"
#include "experiment/node_inputs.hpp"
#include "resampled_plan.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/collective.hpp"

namespace tutti {
namespace {

using detail::byte_reader;

// At what time of the node the slot begins.
rational time_at(const std::vector<phase>& phases, const node_log& log, slot at) {
    phase_clock clock{phases};
    for (const node_event& each : log.events) {
        if (each.type == node_event::kind::marked && each.at < at) {
            const marked_end end = mark_in(each);
            clock.mark(0, end.name, end.at);
        }
    }
    return clock.time_of(0, at);
}

// Knowledge other than that of the run.
void withhold(knowledge& items, const knowledge& others, knowledge_item item) {
    if (item == knowledge_item::broadcasters) {
        const auto list = others.broadcasters();
        items.tell_broadcasters(
            std::make_shared<const std::vector<node_id>>(list.begin(), list.end()));
        return;
    }
    // An item that has the same number in the other world by chance is changed all the same.
    const std::uint64_t number = items.number(item);
    const std::uint64_t other = others.number(item);
    items.tell(item, other != number ? other : number + 1);
}

// Each node gets two inputs, its own and one with new payloads: which one is used is decided for
// each isolated run.
isolated_run_input input_for(const prepared_problem& own, const run_inputs& rekeyed,
                             const prepared_problem& other, const isolated_run_request& wish,
                             node_id node) {
    isolated_run_input input;
    input.plain.input = own.inputs.input(node);
    input.plain.takes_notes = input.plain.input.notes != nullptr;
    input.rekeyed = {.input = rekeyed.input(node), .takes_notes = input.plain.takes_notes};
    if (input.plain.input.arrivals) {
        // At the same moments, which follow from the key as well.
        input.rekeyed.input.arrivals = input.plain.input.arrivals;
        node_input_codec::replace_contents(*input.rekeyed.input.arrivals,
                                           derived_payloads{wish.key});
    }
    input.knowledge = own.inputs.node_knowledge(node);
    for (const knowledge_item each : wish.withheld) {
        withhold(input.knowledge, other.inputs.node_knowledge(node), each);
    }
    return input;
}

// Where addressed messages have other numbers, their names depend on the number of messages of each
// node.
std::optional<message_naming> naming_of(const experiment& plan, const problem& input) {
    if (!emulates_torus(*plan.algorithm, input.network) ||
        !std::holds_alternative<addressed_messages>(collective_of(plan).required(input))) {
        return std::nullopt;
    }
    return message_naming{.root = input.root, .broadcasters = input.broadcasters};
}

bool folds_values(const experiment& plan, const problem& input) {
    const requirement required = collective_of(plan).required(input);
    return std::holds_alternative<folded_values>(required) ||
           std::holds_alternative<sums_upwards>(required);
}

// As any run has it made.
any_program program_of(const experiment& around, const prepared_problem& world, node_id node) {
    std::ignore = theory_of(around, world.input);
    std::ignore = world.inputs.input(node);
    std::ignore = world.inputs.node_knowledge(node);
    return around.algorithm->program(world.input);
}

// The names depend on the number of messages of each node, so that the original broadcasters are
// needed, but only where they matter.
origin_mapping names_for(const experiment& around, problem input,
                         const std::optional<message_naming>& naming) {
    if (naming) {
        input.root = naming->root;
        input.broadcasters = naming->broadcasters;
    }
    return names_on_array(*around.algorithm, input);
}

/// Input of the process of a node alone.
struct isolated_run_task {
    node_id node = 0;
    std::uint64_t seed = 0;
    slot last = 0;
    std::optional<message_naming> naming;
    std::vector<phase> phases;
    carried_input input;
    tutti::knowledge knowledge;
    std::vector<mail_packet> mail;
};

// The slot budget is unlimited: the transport ends the run after the last slot of the log.
emulation isolated_emulation(const experiment& around, const isolated_run_task& task,
                             replay_transport& others, node_partition shares) {
    return {.machine = {.threads = 1,
                        .executor = executor_kind::plain_threads,
                        .memory_limit_bytes = std::numeric_limits<std::uint64_t>::max(),
                        .carrier = &others,
                        .shares = std::move(shares)},
            .run = {.ports = around.ports,
                    .seed = task.seed,
                    .slot_budget = never - 1,
                    .keeps_time = collective_of(around).is_dynamic},
            .ended = [](const run_report& /*report*/) {}};
}

}  // namespace

// Inputs are prepared in a process as well, since descriptions of algorithms are called for them.
isolated_inputs_result prepare(const process_starter& starter, const experiment& plan,
                               const isolated_run_request& wish, const process_limits& limits) {
    byte_string work = work_on(work_kind::world, plan);
    append_values(work, wish);
    isolated_inputs_result inputs;
    const auto take = [&](piece_kind kind, std::span<const std::byte> content) {
        if (kind == piece_kind::world) {
            inputs.world = value_in<isolated_run_inputs>(content);
        } else if (kind == piece_kind::refusal) {
            inputs.refusal = refusal_in(content);
        }
    };
    inputs.end = starter.start(work, take, limits);
    return inputs;
}

void prepare_isolated_inputs(const experiment& plan, byte_reader& work, const output_handler& say) {
    const auto request = take_value<isolated_run_request>(work);
    const redrawn_experiment redrawn_one =
        resampled_plan(plan, request.withheld, request.seed, request.trial);
    // `own` is the problem of the run of all, and `other` the one that withheld items come from.
    const prepared_problem own{plan};
    const prepared_problem other{redrawn_one.elsewhere};
    const assignment fresh{collective_of(plan).given(own.input), derived_payloads{request.key}};
    const run_inputs rekeyed = inputs_for(own.input, fresh, *plan.algorithm, {});

    isolated_run_inputs world{.around = {},
                              .why_same = redrawn_one.why_same,
                              .naming = naming_of(plan, own.input),
                              .is_folded = folds_values(plan, own.input),
                              .phases = own.phases,
                              .inputs = {}};
    append_experiment(world.around, without_broadcaster_text(redrawn_one.elsewhere));
    for (const node_id node : request.nodes) {
        world.inputs.push_back(input_for(own, rekeyed, other, request, node));
    }
    write_piece(say, piece_kind::world, bytes_of(world));
}

// The log is as long as the process lived: a node that crashes is compared up to that slot.
isolated_run_result run_one(const process_starter& starter, std::span<const std::byte> work,
                            node_id node, const process_limits& limits) {
    const std::array nodes{node};
    node_log_reader heard{nodes};
    isolated_run_result result;
    const auto take = [&](piece_kind kind, std::span<const std::byte> content) {
        if (!heard.take(kind, content) && kind == piece_kind::refusal) {
            result.refusal = refusal_in(content);
        }
    };
    result.end = starter.start(work, take, limits);
    result.log = std::move(heard.logs().front());
    result.last = heard.last();
    return result;
}

byte_string work_for(const isolated_run_inputs& world, const isolated_run& run,
                     const isolated_run_input& run_input, const payloads& others) {
    carried_input input = run.is_rekeyed ? run_input.rekeyed : run_input.plain;
    // Arrivals after the last slot that is compared are drawn anew: a node that looks ahead behaves
    // differently before it.
    if (run.has_other_arrivals && input.input.arrivals) {
        const rational time = time_at(world.phases, run.log, run.last);
        input.input.arrivals->redraw_after(instant_at(time), others);
    }
    byte_string work = work_on(work_kind::alone, world.around);
    append_values(work, isolated_run_task{.node = run.node,
                                          .seed = run.seed,
                                          .last = run.last,
                                          .naming = world.naming,
                                          .phases = world.phases,
                                          .input = std::move(input),
                                          .knowledge = run_input.knowledge,
                                          .mail = run.log.mail});
    return work;
}

// This runs in the child. The node is the only one of its partition; all others are the transport.
void run_isolated_node(const experiment& around, byte_reader& work, const output_handler& say) {
    const auto task = take_value<isolated_run_task>(work);
    const prepared_problem world{around};
    const any_program program = program_of(around, world, task.node);
    const std::size_t count = node_count(world.input.network);
    const std::array nodes{task.node};
    node_log_writer speaker{say, world.input.network, nodes};
    replay_transport others{task.node, task.mail, task.last};
    const std::array<sink*, 2> sinks{&others, &speaker};
    const std::string name =
        fmt::format("{}/{}", around.algorithm->collective, around.algorithm->name);
    const std::vector<phase_end> phases = phase_ends(task.phases, count);
    // Deliveries are compared by the parent and not verified here: what a node may deliver is
    // unknown to its process.
    delivery_verifier nothing{all_messages_everywhere{count, {}}, payloads{}};
    interval_record notes = world.records.empty() ? interval_record{} : world.records.front();
    emulation emulation =
        isolated_emulation(around, task, others, node_partition::of_single_node(task.node, count));
    emulation.run.algorithm = name;
    emulation.run.sinks = sinks;
    emulation.run.phases = phases;
    emulation.receiver = &nothing;
    const auto input = [&](node_id /*node*/) {
        node_input own_input = task.input.input;
        own_input.notes = task.input.takes_notes ? &notes : nullptr;
        return own_input;
    };
    program.run({.input = input,
                 .node_knowledge = [&](node_id /*node*/) { return task.knowledge; },
                 .name = names_for(around, world.input, task.naming)},
                emulation);
}

}  // namespace tutti
