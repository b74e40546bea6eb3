#include "tutti/tree/rotation_classes.hpp"

#include <algorithm>
#include <bit>

namespace tutti {
namespace {

node_id rotated(node_id node, int left, int dimensions) noexcept {
    const node_id all = (node_id{1} << dimensions) - 1;
    return (node << left | node >> (dimensions - left)) & all;
}

bool is_smallest_rotation(node_id node, int dimensions) noexcept {
    for (int left = 1; left < dimensions; ++left) {
        if (rotated(node, left, dimensions) < node) {
            return false;
        }
    }
    return true;
}

// The smallest member of every class, classes in their order. All but 0 are odd.
std::vector<node_id> smallest_members(int dimensions) {
    const node_id last = (node_id{1} << dimensions) - 1;
    std::vector<node_id> members;
    for (node_id node = 1; node < last; node += 2) {
        if (is_smallest_rotation(node, dimensions)) {
            members.push_back(node);
        }
    }
    std::ranges::stable_sort(members, {}, [](node_id node) { return std::popcount(node); });
    return members;
}

}  // namespace

rotation_classes::rotation_classes(const hypercube& cube)
    : dimensions_{cube.dimensions()}, last_(cube.node_count()) {
    order_.reserve(cube.node_count() - 1);
    for (const node_id smallest : smallest_members(dimensions_)) {
        add_class(smallest);
    }
    add(static_cast<node_id>(cube.node_count() - 1));
}

void rotation_classes::add_class(node_id smallest) {
    const auto turn = static_cast<int>(order_.size() % static_cast<std::size_t>(dimensions_));
    const node_id first = rotated(smallest, turn, dimensions_);
    node_id member = first;
    do {
        add(member);
        member = rotated(member, 1, dimensions_);
    } while (member != first);
}

void rotation_classes::add(node_id node) {
    last_[node] = static_cast<std::uint8_t>(order_.size() % static_cast<std::size_t>(dimensions_));
    order_.push_back(node);
}

std::vector<dimension_set> rotation_classes::children() const {
    std::vector<std::uint32_t> bits(last_.size());
    for (const node_id node : order_) {
        bits[parent(node)] |= std::uint32_t{1} << last_dimension(node);
    }
    std::vector<dimension_set> sets(bits.size());
    std::ranges::transform(bits, sets.begin(),
                           [](std::uint32_t each) { return dimension_set{each}; });
    return sets;
}

}  // namespace tutti
