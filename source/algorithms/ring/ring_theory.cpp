#include "ring_theory.hpp"

#include <fmt/format.h>

#include "topology/embeddings/hamiltonian_cycle.hpp"

namespace tutti {

std::optional<std::uint64_t> multinode_hops(const problem& what) {
    const std::uint64_t nodes = node_count(what.where);
    return nodes * (nodes - 1);
}

std::string cycle_mismatch(const network& where) {
    const hamiltonian_answer found = find_hamiltonian_cycle(where);
    return found.exists == answer::yes
               ? ""
               : fmt::format("needs a Hamiltonian cycle, and {}: {}",
                             found.exists == answer::no ? "there is none" : "none is known",
                             found.inapplicable_reason);
}

}  // namespace tutti
