#include "tutti/algorithm/ring/theory.hpp"

namespace tutti {

std::optional<std::uint64_t> multinode_hops(const problem& what) {
    const std::uint64_t nodes = node_count(what.where);
    return nodes * (nodes - 1);
}

}  // namespace tutti
