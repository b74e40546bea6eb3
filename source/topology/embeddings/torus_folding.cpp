#include "torus_folding.hpp"

#include <algorithm>

#include "util/value_syntax.hpp"

namespace tutti {
namespace {

grid torus_for(const grid& array) {
    if (const std::string inapplicable_reason = fold_mismatch(array);
        !inapplicable_reason.empty()) {
        refuse("a torus emulation {}", inapplicable_reason);
    }
    return {array.sides(), grid_edge::closed};
}

}  // namespace

fold::fold(const grid& array) : array_{array}, torus_{torus_for(array)} {}

std::string fold_mismatch(const grid& shape) {
    return shape.edge() == grid_edge::closed     ? "runs on arrays only"
           : std::ranges::min(shape.sides()) < 3 ? "needs sides of 3 or more"
                                                 : "";
}

}  // namespace tutti
