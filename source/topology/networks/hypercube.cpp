#include "tutti/topology/hypercube.hpp"

#include "util/value_syntax.hpp"

namespace tutti {

hypercube::hypercube(int dimensions) : dimensions_{dimensions} {
    if (dimensions < 0 || dimensions > most_dimensions) {
        refuse("a hypercube has from 0 to {} dimensions, not {}", most_dimensions, dimensions);
    }
}

}  // namespace tutti
