/// @file
/// Planted data race between two nodes' programs: ThreadSanitizer has to report it, or its silence
/// about the rest proves nothing.
#include <cstdint>
#include <iostream>

#include "tutti/engine/run.hpp"
#include "tutti/topology/hypercube.hpp"

int main() {  // NOLINT(bugprone-exception-escape): whatever goes wrong ends it
    std::uint64_t shared = 0;
    const auto report = tutti::run(tutti::hypercube{13},
                                   {.threads = 2, .executor = tutti::executor_kind::plain_threads},
                                   [&](auto& self) -> tutti::task<> {
                                       const tutti::node_id last = (tutti::node_id{1} << 13U) - 1;
                                       for (int i = 0; i < 100; ++i) {
                                           if (self.id() == 0 || self.id() == last) {
                                               ++shared;
                                           }
                                           co_await self.next_slot();
                                       }
                                   });
    std::cout << report.slots << " slots, " << shared << " writes\n";
}
