#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/mesh/matrix.hpp"
#include "algorithms/mesh/square.hpp"
#include "collectives/input/broadcasters.hpp"
#include "golden.hpp"
#include "trial.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/node/rational.hpp"

TEST_SUITE("tutti/catalog/algorithm.hpp") {

namespace {

/// A line of spec/remaining.md, section 12, as its columns are.
struct row {
    int line = 0;
    std::string rule;
    std::string topology;
    std::map<std::string, std::string, std::less<>> parameters;
    std::string active_set;
    tutti::slot time = 0;  ///< in `unit`
    std::string unit;      ///< slot, step or tick
    std::uint64_t transmissions = 0;
    std::string lower_bound;
    std::string note;

    [[nodiscard]] std::string text() const {
        return "line " + std::to_string(line) + ": " + rule + "," + topology + "," + active_set +
               "," + std::to_string(time);
    }
};

std::map<std::string, std::string, std::less<>> parameters_in(const std::string& text) {
    std::map<std::string, std::string, std::less<>> values;
    std::istringstream items{text};
    for (std::string item; std::getline(items, item, ';');) {
        const std::size_t equals = item.find('=');
        values[item.substr(0, equals)] =
            equals == std::string::npos ? std::string{} : item.substr(equals + 1);
    }
    return values;
}

row read_row(const std::string& text, int line) {
    std::istringstream fields{text};
    std::array<std::string, 9> columns;
    for (std::string& column : columns) {
        if (!std::getline(fields, column, ',')) {
            throw std::runtime_error{"too few columns: " + text};
        }
    }
    row read{.line = line,
             .rule = columns[0],
             .topology = columns[1],
             .parameters = parameters_in(columns[2]),
             .active_set = columns[3],
             .time = std::stoll(columns[4]),
             .unit = columns[5],
             .transmissions = std::stoull(columns[6]),
             .lower_bound = columns[8],
             .note = {}};
    if (columns[7] != "exact") {
        throw std::runtime_error{"not exact: " + text};
    }
    std::getline(fields, read.note);
    return read;
}

std::vector<row> rows() {
    std::ifstream file{TUTTI_GOLDEN_REMAINING};
    std::string text;
    if (!std::getline(file, text) ||
        text !=
            "algorithm,topology,parameters,active_set,time,unit,transmissions,kind,"
            "lower_bound,note") {
        throw std::runtime_error{"not a file of golden rows"};
    }
    std::vector<row> golden;
    for (int line = 2; std::getline(file, text); ++line) {
        golden.push_back(read_row(text, line));
    }
    return golden;
}

/// Rows of programs for tori on arrays; the step alone has a separate algorithm.
bool is_folded(const row& each) {
    return (each.rule.starts_with("fold.") && each.rule != "fold.step") ||
           (each.rule == "pmnb_dummy" && each.topology.starts_with("array"));
}

const tutti::algorithm* entry_of(const row& each) {
    constexpr std::string_view fold = "fold.";
    return support::entry_with_rule(
        is_folded(each) && each.rule.starts_with(fold) ? each.rule.substr(fold.size()) : each.rule);
}

/// `x*a` names node x a times.
std::string broadcasters_of(const row& each) {
    if (each.active_set == "all" || each.active_set == "none" ||
        each.active_set.starts_with("root:")) {
        return each.active_set == "none" ? "none" : "all";
    }
    constexpr std::string_view adversary = "adversary: ";
    if (each.active_set.starts_with(adversary)) {
        return "adversarial:" + each.active_set.substr(adversary.size());
    }
    std::istringstream words{each.active_set};
    std::vector<tutti::node_id> mentions;
    for (std::string word; words >> word;) {
        const std::size_t star = word.find('*');
        const std::size_t times = star == std::string::npos ? 1 : std::stoul(word.substr(star + 1));
        mentions.insert(mentions.end(), times, static_cast<tutti::node_id>(std::stoul(word)));
    }
    return support::written(tutti::broadcasters_at(mentions));
}

tutti::parameter_values parameters_of(const row& each) {
    if (each.rule.starts_with("naive.")) {
        return {{"tree", each.rule == "naive.cust" ? "unbalanced" : "rotation"}};
    }
    tutti::parameter_values values;
    for (const auto& [theirs, ours] : {std::pair{"n", "values"}, std::pair{"rounds", "rounds"},
                                       std::pair{"packets", "packets"}}) {
        if (const auto position = each.parameters.find(theirs); position != each.parameters.end()) {
            values.emplace(ours, position->second);
        }
    }
    return values;
}

/// One as users write it: `star5` is star:5, `random20.10.3` is random-graph:20.10.3.
std::string factor_named(const std::string& name) {
    const std::size_t digit = name.find_first_of("0123456789");
    const std::string family = name.substr(0, digit);
    if (digit == std::string::npos) {
        return family;
    }
    std::string size = name.substr(digit);
    if (family == "bipartite") {
        std::ranges::replace(size, '.', 'x');
    }
    return (family == "bintree"  ? "tree"
            : family == "random" ? "random-graph"
                                 : family) +
           ":" + size;
}

/// `star4xring3` is the product of two.
std::string network_named(const std::string& topology) {
    std::string text;
    std::size_t begin = 0;
    for (std::size_t at = 0; at != std::string::npos;) {
        at = topology.find('x', begin);
        text += (text.empty() ? "" : ",") + factor_named(topology.substr(begin, at - begin));
        begin = at + 1;
    }
    return text.find(',') == std::string::npos ? text : "product(" + text + ")";
}

tutti::experiment on_one_port(const row& each, const tutti::algorithm& algorithm) {
    tutti::experiment plan = support::on_network(algorithm, network_named(each.topology));
    plan.ports = each.parameters.contains("full") ? tutti::port_model::single_port_full_duplex
                                                  : tutti::port_model::single_port_half_duplex;
    if (const auto tree = each.parameters.find("tree");
        tree != each.parameters.end() && algorithm.name != "product") {
        plan.parameters = {{"tree", tree->second}};
    }
    return plan;
}

/// The ids in a text, with commas between.
std::string listed(std::string text) {
    std::ranges::replace(text, ' ', ',');
    return text;
}

/// `torus3^2` is torus:3x3.
std::string grid_named(const row& each) {
    std::string sides = each.parameters.at("p");
    for (int i = 1; i < std::stoi(each.parameters.at("d")); ++i) {
        sides += "x" + each.parameters.at("p");
    }
    const std::string kind =
        is_folded(each) ? "folded-torus"
                        : each.topology.substr(0, each.topology.find_first_of("0123456789"));
    return (kind == "array" && each.parameters.at("d") == "1" ? "path" : kind) + ":" + sides;
}

/// `columns 1 5 ; rows none` are the dense ones.
tutti::experiment on_matrix(const row& each) {
    constexpr std::string_view columns = "columns ";
    constexpr std::string_view and_rows = " ; rows ";
    const std::size_t end = each.active_set.find(and_rows);
    return support::on_matrix(std::stoi(each.parameters.at("p")),
                              listed(each.active_set.substr(columns.size(), end - columns.size())),
                              listed(each.active_set.substr(end + and_rows.size())));
}

tutti::experiment on_grid(const row& each, const tutti::algorithm& algorithm) {
    constexpr std::string_view arrow = " -> ";
    const std::size_t position = each.active_set.find(arrow);
    row sources = each;
    sources.active_set = each.active_set.substr(0, position);
    tutti::experiment plan =
        support::on_network(algorithm, grid_named(each), broadcasters_of(sources));
    if (position != std::string::npos) {
        plan.parameters.emplace("to", listed(each.active_set.substr(position + arrow.size())));
    }
    if (const auto ticks = each.parameters.find("Lp"); ticks != each.parameters.end()) {
        plan.parameters.emplace("prefix-step",
                                to_string(tutti::rational{std::stoll(ticks->second),
                                                          std::stoll(each.parameters.at("S"))}));
    }
    if (const auto dummy = each.parameters.find("dummy"); dummy != each.parameters.end()) {
        plan.parameters.emplace("dummy", dummy->second);
    }
    return plan;
}

tutti::experiment experiment_of(const row& each, const tutti::algorithm& algorithm) {
    if (each.parameters.contains("full") || each.parameters.contains("half")) {
        return on_one_port(each, algorithm);
    }
    if (each.rule == "transpose") {
        return on_matrix(each);
    }
    if (each.topology.starts_with("torus") || each.topology.starts_with("array") ||
        is_folded(each)) {
        return on_grid(each, algorithm);
    }
    tutti::experiment plan =
        support::on_cube(algorithm, std::stoi(each.parameters.at("d")), broadcasters_of(each));
    plan.parameters = parameters_of(each);
    constexpr std::string_view root = "root:";
    if (each.active_set.starts_with(root)) {
        plan.root = static_cast<tutti::node_id>(std::stoul(each.active_set.substr(root.size())));
    }
    return plan;
}

/// The control packets that the note begins with.
std::uint64_t control_in(const row& each) {
    constexpr std::string_view control = "control=";
    return each.note.starts_with(control) ? std::stoull(each.note.substr(control.size())) : 0;
}

/// Time and transmissions of a row are those of data; the note has control, and each phase.
void check_matrix(const row& each, const tutti::experiment& plan, const tutti::result& outcome) {
    CHECK(outcome.slots - support::slots_of(outcome, "sums") == each.time);
    CHECK(outcome.transmissions - outcome.control_transmissions == each.transmissions);
    CHECK(support::phases_text(plan) == each.note);
}

void check(const row& each, const tutti::experiment& plan) {
    const tutti::result outcome = support::run(plan);
    CHECK(support::verdict_line(outcome) == "complete");
    if (each.rule == "transpose") {
        check_matrix(each, plan, outcome);
    } else if (each.unit == "tick") {
        CHECK(outcome.units == tutti::rational{each.time, std::stoll(each.parameters.at("S"))});
        CHECK(outcome.transmissions - outcome.control_transmissions == each.transmissions);
        CHECK(control_in(each) == outcome.control_transmissions);
    } else {
        CHECK(outcome.slots == each.time);
        CHECK(outcome.transmissions == each.transmissions);
    }
    // The bound of a worst set is one for its trees alone. Ours may know more. Where messages are
    // cut, it is for pieces, theirs for whole messages.
    if (!each.lower_bound.empty() && !each.rule.starts_with("naive.")) {
        const bool is_cut = each.unit == "tick";
        const tutti::rational bound = outcome.lower_bound.units;
        CHECK((is_cut ? bound.ceil() * std::stoll(each.parameters.at("S")) : bound) >=
              tutti::parse_rational(each.lower_bound));
    }
}

}  // namespace

TEST_CASE("what remained of the papers takes the slots and packet-hops of the reference figures") {
    for (const row& each : rows()) {
        const tutti::algorithm* const algorithm = entry_of(each);
        CAPTURE(each.text());
        REQUIRE(algorithm != nullptr);
        tutti::experiment plan = experiment_of(each, *algorithm);
        check(each, plan);
        if (each.note.starts_with("also without using a link both ways")) {
            plan.ports = tutti::port_model::one_way;
            check(each, plan);
        }
    }
}

}  // TEST_SUITE("tutti/catalog/algorithm.hpp")
