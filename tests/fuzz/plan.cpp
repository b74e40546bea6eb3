/// @file
/// Words as a command line: they are a plan, whose own command gives the same plan again, or are
/// refused in one line. Nothing is run.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments/command_line.hpp"
#include "cli/arguments/experiment_options.hpp"
#include "cli/commands.hpp"
#include "experiment/plan/plan_command_line.hpp"
#include "fuzz/one_line.hpp"
#include "fuzz/words.hpp"
#include "tutti/catalog/catalogue.hpp"
#include "tutti/experiment/stress.hpp"

namespace {

using tutti::program::command_line;
using words = std::vector<std::string_view>;

// Room for tables of small networks.
constexpr std::array<std::string_view, 2> limit{"--memory-limit", "100000"};

// With the command that is named alone, where there is one: most of the time goes into reporting
// what the others take.
command_line read_words(const words& arguments) {
    using namespace tutti::program;
    static const std::array commands{run_command(),    list_command(),   compare_command(),
                                     stress_command(), bounds_command(), describe_command(),
                                     new_command()};
    const auto* const named = std::ranges::find(commands, arguments.front(), &command::name);
    const std::span<const command> every{commands};
    return {named == commands.end() ? every : std::span{named, 1}, arguments, "tutti"};
}

bool is_same(const tutti::experiment& plan, const tutti::experiment& other) {
    return plan.algorithm == other.algorithm && plan.network.text() == other.network.text() &&
           plan.broadcasters.text() == other.broadcasters.text() && plan.root == other.root &&
           plan.ports == other.ports && plan.seed == other.seed &&
           plan.parameters == other.parameters;
}

// Repeats where no shell would have to remove quotes.
void check_repeats(const tutti::experiment& plan, const tutti::experiment_options& options,
                   const tutti::catalogue& catalogue) {
    const std::string text = tutti::repeat_command(plan, options.slot_budget);
    if (text.find_first_of("'\"\\") == std::string::npos) {
        words again = tutti::split(text, ' ');
        again.erase(again.begin());
        again.insert(again.end(), limit.begin(), limit.end());
        const command_line repeated = read_words(again);
        fuzz::require(
            is_same(plan, tutti::read_experiment(
                              repeated.plan(), tutti::program::read_context(repeated, catalogue))));
    }
}

void check_experiment(const command_line& arguments, const tutti::catalogue& catalogue) {
    const tutti::experiment plan = tutti::read_experiment(
        arguments.plan(), tutti::program::read_context(arguments, catalogue));
    const tutti::experiment_options options = tutti::program::read_options(arguments);
    if (const auto range = arguments.value("--k")) {
        tutti::reading("--k", [&] { return tutti::parse_message_range(*range, plan); });
    }
    check_repeats(plan, options, catalogue);
}

void check_words(const words& arguments, const tutti::catalogue& catalogue) {
    const command_line line = read_words(arguments);
    if (line.answer()) {
        return;
    }
    if (line.name() == "run" || line.name() == "stress") {
        check_experiment(line, catalogue);
    } else if (line.name() == "compare") {
        static_cast<void>(tutti::program::read_options(line));
        static_cast<void>(tutti::read_request(line.plan(),
                                              tutti::program::read_context(line, catalogue),
                                              tutti::algorithm_choice::all_of_the_collective));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    static const tutti::catalogue catalogue = tutti::standard_catalogue();
    const std::string_view text = fuzz::text_of(bytes, size);
    if (text.find("graph:") != std::string_view::npos ||
        text.find('\0') != std::string_view::npos) {
        return -1;  // files have a separate harness, and no word holds a zero
    }
    words arguments = fuzz::words_of(text);
    if (arguments.front() == "run" || arguments.front() == "compare" ||
        arguments.front() == "stress") {
        arguments.insert(arguments.end(), limit.begin(), limit.end());
    }
    try {
        check_words(arguments, catalogue);
    } catch (const std::invalid_argument& why) {
        fuzz::require(fuzz::is_one_line(why.what()));
    }
    return 0;
}
