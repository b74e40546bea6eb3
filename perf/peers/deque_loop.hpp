/// @file
/// Baseline: a straightforward loop with a std::deque for every directed link.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "workload.hpp"

namespace peers {

/// A packet on its link.
struct transit {
    std::uint32_t to = 0;
    int dimension = 0;
    packet content;
};

/// All nodes, a queue for every directed link.
struct deque_loop {
    int d;
    std::vector<std::deque<packet>> queues;  // by node, then dimension
    std::vector<transit> moving;             // in this slot
    deliveries check;

    explicit deque_loop(const workload& work)
        : d{work.dimensions}, queues(work.node_count() * static_cast<std::size_t>(d)), check{work} {
        for (std::uint32_t node = 0; node < work.node_count(); ++node) {
            take({.to = node, .dimension = -1, .content = workload::own(node)});
        }
    }

    std::deque<packet>& queue(std::uint32_t node, int m) {
        return queues[node * static_cast<std::size_t>(d) + static_cast<std::size_t>(m)];
    }

    void take(const transit& arrived) {
        check.receive(arrived.to, arrived.content);
        for (int m = arrived.dimension + 1; m < d; ++m) {
            queue(arrived.to, m).push_back(arrived.content);
        }
    }

    void send(std::uint32_t node) {
        for (int m = 0; m < d; ++m) {
            if (auto& waiting = queue(node, m); !waiting.empty()) {
                moving.push_back({node ^ 1U << static_cast<unsigned>(m), m, waiting.front()});
                waiting.pop_front();
            }
        }
    }
};

/// Runs the workload. @throws std::runtime_error if its answer is wrong
inline outcome run_deque_loop(const workload& work) {
    stopwatch watch;
    deque_loop network{work};
    outcome result{.setup_seconds = watch.lap(), .slots = 0};
    for (;;) {
        network.moving.clear();
        for (std::uint32_t node = 0; node < work.node_count(); ++node) {
            network.send(node);
        }
        if (network.moving.empty()) {
            break;
        }
        for (const transit& arrived : network.moving) {
            network.take(arrived);
        }
        result.hops += network.moving.size();
        ++*result.slots;
    }
    result.wall_seconds = watch.lap();
    expect_complete(work, network.check);
    return result;
}

}  // namespace peers
