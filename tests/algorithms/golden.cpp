#include "golden.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "collectives/input/broadcasters.hpp"
#include "support/standard.hpp"
#include "trial.hpp"
#include "util/value_syntax.hpp"

namespace support {
namespace {

[[noreturn]] void refuse(int line, std::string_view why) {
    throw std::runtime_error{"golden row " + std::to_string(line) + ": " + std::string{why}};
}

// A field with commas is quoted.
std::string field(std::istream& fields, int line) {
    std::string text;
    const bool is_quoted = fields.peek() == '"';
    if (is_quoted) {
        fields.get();
        std::getline(fields, text, '"');
    }
    std::string rest;
    if (!std::getline(fields, rest, ',')) {
        refuse(line, "too few columns");
    }
    return is_quoted ? text : rest;
}

golden_row read_row(const std::string& text, int line) {
    std::istringstream fields{text};
    golden_row row;
    row.line = line;
    row.rule = field(fields, line);
    row.dimensions = std::stoi(field(fields, line));
    row.packets = std::stoull(field(fields, line));
    row.set = field(fields, line);
    row.slots = std::stoll(field(fields, line));
    const std::string transmissions = field(fields, line);
    if (!transmissions.empty()) {
        row.transmissions = std::stoull(transmissions);
    }
    const std::string kind = field(fields, line);
    if (kind != "exact" && kind != "bound") {
        refuse(line, "neither exact nor a bound");
    }
    row.is_exact = kind == "exact";
    std::getline(fields, row.note);
    return row;
}

// `multi:x*a y*b` names x a times.
std::vector<tutti::node_id> mentions_in(std::string_view items) {
    std::istringstream words{std::string{items}};
    std::vector<tutti::node_id> mentions;
    for (std::string word; words >> word;) {
        const std::size_t star = word.find('*');
        const std::size_t times = star == std::string::npos ? 1 : std::stoul(word.substr(star + 1));
        mentions.insert(mentions.end(), times, static_cast<tutti::node_id>(std::stoul(word)));
    }
    return mentions;
}

std::vector<tutti::node_id> upper_half(int dimensions) {
    std::vector<tutti::node_id> nodes;
    const tutti::node_id half = tutti::node_id{1} << (dimensions - 1);
    for (tutti::node_id node = half; node < 2 * half; ++node) {
        nodes.push_back(node);
    }
    return nodes;
}

// The set as users write it; empty for a root.
std::string broadcasters_of(const golden_row& row) {
    const auto [form, value] = tutti::split_specification(row.set);
    if (form == "all") {
        return "all";
    }
    if (form == "seed") {
        return "random:" + std::to_string(row.packets);
    }
    if (form == "list" || form == "multi") {
        return written(tutti::broadcasters_at(mentions_in(value.value_or(""))));
    }
    if (form == "half") {
        return written(tutti::broadcasters_at(upper_half(row.dimensions)));
    }
    if (form == "adversary") {
        return "adversarial";
    }
    refuse(row.line, "a set of unknown form");
}

// Text after `label` in the note, up to the next blank; null if the label does not occur.
std::optional<std::string> noted(const golden_row& row, std::string_view label) {
    const std::size_t position = row.note.find(label);
    if (position == std::string::npos) {
        return std::nullopt;
    }
    const std::size_t begin = position + label.size();
    return row.note.substr(begin, row.note.find(' ', begin) - begin);
}

// Parameters that a rule, or a row of it, needs of an algorithm that does more than that.
tutti::parameter_values parameters_of(const golden_row& row) {
    if (row.rule == "prefix.tree+K") {
        return {{"announce", "true"}};
    }
    if (row.rule == "naive.cust") {
        return {{"tree", "unbalanced"}};
    }
    if (row.rule == "naive.bal") {
        return {{"tree", "rotation"}};
    }
    if (const auto factor = noted(row, "C*=")) {
        return {{"c", *factor}};
    }
    if (row.rule == "succ.norot3") {
        return {{"gap", "3"}};
    }
    return {};
}

}  // namespace

bool golden_row::fails() const { return note.ends_with(" FAILS"); }

std::optional<tutti::slot> golden_row::last_collected() const {
    for (const std::string_view label : {"phase-2 last arrival slot ", "T2="}) {
        if (const auto figure = noted(*this, label)) {
            return std::stoll(*figure);
        }
    }
    return std::nullopt;
}

std::vector<tutti::slot> golden_row::shares() const {
    constexpr std::string_view label = " N=";
    const std::size_t position = note.find(label);
    std::vector<tutti::slot> figures;
    if (position != std::string::npos) {
        std::istringstream words{note.substr(position + label.size())};
        for (tutti::slot share = 0; words >> share;) {
            figures.push_back(share);
        }
    }
    return figures;
}

std::string golden_row::text() const {
    return "line " + std::to_string(line) + ": " + rule + "," + std::to_string(dimensions) + "," +
           std::to_string(packets) + "," + set + "," + std::to_string(slots);
}

std::vector<golden_row> read_golden(const std::string& path) {
    std::ifstream file{path};
    std::string text;
    if (!std::getline(file, text) || text != "algorithm,d,K,set,slots,transmissions,kind,note") {
        throw std::runtime_error{path + " is not a file of golden rows"};
    }
    std::vector<golden_row> rows;
    for (int line = 2; std::getline(file, text); ++line) {
        rows.push_back(read_row(text, line));
    }
    return rows;
}

std::vector<std::string_view> rules_of(const tutti::algorithm& algorithm) {
    std::vector<std::string_view> rules;
    std::string_view rest = algorithm.rule;
    for (std::size_t comma = rest.find(", "); comma != std::string_view::npos;
         comma = rest.find(", ")) {
        rules.push_back(rest.substr(0, comma));
        rest.remove_prefix(comma + 2);
    }
    rules.push_back(rest);
    return rules;
}

const tutti::algorithm* entry_with_rule(std::string_view rule) {
    for (const tutti::algorithm& algorithm : support::standard_algorithms()) {
        for (const std::string_view name : rules_of(algorithm)) {
            if (name == rule) {
                return &algorithm;
            }
        }
    }
    return nullptr;
}

tutti::experiment experiment_of(const golden_row& row, const tutti::algorithm& algorithm) {
    const auto [form, value] = tutti::split_specification(row.set);
    const bool has_root = form == "root";
    tutti::experiment plan =
        on_cube(algorithm, row.dimensions, has_root ? "all" : broadcasters_of(row));
    plan.parameters = parameters_of(row);
    if (has_root) {
        plan.root = static_cast<tutti::node_id>(std::stoul(std::string{value.value_or("")}));
    }
    if (form == "seed") {
        plan.seed = std::stoull(std::string{value.value_or("")});
    }
    return plan;
}

}  // namespace support
