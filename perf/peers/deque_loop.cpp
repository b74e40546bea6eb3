/// @file
/// Benchmark: a straightforward loop over deques.

#include "deque_loop.hpp"

int main(int argc, char** argv) {
    return peers::peer_main(
        argc, argv,
        {.name = "deque loop", .does = "this workload alone: one thread, no checks of the model"},
        peers::run_deque_loop);
}
