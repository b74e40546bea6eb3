#include <cstddef>

#include "tutti/engine/emulator.hpp"

struct pair {
    static std::size_t node_count() { return 2; }
    static std::size_t link_count() { return 2; }
    static tutti::port port_limit(tutti::node_id /*node*/) { return 1; }
    static int degree(tutti::node_id /*node*/) { return 1; }
    static bool has_port(tutti::node_id /*node*/, tutti::port through) { return through == 0; }
    static tutti::node_id neighbour(tutti::node_id node, tutti::port /*through*/) {
        return 1 - node;
    }
};

using machine = tutti::emulator<pair, int>;
