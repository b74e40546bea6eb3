#include "audited_run.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "../collective/derived_payloads.hpp"
#include "audited_nodes.hpp"
#include "node_inputs.hpp"
#include "overflow.hpp"
#include "phase_ends.hpp"
#include "redrawn.hpp"
#include "tutti/experiment/phase_clock.hpp"
#include "tutti/machine/detail/bytes.hpp"

namespace tutti {
namespace {

using detail::append;
using detail::append_text;
using detail::byte_reader;

/// A problem, and what its nodes are given.
class posed : pinned {
public:
    explicit posed(const experiment& asked)
        : input{built_problem_of(asked)},
          given{goal_of(asked).given(input), payloads_for(asked.seed)},
          records(goal_of(asked).is_dynamic ? node_count(input.where) : 0),
          inputs{inputs_for(input, given, *asked.what, records)},
          phases{asked.what->phases(input)} {}

    problem input;
    assignment given;
    std::vector<interval_record> records;
    run_inputs inputs;
    std::vector<phase> phases;
};

/// The problem that is asked, for one node, and another one, for the world around it.
class lone_worlds : pinned {
public:
    // Whoever keeps more of a problem than nodes may know keeps what it sees first, or last: in
    // every other world that is not true of the run of all.
    lone_worlds(const experiment& asked, const audit_options& how, const lone_run& which)
        : elsewhere_{redrawn(asked, how.withheld, which.trial)} {
        if (which.trial % 2 == 0) {
            take_own(asked, which.node);
            make_world(which.node);
        } else {
            make_world(which.node);
            take_own(asked, which.node);
        }
        for (const knowledge each : how.withheld) {
            withhold(each);
        }
    }

    [[nodiscard]] const posed& own() const noexcept { return *own_; }
    [[nodiscard]] const told& known() const noexcept { return known_; }
    [[nodiscard]] const any_program& program() const noexcept { return program_; }
    [[nodiscard]] const node_input& input() const noexcept { return mine_; }

    /// What arrives at the node after so much time is that of the world.
    void redraw_arrivals_after(const rational& time) {
        if (mine_.arrivals) {
            mine_.arrivals->redraw_after(instant_at(time), payloads_for(elsewhere_.seed));
        }
    }

private:
    void take_own(const experiment& asked, node_id node) {
        own_ = std::make_unique<posed>(asked);
        mine_ = own_->inputs.input(node);
        known_ = own_->inputs.told_to(node);
    }

    // As that of any run is made.
    void make_world(node_id node) {
        other_ = std::make_unique<posed>(elsewhere_);
        static_cast<void>(theory_of(elsewhere_, other_->input));
        static_cast<void>(other_->inputs.input(node));
        others_ = other_->inputs.told_to(node);
        program_ = elsewhere_.what->program(other_->input);
    }

    // Something else than what it was told.
    void withhold(knowledge what) {
        if (what == knowledge::broadcasters) {
            const auto list = others_.broadcasters();
            known_.tell_broadcasters(
                std::make_shared<const std::vector<node_id>>(list.begin(), list.end()));
            return;
        }
        const std::uint64_t number = known_.number(what);
        const std::uint64_t other = others_.number(what);
        known_.tell(what, other != number ? other : number + 1);
    }

    experiment elsewhere_;
    std::unique_ptr<posed> own_;
    std::unique_ptr<posed> other_;  // what the program was made of
    node_input mine_;
    told known_;
    told others_;
    any_program program_;
};

std::string knowledge_of(const posed& all, node_id node) {
    const std::string told = to_string(all.inputs.told_to(node));
    const node_input mine = all.inputs.input(node);
    return fmt::format("{}{}", told.empty() ? "" : fmt::format("{} (told); ", told),
                       mine.arrivals ? "what had arrived at it"
                                     : fmt::format("{} messages of its own", mine.messages.size()));
}

void say_scale(const experiment& asked, const audit_options& how, const speech& say,
               std::span<const node_id> nodes) {
    byte_string content;
    append(content,
           audit_scale{.nodes = nodes.size(),
                       .trials = how.trials,
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

/// What a process could not be asked for, or what went wrong there.
enum class refusal_kind : std::uint8_t { input, memory, failure };

/// Memory that another process would have needed.
class memory_refused final : public memory_limit_exceeded {
public:
    explicit memory_refused(std::string text)
        : memory_limit_exceeded{0, 0}, text_{std::move(text)} {}
    [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }

private:
    std::string text_;
};

// What a process cannot throw into another it says.
template <class Work>
void refuse_with_words(const speech& say, const Work& work) noexcept {
    const auto refuse_with = [&](refusal_kind kind, std::string_view text) {
        byte_string content;
        append(content, kind);
        append_text(content, text);
        say_piece(say, piece_kind::refusal, content);
    };
    try {
        work();
    } catch (const memory_limit_exceeded& wrong) {
        refuse_with(refusal_kind::memory, wrong.what());
    } catch (const std::invalid_argument& wrong) {
        refuse_with(refusal_kind::input, wrong.what());
    } catch (const std::exception& wrong) {
        refuse_with(refusal_kind::failure, wrong.what());
    } catch (...) {
        refuse_with(refusal_kind::failure, "an exception without a text");
    }
}

[[noreturn]] void throw_refusal(std::span<const std::byte> content) {
    const auto kind = byte_reader{content}.take<refusal_kind>();
    const std::string text = refusal_in(content);
    if (kind == refusal_kind::memory) {
        throw memory_refused{text};
    }
    if (kind == refusal_kind::input) {
        throw std::invalid_argument{text};
    }
    throw std::runtime_error{text};
}

// At what time of the node the slot begins.
rational time_at(std::span<const phase> phases, const node_log& log, slot at) {
    std::vector<timed_phase> timed;
    for (const phase& each : phases) {
        timed.push_back({std::string{each.name}, each.slot_length, each.most_rounds > 1});
    }
    phase_clock clock{std::move(timed)};
    for (const node_event& each : log.events) {
        if (each.what == node_event::kind::marked && each.at < at) {
            const marked_end end = mark_in(each);
            clock.mark(0, end.name, end.at);
        }
    }
    return clock.time_of(0, at);
}

emulation emulation_alone(const experiment& asked, lone_world& others, node_shares shares) {
    return {.machine = {.threads = 1,
                        .executor = executor_kind::plain_threads,
                        .memory_limit_bytes = std::numeric_limits<std::uint64_t>::max(),
                        .carrier = &others,
                        .shares = std::move(shares)},
            .run = {.ports = asked.ports,
                    .seed = asked.seed,
                    .slot_budget = never - 1,
                    .keeps_time = goal_of(asked).is_dynamic},
            .ended = [](const run_report& /*what*/) {}};
}

void live_alone(const experiment& asked, const audit_options& how, const lone_run& which,
                const speech& say) {
    lone_worlds made{asked, how, which};
    if (which.has_other_arrivals) {
        made.redraw_arrivals_after(time_at(made.own().phases, *which.log, which.last));
    }
    const problem& input = made.own().input;
    const std::array nodes{which.node};
    log_speaker speaker{say, input.where, nodes};
    lone_world others{which.node, which.log->mail, which.last};
    const std::array<sink*, 2> sinks{&others, &speaker};
    const std::string name = fmt::format("{}/{}", asked.what->task, asked.what->name);
    const std::vector<phase_end> phases = phase_ends(made.own().phases, node_count(input.where));
    delivery_check nothing{everything_everywhere{node_count(input.where), {}}, payloads_for(0)};
    emulation how_to_run =
        emulation_alone(asked, others, node_shares::of_lone(which.node, node_count(input.where)));
    how_to_run.run.algorithm = name;
    how_to_run.run.sinks = sinks;
    how_to_run.run.phases = phases;
    how_to_run.receiver = &nothing;
    made.program().run({.input = [&](node_id /*node*/) { return made.input(); },
                        .told_to = [&](node_id /*node*/) { return made.known(); },
                        .name = made.own().inputs.name},
                       how_to_run);
}

}  // namespace

void run_together(const experiment& asked, const audit_options& how, const speech& say) noexcept {
    refuse_with_words(say, [&] {
        experiment_options run{.threads = 1,
                               .executor = executor_kind::plain_threads,
                               .memory_limit_bytes = how.memory_limit_bytes,
                               .slot_budget = how.slot_budget};
        check_memory(asked, run);
        const std::vector<node_id> nodes = audited_nodes(asked, problem_of(asked), how.nodes);
        say_scale(asked, how, say, nodes);
        log_speaker speaker{say, asked.where, nodes};
        run.sinks = {&speaker};
        say_outcome(run_experiment(asked, run, {}), say);
    });
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
    if (what == piece_kind::scale) {
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

lone_run lone_run_of(const experiment& asked, const first_run& all, std::size_t index,
                     std::uint64_t trial) {
    lone_run one{.node = all.nodes[index],
                 .trial = trial,
                 .log = &all.logs[index],
                 .last = all.failed_in ? *all.failed_in - 1 : all.last,
                 .has_other_arrivals = goal_of(asked).is_dynamic && trial > 0};
    if (one.has_other_arrivals && one.last > 0) {
        const std::uint64_t draw = mix(mix(asked.seed + trial) + one.node);
        one.last = static_cast<slot>(draw % static_cast<std::uint64_t>(one.last + 1));
    }
    return one;
}

void run_alone(const experiment& asked, const audit_options& how, const lone_run& which,
               const speech& say) noexcept {
    refuse_with_words(say, [&] { live_alone(asked, how, which, say); });
}

std::string refusal_in(std::span<const std::byte> content) {
    byte_reader from{content};
    static_cast<void>(from.take<refusal_kind>());
    return from.take_text();
}

}  // namespace tutti
