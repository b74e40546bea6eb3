#include "spanning_tree.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "topology/networks/each_link.hpp"
#include "util/collect.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

using node_lists = std::vector<std::vector<node_id>>;

constexpr node_id nobody = ~node_id{0};

// Those of every node, by increasing id, each once.
node_lists adjacent(const network& net) {
    node_lists links(node_count(net));
    for_each_link(net,
                  [&](node_id from, port /*through*/, node_id to) { links[from].push_back(to); });
    for (std::vector<node_id>& row : links) {
        std::ranges::sort(row);
        const auto copies = std::ranges::unique(row);
        row.erase(copies.begin(), copies.end());
    }
    return links;
}

// Rows stay sorted, so that the tree does not depend on the order of the changes.
void add_link(node_lists& tree, node_id one, node_id other) {
    for (const auto& [from, to] : {std::pair{one, other}, std::pair{other, one}}) {
        std::vector<node_id>& row = tree[from];
        row.insert(std::ranges::lower_bound(row, to), to);
    }
}

void remove_link(node_lists& tree, node_id one, node_id other) {
    std::erase(tree[one], other);
    std::erase(tree[other], one);
}

node_lists breadth_first(const node_lists& links) {
    node_lists tree(links.size());
    std::vector<bool> is_reached(links.size());
    std::vector<node_id> reached{0};
    is_reached[0] = true;
    for (std::size_t at = 0; at < reached.size(); ++at) {
        for (const node_id next : links[reached[at]]) {
            if (!is_reached[next]) {
                is_reached[next] = true;
                reached.push_back(next);
                add_link(tree, reached[at], next);
            }
        }
    }
    return tree;
}

// A forest without cycles spans all nodes if it has N-1 links.
bool spans_all(const node_lists& tree) {
    return total_of(tree, [](const auto& row) { return row.size(); }) == 2 * (tree.size() - 1);
}

node_lists depth_first(const node_lists& links) {
    node_lists tree(links.size());
    std::vector<bool> is_reached(links.size());
    std::vector<std::pair<node_id, std::size_t>> way{{0, 0}};  // and the neighbour that is next
    is_reached[0] = true;
    while (!way.empty()) {
        auto& [node, at] = way.back();
        if (at == links[node].size()) {
            way.pop_back();
            continue;
        }
        const node_id next = links[node][at++];
        if (!is_reached[next]) {
            is_reached[next] = true;
            add_link(tree, node, next);
            way.emplace_back(next, 0);
        }
    }
    return tree;
}

// For every node, which neighbour of `middle` it is behind; none for `middle` itself.
std::vector<node_id> branches(const node_lists& tree, node_id middle) {
    std::vector<node_id> branch(tree.size(), nobody);
    for (const node_id start : tree[middle]) {
        std::vector<node_id> reached{start};
        branch[start] = start;
        while (!reached.empty()) {
            const node_id node = reached.back();
            reached.pop_back();
            for (const node_id next : tree[node]) {
                if (next != middle && branch[next] == nobody) {
                    branch[next] = start;
                    reached.push_back(next);
                }
            }
        }
    }
    return branch;
}

// Takes a link from `middle`, which has the largest degree, if some other can replace it.
bool relieve(node_lists& tree, const node_lists& links, node_id middle) {
    // Both ends get a link, and must not reach the degree that is to be lowered.
    const std::size_t most = tree[middle].size() - 2;
    const std::vector<node_id> branch = branches(tree, middle);
    for (node_id one = 0; one < links.size(); ++one) {
        if (one == middle || tree[one].size() > most) {
            continue;
        }
        for (const node_id other : links[one]) {
            if (other > one && other != middle && tree[other].size() <= most &&
                branch[one] != branch[other]) {
                remove_link(tree, middle, branch[one]);
                add_link(tree, one, other);
                return true;
            }
        }
    }
    return false;
}

bool lower_degree(node_lists& tree, const node_lists& links) {
    const std::size_t largest =
        std::ranges::max(tree, {}, [](const auto& row) { return row.size(); }).size();
    if (largest <= 2) {
        return false;
    }
    for (node_id node = 0; node < tree.size(); ++node) {
        if (tree[node].size() == largest && relieve(tree, links, node)) {
            return true;
        }
    }
    return false;
}

node_lists tree_of(const node_lists& links, tree_rule rule) {
    if (rule == tree_rule::breadth_first) {
        return breadth_first(links);
    }
    node_lists tree = depth_first(links);
    while (lower_degree(tree, links)) {
    }
    return tree;
}

}  // namespace

// Only networks given by their links may be disconnected, and only those are stored without being
// built.
// NOLINTNEXTLINE(misc-no-recursion): as deep as products are nested
bool is_connected(const network& net) {
    const auto* const links = std::get_if<graph>(&net);
    if (links == nullptr) {
        return true;
    }
    if (const auto* const product = std::get_if<product_shape>(&links->shape())) {
        return std::ranges::all_of(product->factors(), is_connected);
    }
    return !std::holds_alternative<listed_shape>(links->shape()) ||
           spans_all(breadth_first(adjacent(net)));
}

spanning_tree::spanning_tree(const network& net, tree_rule rule) {
    const node_lists tree = tree_of(adjacent(net), rule);
    if (!spans_all(tree)) {
        refuse("a network that is not connected has no spanning tree");
    }
    lay_out(net, tree);
    measure();
    colour();
    find_centre();
}

void spanning_tree::lay_out(const network& net, const node_lists& tree) {
    first_.reserve(tree.size() + 1);
    first_.push_back(0);
    std::vector<std::pair<node_id, port>> ports;
    for (node_id from = 0; from < tree.size(); ++from) {
        const auto lay_out_from = [&](const auto& shape) {
            ports.clear();
            for_each_neighbour(shape, from,
                               [&](port through, node_id to) { ports.emplace_back(to, through); });
            std::ranges::sort(ports);
            // Of parallel links the first is taken at both ends.
            for (const node_id to : tree[from]) {
                const port through =
                    std::ranges::lower_bound(ports, std::pair{to, port{0}})->second;
                arcs_.push_back(
                    {.to = to, .through = through, .back = shape.far_port(from, through)});
            }
        };
        std::visit(lay_out_from, net);
        first_.push_back(arcs_.size());
        degree_ = std::max(degree_, size_as<int>(tree[from]));
    }
}

spanning_tree::order spanning_tree::preorder(node_id start) const {
    order result{.nodes = {}, .parents = std::vector<node_id>(node_count(), nobody)};
    std::vector<node_id> left{start};
    result.parents[start] = start;
    while (!left.empty()) {
        const node_id node = left.back();
        left.pop_back();
        result.nodes.push_back(node);
        const std::span<const arc> outgoing = arcs(node);
        for (std::size_t i = outgoing.size(); i-- > 0;) {
            if (outgoing[i].to != result.parents[node]) {
                result.parents[outgoing[i].to] = node;
                left.push_back(outgoing[i].to);
            }
        }
    }
    return result;
}

// Away from node 0 first, then towards it: what is above a node is known from its parent.
void spanning_tree::measure() {
    const order from_0 = preorder(0);
    const auto nodes = static_cast<std::uint32_t>(node_count());
    std::vector<std::uint32_t> sizes(nodes, 1);
    std::vector<std::uint32_t> depths(nodes, 0);  // of what is below
    for (std::size_t i = nodes; i-- > 1;) {
        const node_id node = from_0.nodes[i];
        const node_id parent = from_0.parents[node];
        sizes[parent] += sizes[node];
        depths[parent] = std::max(depths[parent], depths[node] + 1);
    }
    std::vector<std::uint32_t> above(nodes, 0);  // the height on the parent's side
    for (const node_id node : from_0.nodes) {
        for (arc& each : own_arcs(node)) {
            const bool is_up = each.to == from_0.parents[node];
            each.beyond = is_up ? nodes - sizes[node] : sizes[each.to];
            each.height = is_up ? above[node] : depths[each.to];
        }
        for (const arc& each : arcs(node)) {
            if (each.to != from_0.parents[node]) {
                above[each.to] = height_but_for(node, each.to);
            }
        }
    }
}

std::uint32_t spanning_tree::height_but_for(node_id node, node_id neighbour) const {
    const auto height = [&](const arc& each) { return each.to == neighbour ? 0 : each.height + 1; };
    return largest_of(arcs(node), height, std::uint32_t{0});
}

void spanning_tree::colour() {
    const order from_0 = preorder(0);
    std::vector<int> of_parent(node_count(), -1);
    for (const node_id node : from_0.nodes) {
        int next = 0;
        for (arc& each : own_arcs(node)) {
            if (node != 0 && each.to == from_0.parents[node]) {
                each.colour = of_parent[node];
                continue;
            }
            next += next == of_parent[node] ? 1 : 0;
            each.colour = next;
            of_parent[each.to] = next++;
        }
    }
}

void spanning_tree::find_centre() {
    radius_ = ~std::uint32_t{0};
    for (node_id node = 0; node < node_count(); ++node) {
        const auto next = [](const arc& each) { return each.height + 1; };
        const std::uint32_t farthest = largest_of(arcs(node), next, std::uint32_t{0});
        if (farthest < radius_) {
            radius_ = farthest;
            centre_ = node;
        }
    }
    towards_.assign(node_count(), -1);
    const order from_centre = preorder(centre_);
    for (node_id id = 0; id < node_count(); ++id) {
        for (const arc& each : arcs(id)) {
            if (id != centre_ && each.to == from_centre.parents[id]) {
                towards_[id] = each.through;
            }
        }
    }
}

std::vector<std::uint32_t> spanning_tree::walk() const {
    const order from_0 = preorder(0);
    std::vector<std::uint32_t> far(node_count(), 0);
    node_id start = 0;
    for (const node_id node : from_0.nodes) {
        far[node] = node == 0 ? 0 : far[from_0.parents[node]] + 1;
        if (far[node] > far[start] || (far[node] == far[start] && node < start)) {
            start = node;
        }
    }
    std::vector<std::uint32_t> places(node_count());
    const order walked = preorder(start);
    for (std::uint32_t i = 0; i < walked.nodes.size(); ++i) {
        places[walked.nodes[i]] = i;
    }
    return places;
}

}  // namespace tutti
