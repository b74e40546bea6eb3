#include "knowledge_values.hpp"

#include <algorithm>
#include <variant>

#include "folded_torus.hpp"
#include "tutti/topology/network.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {

// Ranks may count upwards or downwards; the rank of one node shows which direction the algorithm
// uses.
knowledge_ranks::knowledge_ranks(const algorithm& algorithm, const problem& input) {
    const problem seen = program_view(algorithm, input);
    if (emulates_torus(algorithm, input.network)) {
        shape_.emplace(network_as<grid>(input.network));
    }
    nodes_ = seen.broadcasters.nodes;
    before_.reserve(nodes_.size() + 1);
    before_.push_back(0);
    for (const std::uint32_t messages : seen.broadcasters.packets) {
        before_.push_back(before_.back() + messages);
    }
    // Of the first and the last node, one at least has different ranks in the two directions, if
    // any node has.
    const auto last = static_cast<node_id>(node_count(input.network) - 1);
    const node_id telling = upwards(0) != downwards(0) ? 0 : last;
    const std::uint64_t announced = algorithm.rank(input, telling);
    is_downwards_ = announced == downwards(telling) && announced != upwards(telling);
    require(algorithm, telling, announced);
}

std::uint64_t knowledge_ranks::of(node_id node) const {
    return is_downwards_ ? downwards(node) : upwards(node);
}

void knowledge_ranks::require(const algorithm& algorithm, node_id node,
                              std::uint64_t announced) const {
    if (announced != of(node)) {
        refuse(
            "the algorithm {}/{}: `rank` is {} at node {}; a rank counts the messages of all nodes "
            "with smaller ids, or for all nodes those with larger ids",
            algorithm.collective, algorithm.name, announced, node);
    }
}

std::size_t knowledge_ranks::senders_below(node_id node) const {
    return position_at(nodes_, std::ranges::lower_bound(nodes_, node));
}

std::uint64_t knowledge_ranks::upwards(node_id node) const {
    return before_[senders_below(shape_ ? shape_->on_torus(node) : node)];
}

std::uint64_t knowledge_ranks::downwards(node_id node) const {
    const node_id own = shape_ ? shape_->on_torus(node) : node;
    const std::size_t below = senders_below(own);
    const bool is_sender = below < nodes_.size() && nodes_[below] == own;
    return before_.back() - before_[below + (is_sender ? 1 : 0)];
}

slot slot_budget_for_nodes(const algorithm& algorithm, const problem& input) {
    const slot budget = algorithm.slot_budget(input);
    if (budget < 0) {
        refuse("the algorithm {}/{}: its `slot_budget` is {}; use 0 or more slots",
               algorithm.collective, algorithm.name, budget);
    }
    return budget;
}

std::optional<std::uint64_t> intervals_of_parameter(const problem& input) {
    const auto position = input.parameters.find("intervals");
    const auto* const number = position == input.parameters.end()
                                   ? nullptr
                                   : std::get_if<std::uint64_t>(&position->second.content());
    return number == nullptr ? std::nullopt : std::optional{*number};
}

std::uint64_t intervals_for_nodes(const algorithm& algorithm, const problem& input) {
    const std::uint64_t announced = algorithm.intervals(input);
    const std::uint64_t defined = intervals_of_parameter(input).value_or(announced);
    if (announced != defined) {
        refuse("the algorithm {}/{}: `intervals` says {}, and the parameter of that name is {}",
               algorithm.collective, algorithm.name, announced, defined);
    }
    return defined;
}

}  // namespace tutti
