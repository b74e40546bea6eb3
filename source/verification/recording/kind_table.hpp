/// @file
/// Table of the kinds of packets in a run.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/recorded_slot.hpp"
#include "tutti/engine/sink.hpp"

namespace tutti {

/// A row of the table of kinds, with the bytes of packets without a message.
struct written_kind {
    recorded_kind what;
    std::uint32_t packet_bytes = 0;

    friend bool operator==(const written_kind&, const written_kind&) = default;
};

/// Table of kinds, in the order of their first packets.
class kind_table {
public:
    /// The row of a packet's kind, which is added if it is new.
    std::uint32_t row_of(const transmission& one) {
        // Mostly it is what the last one was.
        if (last_ < rows_.size() && last_name_.data() == one.kind.data() &&
            last_name_.size() == one.kind.size() && is_like(rows_[last_], one)) {
            return last_;
        }
        last_name_ = one.kind;
        const auto known = std::ranges::find_if(rows_, [&](const written_kind& row) {
            return is_like(row, one) && row.what.name == one.kind;
        });
        last_ = static_cast<std::uint32_t>(known - rows_.begin());
        if (known == rows_.end()) {
            rows_.push_back({.what = {.name = std::string{one.kind},
                                      .is_control = one.is_control,
                                      .has_message = one.content.has_value(),
                                      .has_piece = one.piece.has_value(),
                                      .share = one.share},
                             .packet_bytes = bytes_of(one)});
        }
        return last_;
    }

    [[nodiscard]] const std::vector<written_kind>& rows() const noexcept { return rows_; }

private:
    [[nodiscard]] static std::uint32_t bytes_of(const transmission& one) noexcept {
        return static_cast<std::uint32_t>(one.content ? 0 : one.packet.size());
    }
    [[nodiscard]] static bool is_like(const written_kind& row, const transmission& one) noexcept {
        return row.what.is_control == one.is_control &&
               row.what.has_message == one.content.has_value() &&
               row.what.has_piece == one.piece.has_value() && row.what.share == one.share &&
               row.packet_bytes == bytes_of(one);
    }

    std::vector<written_kind> rows_;
    std::uint32_t last_ = 0;
    std::string_view last_name_;  // of that row; texts outlive the run
};

}  // namespace tutti
