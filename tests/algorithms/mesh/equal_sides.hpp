/// @file
/// Arrays and tori with equal sides, as in spec/mesh.md, section 0.2.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tutti/topology/topology.hpp"

namespace support {

/// An array or torus with d equal sides p.
struct mesh {
    bool is_torus = false;
    int p = 2;
    int d = 1;

    /// p to the power of `exponent`.
    [[nodiscard]] std::uint64_t power(int exponent) const {
        return exponent == 0 ? 1 : static_cast<std::uint64_t>(p) * power(exponent - 1);
    }
    [[nodiscard]] std::uint64_t nodes() const { return power(d); }  ///< N
    /// As users write it.
    [[nodiscard]] std::string text() const {
        std::string sides = std::to_string(p);
        for (int i = 1; i < d; ++i) {
            sides += fmt::format("x{}", p);
        }
        return fmt::format("{}:{}", is_torus ? "torus" : "array", sides);
    }
    /// q, the steps of a round of whole packets.
    [[nodiscard]] int round() const { return is_torus ? p / 2 : p - 1; }
    /// virt_c(node).
    [[nodiscard]] std::uint64_t place(tutti::node_id node, int c) const {
        std::uint64_t sum = 0;
        for (int l = 0; l < d; ++l) {
            sum += node / power((l + c) % d) % static_cast<std::uint64_t>(p) * power(l);
        }
        return sum;
    }
    /// The sum of ceil(m/p^k) `times` (p-1) / 2 over k, rounded up: with 2, (p-1) Sigma(M); with 1,
    /// the steps of rounds of whole packets on a torus where the longer way alternates.
    [[nodiscard]] std::int64_t steps(std::uint64_t m, int times) const {
        std::uint64_t sum = 0;
        for (int k = 1; k <= d; ++k) {
            const std::uint64_t share = (m + power(k) - 1) / power(k);
            sum += (share * static_cast<std::uint64_t>(times * (p - 1)) + 1) / 2;
        }
        return static_cast<std::int64_t>(sum);
    }
};

/// The arrays and tori with p from 2 (a torus from 3) to `most_side`, d to `most_dimensions`, and
/// at most `most_nodes` nodes.
[[nodiscard]] inline std::vector<mesh> meshes(int most_side, int most_dimensions,
                                              std::uint64_t most_nodes) {
    std::vector<mesh> networks;
    for (const bool is_torus : {false, true}) {
        for (int p = is_torus ? 3 : 2; p <= most_side; ++p) {
            for (int d = 1; d <= most_dimensions; ++d) {
                const mesh mesh{.is_torus = is_torus, .p = p, .d = d};
                if (mesh.nodes() <= most_nodes) {
                    networks.push_back(mesh);
                }
            }
        }
    }
    return networks;
}

}  // namespace support
