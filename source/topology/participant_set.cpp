#include "participant_set.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "util/bits.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

constexpr std::uint32_t block_size = 64;

}  // namespace

participant_set::participant_set(number_sequence nodes, std::size_t node_count) {
    if (nodes.size() == node_count) {
        return;
    }
    some_nodes some{.nodes = std::move(nodes), .blocks = {}};
    const std::size_t count = some.nodes.size();
    if (some.nodes.back() + std::size_t{1} == count) {
        some.nodes = number_sequence::ascending(count);
    } else {
        some.blocks.resize(divided_up(node_count, block_size));
        for (const node_id node : some.nodes) {
            some.blocks[node / block_size].members |= std::uint64_t{1} << (node % block_size);
        }
        std::uint32_t below = 0;
        for (some_nodes::block& each : some.blocks) {
            each.below = below;
            below += bit_count(each.members);
        }
    }
    some_ = std::make_shared<const some_nodes>(std::move(some));
}

bool participant_set::contains(node_id node) const noexcept {
    if (is_everyone()) {
        return true;
    }
    if (some_->blocks.empty()) {
        return node < some_->nodes.size();
    }
    const std::size_t place = node / block_size;
    return place < some_->blocks.size() &&
           (some_->blocks[place].members >> (node % block_size) & 1U) != 0;
}

node_id participant_set::at(std::size_t rank) const noexcept {
    return is_everyone() ? static_cast<node_id>(rank) : some_->nodes[rank];
}

std::uint32_t participant_set::rank_of(node_id node) const noexcept {
    if (is_everyone()) {
        return node;
    }
    const std::size_t place = node / block_size;
    if (place >= some_->blocks.size()) {
        return std::min(node, size(0));
    }
    const auto& [members, below] = some_->blocks[place];
    return below + bit_count(members & ((std::uint64_t{1} << (node % block_size)) - 1));
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
