#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <queue>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include "support/random_network.hpp"
#include "support/testbed.hpp"
#include "tutti/engine/run.hpp"

TEST_SUITE("machine/node") {

namespace {

using support::random_graph;
using support::testbed;
using tutti::graph;
using tutti::node_id;
using tutti::port;
using tutti::run_report;
using tutti::slot;
using tutti::task;

/// Flooding from `root`: a node that receives it for the first time forwards it to all other
/// neighbours. Writes down when each node heard.
struct flooding {
    node_id root;
    std::vector<slot>* heard;

    template <tutti::node_interface Node>
    task<> operator()(Node& self) const {
        if (self.id() != root) {
            co_await self.mail();
        }
        (*heard)[self.id()] = self.slot();
        for (port through = 0; through < self.degree(); ++through) {
            if (self.received(through) == nullptr) {
                self.send(through, {self.id()});
            }
        }
        for (;;) {
            co_await self.relay();
            std::ignore = self.inbox();
        }
    }
};

/// A ring in which every node has 70 links: to the 35 next nodes in both directions. Port 2i leads
/// back over i + 1 nodes, port 2i + 1 ahead.
class wide_ring {
public:
    static constexpr port ports = 70;

    explicit wide_ring(std::size_t nodes) : nodes_{nodes} {}

    [[nodiscard]] std::size_t node_count() const { return nodes_; }
    [[nodiscard]] std::size_t link_count() const { return ports * nodes_; }
    [[nodiscard]] static port uniform_ports() { return ports; }
    [[nodiscard]] static port port_limit(node_id /*node*/) { return ports; }
    [[nodiscard]] static int degree(node_id /*node*/) { return ports; }
    [[nodiscard]] static bool has_port(node_id /*node*/, port through) {
        return through >= 0 && through < ports;
    }
    [[nodiscard]] node_id neighbour(node_id node, port through) const {
        const auto step = static_cast<std::size_t>(through / 2 + 1);
        return static_cast<node_id>((node + (through % 2 != 0 ? step : nodes_ - step)) % nodes_);
    }
    [[nodiscard]] static port far_port(node_id /*node*/, port through) { return through ^ 1; }

private:
    std::size_t nodes_;
};

std::vector<slot> distances(const graph& network, node_id root) {
    std::vector<slot> distance(network.node_count(), -1);
    distance[root] = 0;
    std::queue<node_id> next;
    for (next.push(root); !next.empty(); next.pop()) {
        const node_id node = next.front();
        for (port through = 0; through < network.degree(node); ++through) {
            const node_id other = network.neighbour(node, through);
            if (distance[other] < 0) {
                distance[other] = distance[node] + 1;
                next.push(other);
            }
        }
    }
    return distance;
}

/// Every link carries the message once in each direction, but not back to where it came from.
std::uint64_t flooding_transmissions(const graph& network, const std::vector<slot>& distance) {
    std::uint64_t sent = 0;
    for (node_id node = 0; node < network.node_count(); ++node) {
        for (port through = 0; through < network.degree(node); ++through) {
            sent += distance[network.neighbour(node, through)] >= distance[node] ? 1U : 0U;
        }
    }
    return sent;
}

void check_flooding(const graph& network, node_id root) {
    const std::vector<slot> expected = distances(network, root);
    for (const support::team& threads : support::teams()) {
        std::vector<slot> heard(network.node_count(), -1);
        testbed<graph> bed{network, threads};

        const run_report report = bed.run(flooding{root, &heard});

        CHECK(heard == expected);
        CHECK(report.transmissions == flooding_transmissions(network, expected));
        CHECK(report.ending == tutti::run_ending::completed);
    }
}

}  // namespace

TEST_CASE("flooding a graph reaches every node at its distance") {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        CAPTURE(seed);
        const std::size_t nodes = 1 + seed * 37;
        check_flooding(random_graph(nodes, nodes * (seed % 3), seed),
                       static_cast<node_id>(seed % nodes));
    }
}

TEST_CASE("flooding a star of a thousand nodes takes one slot or two") {
    check_flooding(support::star(1000), 0);
    check_flooding(support::star(1000), 999);
}

TEST_CASE("a graph may fall apart, and have nodes without a link") {
    const std::vector<graph::link> links{{0, 2}, {2, 4}};
    std::vector<slot> heard(5, -1);
    const run_report report = support::run_on(graph{5, links}, flooding{4, &heard});

    CHECK(report.ending == tutti::run_ending::stalled);
    CHECK(report.waiting_count == 2);
    CHECK(heard == std::vector<slot>{2, -1, 1, -1, 0});
}

TEST_CASE("the centre of a star receives a thousand packets in one slot, in order") {
    std::vector<std::uint64_t> heard;
    const auto report = support::run_on(support::star(1001), [&](auto& self) -> task<> {
        if (self.id() != 0) {
            self.send(0, {self.id()});
            co_return;
        }
        co_await self.mail();
        for (const auto& arrived : self.inbox()) {
            heard.push_back(arrived.packet.content);
        }
    });

    CHECK(report.transmissions == 1000);
    CHECK(heard.size() == 1000);
    CHECK(heard.front() == 1);
    CHECK(heard.back() == 1000);
    CHECK(std::ranges::is_sorted(heard));
}

TEST_CASE("a regular network may have more ports than fit a word") {
    const wide_ring wide{80};
    static_assert(tutti::regular_topology<wide_ring>);
    std::uint64_t sum = 0;

    const run_report report = tutti::run(wide, {.threads = 1}, [&](auto& self) -> task<> {
        tutti::send_each(self, ~std::uint64_t{0}, [](port through) -> std::uint64_t {
            return static_cast<std::uint64_t>(through);
        });
        for (port through = 64; through < wide_ring::ports; ++through) {
            self.send(through, static_cast<std::uint64_t>(through));
        }
        co_await self.mail();
        for (const auto& [through, packet] : self.inbox()) {
            sum += packet ^ static_cast<std::uint64_t>(through) ^ 1U;
        }
    });

    CHECK(report.transmissions == wide.link_count());
    CHECK(sum == 0);
}

}  // TEST_SUITE("machine/node")
