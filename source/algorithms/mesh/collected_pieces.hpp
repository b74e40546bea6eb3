/// @file
/// Reassembly of other nodes' messages from whole packets or pieces.
#pragma once

#include "mesh_program.hpp"
#include "node/pieces.hpp"

namespace tutti {

/// Pieces of other nodes' messages collected at a node; a message is delivered when it is complete.
template <class Node>
class collected_pieces {
public:
    /// @param self outlives this
    explicit collected_pieces(Node& self) noexcept : self_{&self} {}

    void add(const mesh_packet& packet) {
        if (const auto complete = pieces_.add(packet.content(), packet.part())) {
            self_->deliver(*complete);
        }
    }

private:
    Node* self_;
    assembly pieces_;
};

}  // namespace tutti
