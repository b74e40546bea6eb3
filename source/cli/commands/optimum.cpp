#include <algorithm>
#include <chrono>
#include <mutex>
#include <sstream>

#include "cli/arguments/experiment_options.hpp"
#include "cli/commands.hpp"
#include "cli/output/text_output.hpp"
#include "engine/memory/memory.hpp"
#include "optimum/collective_optimum.hpp"
#include "optimum/collective_question.hpp"
#include "optimum/formula.hpp"
#include "optimum/proof_check.hpp"
#include "schedule/tighten.hpp"

namespace tutti::program {
namespace {

/// Progress of a search: what is tried, and whether to go on.
class search_watch {
public:
    search_watch(const command_line& arguments, std::optional<std::uint64_t> limit_seconds)
        : scope_{display_for(arguments)}, limit_{limit_seconds} {
        shown_ = scope_.watch([this](double seconds, std::size_t columns) {
            const std::scoped_lock guard{lock_};
            return fmt::format("{}, {}", what_, duration_text(seconds)).substr(0, columns);
        });
    }

    void tell(const std::string& what) {
        const std::scoped_lock guard{lock_};
        what_ = what;
    }

    [[nodiscard]] bool is_stopped() const {
        return scope_.stop_token().stop_requested() || is_over_limit();
    }
    [[nodiscard]] bool is_over_limit() const {
        return limit_ && std::chrono::steady_clock::now() - start_ > std::chrono::seconds{*limit_};
    }

private:
    signal_and_progress_scope scope_;
    std::mutex lock_;
    std::string what_ = "working out the bound";
    std::optional<std::uint64_t> limit_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    signal_and_progress_scope::run_watch shown_;
};

/// The last refutation of a search, as text.
struct kept_proof {
    std::string formula{};
    std::string proof{};
};

optimum_effort effort_of(const command_line& arguments, std::optional<search_watch>& watch,
                         kept_proof& kept) {
    optimum_effort effort{
        .most_bytes = std::min(
            most_formula_bytes,
            size_of_option(arguments, "--memory-limit").value_or(available_memory_bytes())),
        .is_stopped = [&] { return watch->is_stopped(); },
        .tells = [&](const std::string& what) { watch->tell(what); }};
    if (arguments.value("--proof")) {
        effort.keeps_proof = [&](const formula& refuted, const std::vector<int>& proof) {
            std::ostringstream formula_text;
            write_dimacs(refuted, formula_text);
            std::ostringstream proof_text;
            write_proof(proof, proof_text);
            kept = {.formula = formula_text.str(), .proof = proof_text.str()};
        };
    }
    return effort;
}

void write_files(const command_line& arguments, const collective_optimum& found,
                 const kept_proof& kept) {
    if (const auto path = arguments.value("--output"); path && found.schedule) {
        check_replaced(arguments, "--output", *path, {.name = "schedule", .has = is_csv_line});
        write_atomically("--output", *path, to_csv(*found.schedule));
    }
    const auto path = arguments.value("--proof");
    if (path && kept.formula.empty()) {
        fmt::print(stderr, "tutti: no proof written: the solver refuted nothing\n");
    } else if (path) {
        write_atomically("--proof", *path + ".cnf", kept.formula);
        write_atomically("--proof", *path + ".drat", kept.proof);
    }
}

outcome optimum(const command_line& arguments, const catalogue& catalogue) {
    optimum_request request{
        .candidates = read_request(arguments.plan(), read_context(arguments, catalogue),
                                   algorithm_choice::all_of_the_collective),
        .pieces = number_of_option<std::uint32_t>(arguments, "--pieces", 1, most_pieces_of_optima)
                      .value_or(1)};
    request.candidates.ports = request.candidates.ports.value_or(port_model::all_port);
    const experiment_options options = read_options(arguments);
    std::optional<search_watch> watch;
    watch.emplace(arguments, number_of_option(arguments, "--limit", 1, 1'000'000));
    kept_proof kept;
    request.effort = effort_of(arguments, watch, kept);
    request.run = [&](const experiment& plan) {
        watch.reset();
        return run_watches{arguments, options}(plan);
    };
    const collective_optimum found = reading("COLLECTIVE", [&] { return find_optimum(request); });
    watch.reset();
    write_files(arguments, found, kept);
    return {.output = json_or_named_table(arguments, request.candidates.common, found),
            .status = found.exit_status()};
}

}  // namespace

command optimum_command() {
    return command_for(
        plan_command::optimum,
        "find the least number of slots on a small network, with a proof and a schedule",
        {{.name = "--pieces",
          .value = "M",
          .meaning = "pieces that messages are cut into, a packet each, up to 16 (default 1)"},
         {.name = "--limit",
          .value = "SECONDS",
          .meaning = "stop the search then; the interval may be wider than without"},
         {.name = "--proof",
          .value = "FILE",
          .meaning = "write the last refutation: FILE.cnf (DIMACS) and FILE.drat"},
         {.name = "--output",
          .short_name = "-o",
          .value = "FILE",
          .meaning = "write the schedule, as CSV that tutti check reads"},
         {.name = "--force", .meaning = "replace a file that is no schedule"},
         {.name = "--json", .meaning = "print one JSON object"},
         quiet_flag},
        optimum);
}

}  // namespace tutti::program
