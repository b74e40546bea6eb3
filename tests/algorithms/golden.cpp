/// @file
/// Reference figures: every row of golden/*.csv names a run and claims what comes of it. The
/// columns are the paper's rule, the words of the plan, the claims and a note. A claim is the name
/// of a figure, `=`, `<=` or `>=`, and a value.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "experiment/plan/plan_command_line.hpp"
#include "experiment/plan/plan_reader.hpp"
#include "support/scratch.hpp"
#include "support/standard.hpp"
#include "trial.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/experiment/result.hpp"

TEST_SUITE("tutti/catalog/algorithm.hpp") {

namespace {

struct golden_row {
    std::string place;  ///< file and line
    std::string rule;
    std::string plan;  ///< as typed after `tutti run`
    std::vector<std::string> claims;
};

std::vector<std::string> split(const std::string& text, std::string_view separator) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + separator.size();
    }
    return parts;
}

golden_row read_row(const std::string& text, std::string place) {
    std::istringstream fields{text};
    golden_row row{.place = std::move(place), .rule = {}, .plan = {}, .claims = {}};
    std::getline(fields, row.rule, ',');
    std::array<std::string, 3> quoted;
    for (std::string& field : quoted) {
        if (fields.get() != '"' || !std::getline(fields, field, '"') || fields.eof()) {
            throw std::runtime_error{row.place + R"(: a row is RULE,"PLAN","CLAIMS","NOTE")"};
        }
        fields.get();
    }
    row.plan = quoted[0];
    row.claims = split(quoted[1], "; ");
    return row;
}

std::vector<golden_row> read_rows(const std::string& path) {
    std::ifstream file{path};
    std::string text;
    if (!std::getline(file, text) || text != "rule,plan,claims,note") {
        throw std::runtime_error{path + " is not a file of golden rows"};
    }
    std::vector<golden_row> rows;
    while (std::getline(file, text)) {
        rows.push_back(read_row(text, fmt::format("{}:{}", path, rows.size() + 2)));
    }
    return rows;
}

std::vector<golden_row> rows_of(std::string_view file) {
    return read_rows(fmt::format("{}/{}.csv", TUTTI_GOLDEN, file));
}

/// Files of rows, and how many each has.
constexpr std::array<std::pair<std::string_view, std::size_t>, 10> quick_files{
    {{"any_network", 407},
     {"claims", 618},
     {"families", 1561},
     {"hypercube", 391},
     {"mesh", 266},
     {"networks", 157},
     {"reductions", 197},
     {"remaining", 233},
     {"scheduled", 460},
     {"single_port", 95}}};

tutti::experiment plan_of(const golden_row& row) {
    constexpr std::uint64_t memory_limit = std::uint64_t{1} << 30U;
    return tutti::read_experiment(
        tutti::values_of_words(tutti::split_words(row.plan)),
        {.catalogue = &support::standard(), .memory_limit_bytes = memory_limit});
}

/// Values by the names that claims have for them.
using figures = std::map<std::string, std::string, std::less<>>;

void add_dynamic_figures(figures& values, const tutti::dynamic_result& dynamic) {
    values["stability"] = name_of(dynamic.stability);
    values["utilisation"] = fmt::format("{}", dynamic.utilisation);
    values["delay_bound"] = fmt::format("{}", dynamic.delay_bound.value_or(0));
    values["delay"] = fmt::format("{}", dynamic.delay ? dynamic.delay->mean : 0);
}

figures figures_of(const tutti::result& outcome) {
    figures values{{"verdict", support::verdict_line(outcome)},
                   {"slots", std::to_string(outcome.slots)},
                   {"time", to_string(outcome.units)},
                   {"messages", std::to_string(outcome.packets)},
                   {"nodes", std::to_string(outcome.nodes)},
                   {"transmissions", std::to_string(outcome.transmissions)},
                   {"control", std::to_string(outcome.control_transmissions)},
                   {"data", std::to_string(outcome.transmissions - outcome.control_transmissions)},
                   {"bound", to_string(outcome.lower_bound.units)},
                   {"last_arrival", std::to_string(outcome.last_arrival)},
                   {"digest", fmt::format("{:016x}", outcome.digest)}};
    if (const std::size_t name = outcome.text.find(": "); name != std::string::npos) {
        values["violation"] = outcome.text.substr(name + 2);
    }
    for (const tutti::phase_result& phase : outcome.phases) {
        values["phase:" + phase.name] = std::to_string(phase.slots.value_or(-1));
    }
    if (outcome.dynamic) {
        add_dynamic_figures(values, *outcome.dynamic);
    }
    return values;
}

/// The last slot of a phase, from its begin, in which a message moves: `last_move:PHASE`.
void add_last_moves(figures& values, const tutti::result& outcome,
                    const support::event_recorder& log) {
    tutti::slot begin = 0;
    for (const tutti::phase_result& phase : outcome.phases) {
        const tutti::slot end = begin + phase.slots.value_or(0);
        tutti::slot last = 0;
        for (const tutti::transmission& each : log.transmissions()) {
            if (each.content && each.at >= begin && each.at < end) {
                last = std::max(last, each.at + 1 - begin);
            }
        }
        values["last_move:" + phase.name] = std::to_string(last);
        begin = end;
    }
}

/// Packets of a kind that a node sends through a port: `sent:KIND:NODE:PORT`.
std::string sent_packets(std::string_view name, const support::event_recorder& log) {
    return std::to_string(std::ranges::count_if(log.transmissions(), [&](const auto& each) {
        return name == fmt::format("sent:{}:{}:{}", each.kind, each.from, each.through);
    }));
}

/// A whole number, a fraction or a decimal.
double number_in(const std::string& text) {
    const std::size_t slash = text.find('/');
    return std::stod(text) / (slash == std::string::npos ? 1 : std::stod(text.substr(slash + 1)));
}

/// Figures of a run, those of its events as far as there are claims about them.
class run_figures {
public:
    explicit run_figures(const tutti::experiment& plan)
        : plan_{plan}, outcome_{support::run(plan)}, values_{figures_of(outcome_)} {}

    /// Empty if the claim holds, else what the figure is.
    [[nodiscard]] std::string deviation(const std::string& claim) {
        const std::string name = claim.substr(0, claim.find_first_of("<>="));
        const std::string value = claim.substr(claim.find('=') + 1);
        const std::string measured = figure(name);
        const char relation = claim[name.size()];
        const bool holds = relation == '='   ? measured == value
                           : relation == '<' ? number_in(measured) <= number_in(value)
                                             : number_in(measured) >= number_in(value);
        return holds ? "" : fmt::format("{}, but it is {}; ", claim, measured);
    }

private:
    [[nodiscard]] std::string figure(const std::string& name) {
        if (!values_.contains(name) && log_.transmissions().empty()) {
            (void)support::run_logged(plan_, log_);
            add_last_moves(values_, outcome_, log_);
        }
        if (const auto position = values_.find(name); position != values_.end()) {
            return position->second;
        }
        return name.starts_with("sent:") ? sent_packets(name, log_) : "unknown";
    }

    tutti::experiment plan_;
    tutti::result outcome_;
    figures values_;
    support::event_recorder log_{};
};

/// The claims of a row that do not hold; runs are complete where no other verdict is claimed.
std::string deviations(const golden_row& row) {
    run_figures run{plan_of(row)};
    const bool has_verdict = row.claims.front().starts_with("verdict=");
    std::string text = has_verdict ? "" : run.deviation("verdict=complete");
    for (const std::string& claim : row.claims) {
        text += run.deviation(claim);
    }
    return text;
}

/// Rows that run: all on one process, on several the first of each rule, algorithm, kind of network
/// and verdict. That any run comes to the same on several processes is claimed in independence.cpp.
class row_filter {
public:
    [[nodiscard]] bool takes(const golden_row& row) {
        // NOLINTNEXTLINE(concurrency-mt-unsafe): no thread changes it
        const bool is_alone = std::getenv("TUTTI_TESTS_ON_PROCESSES") == nullptr;
        const std::string verdict = row.claims.front().starts_with("verdict=") ? row.claims[0] : "";
        const std::string kind = row.rule + row.plan.substr(0, row.plan.find(':')) + verdict;
        return support::is_wanted(row.plan) && (is_alone || kinds_.insert(kind).second);
    }

private:
    std::set<std::string> kinds_;
};

void check_rows(std::string_view file, std::size_t count) {
    const std::vector<golden_row> rows = rows_of(file);
    CHECK(rows.size() == count);
    row_filter filter;
    for (const golden_row& row : rows) {
        CAPTURE(row.place);
        CAPTURE(row.plan);
        const std::string wrong = filter.takes(row) ? deviations(row) : "";
        CHECK(wrong == "");
    }
}

}  // namespace

TEST_CASE("every run has the reference figures of its row") {
    for (const auto& [file, count] : quick_files) {
        check_rows(file, count);
    }
}

// More than five million packet-hops, or tables that take long to make: a test of its own.
TEST_CASE("large runs have the reference figures of their rows" * doctest::skip()) {
    check_rows("large", 42);
}

TEST_CASE("every rule of an algorithm has rows with its runs") {
    std::map<std::string, int, std::less<>> counts;
    for (const auto& [file, count] : quick_files) {
        for (const golden_row& row : rows_of(file)) {
            ++counts[row.plan.substr(0, row.plan.find(' ')) + " " + row.rule];
        }
    }
    // The alternating multinode broadcast is an extension of ours, and row and column sums alone
    // are the first part of those with the total, which have rows.
    constexpr std::array<std::string_view, 2> without_rows{"mnb_nosplit_alt", "pe_rowcol_sums"};
    for (const tutti::algorithm& algorithm : support::standard_algorithms()) {
        for (const std::string& rule : split(std::string{algorithm.rule}, ", ")) {
            const std::string runs = algorithm.collective + "/" + algorithm.name + " " + rule;
            CAPTURE(runs);
            CHECK(counts.contains(runs) == (std::ranges::count(without_rows, rule) == 0));
        }
    }
}

TEST_CASE("rows of another form are refused, and claims that do not hold are named") {
    const support::scratch folder;
    const auto rows = [&](const std::string& text) { return read_rows(folder.file("rows", text)); };
    const auto row = [&](const std::string& claims) {
        return rows("rule,plan,claims,note\nr,\"broadcast -n ring:3\",\"" + claims + "\",\"\"\n")
            .at(0);
    };
    CHECK_THROWS_AS((void)rows("algorithm,d,K\n"), std::runtime_error);
    CHECK_THROWS_AS((void)rows("rule,plan,claims,note\nr,\"p\",slots=1,\"\"\n"),
                    std::runtime_error);
    CHECK_THROWS_AS((void)rows("rule,plan,claims,note\nr,\"p\"\n"), std::runtime_error);
    CHECK(deviations(row("nodes=3; slots<=9/2; slots>=1")) == "");
    CHECK(deviations(row("nodes=2; slots>=90")).starts_with("nodes=2, but it is 3; slots>=90, "));
    CHECK(deviations(row("haste=2")) == "haste=2, but it is unknown; ");
    CHECK(deviations(row("verdict=late: time")).find("it is complete") != std::string::npos);
}

}  // TEST_SUITE("tutti/catalog/algorithm.hpp")
