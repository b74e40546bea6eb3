#include "rotation_classes.hpp"

#include "rotations.hpp"

namespace tutti {

rotation_classes::rotation_classes(const hypercube& cube)
    : dimensions_{cube.dimensions()}, last_(cube.node_count()) {
    order_.reserve(cube.node_count() - 1);
    for (const node_id smallest : smallest_rotations(dimensions_)) {
        add_class(smallest);
    }
    add(cube.last_node());
    find_parents();
}

// Places are numbers of inner nodes: only these hand messages on.
void rotation_classes::find_parents() {
    const std::vector<dimension_set> below = children();
    const std::size_t d = set_size();
    std::vector<std::uint32_t> places(last_.size());
    parents_.resize(order_.size());
    inner_.resize((order_.size() + d - 1) / d);
    for (std::size_t i = 0; i < order_.size(); ++i) {
        const node_id node = order_[i];
        parents_[i] = places[parent(node)];
        places[node] = static_cast<std::uint32_t>(inner_count_);
        if (below[node].size() > 0) {
            inner_[i / d].insert(last_dimension(node));
            ++inner_count_;
        }
    }
}

// Successive members of a class are reached over successive dimensions.
void rotation_classes::add_class(node_id smallest) {
    const auto turn = static_cast<int>(order_.size() % set_size());
    const node_id first = rotated(smallest, turn, dimensions_);
    add(first);
    for (node_id member = rotated(first, 1, dimensions_); member != first;
         member = rotated(member, 1, dimensions_)) {
        add(member);
    }
}

void rotation_classes::add(node_id node) {
    last_[node] = static_cast<std::uint8_t>(order_.size() % set_size());
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
