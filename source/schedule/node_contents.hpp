/// @file
/// Contents of nodes while the rows of a schedule are walked over: messages, or values with their
/// contributors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "foreign_schedule.hpp"
#include "schedule_fault.hpp"
#include "schedule_row.hpp"

namespace tutti {

/// Effect of a row at its receiver.
struct row_effect {
    std::optional<fault_kind> fault{};  ///< then nothing has changed
    std::string text{};                 ///< of the fault
    bool is_redundant = false;          ///< the receiver had it before
    bool is_replaced = false;           ///< the receiver has this in place of what it had
};

/// A need that is not met, without and with the number of all of them.
struct unmet_need {
    node_id node = 0;
    std::uint64_t message = 0;
    std::uint32_t piece = 0;
    std::string text{};  ///< "node 2 lacks message 0 piece 1"
};

/// Contents of all nodes. Rows of a step read what was there before the step: `read` comes before
/// `apply` of its rows.
class node_contents {
public:
    node_contents() = default;
    node_contents(const node_contents&) = delete;
    node_contents& operator=(const node_contents&) = delete;
    virtual ~node_contents() = default;

    /// Reads what the senders of a step have.
    virtual void read(std::span<const schedule_row> step) = 0;
    /// True if the sender of a row of the step has it.
    [[nodiscard]] virtual bool has_sent(std::size_t place) const = 0;
    /// Stores what a row of the step brings. @pre the sender has it
    [[nodiscard]] virtual row_effect apply(const schedule_row& row, std::size_t place) = 0;
    /// True if some node has the message at the start.
    [[nodiscard]] virtual bool exists(const schedule_row& row) const = 0;
    /// Needs that are not met, by node, message and piece. @param first set to the first one
    [[nodiscard]] virtual std::uint64_t count_missing(unmet_need& first) const = 0;
};

/// Contents for the collective of a schedule.
/// @throws std::invalid_argument if they would take more than `most_bytes`
[[nodiscard]] std::unique_ptr<node_contents> contents_at_start(const foreign_schedule& schedule,
                                                               std::uint64_t most_bytes);

}  // namespace tutti
