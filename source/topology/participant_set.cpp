#include "participant_set.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "util/counts.hpp"

namespace tutti {

participant_set::participant_set(number_sequence nodes, std::size_t node_count) {
    if (nodes.size() == node_count) {
        return;
    }
    some_nodes some{.nodes = std::move(nodes), .is_in = {}};
    const std::size_t count = some.nodes.size();
    if (some.nodes.back() + std::size_t{1} == count) {
        some.nodes = number_sequence::ascending(count);
    } else {
        some.is_in.resize(node_count);
        for (const node_id node : some.nodes) {
            some.is_in[node] = true;
        }
    }
    some_ = std::make_shared<const some_nodes>(std::move(some));
}

bool participant_set::contains(node_id node) const noexcept {
    return is_everyone() ||
           (some_->is_in.empty() ? node < some_->nodes.size() : some_->is_in[node]);
}

node_id participant_set::at(std::size_t rank) const noexcept {
    return is_everyone() ? static_cast<node_id>(rank) : some_->nodes[rank];
}

std::uint32_t participant_set::rank_of(node_id node) const noexcept {
    if (is_everyone()) {
        return node;
    }
    return some_->is_in.empty() ? std::min(node, size(0))
                                : position_at<std::uint32_t>(
                                      some_->nodes, std::ranges::lower_bound(some_->nodes, node));
}

number_sequence participant_set::nodes(std::size_t node_count) const {
    return is_everyone() ? number_sequence::ascending(node_count) : some_->nodes;
}

std::string to_string(const participant_set& set) {
    std::string text;
    for (std::size_t first = 0, size = set.size(0); first < size;) {
        std::size_t last = first;
        while (last + 1 < size && set.at(last + 1) == set.at(last) + 1) {
            ++last;
        }
        text += fmt::format("{}{}", text.empty() ? "" : ",", set.at(first));
        if (last > first) {
            text += fmt::format("-{}", set.at(last));
        }
        first = last + 1;
    }
    return text;
}

std::string short_text(const participant_set& set) {
    constexpr std::size_t most_characters = 60;
    std::string text = set.is_everyone() ? "all" : to_string(set);
    if (text.size() > most_characters) {
        text.resize(text.rfind(',', most_characters));
        text += fmt::format(",.. ({} nodes)", set.size(0));
    }
    return text;
}

bool operator==(const participant_set& left, const participant_set& right) noexcept {
    return left.some_ == right.some_ || (left.some_ != nullptr && right.some_ != nullptr &&
                                         left.some_->nodes == right.some_->nodes);
}

}  // namespace tutti
