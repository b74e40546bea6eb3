/// @file
/// Verifier of possession: a node sends and delivers only messages that it has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>

#include "collectives/input/derived_payloads.hpp"
#include "collectives/input/possession_tables.hpp"
#include "recorded_slot.hpp"
#include "run_requirements.hpp"
#include "tutti/catalog/arrivals.hpp"
#include "verify_shares.hpp"
#include "violations.hpp"

namespace tutti {

/// The messages of a task, as rows: all from the start, or as they arrive at their origins.
class initial_possession {
public:
    initial_possession(const run_requirements& requirements, std::uint64_t nodes);

    /// 0 if they come as the run goes on.
    [[nodiscard]] std::uint64_t known_rows() const noexcept { return rows_.size(); }
    [[nodiscard]] bool come_later() const noexcept { return !sources_.empty(); }
    /// The message's row, or `no_row` if there is none so far.
    [[nodiscard]] std::uint64_t row_of(const message& content) const;
    /// Has messages arrive at their origin, up to a moment or the one that is asked for.
    /// @pre `come_later()`
    void arrive(const message& message, const rational& time);
    /// Calls `visit` with what each message says that is there from the start.
    template <class Visit>
    void visit_payloads(const Visit& visit) const {
        for (std::size_t i = 0; i < given_.nodes.size(); ++i) {
            for (std::uint32_t number = 0; number < given_.packets[i]; ++number) {
                visit(contents_.of(given_.nodes[i], number));
            }
        }
    }
    [[nodiscard]] std::uint64_t payload_of(const message& content) const noexcept {
        return contents_.of(content.origin, content.number);
    }

private:
    [[nodiscard]] static std::uint64_t name_of(const message& content) noexcept {
        return std::uint64_t{content.origin} << 32U | content.number;
    }

    broadcaster_set given_;
    derived_payloads contents_;
    message_rows rows_;
    std::vector<arrival_source> sources_;  // of each node, where they come later
    std::uint64_t most_arrived_;           // what is asked for beyond is not there
    boost::unordered_flat_map<std::uint64_t, std::uint64_t, mixed_hash> arrived_;
};

/// Follows every message, piece by piece.
class possession_verifier {
public:
    possession_verifier(const run_requirements& requirements, std::uint64_t nodes);

    /// Judges a slot: what is sent against what came before, and then what is delivered.
    /// @param clocks of the nodes, before the marks of the slot
    void take(const recorded_slot& record, std::span<const recorded_kind> kinds,
              const share_verifier& clocks);

    [[nodiscard]] const violation_list& possession() const noexcept { return stolen_; }
    [[nodiscard]] const violation_list& control() const noexcept { return disguised_; }
    /// Kind of the packets that do not declare their content; empty if there were none.
    [[nodiscard]] const std::string& opaque_kind() const noexcept { return opaque_; }

private:
    /// Messages that a packet brings to a node.
    struct brought_message {
        std::uint64_t row = 0;
        std::uint64_t bits = 0;
        node_id node = 0;
    };
    static constexpr std::uint64_t all_bits = ~std::uint64_t{0};

    void verify_sent(slot at, const recorded_transmission& transmission, const recorded_kind& kind);
    void verify_content(slot at, const recorded_transmission& transmission, std::uint64_t bits);
    void verify_delivered(slot at, const recorded_delivery& delivery);
    void verify_control(slot at, const recorded_transmission& transmission);
    /// Fault of a message that a node sends or delivers, or an empty text.
    [[nodiscard]] std::string_view fault_of(std::uint64_t row, node_id node, const message& content,
                                            std::uint64_t bits) const;
    [[nodiscard]] std::uint64_t row_at(node_id node, const message& content, slot clock);
    [[nodiscard]] bool has(std::uint64_t row, node_id node, std::uint64_t bits) const {
        return whole_.contains(row, node) ||
               (has_parts_ && (parts_.bits(row, node) & bits) == bits);
    }
    void take_in(const brought_message& one);

    initial_possession given_;
    bool has_messages_;
    const share_verifier* clocks_ = nullptr;  // while a slot is verified
    pair_set whole_;
    part_table parts_;
    bool has_parts_ = false;
    std::vector<brought_message> arriving_;
    // Values that no control packet may hold, from the first such packet on.
    boost::unordered_flat_set<std::uint64_t, mixed_hash> secrets_;
    std::string opaque_;
    violation_list stolen_;
    violation_list disguised_;
};

}  // namespace tutti
