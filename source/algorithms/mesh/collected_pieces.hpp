/// @file
/// Messages of others as they come in, whole or in pieces.
#pragma once

#include "mesh_program.hpp"
#include "node/pieces.hpp"

namespace tutti {

/// What a node gathers of the messages of others; it delivers them when they are complete.
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
