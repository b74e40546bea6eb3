#include "matrix.hpp"

#include "algorithms/trial.hpp"
#include "square.hpp"

namespace support {

tutti::experiment on_matrix(int side, std::string_view columns, std::string_view rows) {
    tutti::experiment plan = on_square(entry("matrix-transposition/partial"), side);
    plan.parameters = {{"columns", columns}, {"rows", rows}};
    return plan;
}

}  // namespace support
