/// @file
/// Plans of multinode broadcast with one port, for tests.
#pragma once

#include <array>
#include <string_view>

#include "algorithms/trial.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/node/port_model.hpp"

namespace support {

inline constexpr auto full_duplex = tutti::port_model::single_port_full_duplex;
inline constexpr auto half_duplex = tutti::port_model::single_port_half_duplex;
inline constexpr std::array<tutti::port_model, 2> one_port_models{full_duplex, half_duplex};

/// Multinode broadcast by `algorithm` on `network` under `ports`.
[[nodiscard]] inline tutti::experiment with_one_port(const tutti::algorithm& algorithm,
                                                     std::string_view network,
                                                     tutti::port_model ports) {
    tutti::experiment plan = on_network(algorithm, network);
    plan.ports = ports;
    return plan;
}

}  // namespace support
