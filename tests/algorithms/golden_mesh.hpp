/// @file
/// The reference figures of the algorithms for arrays, tori, rings and paths, as spec/mesh.md,
/// section 12, lays them out in tests/collectives/golden/mesh.csv.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tutti/catalog/algorithm.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/topology/topology.hpp"

namespace support {

/// A line of the file.
struct mesh_golden_row {
    int line = 0;
    std::string rule;
    std::string network;  ///< as users write it: path:3, ring:4, array:3x3, torus:3
    /// p, d, K, M; S, the ticks of a slot, and Lp, those of a control step; lambda and rho.
    std::map<std::string, std::string, std::less<>> parameters;
    std::string active_set;
    tutti::rational time;  ///< in `unit`
    std::string unit;      ///< tick, slot, halfslot or t_p
    std::optional<std::uint64_t> transmissions;
    bool is_exact = false;  ///< otherwise a bound: at most that time
    std::string note;

    /// The time in slots; a control step is one where the unit is t_p.
    [[nodiscard]] tutti::rational slots() const;

    /// t_p = Lp/S in slots, 1 if the row has none.
    [[nodiscard]] tutti::rational prefix_step() const;

    /// The figure after `name` and "=" in the note, if there is one: "control", "last_move",
    /// "lower".
    [[nodiscard]] std::optional<std::uint64_t> noted(std::string_view name) const;

    /// Sets of broadcasters that the row is about, as users write them: one, but for "any" and
    /// "any k" several.
    /// @throws std::runtime_error for a set of unknown form
    [[nodiscard]] std::vector<std::string> broadcasters() const;

    /// Text behind "->", in increasing order and with commas between: `to` of monotone routing.
    /// Null if there is no "->", empty for "none".
    [[nodiscard]] std::optional<std::string> destinations() const;

    /// The row as one would look for it in the file.
    [[nodiscard]] std::string text() const;
};

/// The rows of the file.
/// @throws std::runtime_error if the file is missing or has a line of another form
[[nodiscard]] std::vector<mesh_golden_row> read_mesh_golden(const std::string& path);

/// The experiment that a row is about, with one of its sets: parameters that the algorithm has are
/// taken from the row.
[[nodiscard]] tutti::experiment experiment_of(const mesh_golden_row& row,
                                              const tutti::algorithm& algorithm,
                                              std::string_view broadcasters);

}  // namespace support
