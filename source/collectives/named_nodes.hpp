/// @file
/// Set of nodes that a parameter names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tutti/catalog/problem.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// The value of a parameter with a `node_list_range`: ids, or all nodes of the network, which takes
/// no list. Ids beyond the network are ignored here, and reported by `inapplicable_reason()`.
class named_nodes {
public:
    /// @param setting outlives this
    /// @throws as `setting::parameter()`
    named_nodes(const setting& setting, std::string_view parameter);

    [[nodiscard]] std::uint64_t size() const noexcept;
    [[nodiscard]] bool contains(node_id node) const noexcept;
    /// Number of nodes that `other` names, too.
    [[nodiscard]] std::uint64_t shared_with(const named_nodes& other) const noexcept;
    /// In increasing order.
    [[nodiscard]] std::vector<node_id> ids() const;
    /// Why this is no value for the network, or an empty text.
    [[nodiscard]] std::string inapplicable_reason() const;

private:
    std::string_view parameter_;
    const parameter_value* value_;
    const std::vector<node_id>* listed_;  // null: all
    std::uint64_t node_count_;
};

}  // namespace tutti
