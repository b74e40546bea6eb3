#include "plain_run.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <string_view>

#include <boost/json.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "experiment/plan/plan_command_line.hpp"

namespace tutti {
namespace {

namespace json = boost::json;

// All but the variables of the processes of an `mpirun`: the command is none of them.
std::vector<std::string> environment_of_command() {
    constexpr std::array<std::string_view, 4> of_launchers{"OMPI_", "PMI_", "PMIX_", "HYDRA_"};
    std::vector<std::string> texts;
    // NOLINTNEXTLINE(cppcoreguidelines-pro-bounds-pointer-arithmetic): it ends with a null pointer
    for (const char* const* each = ::environ; *each != nullptr; ++each) {
        const std::string_view text{*each};
        if (std::ranges::none_of(of_launchers,
                                 [&](std::string_view name) { return text.starts_with(name); })) {
            texts.emplace_back(text);
        }
    }
    return texts;
}

// Null if it is no result.
std::optional<run_figures> figures_in(const std::string& output) {
    std::error_code wrong;
    const json::value document = json::parse(output, wrong);
    if (wrong || !document.is_object()) {
        return std::nullopt;
    }
    try {
        constexpr int hexadecimal = 16;
        return run_figures{
            .digest = std::stoull(document.at("digest").as_string().c_str(), nullptr, hexadecimal),
            .slots = document.at("time").at("slots").to_number<slot>(),
            .transmissions = document.at("transmissions").to_number<std::uint64_t>()};
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

}  // namespace

// The command is the one that a report prints to repeat a run: equal figures show that users see
// the audited behaviour.
plain_run run_plainly(const experiment& plan, const audit_options& options) {
    constexpr std::chrono::hours no_end{24 * 365};
    std::vector<std::string> words{plan.program};
    const std::vector<std::string> command = repeat_words(plan, options.slot_budget);
    words.insert(words.end(), command.begin(), command.end());
    words.insert(words.end(), {"--json", "--quiet"});
    // Output arrives in pieces of any size, and is parsed when it has ended.
    std::string output;
    const process_end end = run_isolated_command(
        {.words = std::move(words), .environment = environment_of_command()},
        [&](std::span<const std::byte> some) {
            const std::size_t before = output.size();
            output.resize(before + some.size());
            std::ranges::copy(some,
                              std::as_writable_bytes(std::span{output}.subspan(before)).begin());
        },
        no_end, options.stop);
    if (end.ending == process_ending::stopped) {
        return {.is_stopped = true};
    }
    plain_run run{.figures = figures_in(output)};
    if (!run.figures) {
        run.why_none = fmt::format("{} has no result", repeat_command(plan, options.slot_budget));
    }
    return run;
}

}  // namespace tutti
