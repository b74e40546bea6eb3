/// @file
/// Receivers of the messages that nodes deliver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/partition/node_partition.hpp"
#include "node/digest.hpp"
#include "node/prefetch.hpp"
#include "tutti/node/message.hpp"
#include "tutti/topology/topology.hpp"
#include "util/pinned.hpp"

namespace tutti {

/// Takes the messages that the nodes of a run deliver. By itself it keeps none.
///
/// A derived class may provide a fast-path table: messages that are known by origin, number and
/// payload and have a bit at each node, which is set when the message comes. That costs no call.
/// All other messages, and those whose bit is set, go to `accept_slow_path`.
///
/// Thread safety: messages are taken at the same time at different nodes, never at one. They come
/// in the order in which the node's program delivered them.
class delivery_sink : polymorphic {
public:
    class node_sink;

    /// Takes a message that was delivered at `node`.
    void accept(node_id node, const message& content) noexcept;

    /// True if it helps to prefetch the tables.
    [[nodiscard]] bool exceeds_cache() const noexcept {
        return usual_.bits.size_bytes() > cached_bytes;
    }
    /// True if this number of messages will touch most of a node's table.
    [[nodiscard]] bool is_filled_by(std::size_t messages) const noexcept {
        return messages * line_words >= usual_.row_words;
    }
    /// Prefetches the node's table.
    void prefetch(node_id node) const noexcept {
        const std::size_t row = row_of(node);
        for (std::size_t word = 0; word < usual_.row_words; word += line_words) {
            prefetch_line<true>(&usual_.bits[row + word]);
        }
    }
    /// Prefetches the memory that `accept(node, content)` will write to.
    void prefetch(node_id node, const message& content) const noexcept {
        if (content.origin < usual_.counts.size()) {
            const own_range range = usual_.counts[content.origin].range;
            if (content.number < range.count) {
                const std::size_t index = range.first + content.number;
                prefetch_line<true>(&usual_.bits[row_of(node) + index / 64]);
            }
        }
    }

protected:
    /// The messages of an origin, among all.
    struct own_range {
        std::uint32_t first = 0;
        std::uint32_t count = 0;
    };
    /// With the first one's payload and `digest_key`: most origins have no other.
    struct message_counts {
        own_range range;
        std::uint64_t first_payload = 0;
        std::uint64_t first_key = 0;
    };
    /// Fast-path table; must outlive the run.
    struct table {
        std::span<const message_counts> counts;   ///< of each origin; empty: nothing is usual
        const std::uint64_t* payloads = nullptr;  ///< of each message
        std::span<std::uint64_t> bits;            ///< [place][message], rows of whole words
        std::size_t row_words = 0;
        node_partition nodes{1};  ///< by which a node has its place
    };

    void expect(const table& fast_path) noexcept { usual_ = fast_path; }

private:
    // By value, so that compilers need not keep each message in memory.
    virtual void accept_slow_path(node_id /*node*/, message /*content*/) noexcept {}

    [[nodiscard]] std::size_t row_of(node_id node) const noexcept {
        return usual_.nodes.place_of(node) * usual_.row_words;
    }

    static constexpr std::size_t line_words = 8;

    table usual_;
};

/// Takes usual messages, of one node after the other. What that takes is looked up once.
class delivery_sink::node_sink {
public:
    /// Takes nothing.
    node_sink() = default;
    explicit node_sink(const delivery_sink& sink) noexcept
        : counts_{sink.usual_.counts.data()},
          known_count_{sink.usual_.counts.size()},
          open_count_{known_count_},
          payloads_{sink.usual_.payloads},
          rows_{sink.usual_.bits.data()},
          places_{sink.usual_.nodes.places()},
          row_words_{sink.usual_.row_words} {}

    /// From now on `accept` takes nothing, and only `accept_closed` takes messages.
    void close() noexcept { open_count_ = 0; }

    /// Sets the node of the deliveries that follow.
    void for_node(node_id node) noexcept {
        // NOLINTNEXTLINE(cppcoreguidelines-pro-bounds-pointer-arithmetic)
        row_ = rows_ + (places_ == nullptr ? node : places_[node]) * row_words_;
    }

    /// Takes a message on the fast path; true if it did, and `key` is its `digest_key`.
    [[nodiscard]] bool accept(const message& content, std::uint64_t& key) noexcept {
        return accept(content, open_count_, key);
    }
    /// The same where it is closed, too.
    [[nodiscard]] bool accept_closed(const message& content) noexcept {
        std::uint64_t key = 0;
        return accept(content, known_count_, key);
    }

private:
    [[nodiscard]] bool accept(const message& content, std::size_t known_count,
                              std::uint64_t& key) noexcept {
        if (content.origin >= known_count) [[unlikely]] {
            return false;
        }
        // NOLINTBEGIN(cppcoreguidelines-pro-bounds-pointer-arithmetic)
        const message_counts& counts = counts_[content.origin];
        const std::uint32_t index = counts.range.first + content.number;
        if (content.number >= counts.range.count ||
            content.payload != (content.number == 0 ? counts.first_payload : payloads_[index]))
            [[unlikely]] {
            return false;
        }
        std::uint64_t& word = row_[index / 64];
        // NOLINTEND(cppcoreguidelines-pro-bounds-pointer-arithmetic)
        const std::uint64_t bit = std::uint64_t{1} << index % 64;
        if ((word & bit) != 0) [[unlikely]] {
            return false;
        }
        word |= bit;
        key = content.number == 0 ? counts.first_key : digest_key(content.origin, content.number);
        return true;
    }

    const message_counts* counts_ = nullptr;
    std::size_t known_count_ = 0;
    std::size_t open_count_ = 0;  // the same, or none
    const std::uint64_t* payloads_ = nullptr;
    std::uint64_t* rows_ = nullptr;
    const node_id* places_ = nullptr;  // of each node; null: its id
    std::size_t row_words_ = 0;
    std::uint64_t* row_ = nullptr;  // the node's
};

inline void delivery_sink::accept(node_id node, const message& content) noexcept {
    node_sink fast_path{*this};
    fast_path.for_node(node);
    if (!fast_path.accept_closed(content)) {
        accept_slow_path(node, content);
    }
}

}  // namespace tutti
