#include "audited_run.hpp"

#include <utility>

#include <fmt/format.h>

#include "audited_nodes.hpp"
#include "isolated_work.hpp"
#include "overflow.hpp"
#include "posed.hpp"

namespace tutti {
namespace {

using detail::append;
using detail::append_text;
using detail::byte_reader;

std::string knowledge_of(const posed& all, node_id node) {
    const std::string told = to_string(all.inputs.told_to(node));
    const node_input mine = all.inputs.input(node);
    return fmt::format("{}{}", told.empty() ? "" : fmt::format("{} (told); ", told),
                       mine.arrivals ? "what had arrived at it"
                                     : fmt::format("{} messages of its own", mine.messages.size()));
}

void say_scale(const experiment& asked, std::uint64_t trials, const speech& say,
               std::span<const node_id> nodes) {
    byte_string content;
    append(content,
           audit_scale{.nodes = nodes.size(),
                       .trials = trials,
                       .events = within_64_bits(asked, [&] { return estimate_events(asked); })});
    const posed all{asked};
    for (const node_id node : nodes) {
        append(content, node);
        append_text(content, knowledge_of(all, node));
    }
    say_piece(say, piece_kind::scale, content);
}

void say_outcome(const result& found, const speech& say) {
    byte_string content;
    append(content, found.verdict);
    append(content,
           run_figures{
               .digest = found.digest, .slots = found.slots, .transmissions = found.transmissions});
    append(content, found.place ? found.place->at : slot{-1});
    append(content, found.diameter);
    append(content, found.broadcaster_nodes);
    append(content, found.packets);
    append_text(content, found.broadcasters);
    std::string wrong = found.text;
    for (const check_result& each : found.checks) {
        if (wrong.empty() && !each.holds) {
            wrong = fmt::format("{}: {}", each.name, each.text);
        }
    }
    append_text(content, wrong);
    say_piece(say, piece_kind::outcome, content);
}

}  // namespace

byte_string work_for(const experiment& asked, const audit_options& how, std::uint64_t node_seed) {
    byte_string work = work_on(work_kind::reference, asked);
    append(work, node_seed);
    append(work, std::uint64_t{how.nodes});
    append(work, how.trials);
    append(work, how.memory_limit_bytes);
    append(work, how.slot_budget.value_or(never));
    return work;
}

void run_together(const experiment& asked, byte_reader& options, const speech& say) {
    const auto node_seed = options.take<std::uint64_t>();
    const auto count = static_cast<std::size_t>(options.take<std::uint64_t>());
    const auto trials = options.take<std::uint64_t>();
    experiment_options run{.threads = 1,
                           .executor = executor_kind::plain_threads,
                           .memory_limit_bytes = options.take<std::uint64_t>()};
    if (const slot budget = options.take<slot>(); budget != never) {
        run.slot_budget = budget;
    }
    check_memory(asked, run);
    const problem input = problem_of(asked);
    const std::vector<node_id> nodes = audited_nodes(asked, input, count, node_seed);
    say_scale(asked, trials, say, nodes);
    log_speaker speaker{say, asked.where, nodes, names_on_array(goal_of(asked), input)};
    run.sinks = {&speaker};
    say_outcome(run_experiment(asked, run, {}), say);
}

void first_listener::hear(std::span<const std::byte> some) {
    pieces_.hear(some, [this](piece_kind what, std::span<const std::byte> content) {
        take_piece(what, content);
    });
}

std::optional<first_run> first_listener::take() {
    if (!is_whole_ || !logs_) {
        return std::nullopt;
    }
    heard_.logs = std::move(logs_->logs());
    heard_.last = logs_->last();
    return std::move(heard_);
}

void first_listener::take_piece(piece_kind what, std::span<const std::byte> content) {
    if (what == piece_kind::refusal) {
        throw_refusal(content);
    }
    if (what == piece_kind::sealed) {
        heard_.why_unsealed = byte_reader{content}.take_text();
    } else if (what == piece_kind::scale) {
        take_scale(content);
    } else if (what == piece_kind::outcome) {
        take_outcome(content);
    } else if (logs_) {
        static_cast<void>(logs_->take(what, content));
        if (how_->progress != nullptr) {
            how_->progress->now = logs_->last();
        }
    }
}

void first_listener::take_scale(std::span<const std::byte> content) {
    byte_reader from{content};
    heard_.scale = from.take<audit_scale>();
    while (!from.is_at_end()) {
        heard_.nodes.push_back(from.take<node_id>());
        heard_.knowing.push_back(from.take_text());
    }
    logs_.emplace(heard_.nodes);
    if (how_->begins) {
        how_->begins(heard_.scale);
    }
}

void first_listener::take_outcome(std::span<const std::byte> content) {
    byte_reader from{content};
    heard_.judged = from.take<tutti::verdict>();
    heard_.figures = from.take<run_figures>();
    if (const auto failed_in = from.take<slot>(); failed_in >= 0) {
        heard_.failed_in = failed_in;
    }
    heard_.asked.diameter = from.take<int>();
    heard_.asked.broadcaster_nodes = from.take<std::size_t>();
    heard_.asked.packets = from.take<std::uint64_t>();
    heard_.asked.broadcasters = from.take_text();
    heard_.text = from.take_text();
    is_whole_ = true;
}

}  // namespace tutti
