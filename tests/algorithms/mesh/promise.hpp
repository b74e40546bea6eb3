/// @file
/// Reference formulas for algorithms on arrays and tori, as in spec/mesh.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "collectives/input/broadcasters.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/topology/topology.hpp"

namespace support {

/// An array or torus with d equal sides p.
struct mesh {
    bool is_torus = false;
    int p = 2;
    int d = 1;

    [[nodiscard]] std::uint64_t nodes() const;  ///< N
    [[nodiscard]] std::string text() const;     ///< as users write it
    [[nodiscard]] int gamma() const { return is_torus ? 2 : 1; }
    /// q, the steps of a round of whole packets.
    [[nodiscard]] int round() const { return is_torus ? p / 2 : p - 1; }
    /// Digit `i` of `node`.
    [[nodiscard]] int digit(tutti::node_id node, int i) const;
    /// virt_c(node), section 0.2.
    [[nodiscard]] std::uint64_t place(tutti::node_id node, int c) const;
    /// Sigma(M), section 0.2.
    [[nodiscard]] std::int64_t sigma(std::uint64_t m) const;
};

/// Packet-hops if the packets of `sources`, in the order of class c, move to the first places of
/// that order (section 4).
[[nodiscard]] std::uint64_t hops_of_packing(const mesh& mesh, int c,
                                            std::vector<tutti::node_id> sources);

/// The sources of each class: every d-th (section 6.4).
[[nodiscard]] std::vector<std::vector<tutti::node_id>> sources_of_classes(
    const mesh& mesh, const std::vector<tutti::node_id>& sources);

/// Steps of rounds of whole packets on a torus where the longer way alternates, the sum over k of
/// ceil(ceil(m / p^k) (p-1) / 2).
[[nodiscard]] std::int64_t alternating_steps(const mesh& mesh, std::uint64_t m);

/// Formulas of sections 6 and 7 for a broadcast from some nodes.
struct mesh_promise {
    tutti::rational time;
    tutti::rational bound;  ///< of the paper, never below the time
    tutti::rational lower_bound;
    std::uint64_t data = 0;     ///< packets or pieces put on links
    std::uint64_t control = 0;  ///< control packets
};

/// @param sources ascending
/// @param rule pmnb_A0, pmnb_split, pmnb_nosplit, pmnb_nosplit_alt, or mnb_ with the same endings
/// @param step t_p
/// @throws std::invalid_argument for another rule
[[nodiscard]] mesh_promise promise_of(std::string_view rule, const mesh& mesh,
                                      const std::vector<tutti::node_id>& sources,
                                      const tutti::rational& step = 1);

/// Runs one of the algorithms with those rules, and checks that it keeps all of its promises.
/// @param sources in any order, none twice
void check_promise(std::string_view rule, const mesh& mesh, std::vector<tutti::node_id> sources,
                   const tutti::rational& step = 1);

/// The arrays and tori with p from 2 (a torus from 3) to `most_side`, d to `most_dimensions`, and
/// at most `most_nodes` nodes.
[[nodiscard]] std::vector<mesh> meshes(int most_side, int most_dimensions,
                                       std::uint64_t most_nodes);

/// The nodes whose bits are one in `members`.
[[nodiscard]] std::vector<tutti::node_id> members_of(std::uint64_t members);

}  // namespace support
