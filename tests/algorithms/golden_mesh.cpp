#include "golden_mesh.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "trial.hpp"
#include "tutti/topology/network.hpp"

namespace support {
namespace {

[[noreturn]] void refuse_row(int line, std::string_view why) {
    throw std::runtime_error{"golden row " + std::to_string(line) + ": " + std::string{why}};
}

// A whole number or a fraction, or a number with decimals.
tutti::rational number_in(const std::string& text) {
    const std::size_t point = text.find('.');
    if (point == std::string::npos) {
        return tutti::parse_rational(text);
    }
    std::int64_t denominator = 1;
    for (std::size_t i = point + 1; i < text.size(); ++i) {
        denominator *= 10;
    }
    return {std::stoll(text.substr(0, point) + text.substr(point + 1)), denominator};
}

// `array3^2` and `array3x3` are array:3x3, `line5` is path:5.
std::string network_named(std::string_view topology, int line) {
    const auto* const begin = std::ranges::find_if(topology, [](char symbol) {
        return std::isdigit(static_cast<unsigned char>(symbol)) != 0;
    });
    const auto letters = static_cast<std::size_t>(begin - topology.begin());
    const std::string_view family = topology.substr(0, letters);
    const std::string size{topology.substr(letters)};
    const std::size_t power = size.find('^');
    std::string sides = size.substr(0, power);
    for (int i = 1; power != std::string::npos && i < std::stoi(size.substr(power + 1)); ++i) {
        sides += fmt::format("x{}", size.substr(0, power));
    }
    constexpr std::array<std::string_view, 4> names{"line", "ring", "array", "torus"};
    if (std::ranges::find(names, family) == names.end()) {
        refuse_row(line, "a topology of unknown form");
    }
    return (family == "line" ? "path" : std::string{family}) + ":" + sides;
}

std::map<std::string, std::string, std::less<>> parameters_in(const std::string& text, int line) {
    std::map<std::string, std::string, std::less<>> values;
    std::istringstream items{text};
    for (std::string item; std::getline(items, item, ';');) {
        const std::size_t equals = item.find('=');
        if (equals == std::string::npos) {
            refuse_row(line, "a parameter without a value");
        }
        values[item.substr(0, equals)] = item.substr(equals + 1);
    }
    return values;
}

mesh_golden_row read_mesh_row(const std::string& text, int line) {
    std::istringstream fields{text};
    const auto field = [&] {
        std::string value;
        if (!std::getline(fields, value, ',')) {
            refuse_row(line, "too few columns");
        }
        return value;
    };
    mesh_golden_row row;
    row.line = line;
    row.rule = field();
    row.network = network_named(field(), line);
    row.parameters = parameters_in(field(), line);
    row.active_set = field();
    row.time = number_in(field());
    row.unit = field();
    if (const std::string transmissions = field(); !transmissions.empty()) {
        row.transmissions = std::stoull(transmissions);
    }
    const std::string kind = field();
    if (kind != "exact" && kind != "bound") {
        refuse_row(line, "neither exact nor a bound");
    }
    row.is_exact = kind == "exact";
    std::getline(fields, row.note);
    return row;
}

// Words with commas between.
std::string listed(const std::string& text) {
    std::istringstream words{text};
    std::string list;
    for (std::string word; words >> word;) {
        list += fmt::format("{}{}", list.empty() ? "" : ",", word);
    }
    return list;
}

// `2 0 1` names node 0 twice and node 2 once.
std::string with_loads(const std::string& text) {
    std::istringstream loads{text};
    std::vector<tutti::node_id> mentions;
    tutti::node_id node = 0;
    for (std::size_t load = 0; loads >> load; ++node) {
        mentions.insert(mentions.end(), load, node);
    }
    return written(tutti::broadcasters_at(std::move(mentions)));
}

// Ids, or one of the words that users write too.
std::string with_members(const std::string& text) {
    return text == "all" || text == "none" ? text : "nodes:" + listed(text);
}

constexpr std::string_view arrow = " -> ";

}  // namespace

tutti::rational mesh_golden_row::slots() const {
    if (unit == "tick") {
        return time / number_in(parameters.at("S"));
    }
    if (unit == "halfslot") {
        return time / 2;
    }
    if (unit != "slot" && unit != "t_p") {
        refuse_row(line, "a unit of unknown length");
    }
    return time;
}

tutti::rational mesh_golden_row::prefix_step() const {
    const auto ticks = parameters.find("Lp");
    return ticks == parameters.end() ? tutti::rational{1}
                                     : number_in(ticks->second) / number_in(parameters.at("S"));
}

std::optional<std::uint64_t> mesh_golden_row::noted(std::string_view name) const {
    std::istringstream items{note};
    for (std::string item; std::getline(items, item, ';');) {
        if (item.starts_with(std::string{name} + "=")) {
            return std::stoull(item.substr(name.size() + 1));
        }
    }
    return std::nullopt;
}

std::vector<std::string> mesh_golden_row::broadcasters() const {
    const std::string set = active_set.substr(0, active_set.find(arrow));
    if (set == "any") {
        const std::size_t nodes = tutti::node_count(tutti::parse_network(network));
        return {"none", "nodes:0", "nodes:" + std::to_string(nodes - 1),
                "random:" + std::to_string(nodes / 2), "all"};
    }
    if (set.starts_with("any ")) {
        const std::string count = set.substr(4);
        return {"random:" + count, "random:" + count};
    }
    if (set.starts_with("k=")) {
        return {with_loads(set.substr(2))};
    }
    if (set.empty() || (set != "all" && set != "none" &&
                        set.find_first_not_of("0123456789 ") != std::string::npos)) {
        refuse_row(line, "a set of unknown form");
    }
    return {with_members(set)};
}

std::optional<std::string> mesh_golden_row::destinations() const {
    const std::size_t position = active_set.find(arrow);
    if (position == std::string::npos) {
        return std::nullopt;
    }
    const std::string set = active_set.substr(position + arrow.size());
    return set == "none" ? std::string{} : listed(set);
}

std::string mesh_golden_row::text() const {
    return "line " + std::to_string(line) + ": " + rule + "," + network + "," + active_set + "," +
           to_string(time) + " " + unit;
}

std::vector<mesh_golden_row> read_mesh_golden(const std::string& path) {
    std::ifstream file{path};
    std::string text;
    if (!std::getline(file, text) ||
        text != "algorithm,topology,parameters,active_set,time,unit,transmissions,kind,note") {
        throw std::runtime_error{path + " is not a file of golden rows"};
    }
    std::vector<mesh_golden_row> rows;
    for (int line = 2; std::getline(file, text); ++line) {
        rows.push_back(read_mesh_row(text, line));
    }
    return rows;
}

tutti::experiment experiment_of(const mesh_golden_row& row, const tutti::algorithm& algorithm,
                                std::string_view broadcasters) {
    tutti::experiment plan = on_network(algorithm, row.network, broadcasters);
    plan.seed = static_cast<std::uint64_t>(row.line);
    const auto set = [&](std::string_view name, const std::string& value) {
        if (std::ranges::find(algorithm.parameters, name, &tutti::parameter::name) !=
            algorithm.parameters.end()) {
            plan.parameters[std::string{name}] = value;
        }
    };
    set("prefix-step", to_string(row.prefix_step()));
    set("alternate", row.rule.ends_with("_alt") ? "true" : "false");
    if (const auto to = row.destinations(); to && !to->empty()) {
        set("to", *to);
    }
    return plan;
}

}  // namespace support
