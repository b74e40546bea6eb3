#include "ring_theory.hpp"

#include <fmt/format.h>

#include "topology/embeddings/hamiltonian_cycle.hpp"

namespace tutti {

std::optional<std::uint64_t> multinode_hops(const problem& problem) {
    const std::uint64_t nodes = node_count(problem.network);
    return nodes * (nodes - 1);
}

std::string cycle_mismatch(const network& net) {
    const hamiltonian_answer search = find_hamiltonian_cycle(net);
    return search.exists == answer::yes
               ? ""
               : fmt::format("needs a Hamiltonian cycle, and {}: {}",
                             search.exists == answer::no ? "there is none" : "none is known",
                             search.inapplicable_reason);
}

}  // namespace tutti
