/// @file
/// The reference figures of the hypercube algorithms, as spec/hypercube.md, section 0, lays them
/// out in tests/collectives/golden/hypercube.csv.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tutti/catalog/algorithm.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/node/slot.hpp"

namespace support {

/// A line of the file.
struct golden_row {
    /// Packet-hops above which a row takes seconds.
    static constexpr std::uint64_t most_quick_hops = 5'000'000;

    int line = 0;
    std::string rule;
    int dimensions = 0;
    std::uint64_t packets = 0;  ///< K
    std::string set;
    tutti::slot slots = 0;
    std::optional<std::uint64_t> transmissions;  ///< null where there is no program
    bool is_exact = false;  ///< otherwise a bound: the note begins with its side, "slots <= this"
    std::string note;

    /// True if messages are lost, as the note says of randomised algorithms.
    [[nodiscard]] bool fails() const;

    /// The figure after "phase-2 last arrival" or "T2" in the note: slots of phase 2 up to its last
    /// arrival.
    [[nodiscard]] std::optional<tutti::slot> last_collected() const;

    /// N_1 to N_d of the note, the messages of each tree; empty if it does not say.
    [[nodiscard]] std::vector<tutti::slot> shares() const;

    /// True if its run belongs to the daily test.
    [[nodiscard]] bool is_quick() const noexcept {
        return transmissions.value_or(0) <= most_quick_hops;
    }

    /// The row as one would look for it in the file.
    [[nodiscard]] std::string text() const;
};

/// The rows of a file of reference figures.
/// @throws std::runtime_error if the file is missing or has a line of another form
[[nodiscard]] std::vector<golden_row> read_golden(const std::string& path);

/// The names of an algorithm's rules; the catalogue separates them with ", ".
[[nodiscard]] std::vector<std::string_view> rules_of(const tutti::algorithm& algorithm);

/// The entry of the catalogue that `rule` is a rule of, or null.
[[nodiscard]] const tutti::algorithm* entry_with_rule(std::string_view rule);

/// The experiment that a row is about.
/// @throws std::runtime_error for a set of unknown form
[[nodiscard]] tutti::experiment experiment_of(const golden_row& row,
                                              const tutti::algorithm& algorithm);

}  // namespace support
