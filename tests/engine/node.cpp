#include "engine/node/node.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <ranges>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/testbed.hpp"
#include "topology/random.hpp"
#include "tutti/engine/run.hpp"

TEST_SUITE("machine/node") {

namespace {

using support::path;
using support::run_on;
using tutti::node_id;
using tutti::port;
using tutti::run_report;
using tutti::slot;
using tutti::task;
using place = std::pair<slot, std::uint64_t>;
using path_node = support::testbed<path>::node_type;

static_assert(tutti::node_of<path_node, path>);
static_assert(std::ranges::input_range<path_node::inbox_view>);

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

}  // namespace

TEST_CASE("what is sent in slot t is there in slot t+1 and in no other") {
    std::vector<place> heard;
    const auto report = run_on(path{2}, [&](auto& self) -> task<> {
        for (int i = 0; i < 9; ++i) {
            if (self.id() == 0 && self.slot() % 3 != 1) {
                self.send(1, {static_cast<std::uint64_t>(self.slot())});
            }
            for (const auto& [through, packet] : self.inbox()) {
                heard.emplace_back(self.slot(), packet.content);
            }
            co_await self.next_slot();
        }
        const auto last = self.inbox();
        heard.emplace_back(self.slot(), last.empty() ? 99 : last.front().packet.content);
    });

    CHECK(heard == std::vector<place>{{1, 0}, {3, 2}, {4, 3}, {6, 5}, {7, 6}, {9, 99}, {9, 8}});
    CHECK(report.transmissions == 6);
    CHECK(report.last_arrival == 9);
}

TEST_CASE("the m-th draw of a node is a function of seed, node and m alone") {
    constexpr std::uint64_t seed = 77;
    std::array<std::vector<std::uint64_t>, 4> drawn;
    support::testbed<path> bed{path{4}};
    for (int time = 0; time < 2; ++time) {
        std::ranges::for_each(drawn, &std::vector<std::uint64_t>::clear);
        bed.run(
            [&](auto& self) -> task<> {
                for (int i = 0; i < 5; ++i) {
                    drawn.at(self.id()).push_back(self.random());
                    co_await self.until(self.slot() + self.id());
                }
            },
            {.seed = seed});
        for (node_id id = 0; id < drawn.size(); ++id) {
            for (std::uint64_t call = 1; call <= 5; ++call) {
                CHECK(drawn.at(id)[call - 1] == tutti::mix(seed + 0x9E3779B97F4A7C15U * (id + 1U) +
                                                           0xD1B54A32D192ED03U * call));
            }
        }
    }
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
