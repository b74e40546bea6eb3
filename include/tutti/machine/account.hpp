/// @file
/// Where the time of a run went, by the machine's own account.
#pragma once

#include <cstdint>
#include <vector>

namespace tutti {

/// The time of one thread's share of the nodes, in seconds. The rest of the run it had nothing to
/// do.
struct thread_account {
    double programs = 0;  ///< running nodes: their programs, mail and who runs next
    double barrier = 0;   ///< waiting for the other threads at the end of a slot
};

/// The slots of a run and its time stepping, in seconds.
struct machine_account {
    std::uint64_t slots_on_one = 0;  ///< slots that one thread ran alone
    std::uint64_t slots_on_all = 0;
    double seconds_on_one = 0;  ///< in the first kind of slots
    double seconds_on_all = 0;  ///< in the second
    double between = 0;         ///< adding up between the slots
    std::vector<thread_account> threads;
};

}  // namespace tutti
