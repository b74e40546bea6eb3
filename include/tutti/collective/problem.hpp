/// @file
/// What an algorithm is asked to do.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "tutti/collective/assignment.hpp"
#include "tutti/collective/broadcasters.hpp"
#include "tutti/model/port_model.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

class catalogue;

/// The values of an algorithm's own parameters, by name: all of them, defaults included.
using parameter_values = std::map<std::string, std::string, std::less<>>;

/// What everybody knows before anything is drawn: all that a program, and a table that its nodes
/// share, may be made from.
struct setting {
    network where;
    port_model ports = port_model::all_port;  ///< what nodes may do in a slot
    parameter_values parameters{};
    /// Where an algorithm that runs others looks them up; null: nowhere.
    const catalogue* known = nullptr;

    /// @pre the algorithm has a parameter of that name
    [[nodiscard]] std::string_view parameter(std::string_view name) const {
        return parameters.find(name)->second;
    }
};

/// A setting with its input drawn.
struct problem : setting {
    broadcaster_set broadcasters{};  ///< who has something to send
    node_id root = 0;                ///< of collectives that have one
    std::uint64_t seed = 1;

    /// K, the number of messages.
    [[nodiscard]] std::uint64_t message_count() const noexcept {
        return broadcasters.packet_count();
    }
};

}  // namespace tutti
