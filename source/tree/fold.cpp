#include "tutti/tree/fold.hpp"

#include <algorithm>

#include "tutti/topology/specification.hpp"

namespace tutti {
namespace {

std::vector<int> sides_of(const grid& shape) {
    std::vector<int> sides(static_cast<std::size_t>(shape.dimensions()));
    for (std::size_t i = 0; i < sides.size(); ++i) {
        sides[i] = shape.side(static_cast<int>(i));
    }
    return sides;
}

grid torus_for(const grid& array) {
    if (const std::string why_not = why_not_fold(array); !why_not.empty()) {
        refuse("a torus emulation {}", why_not);
    }
    return {sides_of(array), grid_edge::closed};
}

}  // namespace

fold::fold(const grid& array) : torus_{torus_for(array)} {}

std::string why_not_fold(const grid& shape) {
    return shape.edge() == grid_edge::closed       ? "runs on arrays only"
           : std::ranges::min(sides_of(shape)) < 3 ? "needs sides of 3 or more"
                                                   : "";
}

}  // namespace tutti
