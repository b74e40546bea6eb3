#include "experiment/partition_cache.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/engines.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("experiment/partition_cache.hpp") {

namespace {

using tutti::partition_cache;
using tutti::process_part;

/// Process 0 of some, of which the others do and have what it does and has.
class echo final : public tutti::transport {
public:
    explicit echo(std::vector<std::uint16_t> owners) : owners_{std::move(owners)} {}

    [[nodiscard]] int processes() const noexcept override { return 3; }
    [[nodiscard]] int self() const noexcept override { return 0; }
    void exchange(const std::vector<bytes>& out, std::vector<bytes>& in) override {
        for (bytes& each : in) {
            each = out.front();
        }
    }
    [[nodiscard]] std::vector<std::uint16_t> partition_graph(
        std::span<const std::int32_t> first, std::span<const std::int32_t> neighbours) override {
        firsts.assign(first.begin(), first.end());
        links.assign(neighbours.begin(), neighbours.end());
        ++divided;
        return owners_;
    }
    void abandon() noexcept override {}

    std::vector<std::int32_t> firsts;
    std::vector<std::int32_t> links;
    int divided = 0;

private:
    std::vector<std::uint16_t> owners_;
};

/// Shares that each of `count` processes computes.
std::vector<partition_cache::share> shares_on(int count, const std::string& name) {
    std::vector<partition_cache::share> shares;
    for (auto& each : support::on_engines(count, [&](tutti::transport& end) {
             return partition_cache{}.of(&end, tutti::parse_network(name));
         })) {
        REQUIRE(each.value.has_value());
        shares.push_back(*std::move(each.value));
    }
    return shares;
}

}  // namespace

TEST_CASE("a single process has all of a network") {
    for (const std::string name : {"hypercube:3", "ccc:3"}) {
        const partition_cache::share share =
            partition_cache{}.of(nullptr, tutti::parse_network(name));
        CHECK(share.nodes.own_count() == share.nodes.node_count());
        CHECK(share.most == process_part{});
    }
}

TEST_CASE(
    "cubes, grids, products and complete graphs are shared in ranges, other graphs by table") {
    for (const std::string name :
         {"hypercube:5", "torus:4x6", "product(ring:3,tree:3)", "complete:9"}) {
        CAPTURE(name);
        for (const partition_cache::share& each : shares_on(3, name)) {
            CHECK_FALSE(each.nodes.is_by_table());
        }
    }
    for (const std::string name : {"ccc:3", "random-graph:23.30.1", "star:9"}) {
        CAPTURE(name);
        std::size_t nodes = 0;
        for (const partition_cache::share& each : shares_on(3, name)) {
            CHECK(each.nodes.is_by_table());
            nodes += each.nodes.own_count();
        }
        CHECK(nodes == tutti::node_count(tutti::parse_network(name)));
    }
}

TEST_CASE("process 0 divides a graph by its links, once for runs on the same") {
    // 0 - 1 - 2 - 3, 1 - 4
    const std::vector<tutti::graph::link> links{{0, 1}, {1, 2}, {2, 3}, {1, 4}};
    const tutti::network net = tutti::graph{5, links};
    echo end{{0, 0, 1, 1, 2}};
    partition_cache shares;

    const partition_cache::share share = shares.of(&end, net);
    CHECK(end.firsts == std::vector<std::int32_t>{0, 1, 4, 6, 7, 8});
    CHECK(end.links == std::vector<std::int32_t>{1, 0, 2, 4, 1, 3, 2, 1});
    CHECK(share.nodes.own_count() == 2);
    CHECK(share.nodes.own_index(1) == 1);
    // Of eight mailboxes the four at 0 and 1. Two links lead from 1 to others', and two back, and
    // what comes over each takes ten thirds of a mailbox.
    CHECK(share.most.processes == 3);
    CHECK(share.most.nodes == 2.0 / 5);
    CHECK(share.most.mailboxes == doctest::Approx(4.0 / 8 + 10.0 / 3 / 2));
    CHECK(share.most.border == doctest::Approx(10.0 / 3 / 2));

    std::ignore = shares.of(&end, net);
    CHECK(end.divided == 1);
    std::ignore = shares.of(&end, tutti::parse_network("star:5"));
    CHECK(end.divided == 2);
}

TEST_CASE("a table of other nodes is refused") {
    echo end{{0, 1}};
    CHECK_THROWS_AS((void)partition_cache{}.of(&end, tutti::parse_network("tree:2")),
                    std::invalid_argument);
}

TEST_CASE("the most that a process has falls with their number") {
    for (const std::string name : {"hypercube:8", "torus:16x16", "product(ring:5,path:50)"}) {
        CAPTURE(name);
        const double of_two = shares_on(2, name).front().most.mailboxes;
        const double of_six = shares_on(6, name).front().most.mailboxes;
        CHECK(of_two > 0.5);
        CHECK(of_two <= 1);
        CHECK(of_six > 1.0 / 6);
        CHECK(of_six < of_two);
    }
}

}  // TEST_SUITE("experiment/partition_cache.hpp")
