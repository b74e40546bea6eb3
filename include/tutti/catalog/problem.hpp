/// @file
/// Problem: a plan with its input drawn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "collectives/input/broadcasters.hpp"
#include "topology/participant_set.hpp"
#include "tutti/catalog/parameter.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/topology/network.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

class catalogue;

/// Knowledge common to all nodes before anything is drawn: the only input of a program, and of a
/// table that its nodes share.
struct setting {
    tutti::network network;
    port_model ports = port_model::all_port;  ///< what nodes may do in a slot
    parameter_values parameters{};            ///< all of the algorithm's own, defaults included
    participant_set participants{};           ///< nodes that have or need messages
    /// Catalogue in which an algorithm that runs others finds them; null: none.
    const tutti::catalogue* catalogue = nullptr;
    /// True of a trial of a stress test, whose bound should take no longer than the trial.
    bool is_trial = false;

    /// k, the number of participants.
    [[nodiscard]] std::size_t participant_count() const {
        return participants.size(node_count(network));
    }
    /// The value of the algorithm's parameter of that name, one of `parameter_content`.
    /// @throws std::invalid_argument if it has none, std::bad_variant_access if that is no `T`
    template <class T>
    [[nodiscard]] const T& parameter(std::string_view name) const {
        return std::get<T>(value_of(parameters, name).content());
    }
    /// The number that is the value of a parameter with an `integer_range`: `named` where it is the
    /// range's word, or where there is no such parameter.
    [[nodiscard]] std::uint64_t number_or(std::string_view name, std::uint64_t named) const {
        const auto position = parameters.find(name);
        const auto* const number = position == parameters.end()
                                       ? nullptr
                                       : std::get_if<std::uint64_t>(&position->second.content());
        return number == nullptr ? named : *number;
    }
    /// Value of a parameter that not all algorithms have; `otherwise` where there is none.
    template <class T>
    [[nodiscard]] T parameter_or(std::string_view name, T otherwise) const {
        return parameters.contains(name) ? parameter<T>(name) : otherwise;
    }
};

/// Set of the same number of packets at every participant, or at every one but one; empty, if
/// there are none. @pre the number is below 2^32
[[nodiscard]] broadcaster_set every_participant(const setting& setting, std::uint64_t packets = 1,
                                                std::optional<node_id> but = std::nullopt);

/// A setting with its input drawn.
struct problem : setting {
    broadcaster_set broadcasters{};  ///< the nodes that have something to send
    node_id root = 0;                ///< of collectives that have one
    std::uint64_t seed = 1;

    /// K, the number of messages.
    [[nodiscard]] std::uint64_t message_count() const noexcept {
        return broadcasters.packet_count();
    }
};

}  // namespace tutti
