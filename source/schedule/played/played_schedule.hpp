/// @file
/// Schedule of a file in the form that node programs play.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "node/node_rows.hpp"
#include "packet_numbering.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// A schedule that was read and judged, and its rows if it is right.
struct played_schedule {
    int status = 0;  ///< of `tutti check`, for a schedule that is wrong; 2 if it cannot be played
    /// Line of the first fault, or the reason why the schedule cannot be played; empty: it can.
    std::string fault{};
    packet_numbering numbering{};
    std::uint64_t values = 0;  ///< of a reduction
    /// What every node sends, in the numbers of `numbering`; of a reduction the numbers of values,
    /// with `result_flag` added where the receiver replaces its own. Null with a fault.
    std::unique_ptr<const node_rows> rows{};

    [[nodiscard]] std::size_t bytes() const noexcept {
        return sizeof(*this) + (rows != nullptr ? rows->bytes() : 0);
    }
};

/// The schedule that the parameters `file` and `format` name, for a collective on the network and
/// among the participants of `context`.
/// @param collective its name in the catalogue
/// @param root of collectives that have one, else 0
/// @throws std::invalid_argument with one line that names file and place if it cannot be read
[[nodiscard]] std::shared_ptr<const played_schedule> played_schedule_of(const setting& context,
                                                                        std::string_view collective,
                                                                        node_id root);

/// What is wrong with a schedule that a plan plays.
struct played_fault {
    int status = 0;      ///< of `tutti check`: 1 or 3
    std::string line{};  ///< of the first fault
};

/// The first fault of the schedule that a plan plays; null if it plays none, or that is right.
/// @throws std::invalid_argument as `played_schedule_of` does
[[nodiscard]] std::optional<played_fault> fault_of_played_schedule(const experiment& plan);

}  // namespace tutti
