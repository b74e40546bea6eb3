/// @file
/// What an experiment asks a collective to do.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

#include "tutti/algorithm/parameter.hpp"
#include "tutti/collective/assignment.hpp"
#include "tutti/collective/broadcasters.hpp"
#include "tutti/model/port_model.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

/// A communication task on a network.
struct problem {
    network where;
    broadcaster_set broadcasters;  ///< who has something to send
    node_id root = 0;              ///< of tasks that have one
    std::uint64_t seed = 1;
    port_model ports = port_model::all_port;  ///< what nodes may do in a slot
    parameter_values parameters;              ///< all of the algorithm's own, defaults included

    /// K, the number of messages.
    [[nodiscard]] std::uint64_t message_count() const noexcept {
        return broadcasters.packet_count();
    }
    /// The value of the algorithm's parameter of that name, one of `parameter_content`.
    /// @throws std::invalid_argument if it has none, std::bad_variant_access if that is no `T`
    template <class T>
    [[nodiscard]] const T& parameter(std::string_view name) const {
        return std::get<T>(value_of(parameters, name).content());
    }
    /// Likewise, for one that not all who ask have: `otherwise` where there is none.
    template <class T>
    [[nodiscard]] T parameter_or(std::string_view name, T otherwise) const {
        return parameters.contains(name) ? parameter<T>(name) : otherwise;
    }
};

}  // namespace tutti
