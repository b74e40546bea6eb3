/// @file
/// Yardstick: optimal multinode broadcast as a specialised loop.
#pragma once

#include <algorithm>
#include <array>
#include <barrier>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <thread>
#include <vector>

#include "collectives/input/derived_payloads.hpp"
#include "node/digest.hpp"
#include "topology/trees/rotation_classes.hpp"
#include "tutti/node/message.hpp"
#include "tutti/topology/hypercube.hpp"

namespace perf {

/// The duties of `multinode_rotation_classes` and of the machine's checks, d known to the compiler:
/// every packet that is sent on is kept, what is sent comes from what is kept, every payload is
/// compared, every message is marked once at every node, and adds to the digest. No check that a
/// link is free, that a port exists or that mail is read; no coroutine; no list of runnable nodes.
template <int D>
class yardstick {
public:
    explicit yardstick(int threads) : threads_{threads}, classes_{tutti::hypercube{D}} {
        for (auto& side : mail_) {
            side.resize(row_cells * D);
        }
        stored_packets_.resize(nodes * stride_);
        seen_.resize(nodes * row_words);
        digests_.resize(nodes);
        for (std::uint32_t node = 0; node < nodes; ++node) {
            texts_.push_back(contents_.of(node, 0));
        }
    }

    /// Seconds of a run. @throws std::runtime_error if a message is missing, twice or altered
    [[nodiscard]] double run() {
        std::ranges::fill(seen_, 0);
        std::ranges::fill(digests_, 0);
        wrong_.assign(static_cast<std::size_t>(threads_), 0);
        const auto begin = std::chrono::steady_clock::now();
        step_on_all_threads();
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
        const auto is_full = [](std::uint64_t word) { return word == ~std::uint64_t{0}; };
        if (!std::ranges::all_of(seen_, is_full) || std::ranges::count(wrong_, 0U) != threads_) {
            throw std::runtime_error{"the yardstick delivered wrongly"};
        }
        return passed.count();
    }

    [[nodiscard]] static constexpr double hops() noexcept {
        return static_cast<double>(nodes) * static_cast<double>(nodes - 1);
    }

private:
    static_assert(D >= 6, "a node's marks are whole words");
    static constexpr std::size_t nodes = std::size_t{1} << unsigned{D};
    static constexpr std::size_t row_words = nodes / 64;
    static constexpr std::size_t links = D;

    struct packet {
        std::uint64_t payload = 0;
        std::uint64_t origin = 0;
    };
    // Rows of an odd number of cache lines.
    static constexpr std::size_t row_cells = ((nodes * sizeof(packet) / 64) | 1U) * 4 + 8;

    void step_on_all_threads() {
        std::barrier meeting{threads_};
        std::vector<std::jthread> others;
        for (int shard = 1; shard < threads_; ++shard) {
            others.emplace_back([this, shard, &meeting] { step(shard, meeting); });
        }
        step(0, meeting);
    }

    void step(int shard, std::barrier<>& meeting) {
        const auto index = static_cast<std::size_t>(shard);
        const std::size_t begin = nodes * index / static_cast<std::size_t>(threads_);
        const std::size_t end = nodes * (index + 1) / static_cast<std::size_t>(threads_);
        for (std::size_t node = begin; node < end; ++node) {
            keep_own(node, wrong_[index]);
        }
        std::size_t now = 0;
        for (std::size_t first = 0; first < nodes - 1 + links; first += links, ++now) {
            // Every other slot backwards: the caches still hold the end of the last one.
            const auto nth = [&](std::size_t i) { return now % 2 == 0 ? begin + i : end - 1 - i; };
            for (std::size_t i = 0; i < end - begin; ++i) {
                prefetch(nth(std::min(i + ahead, end - begin - 1)), first);
                receive(nth(i), first, now, wrong_[index]);
                send(nth(i), first, now);
            }
            meeting.arrive_and_wait();
        }
    }

    // NOLINTBEGIN(cppcoreguidelines-pro-bounds-pointer-arithmetic): as fast as a loop can be
    // What a node's loops work with, in registers.
    struct desk {
        packet* buffer;
        std::uint64_t* seen;
        const std::uint64_t* texts;
        std::uint64_t position;
        std::uint64_t digest;
        std::uint64_t wrong;

        void take(const packet& content, std::uint32_t place) {
            const auto origin = static_cast<tutti::node_id>(content.origin);
            wrong += static_cast<std::uint64_t>(content.payload != texts[origin]);
            const std::uint64_t word = seen[origin / 64];
            const std::uint64_t bit = std::uint64_t{1} << (origin % 64);
            wrong += static_cast<std::uint64_t>((word & bit) != 0);
            seen[origin / 64] = word | bit;
            digest +=
                tutti::delivery_digest(static_cast<tutti::node_id>(position),
                                       {.origin = origin, .number = 0, .payload = content.payload},
                                       static_cast<tutti::slot>(position >> 32U));
            buffer[place] = content;
        }
    };

    desk sit_down(std::size_t node, std::size_t now) {
        return {.buffer = &stored_packets_[node * stride_],
                .seen = &seen_[node * row_words],
                .texts = texts_.data(),
                .position = (now << 32U) | node,
                .digest = digests_[node],
                .wrong = 0};
    }

    void leave(std::size_t node, const desk& left, std::uint64_t& wrong) {
        digests_[node] = left.digest;
        wrong += left.wrong;
    }

    void keep_own(std::size_t node, std::uint64_t& wrong) {
        desk here = sit_down(node, 0);
        here.take({.payload = texts_[node], .origin = node}, 0);
        leave(node, here, wrong);
    }

    void prefetch(std::size_t node, std::size_t first) const {
        const packet* const buffer = &stored_packets_[node * stride_];
        for (const std::uint32_t place : classes_.sent(first / links)) {
            __builtin_prefetch(buffer + place);
        }
    }

    void receive(std::size_t node, std::size_t first, std::size_t now, std::uint64_t& wrong) {
        if (first == 0) {
            return;
        }
        const std::size_t before = first - links;
        const std::span<const std::uint32_t> kept = classes_.kept(before / links);
        const packet* const mail = &mail_[now % 2][node];
        desk here = sit_down(node, now);
        for (std::size_t m = 0; m < std::min(links, nodes - 1 - before); ++m) {
            here.take(mail[m * row_cells], kept[m]);
        }
        leave(node, here, wrong);
    }

    void send(std::size_t node, std::size_t first, std::size_t now) {
        if (first >= nodes - 1) {
            return;
        }
        const std::span<const std::uint32_t> sent = classes_.sent(first / links);
        const packet* const buffer = &stored_packets_[node * stride_];
        packet* const mail = mail_[(now + 1) % 2].data();
        for (std::size_t m = 0; m < std::min(links, nodes - 1 - first); ++m) {
            mail[m * row_cells + (node ^ std::size_t{1} << m)] = buffer[sent[m]];
        }
    }

    // NOLINTEND(cppcoreguidelines-pro-bounds-pointer-arithmetic)

    static constexpr std::size_t ahead = 4;

    int threads_;
    tutti::rotation_classes classes_;
    std::size_t stride_ = classes_.place_count();
    tutti::derived_payloads contents_{20};
    std::vector<std::uint64_t> texts_;
    std::array<std::vector<packet>, 2> mail_;
    std::vector<packet> stored_packets_;
    std::vector<std::uint64_t> seen_;
    std::vector<std::uint64_t> digests_;
    std::vector<std::uint64_t> wrong_;
};

}  // namespace perf
