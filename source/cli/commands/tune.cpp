#include <algorithm>
#include <optional>

#include "cli/arguments/experiment_options.hpp"
#include "cli/commands.hpp"
#include "cli/output/picture_output.hpp"
#include "cli/output/text_output.hpp"
#include "experiment/tune/tuning.hpp"
#include "pictures/figures/figure_query.hpp"
#include "pictures/figures/tuning_figure.hpp"
#include "results/tuning/decision_files.hpp"
#include "util/file_content.hpp"

namespace tutti::program {
namespace {

/// Form of the output.
enum class tuning_form : std::uint8_t { table, json, csv, nccl, open_mpi };

constexpr std::array<std::string_view, 4> form_flags{"--json", "--csv", "--nccl", "--ompi"};
constexpr std::array flagged_forms{tuning_form::json, tuning_form::csv, tuning_form::nccl,
                                   tuning_form::open_mpi};

tuning_form read_form(const command_line& arguments) {
    std::optional<std::size_t> given;
    for (std::size_t i = 0; i < form_flags.size(); ++i) {
        if (!arguments.has(form_flags.at(i))) {
            continue;
        }
        if (given) {
            refuse("{}: cannot be combined with {}; leave out one", form_flags.at(i),
                   form_flags.at(*given));
        }
        given = i;
    }
    return given ? flagged_forms.at(*given) : tuning_form::table;
}

std::string decision_text(const decision_file& file, std::string_view library) {
    if (file.left_out > 0) {
        fmt::print(stderr, "tutti: {} without a counterpart in {} left out\n",
                   quantity(file.left_out, "algorithm"), library);
    }
    return file.text;
}

std::string text_in(tuning_form form, const tuning& tuned, const command_line& arguments,
                    const experiment& plan) {
    switch (form) {
        case tuning_form::json:
            return to_json(tuned) + "\n";
        case tuning_form::csv:
            return to_csv(tuned);
        case tuning_form::nccl:
            return decision_text(reading("--nccl", [&] { return nccl_file(tuned); }), "NCCL");
        case tuning_form::open_mpi:
            return decision_text(reading("--ompi", [&] { return open_mpi_file(tuned); }),
                                 "Open MPI");
        case tuning_form::table:
            break;
    }
    const excluded_form listed =
        arguments.has("--all") ? excluded_form::reasons : excluded_form::number;
    return named_table(to_table(tuned, listed, style_of_output()), plan);
}

outcome tune(const command_line& arguments, const catalogue& catalogue) {
    const tuning_form form = read_form(arguments);
    const auto path = arguments.value("--output");
    const auto* const format = path ? &format_for(arguments, *path) : nullptr;
    std::optional<atomic_file> figure;
    if (path) {
        reading("--output", [&] { figure.emplace(*path); });
    }
    const experiment_options options = read_options(arguments);
    const std::vector<candidate> candidates =
        read_tuned_candidates(arguments.plan(), read_context(arguments, catalogue), options);
    run_watches runs{arguments, options, algorithm_shown::yes};
    const tuning tuned = reading("COLLECTIVE", [&] {
        return tutti::tune({.candidates = candidates, .run = std::ref(runs)});
    });
    if (tuned.is_interrupted) {
        fmt::print(stderr, "tutti: interrupted before all algorithms had run\n");
        return {.output = {}, .status = exit_status(tuned)};
    }
    outcome done{.output = text_in(form, tuned, arguments, candidates.front().plan),
                 .status = exit_status(tuned)};
    if (figure) {
        const auto place = static_cast<figure_form>(format - picture_formats.data());
        figure->content() << draw_figure(figure_of(tuned), place);
        if (!figure->finish()) {
            fmt::print("{}", done.output);
            throw output_error{
                fmt::format("--output: {} could not be written", in_quotes(path.value_or("")))};
        }
    }
    return done;
}

}  // namespace

command tune_command() {
    return command_for(
        plan_command::tune,
        "find the best algorithm by size of the data, under a time model, and the sizes where it "
        "changes",
        {{.name = "--all", .meaning = "list the algorithms that do not fit, with the reasons"},
         {.name = "--json", .meaning = "print one JSON object"},
         {.name = "--csv", .meaning = "print a row for each size"},
         {.name = "--nccl", .meaning = "print a file of decisions for NCCL's tuner plugin"},
         {.name = "--ompi", .meaning = "print a file of rules for Open MPI's module tuned, JSON"},
         {.name = "--output",
          .short_name = "-o",
          .value = "FILE",
          .meaning = "draw times by sizes: .svg, .pdf or .png"},
         {.name = "--force", .meaning = "replace a file that is not a picture of this kind"},
         quiet_flag},
        tune);
}

}  // namespace tutti::program
