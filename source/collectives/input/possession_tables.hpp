/// @file
/// Tables of a verifier: the messages, and the nodes that have them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>

#include "broadcasters.hpp"
#include "topology/random.hpp"
#include "tutti/node/message.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Number that means "no message".
inline constexpr std::uint64_t no_row = ~std::uint64_t{0};

/// Numbering of the messages of all nodes, for rows of tables.
class message_rows {
public:
    explicit message_rows(const broadcaster_set& senders) {
        std::uint64_t first = 0;
        ranges_.resize(senders.nodes.empty() ? 0 : senders.nodes.back() + std::size_t{1});
        for (std::size_t i = 0; i < senders.nodes.size(); ++i) {
            ranges_[senders.nodes[i]] = {.first = first, .count = senders.packets[i]};
            first += senders.packets[i];
        }
        size_ = first;
    }

    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
    /// The message's number among all, or `no_row`.
    [[nodiscard]] std::uint64_t of(const message& content) const noexcept {
        if (content.origin >= ranges_.size()) {
            return no_row;
        }
        const range& own = ranges_[content.origin];
        return content.number < own.count ? own.first + content.number : no_row;
    }

private:
    struct range {
        std::uint64_t first = 0;
        std::uint64_t count = 0;
    };
    std::vector<range> ranges_;  // of each origin, up to the last that has any
    std::uint64_t size_ = 0;
};

/// A hash of numbers that are not random.
struct mixed_hash {
    using is_avalanching = void;
    [[nodiscard]] std::size_t operator()(std::uint64_t value) const noexcept {
        return mix(value ^ 0x9E3779B97F4A7C15U);
    }
};

/// A set of pairs of a row and a node: bits, where they fit the budget, else a hash table.
class pair_set {
public:
    static constexpr std::uint64_t default_budget_bits = std::uint64_t{1} << 33U;

    /// @param rows 0 if rows are added as they come; then those that fit have bits
    pair_set(std::uint64_t rows, std::uint64_t nodes,
             std::uint64_t budget_bits = default_budget_bits)
        : nodes_{nodes},
          row_words_{(nodes + 63) / 64},
          bit_rows_{row_words_ == 0 ? 0 : budget_bits / 64 / row_words_} {
        if (rows > bit_rows_) {
            bit_rows_ = 0;
        }
        bits_.resize(bit_rows_ == 0 ? 0 : rows * row_words_);
    }

    [[nodiscard]] bool contains(std::uint64_t row, node_id node) const {
        if (row >= bit_rows_) {
            return others_.contains(row * nodes_ + node);
        }
        const std::uint64_t word = row * row_words_ + node / 64;
        return word < bits_.size() && (bits_[word] >> node % 64 & 1U) != 0;
    }
    /// @return whether it was not in it
    bool insert(std::uint64_t row, node_id node) {
        if (row >= bit_rows_) {
            return others_.insert(row * nodes_ + node).second;
        }
        const std::uint64_t index = row * row_words_ + node / 64;
        if (index >= bits_.size()) {
            bits_.resize((row + 1) * row_words_);
        }
        const std::uint64_t bit = std::uint64_t{1} << node % 64;
        const bool is_new = (bits_[index] & bit) == 0;
        bits_[index] |= bit;
        return is_new;
    }

private:
    std::uint64_t nodes_;
    std::uint64_t row_words_;
    std::uint64_t bit_rows_;           // rows below have bits
    std::vector<std::uint64_t> bits_;  // [row][node], rows of whole words
    boost::unordered_flat_set<std::uint64_t, mixed_hash> others_;
};

/// Table of the bits of payloads, of messages that are not complete.
class part_table {
public:
    /// @param rows 0 if they are not known
    /// @param most_flat cells of the table; with more, what is there is kept in a hash table
    part_table(std::uint64_t rows, std::uint64_t nodes,
               std::uint64_t most_flat = std::uint64_t{1} << 27U) noexcept
        : rows_{rows}, nodes_{nodes}, most_flat_{most_flat} {}

    [[nodiscard]] std::uint64_t bits(std::uint64_t row, node_id node) const {
        const std::uint64_t key = row * nodes_ + node;
        if (!flat_.empty()) {
            return flat_[key];
        }
        const auto position = sparse_.find(key);
        return position == sparse_.end() ? 0 : position->second;
    }
    /// Adds bits. @return those that are there then
    std::uint64_t add(std::uint64_t row, node_id node, std::uint64_t bits) {
        if (flat_.empty() && rows_ != 0 && rows_ <= most_flat_ / nodes_) {
            flat_.resize(rows_ * nodes_);
        }
        const std::uint64_t key = row * nodes_ + node;
        return (flat_.empty() ? sparse_[key] : flat_[key]) |= bits;
    }

private:
    std::uint64_t rows_;
    std::uint64_t nodes_;
    std::uint64_t most_flat_;
    std::vector<std::uint64_t> flat_;  // [row][node], from the first part on, where that fits
    boost::unordered_flat_map<std::uint64_t, std::uint64_t, mixed_hash> sparse_;
};

}  // namespace tutti
