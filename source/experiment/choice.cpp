#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/specification.hpp"

namespace tutti {
namespace {

using alias = std::pair<std::string_view, std::string_view>;

constexpr std::array<alias, 3> trade_names{{
    {"allgather", "multinode-broadcast"},
    {"alltoall", "total-exchange"},
    {"scan", "prefix-sum"},
}};

std::vector<const algorithm*> algorithms_of(std::string_view task) {
    std::vector<const algorithm*> found;
    for (const algorithm& entry : catalogue()) {
        if (entry.task == task) {
            found.push_back(&entry);
        }
    }
    return found;
}

// Whatever obeys a stricter model obeys the all-port one.
bool allows(const algorithm& entry, port_model ports) {
    return ports == port_model::all_port ||
           std::ranges::find(entry.ports, ports) != entry.ports.end();
}

const algorithm& algorithm_named(std::string_view task, std::string_view name) {
    std::vector<std::string_view> names;
    for (const algorithm* const entry : algorithms_of(task)) {
        if (entry->name == name) {
            return *entry;
        }
        names.push_back(entry->name);
    }
    throw std::invalid_argument{fmt::format("{} is not an algorithm for {}{}", quoted(name), task,
                                            did_you_mean(name, names))};
}

const algorithm& first_that_fits(std::string_view task, const network& where,
                                 std::optional<port_model> ports) {
    std::string reasons;
    for (const algorithm* const entry : algorithms_of(task)) {
        std::string misfit = entry->misfit(where);
        if (misfit.empty() && ports && !allows(*entry, *ports)) {
            misfit = fmt::format("needs the ports {}", name_of(entry->ports.front()));
        }
        if (misfit.empty()) {
            return *entry;
        }
        reasons += fmt::format("{}{} {}", reasons.empty() ? "" : "; ", entry->name, misfit);
    }
    throw std::invalid_argument{fmt::format("no algorithm for {} fits: {}", task, reasons)};
}

}  // namespace

std::vector<std::string_view> tasks() {
    std::vector<std::string_view> names;
    for (const algorithm& entry : catalogue()) {
        if (std::ranges::find(names, entry.task) == names.end()) {
            names.push_back(entry.task);
        }
    }
    return names;
}

std::string_view parse_task(std::string_view name) {
    std::vector<std::string_view> names = tasks();
    const auto* const other = std::ranges::find(trade_names, name, &alias::first);
    const auto own = std::ranges::find(names, other == trade_names.end() ? name : other->second);
    if (own != names.end()) {
        return *own;
    }
    for (const alias& trade : trade_names) {
        if (std::ranges::find(names, trade.second) != names.end()) {
            names.push_back(trade.first);
        }
    }
    throw std::invalid_argument{
        fmt::format("{} is not a known task{}", quoted(name), did_you_mean(name, names))};
}

const algorithm& choose_algorithm(std::string_view text, const network& where,
                                  std::optional<port_model> ports) {
    const std::size_t slash = text.find('/');
    const std::string_view task = parse_task(text.substr(0, slash));
    if (slash == std::string_view::npos) {
        return first_that_fits(task, where, ports);
    }
    const algorithm& named = algorithm_named(task, text.substr(slash + 1));
    if (const std::string misfit = named.misfit(where); !misfit.empty()) {
        throw std::invalid_argument{fmt::format("{}/{} {}", named.task, named.name, misfit)};
    }
    return named;
}

std::pair<std::string, std::string> parse_parameter(const algorithm& what, std::string_view text) {
    const std::size_t equals = text.find('=');
    const std::string_view name = text.substr(0, equals);
    if (equals == std::string_view::npos) {
        throw std::invalid_argument{fmt::format("{} is not NAME=VALUE", quoted(text))};
    }
    const std::string_view value = text.substr(equals + 1);
    const auto found = std::ranges::find(what.parameters, name, &parameter::name);
    if (found == what.parameters.end()) {
        std::vector<std::string_view> names(what.parameters.size());
        std::ranges::transform(what.parameters, names.begin(), &parameter::name);
        throw std::invalid_argument{fmt::format(
            "{}/{} has no parameter {}{}", what.task, what.name, quoted(name),
            names.empty() ? std::string{"; it takes none"} : did_you_mean(name, names))};
    }
    if (!found->accepts(value)) {
        throw std::invalid_argument{
            fmt::format("{} is not a value of {}, which is {}", quoted(value), name, found->range)};
    }
    return {std::string{name}, std::string{value}};
}

}  // namespace tutti
