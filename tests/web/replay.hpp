/// @file
/// Recordings that tests change before they are verified.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "recording/check/recording_check.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/network.hpp"

namespace support {

/// A packet with distinct bytes.
struct mail_packet {
    tutti::recorded_transmission transmission{};
    std::vector<std::byte> bytes{};
};

/// A slot that owns what is in it.
struct kept_slot {
    tutti::slot at = 0;
    std::vector<mail_packet> sent{};
    std::vector<tutti::recorded_delivery> delivered{};
    std::vector<tutti::recorded_mark> marked{};
    std::vector<tutti::node_id> done{};
};

/// All that a recording has, for tests to tamper with.
struct replay {
    tutti::recorded_plan plan{};
    tutti::network network = tutti::hypercube{0};
    std::vector<kept_slot> slots{};
    std::vector<tutti::recorded_kind> kinds{};
    std::vector<std::string> mark_names{};
    std::string result{};  ///< empty: none
    std::string damage{};

    /// Runs it, and keeps what was recorded.
    [[nodiscard]] static replay of(const tutti::experiment& original);

    /// The slot, which is added if nothing happened in it.
    [[nodiscard]] kept_slot& at(tutti::slot number);
    /// Puts another text in place of one in the result. @pre it is there
    void replace_in_result(std::string_view from, std::string_view to);
    /// With the catalogue of the papers.
    [[nodiscard]] tutti::recording_findings judged() const;
};

/// The first claim that is violated, with its text: "ports: slot 1: ..", or an empty text.
[[nodiscard]] std::string first_violation(const tutti::recording_findings& findings);

/// A fault that is planted.
using tampering = std::function<void(replay& replayed)>;

/// Checks that a claim is violated by the fault alone, and says what is wrong.
void check_found(replay replay, const tampering& tamper, std::string_view claim,
                 std::string_view text);

/// Recordings of broadcasts that hold, on networks of 8 or 9 nodes: of three messages, without
/// phases and with them, and of all, in pieces.
[[nodiscard]] replay broadcast();
[[nodiscard]] replay with_phases();
[[nodiscard]] replay in_pieces();

/// The first slot with a delivery of another node's message, and that delivery.
[[nodiscard]] std::pair<tutti::slot, tutti::recorded_delivery> first_heard(const replay& replay);

}  // namespace support
