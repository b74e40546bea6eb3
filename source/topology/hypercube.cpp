#include "tutti/topology/hypercube.hpp"

#include "tutti/topology/specification.hpp"

namespace tutti {

hypercube::hypercube(int dimensions) : dimensions_{dimensions} {
    if (dimensions < 0 || dimensions > most_dimensions) {
        refuse("a hypercube has from 0 to {} dimensions, not {}", most_dimensions, dimensions);
    }
}

}  // namespace tutti
