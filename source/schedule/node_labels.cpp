#include "node_labels.hpp"

#include <algorithm>

#include "foreign_schedule.hpp"
#include "topology/node_naming.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {

node_labels::node_labels(std::span<const std::string> names)
    : names_{names.begin(), names.end()}, is_of_network_{!names.empty()} {
    for (const std::string& name : names_) {
        by_name_.emplace(name, size_as<node_id>(by_name_));
    }
}

std::optional<node_id> node_labels::add(std::string_view label) {
    const auto node = find(label);
    if (node) {
        ids_ = std::max(ids_, std::size_t{*node} + 1);
        return node;
    }
    if (is_of_network_ || (names_.empty() && ids_ > 0) || !is_label_name(label)) {
        return std::nullopt;
    }
    names_.emplace_back(label);
    return by_name_.emplace(label, size_as<node_id>(names_) - 1).first->second;
}

std::optional<node_id> node_labels::find(std::string_view label) const {
    if (has_names()) {
        const auto place = by_name_.find(label);
        if (place != by_name_.end()) {
            return place->second;
        }
        if (!is_of_network_) {
            return std::nullopt;
        }
    }
    return number_between<node_id>(label, 0, most_schedule_nodes - 1);
}

std::size_t node_labels::node_count() const noexcept {
    return has_names() && !is_of_network_ ? names_.size() : ids_;
}

bool is_label_name(std::string_view label) noexcept {
    const auto is_digit = [](char symbol) { return symbol >= '0' && symbol <= '9'; };
    return !label.empty() && !is_digit(label.front()) &&
           std::string_view{"+-#"}.find(label.front()) == label.npos && is_node_name(label);
}

}  // namespace tutti
