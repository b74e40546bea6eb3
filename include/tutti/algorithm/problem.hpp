/// @file
/// What an experiment asks a collective to do.
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

/// The values of an algorithm's own parameters, by name: all of them, defaults included.
using parameter_values = std::map<std::string, std::string, std::less<>>;

/// A communication task on a network.
struct problem {
    network where;
    broadcaster_set broadcasters;  ///< who has something to send
    node_id root = 0;              ///< of tasks that have one
    std::uint64_t seed = 1;
    port_model ports = port_model::all_port;  ///< what nodes may do in a slot
    parameter_values parameters;

    /// K, the number of messages.
    [[nodiscard]] std::uint64_t message_count() const noexcept {
        return broadcasters.packet_count();
    }
    /// @pre the algorithm has a parameter of that name
    [[nodiscard]] std::string_view parameter(std::string_view name) const {
        return parameters.find(name)->second;
    }
};

}  // namespace tutti
