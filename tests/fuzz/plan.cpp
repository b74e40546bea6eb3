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
#include "experiment/plan/command_text.hpp"
#include "fuzz/one_line.hpp"
#include "fuzz/words.hpp"
#include "tutti/catalog/catalogue.hpp"
#include "tutti/experiment/stress.hpp"

namespace {

using tutti::program::command_line;
using words = std::vector<std::string_view>;

// Room for tables of small networks.
constexpr std::array<std::string_view, 2> limit{"--memory-limit", "100000"};

// With the command that is named alone, where there is one: most of the time goes into telling what
// the others take.
command_line read_words(const words& all) {
    using namespace tutti::program;
    static const std::array commands{run_command(),    list_command(),   compare_command(),
                                     stress_command(), bounds_command(), describe_command(),
                                     new_command()};
    const auto* const named = std::ranges::find(commands, all.front(), &command::name);
    const std::span<const command> every{commands};
    return {named == commands.end() ? every : std::span{named, 1}, all, "tutti"};
}

bool is_same(const tutti::experiment& one, const tutti::experiment& other) {
    return one.what == other.what && one.network.text() == other.network.text() &&
           one.broadcasters.text() == other.broadcasters.text() && one.root == other.root &&
           one.ports == other.ports && one.seed == other.seed && one.parameters == other.parameters;
}

// Repeats where no shell would have to remove quotes.
void check_repeats(const tutti::experiment& asked, const tutti::experiment_options& how,
                   const tutti::catalogue& known) {
    const std::string text = tutti::repeat_command(asked, how.slot_budget);
    if (text.find_first_of("'\"\\") == std::string::npos) {
        words again = tutti::split(text, ' ');
        again.erase(again.begin());
        again.insert(again.end(), limit.begin(), limit.end());
        fuzz::require(is_same(asked, tutti::program::read_experiment(read_words(again), known)));
    }
}

void check_experiment(const command_line& given, const tutti::catalogue& known) {
    const tutti::experiment asked = tutti::program::read_experiment(given, known);
    const tutti::experiment_options how = tutti::program::read_options(given);
    if (const auto range = given.value("--k")) {
        tutti::program::reading(
            "--k", [&] { return tutti::parse_message_range(*range, *asked.what, asked.where); });
    }
    check_repeats(asked, how, known);
}

void check_words(const words& all, const tutti::catalogue& known) {
    const command_line given = read_words(all);
    if (given.answer()) {
        return;
    }
    if (given.name() == "run" || given.name() == "stress") {
        check_experiment(given, known);
    } else if (given.name() == "compare") {
        static_cast<void>(tutti::program::read_options(given));
        static_cast<void>(tutti::program::read_request(
            given, known, tutti::program::algorithm_choice::all_of_the_collective));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    static const tutti::catalogue known = tutti::standard_catalogue();
    const std::string_view text = fuzz::text_of(bytes, size);
    if (text.find("graph:") != std::string_view::npos ||
        text.find('\0') != std::string_view::npos) {
        return -1;  // files have a harness of their own, and no word holds a zero
    }
    words all = fuzz::words_of(text);
    if (all.front() == "run" || all.front() == "compare" || all.front() == "stress") {
        all.insert(all.end(), limit.begin(), limit.end());
    }
    try {
        check_words(all, known);
    } catch (const std::invalid_argument& why) {
        fuzz::require(fuzz::is_one_line(why.what()));
    }
    return 0;
}
