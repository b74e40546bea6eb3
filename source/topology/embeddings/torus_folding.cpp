#include "torus_folding.hpp"

#include <algorithm>

#include "util/value_syntax.hpp"

namespace tutti {
namespace {

grid torus_for(const grid& array) {
    if (const std::string why_not = why_not_fold(array); !why_not.empty()) {
        refuse("a torus emulation {}", why_not);
    }
    return {array.sides(), grid_edge::closed};
}

}  // namespace

fold::fold(const grid& array) : array_{array}, torus_{torus_for(array)} {}

std::string why_not_fold(const grid& shape) {
    return shape.edge() == grid_edge::closed     ? "runs on arrays only"
           : std::ranges::min(shape.sides()) < 3 ? "needs sides of 3 or more"
                                                 : "";
}

}  // namespace tutti
