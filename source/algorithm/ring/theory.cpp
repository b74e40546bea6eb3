#include "tutti/algorithm/ring/theory.hpp"

namespace tutti {

rational whole_multinode_bound(const problem& what) { return multinode_bound(what).ceil(); }

std::optional<std::uint64_t> multinode_hops(const problem& what) {
    const std::uint64_t nodes = node_count(what.where);
    return nodes * (nodes - 1);
}

}  // namespace tutti
