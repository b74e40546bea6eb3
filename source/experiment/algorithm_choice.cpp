#include "algorithms/folded_torus.hpp"
#include "candidates.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/experiment/experiment.hpp"
#include "util/collect.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

std::vector<std::string_view> parameter_names(std::span<const algorithm* const> algorithms) {
    std::vector<std::string_view> names;
    for (const algorithm* const algorithm : algorithms) {
        for (const parameter& parameter : algorithm->parameters) {
            if (std::ranges::find(names, parameter.name) == names.end()) {
                names.push_back(parameter.name);
            }
        }
    }
    return names;
}

// Refuses a parameter that one algorithm, or all for a collective, do not have.
[[noreturn]] void refuse_parameter(std::span<const algorithm* const> algorithms,
                                   std::string_view name) {
    const std::vector<std::string_view> names = parameter_names(algorithms);
    const algorithm& first = *algorithms.front();
    const bool is_one = algorithms.size() == 1;
    const std::string who = is_one ? fmt::format("{}/{} has no", first.collective, first.name)
                                   : fmt::format("no algorithm for {} has a", first.collective);
    const std::string none = is_one ? "; it takes none" : "; they take none";
    refuse("{} parameter {}{}", who, in_quotes(name),
           names.empty() ? none : did_you_mean(name, names));
}

}  // namespace

std::string inapplicable_reason(const algorithm& algorithm, const network& net,
                                std::optional<port_model> ports,
                                const participant_set& participants) {
    std::string reason = algorithm.inapplicable_reason(net);
    // Every algorithm runs under the all-port model, which has the fewest restrictions.
    const bool is_right =
        !ports || *ports == port_model::all_port || std::ranges::count(algorithm.ports, *ports) > 0;
    if (reason.empty() && !is_right) {
        reason = fmt::format("needs the ports {}", name_of(algorithm.ports.front()));
    }
    const bool takes_them = participants.is_everyone() ||
                            (algorithm.takes_participants && !emulates_torus(algorithm, net));
    if (reason.empty() && !takes_them) {
        const std::size_t nodes = node_count(net);
        reason = fmt::format("needs all nodes as participants (here {} of {})",
                             participants.size(nodes), nodes);
    }
    return reason;
}

std::string inapplicable_reason(std::uint64_t needed_bytes, std::uint64_t limit_bytes) {
    return needed_bytes <= limit_bytes ? std::string{}
                                       : fmt::format("needs about {} bytes, and the limit is {}",
                                                     needed_bytes, limit_bytes);
}

void require_applicable(const algorithm& algorithm, const network& net,
                        const participant_set& participants) {
    if (const std::string reason = inapplicable_reason(algorithm, net, {}, participants);
        !reason.empty()) {
        refuse("{}/{} {}", algorithm.collective, algorithm.name, reason);
    }
}

const collective& parse_collective(const catalogue& catalogue, std::string_view name) {
    if (const collective* const collective = catalogue.find_collective(name)) {
        return *collective;
    }
    // Names precede aliases, so that a suggestion is a name if both are equally near.
    auto names = vector_of(catalogue.collectives(),
                           [](const auto& each) { return std::string_view{each->name}; });
    for (const auto& each : catalogue.collectives()) {
        names.insert(names.end(), each->aliases.begin(), each->aliases.end());
    }
    refuse("{} is not a known collective{}", in_quotes(name), did_you_mean(name, names));
}

const algorithm& parse_algorithm(const catalogue& catalogue, std::string_view task,
                                 std::string_view name) {
    if (const algorithm* const entry = catalogue.find(task, name)) {
        return *entry;
    }
    refuse("{} is not an algorithm for {}{}", in_quotes(name), task,
           did_you_mean(name, catalogue.algorithms_for(task, true), &algorithm::name));
}

std::vector<const algorithm*> algorithms_for(const catalogue& catalogue,
                                             std::string_view collective, bool with_files) {
    const std::string_view name = parse_collective(catalogue, collective).name;
    std::vector<const algorithm*> algorithms = catalogue.algorithms_for(name, with_files);
    if (algorithms.empty()) {
        refuse("no algorithm for {} fits: none is known", name);
    }
    return algorithms;
}

const algorithm& choose_algorithm(const catalogue& catalogue, std::string_view text,
                                  const experiment& plan, std::optional<port_model> ports) {
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) {
        return best_algorithm(
            {.algorithms = algorithms_for(catalogue, text), .ports = ports, .common = plan});
    }
    const std::string_view task = parse_collective(catalogue, text.substr(0, slash)).name;
    const algorithm& named = parse_algorithm(catalogue, task, text.substr(slash + 1));
    // The ports are not checked here: an algorithm that is named runs under any port model, and the
    // run shows whether it violates it.
    require_applicable(named, plan.built_network, participants_of(plan));
    return named;
}

std::pair<std::string, parameter_value> parse_parameter(
    std::span<const algorithm* const> algorithms, std::string_view text) {
    const std::size_t equals = text.find('=');
    const std::string_view name = text.substr(0, equals);
    if (equals == std::string_view::npos) {
        refuse("{} is not NAME=VALUE", in_quotes(text));
    }
    const std::string_view value = text.substr(equals + 1);
    // The last algorithm with the parameter decides on its type. A value outside its range is
    // refused there.
    std::optional<parameter_value> read;
    for (const algorithm* const algorithm : algorithms) {
        const auto position = std::ranges::find(algorithm->parameters, name, &parameter::name);
        if (position != algorithm->parameters.end()) {
            read = position->require(value);
        }
    }
    if (!read) {
        refuse_parameter(algorithms, name);
    }
    return {std::string{name}, *read};
}

}  // namespace tutti
