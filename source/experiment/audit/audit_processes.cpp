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

std::optional<first_run> run_all(const process_starter& starter, const experiment& asked,
                                 const audit_options& how, const first_run_wish& wish) {
    audited_run_reader heard{how};
    const process_end end = starter.start(
        work_for(asked, how, wish), [&](std::span<const std::byte> some) { heard.hear(some); },
        no_limit, how.stop);
    if (end.ending == process_ending::stopped) {
        return std::nullopt;
    }
    std::optional<first_run> found = heard.take();
    if (!found) {
        throw std::runtime_error{fmt::format("the run of all nodes failed: {}",
                                             end.text.empty() ? "it sent no output" : end.text)};
    }
    return found;
}

isolated_run_result run_one(const process_starter& starter, std::span<const std::byte> work,
                            node_id node, std::chrono::milliseconds limit,
                            const std::stop_token& stop) {
    const std::array nodes{node};
    node_log_reader heard{nodes};
    piece_reader pieces;
    isolated_run_result found;
    found.end = starter.start(
        work,
        [&](std::span<const std::byte> some) {
            pieces.hear(some, [&](piece_kind what, std::span<const std::byte> content) {
                if (!heard.take(what, content) && what == piece_kind::refusal) {
                    found.refusal = refusal_in(content);
                }
            });
        },
        limit, stop);
    found.log = std::move(heard.logs().front());
    found.last = heard.last();
    return found;
}

isolated_inputs_result prepare(const process_starter& starter, const experiment& asked,
                               const isolated_run_request& wish, std::chrono::milliseconds limit,
                               const std::stop_token& stop) {
    piece_reader pieces;
    isolated_inputs_result found;
    found.end = starter.start(
        work_for(asked, wish),
        [&](std::span<const std::byte> some) {
            pieces.hear(some, [&](piece_kind what, std::span<const std::byte> content) {
                if (what == piece_kind::world) {
                    found.world = parse_isolated_inputs(content, wish.nodes.size());
                } else if (what == piece_kind::refusal) {
                    found.refusal = refusal_in(content);
                }
            });
        },
        limit, stop);
    return found;
}

}  // namespace tutti
