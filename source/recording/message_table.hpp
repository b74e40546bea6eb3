/// @file
/// Table of values by message, and by piece.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <boost/container_hash/hash.hpp>
#include <boost/unordered/unordered_flat_map.hpp>

#include "node/prefetch.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti::record {

/// A message, or a piece of one.
struct message_key {
    node_id origin = 0;
    std::uint32_t number = 0;
    std::uint32_t part = 0;  ///< 0 for the whole message, i + 1 for piece i

    friend bool operator==(const message_key&, const message_key&) = default;
    friend std::size_t hash_value(const message_key& key) noexcept {
        std::size_t seed = std::size_t{key.origin} << 32U | key.number;
        boost::hash_combine(seed, key.part);
        return seed;
    }
};

/// The payloads of messages as they were first seen.
class message_table {
public:
    /// Value stored for a message, or null.
    [[nodiscard]] const std::uint64_t* find(const message_key& key) const {
        if (key.part == 0 && key.origin < rows_.size()) {
            const std::vector<std::uint64_t>& row = rows_[key.origin];
            if (key.number < row.size() && row[key.number] != absent) {
                return &row[key.number];
            }
        }
        const auto position = others_.find(key);
        return position == others_.end() ? nullptr : &position->second;
    }
    /// Has fetched from memory what `find` will look at.
    void prefetch(node_id origin, std::uint32_t number) const {
        if (origin < rows_.size() && number < rows_[origin].size()) {
            prefetch_line(&rows_[origin][number]);
        }
    }
    /// Notes the payload of one that is not there yet.
    void note(const message_key& key, std::uint64_t payload) {
        if (key.part != 0 || payload == absent || !has_room_for(key)) {
            others_.insert_or_assign(key, payload);
            return;
        }
        rows_[key.origin][key.number] = payload;
        ++count_;
    }

private:
    // Value that a payload equals only by chance; one that does is stored among the others.
    static constexpr std::uint64_t absent = 0xB7E151628AED2A6A;

    // Whole messages are found without a search, unless few of many numbers or origins are used.
    [[nodiscard]] bool has_room_for(const message_key& key) {
        if (key.origin >= rows_.size() && may_take(key.origin)) {
            rows_.resize(std::max<std::size_t>(2 * rows_.size(), key.origin + std::size_t{1}));
        }
        if (key.origin >= rows_.size()) {
            return false;
        }
        std::vector<std::uint64_t>& row = rows_[key.origin];
        if (key.number >= row.size() && may_take(key.number)) {
            const std::size_t before = row.size();
            row.resize(std::max<std::size_t>(key.number + std::size_t{1}, before * 3 / 2), absent);
            taken_ += row.size() - before;
        }
        return key.number < row.size();
    }
    [[nodiscard]] bool may_take(std::size_t cells) const noexcept {
        constexpr std::size_t least = std::size_t{1} << 20U;
        return taken_ + cells < std::max(least, 16 * count_);
    }

    std::vector<std::vector<std::uint64_t>> rows_;  // payloads of messages, by origin and number
    std::size_t count_ = 0;                         // of them
    std::size_t taken_ = 0;                         // cells of the rows
    boost::unordered_flat_map<message_key, std::uint64_t> others_;
};

}  // namespace tutti::record
