/// @file
/// Verifier of the share of a message that packets carry, by the phases of their nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "recorded_plan.hpp"
#include "recorded_slot.hpp"
#include "violations.hpp"

namespace tutti {

/// Follows every node through the phases, by its marks.
class share_verifier {
public:
    /// @param phases outlive this
    /// @param keeps_time whether `time_of` is asked for
    share_verifier(std::span<const phase> phases, std::uint64_t nodes, bool keeps_time);

    /// Judges the packets of a slot, whose marks are still to be taken.
    void take_sent(const recorded_slot& record, std::span<const recorded_kind> kinds,
                   std::span<const std::string> mark_names);
    void take_marks(const recorded_slot& record, std::span<const std::string> mark_names);

    /// The time at the end of a slot, in units, by the node's marks so far.
    [[nodiscard]] rational time_of(node_id node, slot at) const;

    [[nodiscard]] const violation_list& violations() const noexcept { return violations_; }

private:
    using sent_packets = std::span<const recorded_transmission>;

    /// Beginning of a node's phase: slot and time.
    struct phase_start {
        slot since = 0;
        rational passed = 0;
    };

    void learn(std::span<const recorded_kind> kinds, std::span<const std::string> mark_names);
    [[nodiscard]] bool allows(std::size_t phase, std::uint32_t kind) const {
        return allowed_[kind * carries_.size() + phase] != 0;
    }
    void verify_late(const recorded_slot& record, sent_packets sent,
                     std::span<const recorded_kind> kinds);
    void refuse_packet(slot at, const recorded_transmission& transmission,
                       std::span<const recorded_kind> kinds);
    [[nodiscard]] std::size_t after(std::size_t phase) const;

    std::span<const phase> phases_;
    std::vector<rational> carries_;        // of each phase; of the only one, if none is named
    std::vector<std::uint16_t> phase_of_;  // of each node
    std::vector<phase_start> beginnings_;  // of each node, if it keeps time
    std::vector<std::uint8_t> allowed_;    // [kind][phase]
    bool is_everything_allowed_ = true;    // of the kinds known
    std::vector<std::optional<std::size_t>> ended_by_;  // phase, of each mark name
    violation_list violations_;
};

}  // namespace tutti
