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

namespace tutti {
namespace {

// Nodes of the networks that stand for a larger one.
constexpr std::array<std::size_t, 3> small_sizes{32, 128, 512};

std::optional<network> fitting(const experiment& asked, const network_specification& named) {
    try {
        network where = named.outline();
        return network_mismatch(*asked.what, where, asked.ports).empty()
                   ? std::optional{std::move(where)}
                   : std::nullopt;
    } catch (const std::invalid_argument&) {
        return std::nullopt;
    }
}

// With less in place of one number or of all that are equal, and a grid with a side less.
std::vector<network_specification> reduced(const experiment& from) {
    std::vector<network_specification> all;
    for (std::size_t i = 0; i < from.network.number_count(); ++i) {
        std::ranges::move(from.network.smaller(i), std::back_inserter(all));
    }
    const auto* const shape = std::get_if<grid>(&from.where);
    if (shape != nullptr && shape->dimensions() > 1 && from.network.factors().empty()) {
        std::vector<int> sides = shape->sides();
        sides.pop_back();
        all.push_back(network_specification::parse(
            fmt::format("{}:{}", from.network.kind(), fmt::join(sides, "x"))));
    }
    return all;
}

// Like `asked`, on a network of its kind with numbers no larger, that fits and whose nodes are as
// near to so many as can be found.
experiment scaled_down(experiment asked, std::size_t nodes) {
    asked.drawn = nullptr;
    asked.root = 0;
    asked.seed = 1;
    std::erase_if(asked.parameters, [](const auto& each) {
        return std::holds_alternative<std::vector<node_id>>(each.second.content());
    });
    const auto distance = [&](const network_specification& one) {
        const auto count = static_cast<double>(one.node_count().value_or(node_count(asked.where)));
        return std::abs(std::log(count / static_cast<double>(nodes)));
    };
    for (bool is_nearer = true; is_nearer;) {
        is_nearer = false;
        for (const network_specification& one : reduced(asked)) {
            const bool may_be = distance(one) < distance(asked.network);
            if (std::optional<network> where = may_be ? fitting(asked, one) : std::nullopt) {
                asked.network = one;
                asked.where = std::move(*where);
                is_nearer = true;
            }
        }
    }
    return asked;
}

// Few messages are as large a share of the nodes' number as asked for; then many tell more of what
// a message takes.
std::vector<experiment> with_messages(const experiment& small, double share) {
    if (!collective_of(small).takes_broadcasters) {
        return {small};
    }
    constexpr double few = 0.25;
    const auto limits = small.what->limits ? small.what->limits(small.where) : message_limits{};
    const auto nodes = static_cast<double>(node_count(small.where));
    const auto with = [&](double count) {
        const auto least = static_cast<double>(std::max<std::uint64_t>(1, limits.least));
        const auto most = std::min(nodes, static_cast<double>(limits.most));
        experiment one = small;
        one.broadcasters = broadcaster_specification::random(static_cast<std::uint64_t>(
            std::clamp(std::round(count), least, std::max(least, most))));
        return one;
    };
    return share < few ? std::vector{with(share * nodes), with(nodes)}
                       : std::vector{with(share * nodes)};
}

// Likewise for how many values each node has, where a parameter says that and may say as many as
// there are nodes: more are made few and many, which tells what one takes.
std::vector<experiment> with_values(const experiment& small) {
    constexpr std::uint64_t many = 16;
    const std::uint64_t nodes = node_count(small.where);
    std::vector<experiment> all{small};
    for (const auto& [name, value] : setting_of(small).parameters) {
        const auto declared = std::ranges::find(small.what->parameters, name, &parameter::name);
        const auto* const range = std::get_if<integer_range>(&declared->range);
        const auto* const number = std::get_if<std::uint64_t>(&value.content());
        if (range != nullptr && !range->word.empty() && number != nullptr && *number > nodes) {
            all.assign(2, small);
            all[0].parameters.insert_or_assign(name, parameter_value{nodes});
            all[1].parameters.insert_or_assign(name,
                                               parameter_value{std::min(*number, many * nodes)});
        }
    }
    return all;
}

// True if a run starts within a moment: each message is made and handed to its node, and a bit
// stored for each delivery, before anything is sent.
bool starts_early(const experiment& small) {
    constexpr std::uint64_t most_steps = std::uint64_t{1} << 21U;
    constexpr std::uint64_t deliveries_a_step = 64;
    const std::uint64_t messages = most_messages(small);
    const std::uint64_t nodes = node_count(small.where);
    return nodes + link_count(small.where) + messages +
               collective_of(small).deliveries(nodes, messages) / deliveries_a_step <=
           most_steps;
}

// In place of a graph's file, which cannot be scaled down: a random graph of so many nodes, with as
// many links a node.
std::optional<experiment> scaled_down_plan(experiment asked, std::size_t nodes) {
    const double links_a_node = static_cast<double>(link_count(asked.where)) / 2 /
                                static_cast<double>(node_count(asked.where));
    const auto n = static_cast<double>(nodes);
    const auto links = static_cast<std::uint64_t>(
        std::clamp(std::round(links_a_node * n), n - 1, n * (n - 1) / 2));
    asked.network = network_specification::parse(fmt::format("random-graph:{}.{}.1", nodes, links));
    std::optional<network> where = fitting(asked, asked.network);
    if (!where) {
        return std::nullopt;
    }
    asked.where = std::move(*where);
    return asked;
}

// Those of a large file; of all else none.
std::vector<experiment> scaled_down_candidates(const experiment& asked) {
    std::vector<experiment> all;
    if (asked.network.kind() != "graph" || starts_early(asked)) {
        return all;
    }
    for (const std::size_t size : small_sizes) {
        if (size < node_count(asked.where)) {
            if (auto similar = scaled_down_plan(scaled_down(asked, size), size)) {
                all.push_back(*std::move(similar));
            }
        }
    }
    return all;
}

}  // namespace

std::vector<experiment> scaled_down_plans(const experiment& asked, std::uint64_t messages) {
    constexpr std::size_t most_nodes = 2048;
    constexpr std::size_t most_nodes_itself = 1U << 18U;
    const double share =
        static_cast<double>(messages) / static_cast<double>(node_count(asked.where));
    std::vector<experiment> all;
    const auto add = [&](const experiment& small) {
        const bool is_new = all.empty() || all.back().network != small.network;
        const bool is_itself = small.network == asked.network;
        if (is_new && node_count(small.where) <= (is_itself ? most_nodes_itself : most_nodes)) {
            for (const experiment& one : with_values(small)) {
                std::ranges::copy_if(with_messages(one, share), std::back_inserter(all),
                                     [](const experiment& each) {
                                         return starts_early(each) && input_mismatch(each).empty();
                                     });
            }
        }
    };
    for (const std::size_t size : small_sizes) {
        add(scaled_down(asked, size));
    }
    for (const experiment& similar : scaled_down_candidates(asked)) {
        add(similar);
    }
    return all;
}

}  // namespace tutti
