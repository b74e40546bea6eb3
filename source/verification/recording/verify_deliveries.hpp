/// @file
/// Verifier of deliveries against the requirement.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "collectives/input/derived_payloads.hpp"
#include "collectives/input/possession_tables.hpp"
#include "collectives/requirement.hpp"
#include "recorded_slot.hpp"
#include "run_requirements.hpp"
#include "violations.hpp"

namespace tutti {

/// Classification of a delivery.
enum class delivery_kind : std::uint8_t { right, again, unexpected, wrong_payload };

/// Payloads required of messages: those given to their origins, or results of reductions.
struct required_payloads {
    derived_payloads contents{payloads{}};
    std::vector<std::uint64_t> results{};  ///< in place of the contents, by number

    [[nodiscard]] std::uint64_t of(const message& content) const noexcept {
        return results.empty() ? contents.of(content.origin, content.number)
                               : results[content.number];
    }
};

/// Tally of messages of which each is due at every node, or at its destination.
class message_tally {
public:
    /// @param required without destinations: all messages everywhere
    /// @param table_bytes see `run_requirements`
    message_tally(addressed_messages required, required_payloads due, std::uint64_t table_bytes);

    [[nodiscard]] delivery_kind take(node_id node, const message& content);
    [[nodiscard]] std::uint64_t required() const noexcept { return rows_.size() * columns_; }
    [[nodiscard]] std::string first_missing() const;

private:
    addressed_messages required_;
    required_payloads due_;
    message_rows rows_;
    std::uint64_t columns_;  // a node each, or one where messages have destinations
    pair_set seen_;
};

/// One message at each node.
class single_tally {
public:
    explicit single_tally(std::vector<message> expected);

    [[nodiscard]] delivery_kind take(node_id node, const message& content);
    [[nodiscard]] std::uint64_t required() const noexcept { return expected_.size(); }
    [[nodiscard]] std::string first_missing() const;

private:
    std::vector<message> expected_;
    std::vector<std::uint8_t> seen_;
};

/// The same order at every node.
class ordered_tally {
public:
    ordered_tally(const ordered_everywhere& required, const required_payloads& due);

    [[nodiscard]] delivery_kind take(node_id node, const message& content);
    [[nodiscard]] std::uint64_t required() const noexcept { return next_.size() * order_.size(); }
    [[nodiscard]] std::string first_missing() const;

private:
    std::vector<message> order_;
    std::vector<std::uint32_t> next_;  // of each node, in the order
};

/// Tally of streams: of each origin as many messages at every node as at the one that has most, in
/// order.
class streamed_tally {
public:
    streamed_tally(const streamed_everywhere& required, required_payloads due);

    [[nodiscard]] delivery_kind take(node_id node, const message& content);
    [[nodiscard]] std::uint64_t required() const;
    [[nodiscard]] std::string first_missing() const;

private:
    [[nodiscard]] std::uint32_t most_of(std::size_t origin) const;

    std::size_t nodes_;
    required_payloads due_;
    std::vector<std::uint32_t> next_;  // [node][origin]
};

/// Verifier of deliveries against the requirement.
class recorded_delivery_verifier {
public:
    explicit recorded_delivery_verifier(const run_requirements& requirements);

    void take(const recorded_slot& record);

    [[nodiscard]] delivery_counts counts() const;
    /// Deliveries that were made and should not have been.
    [[nodiscard]] const violation_list& wrong() const noexcept { return wrong_; }
    /// The first that should have been made and was not, in words.
    [[nodiscard]] std::string first_missing() const;
    /// Those before any node may deliver.
    [[nodiscard]] const violation_list& early() const noexcept { return early_; }

private:
    using tally = std::variant<message_tally, single_tally, ordered_tally, streamed_tally>;
    [[nodiscard]] static tally tally_for(const run_requirements& requirements);
    void note(slot at, const recorded_delivery& delivery, delivery_kind kind);

    tally tally_;
    slot first_delivery_;
    delivery_counts counts_;
    violation_list wrong_;
    violation_list early_;
};

}  // namespace tutti
