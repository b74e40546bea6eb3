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

#include "golden.hpp"
#include "trial.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/node/rational.hpp"

TEST_SUITE("tutti/catalog/algorithm.hpp") {

namespace {

/// A line of spec/reductions.md, section 9, as its columns are.
struct row {
    int line = 0;
    std::string rule;
    std::string topology;
    std::string network;  ///< as users write it
    std::map<std::string, std::string, std::less<>> parameters;
    tutti::node_id root = 0;
    tutti::slot slots = 0;
    std::uint64_t transmissions = 0;
    tutti::slot lower_bound = 0;
    tutti::slot above = 0;  ///< slots above the bound, as the note has it

    [[nodiscard]] bool is_barrier() const { return parameters.contains("skew"); }
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

/// Text behind `before`; `otherwise` if the text is empty.
std::string after(std::string_view before, const std::string& text, const std::string& otherwise) {
    if (text.empty()) {
        return otherwise;
    }
    if (!text.starts_with(before)) {
        throw std::runtime_error{"'" + text + "' does not begin with " + std::string{before}};
    }
    return text.substr(before.size());
}

row read_row(const std::string& text, int line) {
    std::istringstream fields{text};
    std::array<std::string, 9> columns;
    for (std::string& column : columns) {
        if (!std::getline(fields, column, ',')) {
            throw std::runtime_error{"too few columns: " + text};
        }
    }
    if (columns[5] != "slot" || columns[7] != "exact") {
        throw std::runtime_error{"a row of another form: " + text};
    }
    std::string note;
    std::getline(fields, note);
    std::string network = columns[1];
    network.insert(network.find_first_of("0123456789"), ":");
    return {.line = line,
            .rule = columns[0],
            .topology = columns[1],
            .network = network,
            .parameters = parameters_in(columns[2]),
            .root = static_cast<tutti::node_id>(
                std::stoul(after("root:", columns[3] == "all" ? std::string{} : columns[3], "0"))),
            .slots = std::stoll(columns[4]),
            .transmissions = std::stoull(columns[6]),
            .lower_bound = std::stoll(columns[8]),
            .above = std::stoll(after("bound+", note, "0"))};
}

std::vector<row> rows() {
    std::ifstream file{TUTTI_GOLDEN_REDUCTIONS};
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

tutti::port_model ports_of(const row& each) {
    return each.parameters.contains("full")   ? tutti::port_model::single_port_full_duplex
           : each.parameters.contains("half") ? tutti::port_model::single_port_half_duplex
                                              : tutti::port_model::all_port;
}

/// The operators take turns.
tutti::experiment experiment_of(const row& each, const tutti::algorithm& algorithm) {
    constexpr std::array<std::string_view, 4> operators{"sum", "xor", "min", "max"};
    tutti::experiment plan = support::on_network(algorithm, each.network);
    plan.root = each.root;
    plan.ports = ports_of(each);
    if (each.is_barrier()) {
        plan.seed = std::stoull(each.parameters.at("seed"));
        plan.parameters = {{"skew", each.parameters.at("skew")}};
    } else {
        plan.parameters = {
            {"values", each.parameters.at("m")},
            {"operator", operators.at(static_cast<std::size_t>(each.line) % operators.size())}};
    }
    return plan;
}

/// "red" of `red.bin`, "sla.ar" of `sla.ar.halving`.
std::string family_of(const row& each) {
    return each.is_barrier() ? "barrier" : each.rule.substr(0, each.rule.rfind('.'));
}

}  // namespace

TEST_CASE("reductions and barriers take the slots and packet-hops of the reference figures") {
    for (const row& each : rows()) {
        const tutti::algorithm* const algorithm = support::entry_with_rule(each.rule);
        CAPTURE(each.line);
        CAPTURE(each.rule);
        CAPTURE(each.topology);
        REQUIRE(algorithm != nullptr);

        const tutti::result outcome = support::run(experiment_of(each, *algorithm));

        CHECK(support::verdict_line(outcome) == "complete");
        CHECK(outcome.slots == each.slots);
        CHECK(outcome.transmissions == each.transmissions);
        CHECK(outcome.control_transmissions == (each.is_barrier() ? each.transmissions : 0));
        CHECK(outcome.nodes == std::stoull(each.parameters.at("n")));
        CHECK(each.slots == each.lower_bound + each.above);
        // Ours may know more.
        CHECK(outcome.lower_bound.units >= tutti::rational{each.lower_bound});
        CHECK(outcome.lower_bound.units <= tutti::rational{each.slots});
    }
}

TEST_CASE("no reference figure of a reduction or barrier is passed over") {
    std::map<std::string, int, std::less<>> counts;
    for (const row& each : rows()) {
        ++counts[family_of(each)];
    }
    CHECK(counts == std::map<std::string, int, std::less<>>{{"ar", 84},
                                                            {"barrier", 17},
                                                            {"red", 23},
                                                            {"rs", 54},
                                                            {"sla", 4},
                                                            {"sla.ar", 10},
                                                            {"sla.rs", 5}});
}

}  // TEST_SUITE("tutti/catalog/algorithm.hpp")
