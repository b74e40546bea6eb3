#include "rotations.hpp"

#include <algorithm>
#include <bit>

namespace tutti {

// A class of rotations is represented by its smallest member, which is odd: a rotation of any other
// would be smaller.
bool is_smallest_rotation(node_id node, int dimensions) noexcept {
    for (int left = 1; left < dimensions; ++left) {
        if (rotated(node, left, dimensions) < node) {
            return false;
        }
    }
    return true;
}

std::vector<node_id> smallest_rotations(int dimensions) {
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

}  // namespace tutti
