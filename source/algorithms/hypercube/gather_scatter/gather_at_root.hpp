/// @file
/// Root's part of a gather.
#pragma once

#include <cstddef>

#include "tutti/catalog/hypercube_program.hpp"

namespace tutti {

/// Hears a message of every other node, in any order. Marks "gather".
template <cube_node Node>
task<> gather_at_root(Node& self) {
    for (std::size_t missing = self.network().node_count() - 1; missing > 0;) {
        co_await self.mail();
        for (const auto [through, packet] : self.inbox()) {
            self.deliver(packet.content());
            --missing;
        }
    }
    self.mark("gather");
}

}  // namespace tutti
