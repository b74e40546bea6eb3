/// @file
/// Packets that wait until a schedule has a link for them.
#pragma once

#include <map>

#include "tutti/catalog/hypercube_program.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// The packets that a node holds, each to be sent over one dimension in one slot.
class due_packets {
public:
    /// @param in the slot on whose link it goes, from 1: it is sent when `in`-1 slots have passed
    void add(slot in, int dimension, const short_packet& packet) {
        held_.emplace(in, departure{dimension, packet});
    }

    /// Sends the packets that are due now. @return when the next is due, or `otherwise` if nothing
    /// is left
    template <cube_node Node>
    slot send(Node& self, slot otherwise) {
        while (!held_.empty() && held_.begin()->first <= self.slot() + 1) {
            const departure& first = held_.begin()->second;
            self.send(first.dimension, first.packet);
            held_.erase(held_.begin());
        }
        return held_.empty() ? otherwise : held_.begin()->first - 1;
    }

private:
    struct departure {
        int dimension;
        short_packet packet;
    };
    std::multimap<slot, departure> held_;
};

}  // namespace tutti
