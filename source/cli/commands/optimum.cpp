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
#include "util/file_content.hpp"

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

    [[nodiscard]] bool is_interrupted() const { return scope_.stop_token().stop_requested(); }
    [[nodiscard]] bool is_stopped() const { return is_interrupted() || is_over_limit(); }
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

/// Files that the command writes, which are opened before it searches.
class optimum_files {
public:
    explicit optimum_files(const command_line& arguments) {
        if (const auto path = arguments.value("--output")) {
            open(schedule_, arguments, "--output", *path, {.name = "schedule", .has = is_csv_line});
        }
        if (const auto path = arguments.value("--proof")) {
            if (path->empty()) {
                refuse("--proof: the name of the files is missing");
            }
            open(formula_, arguments, "--proof", *path + ".cnf",
                 {.name = "formula",
                  .has = [](std::string_view line) { return line.starts_with("p cnf "); }});
            open(proof_, arguments, "--proof", *path + ".drat",
                 {.name = "proof", .has = [](std::string_view line) {
                      return line.find_first_not_of("-0123456789 ") == line.npos;
                  }});
        }
    }

    void write(const collective_optimum& found, const kept_proof& kept) {
        if (schedule_ && found.schedule) {
            finish(*schedule_, to_csv(*found.schedule), "--output");
        } else if (schedule_) {
            fmt::print(
                stderr, "tutti: no schedule written: none was found{}\n",
                found.best_algorithm.empty()
                    ? ""
                    : fmt::format("; tutti record writes the run of {}", found.best_algorithm));
        }
        if (formula_ && proof_ && !kept.formula.empty()) {
            finish(*formula_, kept.formula, "--proof");
            finish(*proof_, kept.proof, "--proof");
        } else if (proof_) {
            fmt::print(stderr, "tutti: no proof written: the solver refuted nothing\n");
        }
    }

private:
    static void open(std::optional<atomic_file>& file, const command_line& arguments,
                     std::string_view option, const std::string& path,
                     const replaceable_kind& kind) {
        check_replaced(arguments, option, path, kind);
        reading(option, [&] { file.emplace(path); });
    }

    static void finish(atomic_file& file, std::string_view content, std::string_view option) {
        file.content() << content;
        if (!file.finish()) {
            throw output_error{fmt::format("{}: the file could not be written", option)};
        }
    }

    std::optional<atomic_file> schedule_{};
    std::optional<atomic_file> formula_{};
    std::optional<atomic_file> proof_{};
};

// The default of the collective's algorithms: all, if one of them has all ports.
port_model default_ports(const candidate_request& request) {
    const auto has_all = [](const algorithm* each) {
        return !each->plays_a_file && std::ranges::count(each->ports, port_model::all_port) > 0;
    };
    return std::ranges::any_of(request.algorithms, has_all)
               ? port_model::all_port
               : request.algorithms.front()->ports.front();
}

outcome optimum(const command_line& arguments, const catalogue& catalogue) {
    optimum_request request{
        .candidates = read_request(arguments.plan(), read_context(arguments, catalogue),
                                   algorithm_choice::all_of_the_collective),
        .pieces = number_of_option<std::uint32_t>(arguments, "--pieces", 1, most_pieces_of_optima)
                      .value_or(1)};
    request.candidates.ports = request.candidates.ports.value_or(default_ports(request.candidates));
    const experiment_options options = read_options(arguments);
    optimum_files files{arguments};
    std::optional<search_watch> watch;
    watch.emplace(arguments, number_of_option(arguments, "--limit", 1, 1'000'000));
    kept_proof kept;
    request.effort = effort_of(arguments, watch, kept);
    bool is_interrupted = false;
    request.run = [&](const experiment& plan) {
        is_interrupted = watch->is_interrupted();
        watch.reset();
        return run_watches{arguments, options}(plan);
    };
    const collective_optimum found = reading("COLLECTIVE", [&] { return find_optimum(request); });
    is_interrupted = is_interrupted || (watch && watch->is_interrupted());
    watch.reset();
    outcome done{.output = json_or_named_table(arguments, request.candidates.common, found),
                 .status = is_interrupted && !found.interval.is_settled() ? interrupted_status
                                                                          : found.exit_status()};
    try {
        files.write(found, kept);
    } catch (const output_error&) {
        fmt::print("{}", done.output);
        throw;
    }
    return done;
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
