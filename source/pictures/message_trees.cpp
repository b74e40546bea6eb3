#include "message_trees.hpp"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "util/value_syntax.hpp"

namespace tutti::picture {
namespace {

// As many as can be distinguished.
std::size_t most_trees(std::size_t groups) {
    constexpr std::size_t few_nodes = 32;
    constexpr std::size_t many_nodes = 64;
    return groups <= few_nodes ? category_count : groups < many_nodes ? 3 : 1;
}

class tree_gatherer {
public:
    tree_gatherer(const picture_source& source, const drawing_options& options,
                  const network_layout& layout)
        : source_{&source}, layout_{&layout}, most_{most_trees(layout.size())} {
        if (options.message) {
            most_ = 1;
            begin(*options.message);
        }
    }

    void take(const recorded_slot& now) {
        const std::span<const recorded_kind> kinds = source_->kinds();
        for (const recorded_transmission& each : now.sent) {
            if (kinds[each.kind].has_message) {
                messages_.insert(std::uint64_t{each.content.origin} << 32U | each.content.number);
                take(each, kinds[each.kind].name == "partial", now.at);
            }
        }
    }

    drawn_trees taken() && {
        return {.trees = std::move(trees_), .message_count = messages_.size()};
    }

private:
    void begin(const message_name& name) {
        trees_.push_back({.name = name});
        seen_.emplace_back(node_count(*source_->network));
    }

    // The tree of a message, if it is one of those that are drawn.
    // At most one message of each origin is drawn, the one that is sent first.
    std::size_t tree_of(const message& content) {
        const auto position = std::ranges::find(
            trees_, content.origin, [](const message_tree& each) { return each.name.origin; });
        if (position != trees_.end()) {
            const bool is_it = position->name.number == content.number;
            return is_it ? static_cast<std::size_t>(position - trees_.begin()) : most_;
        }
        if (trees_.size() < most_) {
            begin({.origin = content.origin, .number = content.number});
            return trees_.size() - 1;
        }
        return most_;
    }

    void take(const recorded_transmission& packet, bool is_sum, slot at) {
        const std::size_t number = tree_of(packet.content);
        if (number == most_) {
            return;
        }
        message_tree& tree = trees_[number];
        const node_id counted_node = is_sum ? packet.from : packet.to;
        // A message reaches a node once; a sum leaves it once, so that sums count by sender. Each
        // counted packet is an edge of the tree.
        const bool is_known =
            seen_[number][counted_node] || (!is_sum && packet.to == tree.name.origin);
        if (!is_known) {
            seen_[number][counted_node] = true;
            tree.is_of_sums = is_sum;
            tree.last = at;
            ++tree.hops;
            ++tree.links[{layout_->group_of(packet.from), layout_->group_of(packet.to)}];
        }
    }

    const picture_source* source_;
    const network_layout* layout_;
    std::size_t most_;
    std::vector<message_tree> trees_;
    std::vector<std::vector<bool>> seen_;         // by tree and node
    std::unordered_set<std::uint64_t> messages_;  // origin and number
};

}  // namespace

drawn_trees trees_of(const picture_source& source, const drawing_options& options,
                     const network_layout& layout) {
    tree_gatherer gathered{source, options, layout};
    const slot_range slots = slots_of(source, options);
    source.visit(slots.first, slots.last, [&](const recorded_slot& now) { gathered.take(now); });
    drawn_trees drawn = std::move(gathered).taken();
    // A message that was named explicitly must be in the picture; an empty one would mislead.
    if (options.message && drawn.trees.front().hops == 0) {
        refuse_drawing("message", "'{}:{}': no packet that is drawn carries this message",
                       options.message->origin, options.message->number);
    }
    return drawn;
}

}  // namespace tutti::picture
