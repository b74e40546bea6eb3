/// @file
/// Verifies that every node delivers each required message once, and nothing else.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "collectives/input/broadcasters.hpp"
#include "collectives/input/payloads.hpp"
#include "engine/node/delivery_sink.hpp"
#include "engine/partition/node_partition.hpp"
#include "requirement.hpp"
#include "tutti/node/message.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Takes the deliveries of all nodes in an experiment, and notes every one.
///
/// What has to be everywhere takes one bit a node and message where that fits the budget; otherwise
/// a count and a 128-bit sum a node that does not depend on the order, which show that something is
/// wrong but not always what. Addressed messages take a byte each, ordered ones a count a node, and
/// streams a count for each node and origin.
///
/// Thread safety: `accept` and `prefetch` at the same time for different nodes; everything else
/// from one thread.
class delivery_verifier final : public delivery_sink {
public:
    /// Bytes that the bits may take by default.
    static constexpr std::uint64_t default_budget_bytes = std::uint64_t{4} << 30U;

    /// @param contents the payloads that the messages were made with; those of
    ///   `one_message_each` are compared unchanged
    /// @param shares whose nodes' deliveries come here: the own ones'; null: all. What is kept of a
    ///   node is kept of these alone, and what is required of one, too
    /// @throws std::invalid_argument if the shares are of other nodes
    delivery_verifier(requirement required, payloads contents,
                      std::uint64_t budget_bytes = default_budget_bytes,
                      std::optional<node_partition> shares = {});

    /// Bytes that a check of everything everywhere takes.
    [[nodiscard]] static std::uint64_t bytes(std::uint64_t node_count, std::uint64_t message_count,
                                             std::uint64_t budget_bytes = default_budget_bytes);

    [[nodiscard]] delivery_counts counts() const { return counts(longest_streams()); }

    /// Of `streamed_everywhere`, how many messages of each origin the node has that has most; of
    /// others nothing.
    [[nodiscard]] std::vector<std::uint32_t> longest_streams() const;
    /// The counts where other nodes have as many messages.
    [[nodiscard]] delivery_counts counts(std::span<const std::uint32_t> longest) const;

    /// The deliveries that are required; of streams those that are known of, none.
    [[nodiscard]] std::uint64_t required() const noexcept;

    /// Discards all deliveries.
    void reset() noexcept;

private:
    static constexpr std::uint64_t unknown = ~std::uint64_t{0};

    struct sum {
        std::uint64_t count = 0;
        std::uint64_t low = 0;
        std::uint64_t high = 0;
        friend bool operator==(const sum&, const sum&) = default;
        void add(const message& content) noexcept;
    };

    static void count(std::atomic<std::uint64_t>& counter) noexcept {
        counter.fetch_add(1, std::memory_order_relaxed);
    }
    // The message's number among all.
    [[nodiscard]] std::uint64_t index_of(const message& content) const noexcept {
        own_range range;
        if (content.origin < counts_.size()) {
            range = counts_[content.origin].range;
        } else if (content.origin < ranges_.size()) {
            range = ranges_[content.origin];
        }
        return content.number < range.count ? range.first + content.number : unknown;
    }
    void accept_slow_path(node_id node, message content) noexcept override {
        (this->*accept_)(node, content);
    }
    void accept_beside_bits(node_id node, const message& content) noexcept;
    void accept_sum(node_id node, const message& content) noexcept;
    void accept_single(node_id node, const message& content) noexcept;
    void accept_addressed(node_id node, const message& content) noexcept;
    void accept_ordered(node_id node, const message& content) noexcept;
    void accept_streamed(node_id node, const message& content) noexcept;
    [[nodiscard]] bool has_wrong_payload(const message& content) noexcept;
    // Called first, with the number of nodes and those that get messages.
    void take_nodes(std::size_t node_count, participant_set receivers = {});
    [[nodiscard]] std::size_t own_count() const noexcept { return nodes_.own_count(); }
    void prepare(all_messages_everywhere&& required);
    void prepare(messages_for_some&& required);
    void prepare(one_message_each&& required);
    void prepare(sums_upwards&& required);
    void prepare(addressed_messages&& required);
    void prepare(ordered_everywhere&& required);
    void prepare(streamed_everywhere&& required);
    void prepare(folded_values&& required);
    [[nodiscard]] std::uint64_t payload_of(node_id origin, std::uint32_t number) const noexcept;
    void index(const broadcaster_set& senders);
    // Of messages that go to one node each.
    [[nodiscard]] std::uint64_t addressed_to_own(const broadcaster_set& senders) const;
    void know(const broadcaster_set& senders);
    [[nodiscard]] bool is_wanted(node_id node, std::uint64_t index) const noexcept;
    void count_bits(delivery_counts& counts) const;
    void count_sums(delivery_counts& counts) const;

    payloads contents_;
    std::vector<std::uint64_t> results_;  // in place of the contents, of origin 0
    std::uint64_t budget_bytes_;
    // Function that takes the deliveries that the bits do not.
    void (delivery_verifier::*accept_)(node_id,
                                       const message&) noexcept = &delivery_verifier::accept_sum;
    std::size_t node_count_ = 0;
    std::optional<node_partition> partition_;
    node_partition nodes_{1};
    participant_set receivers_;
    std::uint64_t receiver_count_ = 0;  // own ones
    std::uint64_t required_ = 0;
    std::uint64_t message_count_ = 0;      // at each node, if all have the same
    std::vector<own_range> ranges_;        // of each origin, up to the last that has messages
    std::vector<message_counts> counts_;   // in place of the ranges, with the bits
    std::vector<std::uint64_t> payloads_;  // of each message, with the bits
    std::size_t row_words_ = 0;
    std::vector<std::uint64_t> bits_;    // [own node][message], rows of whole words
    std::vector<std::uint64_t> wanted_;  // likewise; empty: all of the receivers
    std::vector<sum> sums_;              // of each own node, in place of the bits
    sum expected_sum_;
    std::vector<message> expected_;      // of each node
    std::vector<std::uint8_t> arrived_;  // of each node, or of each addressed message
    std::function<node_id(node_id, std::uint32_t)> destination_;
    std::vector<node_id> order_;
    std::vector<std::uint32_t> order_numbers_;
    std::vector<std::uint32_t> next_;  // at each own node, of the order or of each origin's stream
    // Counted by the thread that finds one; nothing else is read through them.
    std::atomic<std::uint64_t> duplicate_ = 0;
    std::atomic<std::uint64_t> unexpected_ = 0;
    std::atomic<std::uint64_t> wrong_payload_ = 0;
};

}  // namespace tutti
