/// @file
/// Step 18, times in seconds: Bruck's allgather against the ring, for one port.
///
/// Adds to step 17: a time model, and a program on complete networks. Both algorithms
/// take N - 1 slots, in which a node sends one message: in slots nobody can tell which is better.
/// But Bruck's node begins a transfer in each of ceil(log2 N) rounds, and goes on in the same link;
/// on the ring every packet waits for one that came over another link, N - 1 times in a row. The
/// critical path has N - 1 messages in both, and latency 4 times or 12: with 13 nodes Bruck's takes
/// 8 latencies less at every size. So there is no crossover: the times come together in ratio only,
/// to 1 % where a message takes as long as 67 latencies.
///
/// Try next: `./18_bruck tune allgather -n complete:13 --ports single --model startups --latency
/// 1us
/// --bandwidth 1GB/s`, which names the best algorithm for each size.
#include "18_bruck.hpp"

#include <exception>
#include <iostream>

#include "tutti/cli/main.hpp"

int main(int argc, char** argv) try {
    tutti::catalogue all = tutti::standard_catalogue();
    all.add(bruck_allgather());
    return tutti::program::main(argc, argv, all);
} catch (const std::exception& exception) {
    std::cerr << exception.what() << '\n';
    return 2;
}
