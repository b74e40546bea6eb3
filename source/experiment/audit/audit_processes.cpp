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
    first_listener heard{how};
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

lone_result run_one(const process_starter& starter, std::span<const std::byte> work, node_id node,
                    std::chrono::milliseconds limit, const std::stop_token& stop) {
    const std::array nodes{node};
    log_listener heard{nodes};
    piece_reader pieces;
    lone_result found;
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

world_result prepare(const process_starter& starter, const experiment& asked,
                     const world_wish& wish, std::chrono::milliseconds limit,
                     const std::stop_token& stop) {
    piece_reader pieces;
    world_result found;
    found.end = starter.start(
        work_for(asked, wish),
        [&](std::span<const std::byte> some) {
            pieces.hear(some, [&](piece_kind what, std::span<const std::byte> content) {
                if (what == piece_kind::world) {
                    found.world = world_in(content, wish.nodes.size());
                } else if (what == piece_kind::refusal) {
                    found.refusal = refusal_in(content);
                }
            });
        },
        limit, stop);
    return found;
}

}  // namespace tutti
