#include <cstdint>

#include "tutti/engine/emulator.hpp"
#include "tutti/topology/graph.hpp"

struct padded {
    std::uint8_t tree;
    std::uint64_t payload;
    friend bool operator==(const padded&, const padded&) = default;
};

using machine = tutti::emulator<tutti::graph, padded>;
