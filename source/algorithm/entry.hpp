/// @file
/// What the descriptions of the catalogue's own algorithms are put together from.
#pragma once

#include <utility>
#include <variant>

#include "tutti/algorithm/algorithm.hpp"

namespace tutti {

/// A phase that takes exactly so many slots and that all nodes end together. Its slots are as long
/// as the share of a message is that they carry.
[[nodiscard]] inline phase synchronous_phase(std::string name, slot slots,
                                             const rational& share = 1) {
    return {.name = std::move(name),
            .slot_length = share,
            .carries = share,
            .expected_slots = slots,
            .is_synchronous = true};
}

/// Likewise, whose slots carry control only.
[[nodiscard]] inline phase control_phase(std::string name, slot slots,
                                         const rational& slot_length = 1) {
    return {.name = std::move(name),
            .slot_length = slot_length,
            .carries = 0,
            .expected_slots = slots,
            .is_synchronous = true};
}

/// Node programs for the network of a problem, which is a `Network`; see `any_program` for what
/// `body` is. @pre the problem's network is one
template <topology Network, packet Packet>
struct programs {
    template <class Body>
    [[nodiscard]] static auto on(Body body) {
        return [body = std::move(body)](const setting& where) {
            return any_program::on<Packet>(std::get<Network>(where.where), body);
        };
    }
    template <class Body>
    [[nodiscard]] static auto on_any(Body body) {
        return [body = std::move(body)](const setting& where) {
            return any_program::on_any<Packet>(std::get<Network>(where.where), body);
        };
    }
};

}  // namespace tutti
