/// @file
/// Two simultaneous broadcasts from different nodes in minimum time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "topology/networks/dimension_set.hpp"
#include "tutti/catalog/hypercube_program.hpp"

namespace tutti {

/// Queue of the two messages at one node, in the order of their arrival, each with the dimensions
/// that it is still to be sent over.
class waiting_pair {
public:
    explicit waiting_pair(node_id self) noexcept : self_{self} {}

    /// Takes a message in that is to leave over the dimensions from `above` on.
    void take(const cube_packet& packet, int above, int dimensions) {
        entries_.at(held_) = {.packet = packet,
                              .waiting = dimension_set::range(above, dimensions).bits()};
        ++held_;
    }

    /// True if the node has both messages and neither is still to be sent.
    [[nodiscard]] bool is_over() const noexcept { return held_ == entries_.size() && is_empty(); }
    /// True if nothing is left to send.
    [[nodiscard]] bool is_empty() const noexcept {
        return (entries_[0].waiting | entries_[1].waiting) == 0;
    }

    /// Packet that is to leave over dimension `i` in this slot, if one is: the first that arrived,
    /// unless the other is on its way to the node opposite its source.
    [[nodiscard]] std::optional<cube_packet> next(int i) noexcept {
        entry* chosen = nullptr;
        for (entry& each : entries_) {
            const bool waits = (each.waiting >> i & 1U) != 0;
            if (waits && (chosen == nullptr || crosses_to_the_opposite(each, i))) {
                chosen = &each;
            }
        }
        if (chosen == nullptr) {
            return std::nullopt;
        }
        chosen->waiting &= ~(std::uint32_t{1} << i);
        return chosen->packet;
    }

private:
    struct entry {
        cube_packet packet;
        std::uint32_t waiting = 0;  // bit i: dimension i
    };

    // True if the copy has crossed all dimensions below i and none from i on.
    [[nodiscard]] bool crosses_to_the_opposite(const entry& each, int i) const noexcept {
        return (self_ ^ each.packet.content().origin) == (node_id{1} << i) - 1;
    }

    node_id self_;
    std::size_t held_ = 0;
    std::array<entry, 2> entries_{};
};

/// Two broadcasts from different nodes, each over the binomial tree of its source; a copy on its
/// way to the node opposite its source has priority.
///
/// Messages a of node 0 and b of node 1 on the 3-cube:
///
///     slot 1   0-a->1  0-a->2  0-a->4  1-b->0  1-b->3  1-b->5
///     slot 2   0-b->2  0-b->4  1-a->3  1-a->5  2-a->6  3-b->7
///     slot 3   2-b->6  3-a->7
///
/// Stamoulis and Tsitsiklis 1991, 3.3 (K = 2). Every node is given that there are two. Marks
/// "broadcast". Time: exactly d slots. Transmissions: 2(2^d - 1). Ports: all.
template <cube_node Node>
task<> pair_of_broadcasts(Node& self, initial_messages initial) {
    const int dimensions = self.network().dimensions();
    waiting_pair messages{self.id()};
    for (std::size_t m = 0; m < initial.size(); ++m) {
        self.deliver(initial[m]);
        messages.take(cube_packet::of(initial[m], cube_packet_kind::data), 0, dimensions);
    }
    for (;;) {
        for (int i = 0; i < dimensions; ++i) {
            if (const auto packet = messages.next(i)) {
                self.send(i, *packet);
            }
        }
        if (messages.is_over()) {
            break;
        }
        if (messages.is_empty()) {
            co_await self.mail();
        } else {
            co_await self.next_slot();
        }
        for (const auto [through, packet] : self.inbox()) {
            self.deliver(packet.content());
            messages.take(packet, through + 1, dimensions);
        }
    }
    self.mark("broadcast");
}

}  // namespace tutti
