/// @file
/// Prefix sums on any network, with one port.
#pragma once

#include <cstdint>

#include "tutti/catalog/message_program.hpp"
#include "tutti/node/node_interface.hpp"

namespace tutti {

/// Accumulator of the values that multinode broadcast brings from the nodes above a node's own id.
class sum_from_above {
public:
    sum_from_above(node_id self, std::uint64_t& sum) noexcept : self_{self}, sum_{&sum} {}

    void operator()(const message_packet& heard) const noexcept {
        const message other = heard.content();
        *sum_ += other.origin > self_ ? other.payload : 0;
    }

private:
    node_id self_;
    std::uint64_t* sum_;
};

/// Prefix sums by allgather: at every node the sum of the values of the nodes from its own id
/// upwards; every value goes to every node, and each adds up those that it needs.
///
/// On the ring of 4, nodes 0 to 3 with the values a to d; node 1 needs c and d, and adds them up as
/// they come:
///
///     slot 1   0-a->1  1-b->2  2-c->3  3-d->0
///     slot 2   0-d->1  1-a->2  2-b->3  3-c->0
///     slot 3   0-c->1  1-d->2  2-a->3  3-b->0
///
/// Not in the papers. All nodes mark "rank". Time: that of the way. Transmissions: n(n-1). Ports:
/// one.
/// @param way a `ring_broadcast` or `tree_broadcast` of the node's network; outlives the task
template <node_interface Node, class Way>
    requires carries<Node, message_packet>
task<> prefix_by_allgather(Node& self, const Way& way, std::uint64_t value) {
    const message own{.origin = self.id(), .number = 0, .payload = value};
    std::uint64_t sum = value;
    co_await way.run(self, message_packet::of(own), sum_from_above{self.id(), sum});
    self.mark("rank");
    self.deliver({.origin = self.id(), .number = 0, .payload = sum});
}

}  // namespace tutti
