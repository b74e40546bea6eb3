/// @file
/// Whether every node was delivered what it has to get, once, and nothing else.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <variant>
#include <vector>

#include "tutti/collective/broadcasters.hpp"
#include "tutti/collective/payloads.hpp"
#include "tutti/machine/observer.hpp"
#include "tutti/model/message.hpp"
#include "tutti/model/prefetch.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Every message of every broadcaster at every node, its origin included.
struct everything_everywhere {
    std::size_t node_count = 0;
    broadcaster_set senders;
};

/// One message at each node: `expected[x]` at node x.
struct one_message_each {
    std::vector<message> expected;
};

/// Every message at one node, which its origin and number determine: scatter, gather, exchange.
struct addressed_messages {
    std::size_t node_count = 0;
    broadcaster_set senders;
    std::function<node_id(node_id origin, std::uint32_t number)> destination;

    /// What their senders, one a node at most, and their check take.
    [[nodiscard]] static constexpr std::uint64_t bytes(std::uint64_t node_count,
                                                       std::uint64_t message_count) noexcept {
        constexpr std::uint64_t index_bytes = 2 * sizeof(std::uint32_t);  // where an origin's begin
        return node_count * (broadcaster_set::bytes_each + index_bytes) + message_count;
    }
};

/// One message of each of some origins at every node, in this order.
struct ordered_everywhere {
    std::size_t node_count = 0;
    std::vector<node_id> order;  ///< distinct origins
};

/// Messages that become known as they come: those of every origin at every node, in the order of
/// their numbers. What one node has, all must have in the end.
struct streamed_everywhere {
    std::size_t node_count = 0;
};

/// What a communication task has to deliver.
using requirement = std::variant<everything_everywhere, one_message_each, addressed_messages,
                                 ordered_everywhere, streamed_everywhere>;

/// What was delivered, compared with the requirement.
struct delivery_counts {
    std::uint64_t required = 0;
    std::uint64_t delivered = 0;      ///< required, and delivered with the right payload
    std::uint64_t missing = 0;        ///< required, and not delivered with the right payload
    std::uint64_t duplicate = 0;      ///< delivered again
    std::uint64_t unexpected = 0;     ///< delivered where it does not belong, or unknown
    std::uint64_t wrong_payload = 0;  ///< those of the unexpected that differ in the payload alone

    [[nodiscard]] bool hold() const noexcept {
        return missing == 0 && duplicate == 0 && unexpected == 0;
    }
    friend bool operator==(const delivery_counts&, const delivery_counts&) = default;
};

/// The host of all nodes in an experiment: notes every delivery.
///
/// What has to be everywhere takes one bit a node and message where that fits the budget; otherwise
/// a count and a 128-bit sum a node that does not depend on the order, which tell that something is
/// wrong but not always what. Addressed messages take a byte each, ordered ones a count a node, and
/// streams a count for each node and origin.
///
/// Thread safety: `accept`, `notes` and `prefetch` at the same time for different nodes; everything
/// else from one thread.
class delivery_check {
public:
    /// Bytes that the bits may take by default.
    static constexpr std::uint64_t default_budget_bytes = std::uint64_t{4} << 30U;

    /// @param contents the payloads that the messages were made with; those of
    ///   `one_message_each` are compared as they stand
    delivery_check(requirement required, payloads contents,
                   std::uint64_t budget_bytes = default_budget_bytes);

    /// Bytes that a check of everything everywhere takes.
    [[nodiscard]] static std::uint64_t bytes(std::uint64_t node_count, std::uint64_t message_count,
                                             std::uint64_t budget_bytes = default_budget_bytes);

    class noter;

    /// Notes deliveries, at the nodes that it stands at one after the other.
    [[nodiscard]] noter notes() noexcept;

    void accept(node_id node, std::span<const message> contents) noexcept;
    /// Before so many messages are noted at `node`: fetches all that is kept for the node, if they
    /// will touch most of it. Says whether it helps to ask for each of them.
    [[nodiscard]] bool prefetch(node_id node, std::size_t messages) noexcept {
        constexpr std::size_t line_words = 8;
        if (bits_.size() <= cached_words || messages * line_words < row_words_) {
            return bits_.size() > cached_words;
        }
        for (std::size_t word = 0; word < row_words_; word += line_words) {
            prefetch_line<true>(&bits_[node * row_words_ + word]);
        }
        return false;
    }
    /// Fetches what `accept(node, content)` will write to.
    void prefetch(node_id node, const message& content) noexcept {
        if (content.origin < known_.size()) {
            const own_range range = known_[content.origin].range;
            if (content.number < range.count) {
                const std::size_t index = range.first + content.number;
                prefetch_line<true>(&bits_[node * row_words_ + index / 64]);
            }
        }
    }
    void accept(node_id node, const message& content) noexcept {
        accept(node, std::span{&content, 1});
    }

    [[nodiscard]] delivery_counts counts() const;

    /// The deliveries that are required.
    [[nodiscard]] std::uint64_t required() const noexcept;

    /// Forgets what was delivered.
    void reset() noexcept;

private:
    static constexpr std::uint64_t unknown = ~std::uint64_t{0};
    static constexpr std::size_t cached_words = (std::size_t{256} << 10U) / sizeof(std::uint64_t);

    enum class kind : std::uint8_t { everywhere, single, addressed, ordered, streamed };

    struct sum {
        std::uint64_t count = 0;
        std::uint64_t low = 0;
        std::uint64_t high = 0;
        friend bool operator==(const sum&, const sum&) = default;
        void add(const message& content) noexcept;
    };

    static void count(std::atomic<std::uint64_t>& what) noexcept {
        what.fetch_add(1, std::memory_order_relaxed);
    }
    void count_unexpected(bool has_wrong_payload) noexcept {
        count(unexpected_);
        if (has_wrong_payload) {
            count(wrong_payload_);
        }
    }
    // The messages of an origin, among all.
    struct own_range {
        std::uint32_t first = 0;
        std::uint32_t count = 0;
    };
    // With the first one's payload: most origins have no other.
    struct known_messages {
        own_range range;
        std::uint64_t first_payload = 0;
    };

    // The message's number among all.
    [[nodiscard]] std::uint64_t index_of(const message& content) const noexcept {
        own_range range;
        if (content.origin < known_.size()) {
            range = known_[content.origin].range;
        } else if (content.origin < ranges_.size()) {
            range = ranges_[content.origin];
        }
        return content.number < range.count ? range.first + content.number : unknown;
    }
    void accept_unusual(node_id node, message content) noexcept;
    void accept_without_bits(node_id node, const message& content) noexcept;
    void accept_sum(node_id node, const message& content) noexcept;
    void accept_single(node_id node, const message& content) noexcept;
    void accept_addressed(node_id node, const message& content) noexcept;
    void accept_ordered(node_id node, const message& content) noexcept;
    void accept_streamed(node_id node, const message& content) noexcept;
    [[nodiscard]] bool has_wrong_payload(const message& content) noexcept;
    void prepare(const everything_everywhere& required, std::uint64_t budget_bytes);
    void prepare(one_message_each&& required);
    void prepare(addressed_messages&& required);
    void prepare(ordered_everywhere&& required);
    void prepare(const streamed_everywhere& required);
    void index(const broadcaster_set& senders);
    void know(const broadcaster_set& senders);
    void count_bits(delivery_counts& counts) const;
    void count_sums(delivery_counts& counts) const;
    void count_streams(delivery_counts& counts) const;

    payloads contents_;
    kind kind_ = kind::everywhere;
    std::size_t node_count_ = 0;
    std::uint64_t required_ = 0;
    std::uint64_t message_count_ = 0;      // at each node, if all have the same
    std::vector<own_range> ranges_;        // of each origin, up to the last that has messages
    std::vector<known_messages> known_;    // in place of the ranges, with the bits
    std::vector<std::uint64_t> payloads_;  // of each message, with the bits
    std::size_t row_words_ = 0;
    std::vector<std::uint64_t> bits_;  // [node][message], rows of whole words
    std::vector<sum> sums_;            // in place of the bits
    sum expected_sum_;
    std::vector<message> expected_;      // of each node
    std::vector<std::uint8_t> arrived_;  // of each node, or of each addressed message
    std::function<node_id(node_id, std::uint32_t)> destination_;
    std::vector<node_id> order_;
    std::vector<std::uint32_t> next_;  // at each node, of the order or of each origin's stream
    // Counted by whoever finds one; nothing else is read through them.
    std::atomic<std::uint64_t> duplicate_ = 0;
    std::atomic<std::uint64_t> unexpected_ = 0;
    std::atomic<std::uint64_t> wrong_payload_ = 0;
};

/// Notes deliveries. What that takes is looked up once.
class delivery_check::noter {
public:
    explicit noter(delivery_check& all) noexcept : all_{&all} {
        if (!all.bits_.empty()) {
            known_ = all.known_;
            payloads_ = all.payloads_.data();
            rows_ = all.bits_.data();
            row_words_ = all.row_words_;
        }
    }

    /// What is accepted from now on was delivered at `node`.
    void stand_at(node_id node) noexcept {
        node_ = node;
        // NOLINTNEXTLINE(cppcoreguidelines-pro-bounds-pointer-arithmetic)
        row_ = rows_ + node * row_words_;
    }

    // What is unusual goes by value, so that compilers need not keep each message in memory.
    void accept(const message& content) noexcept {
        if (content.origin >= known_.size()) [[unlikely]] {
            all_->accept_unusual(node_, content);
            return;
        }
        const known_messages& known = known_[content.origin];
        const std::uint32_t index = known.range.first + content.number;
        // NOLINTBEGIN(cppcoreguidelines-pro-bounds-pointer-arithmetic)
        if (content.number >= known.range.count ||
            content.payload != (content.number == 0 ? known.first_payload : payloads_[index]))
            [[unlikely]] {
            all_->accept_unusual(node_, content);
            return;
        }
        std::uint64_t& word = row_[index / 64];
        // NOLINTEND(cppcoreguidelines-pro-bounds-pointer-arithmetic)
        const std::uint64_t bit = std::uint64_t{1} << index % 64;
        if ((word & bit) != 0) [[unlikely]] {
            count(all_->duplicate_);
        }
        word |= bit;
    }

private:
    delivery_check* all_;
    std::span<const known_messages> known_;  // empty where there are no bits
    const std::uint64_t* payloads_ = nullptr;
    std::uint64_t* rows_ = nullptr;
    std::size_t row_words_ = 0;
    node_id node_ = 0;
    std::uint64_t* row_ = nullptr;  // the node's
};

inline delivery_check::noter delivery_check::notes() noexcept { return noter{*this}; }

inline void delivery_check::accept(node_id node, std::span<const message> contents) noexcept {
    noter notes = this->notes();
    notes.stand_at(node);
    for (const message& content : contents) {
        notes.accept(content);
    }
}

static_assert(host<delivery_check>);

}  // namespace tutti
