#include "audit_processes.hpp"

#include <array>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace tutti {
namespace {

// Limit of a run of all nodes: callers that wait can stop it.
constexpr std::chrono::hours no_limit{24 * 365};

}  // namespace

std::optional<first_run> run_all(const process_starter& starter, const experiment& plan,
                                 const audit_options& options, const first_run_wish& wish) {
    audited_run_reader heard{options};
    const process_end end = starter.start(
        work_for(plan, options, wish), [&](std::span<const std::byte> some) { heard.hear(some); },
        no_limit, options.stop);
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

// The log is as long as the process lived: a node that crashes is compared up to that slot.
isolated_run_result run_one(const process_starter& starter, std::span<const std::byte> work,
                            node_id node, std::chrono::milliseconds limit,
                            const std::stop_token& stop) {
    const std::array nodes{node};
    node_log_reader heard{nodes};
    piece_reader pieces;
    isolated_run_result result;
    result.end = starter.start(
        work,
        [&](std::span<const std::byte> some) {
            pieces.hear(some, [&](piece_kind kind, std::span<const std::byte> content) {
                if (!heard.take(kind, content) && kind == piece_kind::refusal) {
                    result.refusal = refusal_in(content);
                }
            });
        },
        limit, stop);
    result.log = std::move(heard.logs().front());
    result.last = heard.last();
    return result;
}

// Inputs are prepared in a process as well, since descriptions of algorithms are called for them.
isolated_inputs_result prepare(const process_starter& starter, const experiment& plan,
                               const isolated_run_request& wish, std::chrono::milliseconds limit,
                               const std::stop_token& stop) {
    piece_reader pieces;
    isolated_inputs_result inputs;
    inputs.end = starter.start(
        work_for(plan, wish),
        [&](std::span<const std::byte> some) {
            pieces.hear(some, [&](piece_kind kind, std::span<const std::byte> content) {
                if (kind == piece_kind::world) {
                    inputs.world = parse_isolated_inputs(content, wish.nodes.size());
                } else if (kind == piece_kind::refusal) {
                    inputs.refusal = refusal_in(content);
                }
            });
        },
        limit, stop);
    return inputs;
}

}  // namespace tutti
