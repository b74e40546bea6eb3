/// @file
/// Workload that tutti and its peers share, and the check of its answer.
///
/// Multinode broadcast on the d-cube, every message over the binomial tree of its origin: what a
/// node hears through dimension m waits at dimensions m + 1 to d - 1, first come, first served; a
/// directed link carries one packet a slot. It takes 2^d (2^d - 1) packet-hops in 2^(d-1) slots.
#pragma once

#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

namespace peers {

/// Packet with the content and the size, 16 bytes, of a packet of tutti's cube programs.
struct packet {
    std::uint32_t origin = 0;
    std::uint32_t number = 0;  ///< among the origin's messages, of which there is one
    std::uint64_t payload = 0;
};

/// The size of a run.
struct workload {
    int dimensions = 0;

    [[nodiscard]] std::uint32_t node_count() const noexcept {
        return std::uint32_t{1} << dimensions;
    }
    [[nodiscard]] std::uint64_t hops() const noexcept {
        return std::uint64_t{node_count()} * (node_count() - 1);
    }
    [[nodiscard]] std::uint64_t slots() const noexcept { return node_count() / 2; }
    /// Packet of `node`, with a payload that its neighbours cannot guess from its id.
    [[nodiscard]] static packet own(std::uint32_t node) noexcept {
        std::uint64_t mixed = (node + 1) * 0x9E3779B97F4A7C15U;
        mixed = (mixed ^ mixed >> 31U) * 0xBF58476D1CE4E5B9U;
        return {.origin = node, .number = 0, .payload = mixed};
    }
};

/// Deliveries of all nodes: every node must receive every origin's packet exactly once, its own
/// included, with the payload that the origin sent.
///
/// Thread safety: calls for different nodes may run at the same time.
class deliveries {
public:
    explicit deliveries(const workload& work)
        : words_{(work.node_count() + 63U) / 64U},
          sent_(work.node_count()),
          heard_(words_ * work.node_count()) {
        for (std::uint32_t node = 0; node < work.node_count(); ++node) {
            sent_[node] = workload::own(node).payload;
        }
    }

    /// @throws std::runtime_error if `content` is altered, comes twice or from nowhere
    void receive(std::uint32_t node, const packet& content) {
        if (content.origin >= sent_.size() || content.number != 0 ||
            content.payload != sent_[content.origin]) {
            throw std::runtime_error{"a packet was altered"};
        }
        std::uint64_t& word = heard_[node * words_ + content.origin / 64U];
        const std::uint64_t bit = std::uint64_t{1} << content.origin % 64U;
        if ((word & bit) != 0) {
            throw std::runtime_error{"a packet came twice"};
        }
        word |= bit;
    }

    /// Number of different origins that `node` has received.
    [[nodiscard]] std::uint32_t heard(std::uint32_t node) const noexcept {
        std::uint32_t count = 0;
        for (std::size_t i = 0; i < words_; ++i) {
            count += static_cast<std::uint32_t>(__builtin_popcountll(heard_[node * words_ + i]));
        }
        return count;
    }

private:
    std::size_t words_;  // per node, a bit for every origin
    std::vector<std::uint64_t> sent_;
    std::vector<std::uint64_t> heard_;
};

/// @throws std::runtime_error unless every node heard every origin
inline void expect_complete(const workload& work, const deliveries& check) {
    for (std::uint32_t node = 0; node < work.node_count(); ++node) {
        if (check.heard(node) != work.node_count()) {
            throw std::runtime_error{fmt::format("node {} heard {} of {} origins", node,
                                                 check.heard(node), work.node_count())};
        }
    }
}

/// Seconds since it was made or last read.
class stopwatch {
public:
    double lap() noexcept {
        const auto now = std::chrono::steady_clock::now();
        const std::chrono::duration<double> passed = now - start_;
        start_ = now;
        return passed.count();
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Counts of a peer's run.
struct outcome {
    double setup_seconds = 0;
    double wall_seconds = 0;  ///< of the simulation alone
    std::uint64_t hops = 0;
    std::optional<std::uint64_t> slots = {};  ///< empty where the peer has no slots
    int threads = 1;                          ///< or processes
};

/// A peer's name, and in a sentence what it does that others do not, and the reverse.
struct description {
    std::string_view name;
    std::string_view does;
};

/// Prints the one line of JSON of a run. @throws std::runtime_error if hops or slots are wrong
inline void report(const description& peer, const workload& work, const outcome& outcome) {
    if (outcome.hops != work.hops() || outcome.slots.value_or(work.slots()) != work.slots()) {
        throw std::runtime_error{fmt::format("{} hops in {} slots, not {} in {}", outcome.hops,
                                             outcome.slots.value_or(work.slots()), work.hops(),
                                             work.slots())};
    }
    fmt::print(
        R"({{"peer":"{}","workload":"multinode broadcast, binomial trees, FIFO","d":{},)"
        R"("threads":{},"slots":{},"wall_seconds":{:.6g},"setup_seconds":{:.6g},"packet_hops":{},)"
        R"("packet_hops_per_second":{:.6g},"checked":true,"does":"{}"}})"
        "\n",
        peer.name, work.dimensions, outcome.threads,
        outcome.slots ? std::to_string(*outcome.slots) : "null", outcome.wall_seconds,
        outcome.setup_seconds, outcome.hops,
        static_cast<double>(outcome.hops) / outcome.wall_seconds, peer.does);
}

/// The number that `text` holds, if it is one from `least` to `most`.
inline std::optional<int> number(std::string_view text, int least, int most) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc{} && end == text.data() + text.size();
    return whole && value >= least && value <= most ? std::optional{value} : std::nullopt;
}

/// The body of a peer's `main`: reads d, runs, and turns a wrong answer into exit status 1.
/// @param run takes the workload, gives the outcome, throws what is wrong
template <class Run>
int peer_main(int argc, char** argv, const description& peer, const Run& run) {
    constexpr int most_dimensions = 14;
    const std::span arguments{argv, static_cast<std::size_t>(argc)};
    const std::optional<int> d = argc > 1 ? number(arguments[1], 1, most_dimensions) : std::nullopt;
    if (!d) {
        fmt::print(stderr, "usage: {} D, the cube's dimensions from 1 to {}\n", peer.name,
                   most_dimensions);
        return 2;
    }
    try {
        const workload work{.dimensions = *d};
        report(peer, work, run(work));
        return EXIT_SUCCESS;
    } catch (const std::exception& wrong) {
        fmt::print(stderr, "{}: wrong answer: {}\n", peer.name, wrong.what());
        return EXIT_FAILURE;
    }
}

}  // namespace peers
