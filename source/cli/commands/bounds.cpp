#include "experiment/bounds.hpp"

#include "cli/arguments/experiment_options.hpp"
#include "cli/commands.hpp"
#include "cli/output/text_output.hpp"

namespace tutti::program {
namespace {

// Nothing is run, but the broadcasters are drawn and listed, unless they are all nodes.
void check_set(const experiment& plan) {
    constexpr std::uint64_t most_listed = std::uint64_t{1} << 22U;
    if (plan.broadcasters.text() == "all") {
        return;
    }
    if (const std::uint64_t count = plan.broadcasters.most_packets(plan.built_network);
        count > most_listed) {
        refuse("{} may be {} messages, and bounds lists {} at most; use all, or fewer",
               in_quotes(plan.broadcasters.text()), count, most_listed);
    }
}

outcome bounds(const command_line& arguments, const catalogue& catalogue) {
    const candidate_request request =
        read_request(arguments.plan(), read_context(arguments, catalogue),
                     algorithm_choice::all_or_the_one_named);
    std::vector<candidate> candidates = find_candidates(request);
    reading("--broadcasters", [&] {
        check_set(request.common);
        draw_input(request, candidates);
    });
    // A collective has bounds where no algorithm fits, unless it is dynamic; an algorithm that is
    // named has to fit.
    const algorithm& first = *candidates.front().plan.algorithm;
    if (first.goal->is_dynamic ||
        candidates.size() < catalogue.algorithms_for(first.collective).size()) {
        reading("COLLECTIVE", [&] { require_a_fit(candidates); });
    }
    collective_bounds figures =
        reading("--broadcasters", [&] { return find_bounds(candidates, request.ports); });
    if (!arguments.has("--certificate")) {
        figures.lower_bound.certificate.clear();
    }
    return {.output = json_or_named_table(arguments, request.common, figures)};
}

}  // namespace

command bounds_command() {
    return command_for(plan_command::bounds,
                       "print times and lower bounds from the theory; nothing is run",
                       {{.name = "--json", .meaning = "print the figures as one JSON object"},
                        {.name = "--certificate",
                         .meaning = "print the labels or weights that prove the lower bound"}},
                       bounds);
}

}  // namespace tutti::program
