#include <algorithm>
#include <map>
#include <unordered_set>

#include <fmt/format.h>

#include "packet_categories.hpp"
#include "picture_frame.hpp"
#include "pictures/layout/network_layout.hpp"
#include "pictures/link_load/drawn_loads.hpp"
#include "topology/networks/diameter.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti::picture {
namespace {

constexpr std::size_t most_drawn_pairs = 3'000;

using group_pair = std::pair<std::size_t, std::size_t>;

/// The links over which a message first reached each node; of sums, those over which they left it.
struct message_tree {
    message_name name{};
    bool is_of_sums = false;
    std::uint64_t hops = 0;  ///< links of it
    slot last = 0;           ///< in which the last of them was used
    /// Between groups of nodes: whether it goes from one to the other.
    std::map<group_pair, std::uint64_t> links{};
    std::vector<bool> seen{};  ///< by node: whether it is counted
};

/// The trees that are drawn, and how many messages there are.
struct drawn_trees {
    std::vector<message_tree> trees;
    std::uint64_t message_count = 0;  ///< different ones that packets of the drawn slots carry
};

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
        trees_.push_back({.name = name, .seen = std::vector<bool>(node_count(*source_->network))});
    }

    // The tree of a message if it is one of those that are drawn, else null.
    // At most one message of each origin is drawn, the one that is sent first.
    message_tree* tree_of(const message& content) {
        const auto position = std::ranges::find(
            trees_, content.origin, [](const message_tree& each) { return each.name.origin; });
        if (position != trees_.end()) {
            return position->name.number == content.number ? &*position : nullptr;
        }
        if (trees_.size() == most_) {
            return nullptr;
        }
        begin({.origin = content.origin, .number = content.number});
        return &trees_.back();
    }

    void take(const recorded_transmission& packet, bool is_sum, slot at) {
        message_tree* const tree = tree_of(packet.content);
        if (tree == nullptr) {
            return;
        }
        const node_id counted_node = is_sum ? packet.from : packet.to;
        // A message reaches a node once; a sum leaves it once, so that sums count by sender. Each
        // counted packet is an edge of the tree.
        const bool is_known =
            tree->seen[counted_node] || (!is_sum && packet.to == tree->name.origin);
        if (!is_known) {
            tree->seen[counted_node] = true;
            tree->is_of_sums = is_sum;
            tree->last = at;
            ++tree->hops;
            ++tree->links[{layout_->group_of(packet.from), layout_->group_of(packet.to)}];
        }
    }

    const picture_source* source_;
    const network_layout* layout_;
    std::size_t most_;
    std::vector<message_tree> trees_;
    std::unordered_set<std::uint64_t> messages_;  // origin and number
};

// Of the first message of each of the first origins, or of the one that is asked for.
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

// Pairs of groups with a link between them, the smaller number first, and how many parallel links
// there are between two nodes.
using linked_groups = std::map<group_pair, std::size_t>;

linked_groups linked_groups_of(const network& net, const network_layout& layout) {
    linked_groups pairs;
    std::pair<node_id, node_id> last{};
    std::size_t copies = 0;
    for_each_link(net, [&](node_id from, port /*through*/, node_id to) {
        copies = last == std::pair{from, to} ? copies + 1 : 1;
        last = {from, to};
        const std::size_t one = layout.group_of(from);
        const std::size_t other = layout.group_of(to);
        if (one < other) {
            std::size_t& most = pairs[{one, other}];
            most = std::max(most, copies);
        }
    });
    return pairs;
}

// A tree on a link, towards the group with the larger number or the smaller.
struct lane {
    std::size_t tree = 0;
    bool is_upwards = true;
};

// Trees that use one link share it in lanes; links within a group are not drawn.
std::map<group_pair, std::vector<lane>> lanes_of(const std::vector<message_tree>& trees) {
    std::map<group_pair, std::vector<lane>> lanes;
    for (std::size_t tree = 0; tree < trees.size(); ++tree) {
        for (const auto& [way, count] : trees[tree].links) {
            const auto& [from, to] = way;
            if (from != to) {
                lanes[{std::min(from, to), std::max(from, to)}].push_back(
                    {.tree = tree, .is_upwards = from < to});
            }
        }
    }
    return lanes;
}

void draw_links_of_network(svg_canvas& canvas, const placed_layout& placed,
                           const linked_groups& pairs) {
    // More lines would be a grey area and a large file; the subtitle says that they are left out.
    if (pairs.size() > most_drawn_pairs) {
        return;
    }
    svg_path lines;
    for (const auto& [pair, copies] : pairs) {
        const auto [one, other] = pair;
        // Parallel lines stay within the width of a node, as lanes do.
        const double apart = std::min(3.0, ratio(placed.radius * 1.7, copies));
        for (std::size_t copy = 0; copy < copies; ++copy) {
            const double aside = product(apart, copy) - product(apart, copies - 1) / 2;
            const auto [begin, end] = ends_of(placed, one, other, aside);
            lines.move(begin).line(end);
            // Such a link is drawn as two stubs, one at each of its ends.
            if (placed.layout.stub(one, other)) {
                const auto [far_begin, far_end] = ends_of(placed, other, one, -aside);
                lines.move(far_begin).line(far_end);
            }
        }
    }
    canvas.path(lines, "link");
}

// A link of a tree, so far beside the middle of the line between two places.
void draw_lane(svg_canvas& canvas, const placed_layout& placed, const group_pair& pair,
               const lane& which, double aside, double width) {
    const std::size_t from = which.is_upwards ? pair.first : pair.second;
    const std::size_t to = which.is_upwards ? pair.second : pair.first;
    const double right = which.is_upwards ? aside : -aside;
    const auto ends = ends_of(placed, from, to, right);
    canvas.path(arrow(ends.first, ends.second, width), area_style(which.tree));
    if (placed.layout.stub(from, to)) {  // where it comes in again
        const auto others = ends_of(placed, to, from, -right);
        canvas.path(arrow(others.second, others.first, width), area_style(which.tree));
    }
}

void draw_lanes(svg_canvas& canvas, const placed_layout& placed,
                const std::vector<message_tree>& trees) {
    const double most_apart = placed.radius * 1.7;
    const std::map<group_pair, std::vector<lane>> lanes = lanes_of(trees);
    for (const auto& one : lanes) {
        const std::size_t count = one.second.size();
        // All lanes of a link together stay within the width of a node, around the middle of the
        // line.
        const double apart = std::min(4.6, ratio(most_apart, count));
        const double width = std::clamp(apart * 0.5, 1.0, 2.2);
        double aside = product(-apart, count - 1) / 2;
        for (const lane& each : one.second) {
            draw_lane(canvas, placed, one.first, each, aside, width);
            aside += apart;
        }
    }
}

void draw_roots(svg_canvas& canvas, const placed_layout& placed,
                const std::vector<message_tree>& trees) {
    for (std::size_t tree = 0; tree < trees.size(); ++tree) {
        const std::size_t root = placed.layout.group_of(trees[tree].name.origin);
        // An origin in a recording need not be a node.
        if (root < placed.layout.size()) {
            canvas.circle(placed.layout.places[root], placed.radius,
                          fmt::format("{} root", line_style(tree)));
        }
    }
}

std::vector<legend_entry> entries_of(const network& net, const std::vector<message_tree>& trees) {
    std::vector<legend_entry> entries;
    for (const message_tree& each : trees) {
        const std::string number =
            each.name.number == 0 ? "" : fmt::format(":{}", each.name.number);
        entries.push_back({.label = node_name(net, each.name.origin) + number,
                           .style = line_style(entries.size()),
                           .label_style = "mono"});
    }
    return entries;
}

std::string trees_in_words(const drawn_trees& drawn) {
    const std::vector<message_tree>& trees = drawn.trees;
    if (trees.empty()) {
        return "no packet states which message it carries";
    }
    const auto last = std::ranges::max_element(trees, {}, &message_tree::last)->last;
    const auto [fewest, most] = std::ranges::minmax(trees, {}, &message_tree::hops);
    const std::string hops = fewest.hops == most.hops ? quantity(most.hops, "link")
                                                      : fmt::format("{} to {}", fewest.hops,
                                                                    quantity(most.hops, "link"));
    const bool is_one = trees.size() == 1;
    // The subtitle says how many messages the drawn ones are a part of.
    const std::string drawn_ones =
        trees.size() < drawn.message_count
            ? fmt::format("{} of {}", trees.size(), quantity(drawn.message_count, "message"))
        : is_one ? "the message"
                 : fmt::format("all {}", quantity(drawn.message_count, "message"));
    const std::string_view event =
        trees.front().is_of_sums
            ? (is_one ? "its sums left each node" : "the sums of each left each node")
            : (is_one ? "it first reached each node" : "each first reached each node");
    return fmt::format("arrows of {}: the links over which {}, {}{}, the last in slot {}",
                       drawn_ones, event, hops, is_one ? "" : " each", last);
}

std::string network_in_words(const picture_source& source, const network_layout& layout,
                             std::size_t pairs) {
    const network& net = *source.network;
    std::string words = fmt::format("{}, {}", quantity(node_count(net), "node"),
                                    quantity(link_count(net), "directed link"));
    if (!layout.group_in_words.empty()) {
        words += fmt::format("; each circle: {}", layout.group_in_words);
    }
    if (!layout.stubs_in_words.empty()) {
        words += fmt::format("; {}", layout.stubs_in_words);
    }
    if (pairs > most_drawn_pairs) {
        words += fmt::format("; {} are too many to draw", quantity(pairs, "line"));
    }
    return words;
}

}  // namespace
}  // namespace tutti::picture

std::string tutti::draw_network(const picture_source& source, const drawing_options& options) {
    using namespace picture;
    const network_layout layout = lay_out(*source.network);
    const drawn_trees drawn = trees_of(source, options, layout);
    const std::vector<message_tree>& trees = drawn.trees;
    const linked_groups pairs = linked_groups_of(*source.network, layout);
    const std::string title = title_of(*source.plan);
    const std::string subtitle =
        fmt::format("{}; {}; {}{}", trees_in_words(drawn),
                    picture::network_in_words(source, layout, pairs.size()),
                    time_in_words(source, options), caveat(source));

    svg_canvas canvas{page_width};
    double top = draw_head(canvas, title, subtitle);
    if (!trees.empty()) {
        top = draw_legend(canvas, top, trees.size() == 1 ? "message of" : "messages of",
                          entries_of(*source.network, trees)) +
              4;
    }
    placed_layout placed = placed_in(layout, {page_margin, top, page_right - page_margin, 520});
    move_to_middle(placed, (page_margin + page_right) / 2);
    // Later elements are on top: links, then trees, then nodes with their names, then roots.
    draw_links_of_network(canvas, placed, pairs);
    draw_lanes(canvas, placed, trees);
    draw_nodes(canvas, placed);
    draw_roots(canvas, placed, trees);
    return canvas.finished(placed.box.y + placed.box.height + 8, title, subtitle);
}
