#include "rotation_classes.hpp"

#include "rotations.hpp"
#include "util/collect.hpp"
#include "util/counts.hpp"

namespace tutti {

rotation_classes::rotation_classes(const hypercube& cube)
    : dimensions_{cube.dimensions()}, last_(cube.node_count()) {
    order_.reserve(cube.node_count() - 1);
    for (const node_id smallest : smallest_rotations(dimensions_)) {
        add_class(smallest);
    }
    add(cube.last_node());
    assign_places();
}

// The place that became free last is taken first: caches still hold it.
void rotation_classes::assign_places() {
    std::vector<std::size_t> last_child(last_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) {
        last_child[parent(order_[i])] = i;
    }
    const auto unused = size_as<std::uint32_t>(order_);
    std::vector<std::uint32_t> free;
    const auto take = [&] {
        if (free.empty()) {
            return place_count_++;
        }
        const std::uint32_t place = free.back();
        free.pop_back();
        return place;
    };
    std::vector<std::uint32_t> places(last_.size());
    while (sent_.size() < order_.size()) {
        const std::size_t first = sent_.size();
        const std::size_t end = std::min(first + set_size(), order_.size());
        for (std::size_t i = first; i < end; ++i) {
            const node_id from = parent(order_[i]);
            sent_.push_back(places[from]);
            if (last_child[from] == i) {
                free.push_back(places[from]);
            }
        }
        for (std::size_t i = first; i < end; ++i) {
            kept_.push_back(last_child[order_[i]] > i ? take() : unused);
            places[order_[i]] = kept_.back();
        }
    }
    std::ranges::replace(kept_, unused, place_count_);
}

// Successive members of a class are reached over successive dimensions.
void rotation_classes::add_class(node_id smallest) {
    const int turn = remainder_of(order_.size(), dimensions_);
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
    return vector_of(bits, [](std::uint32_t each) { return dimension_set{each}; });
}

}  // namespace tutti
