/// @file
/// How fast is the loop that one writes in an afternoon: a std::deque for every directed link?

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "workload.hpp"

namespace {

struct transit {
    std::uint32_t to = 0;
    int dimension = 0;
    peers::packet content;
};

struct loop {
    int d;
    std::vector<std::deque<peers::packet>> queues;  // by node, then dimension
    std::vector<transit> moving;                    // in this slot
    peers::deliveries check;

    explicit loop(const peers::workload& work)
        : d{work.dimensions}, queues(work.node_count() * static_cast<std::size_t>(d)), check{work} {
        for (std::uint32_t node = 0; node < work.node_count(); ++node) {
            take({.to = node, .dimension = -1, .content = peers::workload::own(node)});
        }
    }

    std::deque<peers::packet>& queue(std::uint32_t node, int m) {
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

peers::outcome run(const peers::workload& work) {
    peers::stopwatch watch;
    loop network{work};
    peers::outcome found{.setup_seconds = watch.lap(), .slots = 0};
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
        found.hops += network.moving.size();
        ++*found.slots;
    }
    found.wall_seconds = watch.lap();
    expect_complete(work, network.check);
    return found;
}

}  // namespace

int main(int argc, char** argv) {
    return peers::peer_main(
        argc, argv,
        {.name = "deque loop", .does = "this workload alone: one thread, no checks of the model"},
        run);
}
