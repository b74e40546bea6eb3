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

bool allows(const algorithm& entry, port_model ports) {
    return ports == port_model::all_port ||
           std::ranges::find(entry.ports, ports) != entry.ports.end();
}

const algorithm& algorithm_named(std::string_view task, std::string_view name) {
    std::vector<std::string_view> names;
    for (const algorithm* const entry : algorithms_for(task)) {
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
    for (const algorithm* const entry : algorithms_for(task)) {
        const std::string misfit = misfit_on(*entry, where, ports);
        if (misfit.empty()) {
            return *entry;
        }
        reasons += fmt::format("{}{} {}", reasons.empty() ? "" : "; ", entry->name, misfit);
    }
    throw std::invalid_argument{fmt::format("no algorithm for {} fits: {}", task, reasons)};
}

std::vector<std::string_view> parameter_names(std::span<const algorithm* const> those) {
    std::vector<std::string_view> names;
    for (const algorithm* const what : those) {
        for (const parameter& known : what->parameters) {
            if (std::ranges::find(names, known.name) == names.end()) {
                names.push_back(known.name);
            }
        }
    }
    return names;
}

// Who has no parameter of that name: one algorithm, or all for a task.
[[noreturn]] void refuse_parameter(std::span<const algorithm* const> those, std::string_view name) {
    const std::vector<std::string_view> names = parameter_names(those);
    const algorithm& first = *those.front();
    const std::string who = those.size() == 1
                                ? fmt::format("{}/{} has no", first.task, first.name)
                                : fmt::format("no algorithm for {} has a", first.task);
    const std::string_view all_of_them = those.size() == 1 ? "; it takes none" : "; they take none";
    throw std::invalid_argument{
        fmt::format("{} parameter {}{}", who, quoted(name),
                    names.empty() ? std::string{all_of_them} : did_you_mean(name, names))};
}

}  // namespace

std::string misfit_on(const algorithm& what, const network& where,
                      std::optional<port_model> ports) {
    std::string misfit = what.misfit(where);
    if (misfit.empty() && ports && !allows(what, *ports)) {
        misfit = fmt::format("needs the ports {}", name_of(what.ports.front()));
    }
    return misfit;
}

std::vector<const algorithm*> algorithms_for(std::string_view task) {
    std::vector<const algorithm*> found;
    for (const algorithm& entry : standard_algorithms()) {
        if (entry.task == task) {
            found.push_back(&entry);
        }
    }
    return found;
}

std::vector<std::string_view> tasks() {
    std::vector<std::string_view> names;
    for (const algorithm& entry : standard_algorithms()) {
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

std::pair<std::string, parameter_value> parse_parameter(const algorithm& what,
                                                        std::string_view text) {
    const algorithm* const only = &what;
    return parse_parameter(std::span{&only, 1}, text);
}

std::pair<std::string, parameter_value> parse_parameter(std::span<const algorithm* const> those,
                                                        std::string_view text) {
    const std::size_t equals = text.find('=');
    const std::string_view name = text.substr(0, equals);
    if (equals == std::string_view::npos) {
        throw std::invalid_argument{fmt::format("{} is not NAME=VALUE", quoted(text))};
    }
    const std::string_view value = text.substr(equals + 1);
    std::optional<parameter_value> read;
    for (const algorithm* const what : those) {
        const auto found = std::ranges::find(what->parameters, name, &parameter::name);
        if (found != what->parameters.end()) {
            read = found->require(value);
        }
    }
    if (!read) {
        refuse_parameter(those, name);
    }
    return {std::string{name}, *read};
}

}  // namespace tutti
