/// @file
/// Labels of nodes in schedules: ids, or names that are numbered by first appearance.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tutti/topology/topology.hpp"

namespace tutti {

/// Table of the labels of a file. The first one decides: if it is a decimal number, all are ids,
/// else all are names. Names of a network come first, and leave ids valid.
class node_labels {
public:
    node_labels() = default;
    /// @param names of the network's nodes; none if it has no names
    explicit node_labels(std::span<const std::string> names);

    /// The node of a label; a name that is new gets the next number, unless the network has names.
    /// Null if it is neither an id nor a name.
    [[nodiscard]] std::optional<node_id> add(std::string_view label);
    /// The same of a label that must be known; every id is.
    [[nodiscard]] std::optional<node_id> find(std::string_view label) const;

    [[nodiscard]] bool has_names() const noexcept { return !names_.empty(); }
    /// Names by number; empty if the labels are ids.
    [[nodiscard]] const std::vector<std::string>& names() const noexcept { return names_; }
    /// Number of nodes that were added: the largest id + 1, or all names.
    [[nodiscard]] std::size_t node_count() const noexcept;

private:
    struct hash : std::hash<std::string_view> {
        using is_transparent = void;
    };

    std::vector<std::string> names_;
    std::unordered_map<std::string, node_id, hash, std::equal_to<>> by_name_;
    std::size_t ids_ = 0;  // the largest id + 1
    bool is_of_network_ = false;
};

/// True for names of nodes in schedules: they begin with no digit, `+`, `-` or `#`.
[[nodiscard]] bool is_label_name(std::string_view label) noexcept;

}  // namespace tutti
