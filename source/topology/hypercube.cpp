#include "tutti/topology/hypercube.hpp"

#include <stdexcept>

#include <fmt/format.h>

namespace tutti {

hypercube::hypercube(int dimensions) : dimensions_{dimensions} {
    if (dimensions < 0 || dimensions > most_dimensions) {
        throw std::invalid_argument{fmt::format("a hypercube has from 0 to {} dimensions, not {}",
                                                most_dimensions, dimensions)};
    }
}

}  // namespace tutti
