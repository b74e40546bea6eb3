/// @file
/// Table of the kinds of packets in a run.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tutti/engine/sink.hpp"
#include "util/counts.hpp"
#include "verification/recording/recorded_slot.hpp"

namespace tutti {

/// A row of the table of kinds, with the bytes of packets without a message.
struct written_kind {
    recorded_kind kind;
    std::uint32_t packet_bytes = 0;

    friend bool operator==(const written_kind&, const written_kind&) = default;
};

/// Table of kinds, in the order of their first packets.
class kind_table {
public:
    /// The row of a packet's kind, which is added if it is new.
    std::uint32_t row_of(const transmission& transmission) {
        // Mostly it is what the last one was.
        if (last_ < rows_.size() && last_name_.data() == transmission.kind.data() &&
            last_name_.size() == transmission.kind.size() && is_like(rows_[last_], transmission)) {
            return last_;
        }
        last_name_ = transmission.kind;
        const auto entry = std::ranges::find_if(rows_, [&](const written_kind& row) {
            return is_like(row, transmission) && row.kind.name == transmission.kind;
        });
        last_ = position_at<std::uint32_t>(rows_, entry);
        if (entry == rows_.end()) {
            rows_.push_back(
                {.kind = {.name = std::string{transmission.kind},
                          .is_control = transmission.is_control,
                          .has_message = transmission.content.has_value(),
                          .has_piece = transmission.piece.has_value(),
                          .share = transmission.share,
                          .counts_contributions = transmission.contributions.has_value(),
                          .names_contributors = transmission.contributors.has_value()},
                 .packet_bytes = bytes_of(transmission)});
        }
        return last_;
    }

    [[nodiscard]] const std::vector<written_kind>& rows() const noexcept { return rows_; }

private:
    [[nodiscard]] static std::uint32_t bytes_of(const transmission& transmission) noexcept {
        return static_cast<std::uint32_t>(transmission.content ? 0 : transmission.packet.size());
    }
    [[nodiscard]] static bool is_like(const written_kind& row,
                                      const transmission& transmission) noexcept {
        return row.kind.is_control == transmission.is_control &&
               row.kind.has_message == transmission.content.has_value() &&
               row.kind.has_piece == transmission.piece.has_value() &&
               row.kind.counts_contributions == transmission.contributions.has_value() &&
               row.kind.names_contributors == transmission.contributors.has_value() &&
               row.kind.share == transmission.share && row.packet_bytes == bytes_of(transmission);
    }

    std::vector<written_kind> rows_;
    std::uint32_t last_ = 0;
    std::string_view last_name_;  // of that row; texts outlive the run
};

}  // namespace tutti
