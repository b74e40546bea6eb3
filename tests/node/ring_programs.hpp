/// @file
/// Programs for a ring, to run on a ring and on views that emulate one.
#pragma once

#include <cstdint>
#include <vector>

#include "tutti/node/node_interface.hpp"
#include "tutti/node/task.hpp"
#include "tutti/topology/grid.hpp"

namespace support {

/// Values that every node of a ring received, by ring slot and id.
using records = std::vector<std::vector<std::uint64_t>>;

template <class Node>
void write_down(Node& self, records& heard) {
    for (const auto& [through, packet] : self.inbox()) {
        heard[self.id()].insert(heard[self.id()].end(),
                                {static_cast<std::uint64_t>(self.slot()),
                                 static_cast<std::uint64_t>(through), packet.content});
    }
}

/// Multinode broadcast of whole packets, in floor(p/2) slots: spec/mesh.md, section 3.3.
struct multinode_broadcast {
    records* heard;

    template <tutti::node_of<tutti::grid> Node>
    tutti::task<> operator()(Node& self) const {
        const auto p = static_cast<tutti::slot>(self.network().node_count());
        self.send(1, {self.id()});
        self.send(0, {self.id()});
        for (tutti::slot step = 1; step < p / 2; ++step) {
            co_await self.next_slot();
            write_down(self, *heard);
            self.send(1, *self.received(0));
            if (step < (p - 1) / 2) {
                self.send(0, *self.received(1));
            }
        }
        co_await self.next_slot();
        write_down(self, *heard);
        self.mark("all heard");
    }
};

/// A token goes round the ring three times, downwards; the node that has it marks a lap.
struct token_ring {
    records* heard;

    template <tutti::node_of<tutti::grid> Node>
    tutti::task<> operator()(Node& self) const {
        for (std::uint64_t lap = 0; lap < 3; ++lap) {
            if (self.id() != 0 || lap > 0) {
                co_await self.mail();
                write_down(self, *heard);
            }
            co_await self.until(self.slot() + self.id() % 2);
            self.send(0, {lap});
            self.mark("lap");
        }
        if (self.id() == 0) {
            co_await self.mail_or(self.slot() + 1000);
            write_down(self, *heard);
        }
    }
};

/// Node 0 sends both ways; the others relay, up to the opposite side.
struct flood {
    records* heard;

    template <tutti::node_of<tutti::grid> Node>
    tutti::task<> operator()(Node& self) const {
        if (self.id() == 0) {
            co_await self.until(3);
            self.send(0, {8});
            self.send(1, {9});
            co_return;
        }
        for (;;) {
            co_await self.relay();
            write_down(self, *heard);
            const auto p = self.network().node_count();
            if (self.received(0) != nullptr && 2 * self.id() + 1 < p) {
                self.send(1, *self.received(0));
            }
            if (self.received(1) != nullptr && 2 * self.id() > p + 1) {
                self.send(0, *self.received(1));
            }
        }
    }
};

}  // namespace support
