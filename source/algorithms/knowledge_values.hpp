/// @file
/// Values of the knowledge of an algorithm's nodes, by its definitions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "topology/embeddings/torus_folding.hpp"
#include "tutti/catalog/algorithm.hpp"

namespace tutti {

/// Ranks of nodes, counted from the messages of a problem: upwards or downwards for all nodes, as
/// the algorithm's description counts them. The description is asked about one node alone, so that
/// answers that change cannot reach the nodes.
class knowledge_ranks {
public:
    /// @throws std::invalid_argument if the description's answer is no rank
    knowledge_ranks(const algorithm& algorithm, const problem& input);

    /// The rank of a node of the network.
    [[nodiscard]] std::uint64_t of(node_id node) const;

    /// @throws std::invalid_argument if `announced` is not the rank of `node`
    void require(const algorithm& algorithm, node_id node, std::uint64_t announced) const;

private:
    [[nodiscard]] std::uint64_t upwards(node_id node) const;
    [[nodiscard]] std::uint64_t downwards(node_id node) const;
    [[nodiscard]] std::size_t senders_below(node_id node) const;

    std::optional<fold> shape_;          // on folded tori, whose nodes have other ids
    std::vector<node_id> nodes_;         // that have messages, in increasing order
    std::vector<std::uint64_t> before_;  // the messages of those before each of them, and of all
    bool is_downwards_ = false;
};

/// The slot budget of the description.
/// @throws std::invalid_argument if it is negative
[[nodiscard]] slot slot_budget_for_nodes(const algorithm& algorithm, const problem& input);

/// The value of the parameter `intervals`; null if there is none.
[[nodiscard]] std::optional<std::uint64_t> intervals_of_parameter(const problem& input);

/// The parameter `intervals`, or what the description says where there is none.
/// @throws std::invalid_argument if the description says another number
[[nodiscard]] std::uint64_t intervals_for_nodes(const algorithm& algorithm, const problem& input);

}  // namespace tutti
