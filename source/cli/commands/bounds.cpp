#include "experiment/bounds.hpp"

#include "cli/arguments/experiment_options.hpp"
#include "cli/commands.hpp"
#include "cli/output/terminal.hpp"

namespace tutti::program {
namespace {

// Nothing is run, but the broadcasters are drawn and listed, unless they are all nodes.
void check_set(const experiment& asked) {
    constexpr std::uint64_t most_listed = std::uint64_t{1} << 22U;
    if (asked.broadcasters.text() == "all") {
        return;
    }
    if (const std::uint64_t count = asked.broadcasters.most_packets(node_count(asked.where));
        count > most_listed) {
        refuse("{} may be {} packets, and bounds lists {} at most; use all, or fewer",
               in_quotes(asked.broadcasters.text()), count, most_listed);
    }
}

outcome bounds(const command_line& given, const catalogue& known) {
    const candidate_request asked = read_request(given, known, algorithm_choice::or_the_one_named);
    std::vector<candidate> all = find_candidates(asked);
    reading("--broadcasters", [&] {
        check_set(asked.common);
        draw_input(asked, all);
    });
    reading("COLLECTIVE", [&] { require_a_fit(all); });
    const collective_bounds found = reading("--broadcasters", [&] { return find_bounds(all); });
    return {.output =
                given.has("--json") ? to_json(found) + "\n" : to_table(found, style_of_output())};
}

}  // namespace

command bounds_command() {
    return {.name = "bounds",
            .argument = "COLLECTIVE",
            .argument_meaning = "COLLECTIVE or COLLECTIVE/ALGORITHM; see tutti list",
            .meaning = "times and lower bounds from the theory; nothing is run",
            .options = experiment_options_and(
                {{.name = "--json", .meaning = "the figures as one JSON object"}},
                {"--network", "--broadcasters", "--root", "--ports", "--seed", "--set"}),
            .carry_out = bounds};
}

}  // namespace tutti::program
