#include "scaled_down_plans.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <utility>
#include <variant>

#include <fmt/ranges.h>

#include "estimate.hpp"
#include "topology/networks/network_specification.hpp"
#include "tutti/catalog/parameter.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

// Number of nodes of the networks that represent a larger one.
constexpr std::array<std::size_t, 3> small_sizes{32, 128, 512};

std::optional<network> fitting(const experiment& plan, const network_specification& named) {
    try {
        network net = named.outline();
        return inapplicable_reason(*plan.algorithm, net, plan.ports).empty()
                   ? std::optional{std::move(net)}
                   : std::nullopt;
    } catch (const std::invalid_argument&) {
        return std::nullopt;
    }
}

// With less in place of one number or of all that are equal, and a grid with a side less.
std::vector<network_specification> reduced(const experiment& from) {
    std::vector<network_specification> specifications;
    for (std::size_t i = 0; i < from.network.number_count(); ++i) {
        std::ranges::move(from.network.smaller(i), std::back_inserter(specifications));
    }
    const auto* const shape = std::get_if<grid>(&from.built_network);
    if (shape != nullptr && shape->dimensions() > 1 && from.network.factors().empty() &&
        !from.network.is_own()) {
        std::vector<int> sides = shape->sides();
        sides.pop_back();
        specifications.push_back(network_specification::parse(
            fmt::format("{}:{}", from.network.kind(), fmt::join(sides, "x"))));
    }
    return specifications;
}

// Like `plan`, on a network of its kind with numbers no larger, that fits and whose nodes are as
// near to this number as can be found.
experiment scaled_down(experiment plan, std::size_t nodes) {
    plan.drawn = nullptr;
    plan.root = std::nullopt;
    // Without switches all nodes take part, which takes no less.
    plan.participants = {};
    plan.seed = 1;
    // Lists of nodes name some that the smaller network lacks.
    std::erase_if(plan.parameters, [](const auto& each) {
        return std::holds_alternative<std::vector<node_id>>(each.second.content());
    });
    // Sizes are compared by their ratio.
    const auto distance = [&](const network_specification& specification) {
        const auto count = specification.node_count().value_or(node_count(plan.built_network));
        return std::abs(std::log(ratio(count, nodes)));
    };
    // The search is greedy: each step takes a reduction that is nearer to the wanted size, and ends
    // when there is none.
    for (bool is_nearer = true; is_nearer;) {
        is_nearer = false;
        for (const network_specification& specification : reduced(plan)) {
            const bool may_be = distance(specification) < distance(plan.network);
            if (std::optional<network> net = may_be ? fitting(plan, specification) : std::nullopt) {
                plan.network = specification;
                plan.built_network = std::move(*net);
                is_nearer = true;
            }
        }
    }
    return plan;
}

// Few messages are as large a share of the nodes' number as asked for; then many show better what a
// message takes.
std::vector<experiment> with_messages(const experiment& small, double share) {
    if (!collective_of(small).takes_broadcasters) {
        return {small};
    }
    constexpr double few = 0.25;
    const auto limits =
        small.algorithm->limits ? small.algorithm->limits(small.built_network) : message_limits{};
    const std::uint64_t nodes = participant_count(small);
    const auto with = [&](double part) {
        // The limits of the algorithm take precedence over the share.
        const auto least = std::max<std::uint64_t>(1, limits.least);
        const auto most = std::max(least, std::min<std::uint64_t>(nodes, limits.most));
        const std::uint64_t count = whole_part(std::round(product(part, nodes)));
        experiment plan = small;
        plan.broadcasters = broadcaster_specification::random(std::clamp(count, least, most));
        return plan;
    };
    return share < few ? std::vector{with(share), with(1)} : std::vector{with(share)};
}

// Likewise for how many values each node has, where a parameter says that and may say as many as
// there are nodes: more are made few and many, which shows what one takes.
std::vector<experiment> with_values(const experiment& small) {
    constexpr std::uint64_t many = 16;
    const std::uint64_t nodes = node_count(small.built_network);
    std::vector<experiment> plans{small};
    for (const auto& [name, value] : setting_of(small).parameters) {
        const auto declared =
            std::ranges::find(small.algorithm->parameters, name, &parameter::name);
        const auto* const range = std::get_if<integer_range>(&declared->range);
        const auto* const number = std::get_if<std::uint64_t>(&value.content());
        if (range != nullptr && !range->word.empty() && number != nullptr && *number > nodes) {
            plans.assign(2, small);
            plans[0].parameters.insert_or_assign(name, parameter_value{nodes});
            plans[1].parameters.insert_or_assign(name,
                                                 parameter_value{std::min(*number, many * nodes)});
        }
    }
    return plans;
}

// True if a run starts within a moment: each message is made and handed to its node, and a bit
// stored for each delivery, before anything is sent.
bool starts_early(const experiment& small) {
    constexpr std::uint64_t most_steps = std::uint64_t{1} << 21U;
    constexpr std::uint64_t deliveries_a_step = 64;
    const std::uint64_t messages = most_messages(small);
    const std::uint64_t nodes = node_count(small.built_network);
    return nodes + link_count(small.built_network) + messages +
               deliveries_of(small, messages) / deliveries_a_step <=
           most_steps;
}

// In place of a graph's file, which cannot be scaled down: a random graph of this number of nodes,
// with as many links a node.
std::optional<experiment> scaled_down_plan(experiment plan, std::size_t nodes) {
    const double links_a_node =
        ratio(link_count(plan.built_network), node_count(plan.built_network)) / 2;
    const auto links = std::clamp(whole_part(std::round(product(links_a_node, nodes))), nodes - 1,
                                  nodes * (nodes - 1) / 2);
    plan.network = network_specification::parse(fmt::format("random-graph:{}.{}.1", nodes, links));
    std::optional<network> net = fitting(plan, plan.network);
    if (!net) {
        return std::nullopt;
    }
    plan.built_network = std::move(*net);
    return plan;
}

// Those of a large file, or of a large network of whose family no size is known; of all else none.
std::vector<experiment> scaled_down_candidates(const experiment& plan) {
    std::vector<experiment> plans;
    const bool has_no_size = plan.network.is_own() && !plan.network.node_count();
    if ((plan.network.kind() != "graph" && !has_no_size) || starts_early(plan)) {
        return plans;
    }
    for (const std::size_t size : small_sizes) {
        if (size < node_count(plan.built_network)) {
            if (auto similar = scaled_down_plan(scaled_down(plan, size), size)) {
                plans.push_back(*std::move(similar));
            }
        }
    }
    return plans;
}

}  // namespace

std::vector<experiment> scaled_down_plans(const experiment& plan, std::uint64_t messages) {
    constexpr std::size_t most_nodes = 2048;
    constexpr std::size_t most_nodes_itself = 1U << 18U;
    const double share = ratio(messages, node_count(plan.built_network));
    std::vector<experiment> plans;
    const auto add = [&](const experiment& small) {
        // Two sizes may lead to the same network, which is run once.
        const bool is_new = plans.empty() || plans.back().network != small.network;
        const bool is_itself = small.network == plan.network;
        if (is_new &&
            node_count(small.built_network) <= (is_itself ? most_nodes_itself : most_nodes)) {
            for (const experiment& one : with_values(small)) {
                std::ranges::copy_if(with_messages(one, share), std::back_inserter(plans),
                                     [](const experiment& each) {
                                         return starts_early(each) &&
                                                inapplicable_reason(each).empty();
                                     });
            }
        }
    };
    for (const std::size_t size : small_sizes) {
        add(scaled_down(plan, size));
    }
    for (const experiment& similar : scaled_down_candidates(plan)) {
        add(similar);
    }
    return plans;
}

}  // namespace tutti
