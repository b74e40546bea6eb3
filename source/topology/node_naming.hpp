/// @file
/// Naming of a network's nodes: their ids and, in networks of files, their names.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tutti/topology/network.hpp"
#include "tutti/topology/topology.hpp"
#include "util/function_ref.hpp"

namespace tutti {

/// Ids of a network's nodes with their names, if it has any. A name is accepted wherever an id is,
/// and shown beside it: `12 (gpu4)`.
///
/// Invariant: no name reads as ids of other nodes; readers of files drop the names of such
/// networks, and `check_listing` refuses them. Not safe for threads: the order of names is computed
/// at the first search.
class node_naming {
public:
    /// Nodes without names.
    // NOLINTNEXTLINE(google-explicit-constructor): a number of nodes has their ids
    node_naming(std::size_t node_count) noexcept : count_{node_count} {}
    /// @param net outlives it
    // NOLINTNEXTLINE(google-explicit-constructor): a network has the names of its nodes
    node_naming(const network& net);

    [[nodiscard]] std::size_t node_count() const noexcept { return count_; }
    [[nodiscard]] bool has_names() const noexcept { return !names_.empty(); }
    /// Name of a node; empty if it has none.
    [[nodiscard]] std::string_view name(node_id node) const noexcept {
        return node < names_.size() ? std::string_view{names_[node]} : std::string_view{};
    }
    /// `12`, or `12 (gpu4)`.
    [[nodiscard]] std::string text(node_id node) const;

    /// Width of a column of such texts, at least 8.
    [[nodiscard]] std::size_t width() const;

    /// Node of a name, or of an id in plain digits; null if it is none.
    [[nodiscard]] std::optional<node_id> find(std::string_view text) const;
    /// The same for one that must be there.
    /// @throws std::invalid_argument, one line
    [[nodiscard]] node_id parse(std::string_view text) const;
    /// Calls `visit(first, last)` for each item of a list of names, ids and ranges `7-9` of ids,
    /// with commas between. What is a name as a whole is that node, also if it has commas.
    /// @throws std::invalid_argument with a clause on the first item that is none of these
    void for_each_item(std::string_view items,
                       detail::function_ref<void(node_id first, node_id last)> visit) const;
    /// Nodes of such a list, as they come.
    [[nodiscard]] std::vector<node_id> parse_list(std::string_view items) const;

    /// "; did you mean 'gpu4'?", or the range of ids.
    [[nodiscard]] std::string hint(std::string_view text) const;
    /// "ids run from 0 to 7"
    [[nodiscard]] std::string id_range() const;

private:
    /// The same of a name, an id or a range.
    [[nodiscard]] std::optional<std::pair<node_id, node_id>> find_item(std::string_view item) const;
    [[nodiscard]] std::optional<node_id> find_name(std::string_view name) const;
    /// First and last node of an id or a range of ids; null if the item is neither.
    [[nodiscard]] std::optional<std::pair<node_id, node_id>> find_range(
        std::string_view item) const;

    std::size_t count_;
    std::span<const std::string> names_{};
    mutable std::vector<node_id> by_name_{};  // empty until a name is looked up
};

/// True for texts that may be a node's name: 1 to 200 bytes of printable UTF-8.
[[nodiscard]] bool is_node_name(std::string_view text);

/// A text about a run with names behind the ids of nodes: "node 3" becomes "node 3 (gpu3)", and
/// "nodes:3,5" and "port 1 to 3" likewise. Texts about networks without names stay as they are.
[[nodiscard]] std::string with_node_names(const std::string& text, const network& net);

}  // namespace tutti
