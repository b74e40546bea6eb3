#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "collectives/input/broadcasters.hpp"
#include "support/distances.hpp"
#include "support/scratch.hpp"
#include "topology/random.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("simultaneous-broadcast/trees") {

namespace {

using tutti::node_id;
using tutti::slot;

const tutti::algorithm& trees() { return support::entry("simultaneous-broadcast/trees"); }

tutti::experiment asked_of(const std::string& network, const tutti::broadcaster_set& senders,
                           std::string_view order = "nearest-first") {
    tutti::experiment plan = support::on_network(trees(), network, support::written(senders));
    plan.parameters["order"] = tutti::parameter_value{order};
    return plan;
}

/// Keeps the latest arrival of a message, over what its way and the other messages explain.
class lateness final : public tutti::sink {
public:
    lateness(const tutti::network& net, std::uint64_t messages)
        : distances_{support::all_distances(net)}, messages_{static_cast<tutti::slot>(messages)} {}

    [[nodiscard]] tutti::interest wants(tutti::slot /*at*/) noexcept override {
        return tutti::interest::events;
    }
    void slot(const tutti::slot_record& record) override {
        for (const tutti::delivery& each : record.delivered) {
            const int way = distances_[each.content.origin][each.to];
            most_ = std::max(most_, each.at - (way + messages_ - 1));
        }
    }

    /// Slots; positive if one came too late.
    [[nodiscard]] tutti::slot most() const noexcept { return most_; }

private:
    std::vector<std::vector<int>> distances_;
    tutti::slot messages_;
    tutti::slot most_ = -1'000'000;
};

/// Runs it, and checks what is proved of every message.
void check(const std::string& network, const tutti::broadcaster_set& senders) {
    const tutti::experiment plan = asked_of(network, senders);
    const std::uint64_t count = senders.packet_count();
    CAPTURE(network);
    CAPTURE(plan.broadcasters.text());
    lateness late{plan.built_network, count};
    const tutti::result outcome = support::run_logged(plan, late);
    CHECK(support::verdict_line(outcome) == "complete");
    CHECK(outcome.transmissions == count * (tutti::node_count(plan.built_network) - 1));
    CHECK(late.most() <= 0);
    CHECK(support::verdict_line(support::run(asked_of(network, senders, "first-come"))) ==
          "complete");
}

/// At most this number of messages at random nodes, perhaps several at one.
tutti::broadcaster_set drawn(std::uint64_t nodes, std::uint64_t most, tutti::split_mix& random) {
    std::vector<node_id> mentions(random.next() % (most + 1));
    std::ranges::generate(mentions, [&] { return static_cast<node_id>(random.next() % nodes); });
    return tutti::broadcasters_at(mentions);
}

}  // namespace

TEST_CASE("every message is at every node after its distance and K - 1 slots more, or before") {
    tutti::split_mix random{3};
    for (const std::string& network : support::connected_networks()) {
        const std::uint64_t nodes = tutti::node_count(tutti::parse_network(network));
        check(network, tutti::every_node(nodes));
        for (const std::uint64_t most : {std::uint64_t{3}, nodes, 3 * nodes}) {
            check(network, drawn(nodes, most, random));
        }
    }
}

TEST_CASE("that holds for random graphs, and for every set on small ones") {
    tutti::split_mix random{4};
    for (int seed = 1; seed <= 60; ++seed) {
        const std::uint64_t nodes = 2 + random.next() % 14;
        check("random-graph:" + std::to_string(nodes) + "." +
                  std::to_string(random.next() % (2 * nodes)) + "." + std::to_string(seed),
              drawn(nodes, seed % 2 == 0 ? 5 : 2 * nodes, random));
    }
    for (std::uint64_t members = 0; members < 64; ++members) {
        check("random-graph:6.3.1", support::subset(members));
    }
}

TEST_CASE("it holds where first come, first served, is later") {
    // Found by a search: served so, the messages are at all nodes D + K slots after the beginning.
    const tutti::broadcaster_set senders{.nodes = {7, 10}, .packets = {4, 2}};
    const std::string links =
        "0 2\n0 3\n0 5\n0 6\n1 8\n1 9\n2 3\n2 6\n2 7\n2 13\n3 5\n3 13\n4 5\n4 9\n4 12\n"
        "4 13\n5 13\n6 10\n6 14\n8 11\n11 14\n";
    const support::scratch place;
    const std::string network = "graph:" + place.file("links.txt", links);
    check(network, senders);
}

TEST_CASE("one message takes the distance of the farthest node, and none takes no time") {
    for (const std::string& network : support::connected_networks()) {
        const tutti::experiment plan = support::on_network(trees(), network, "nodes:0");
        const auto distances = support::all_distances(plan.built_network);
        CHECK(support::run(plan).slots == std::ranges::max(distances[0]));
        CHECK(support::run(support::on_network(trees(), network, "none")).slots == 0);
    }
}

TEST_CASE("many messages of an end of a path take D + K - 1 slots") {
    for (const std::uint64_t count : {1U, 2U, 7U}) {
        const tutti::result outcome = support::run(asked_of("path:5", support::all_at(0, count)));
        CHECK(outcome.slots == static_cast<slot>(4 + count - 1));
        CHECK((outcome.expected && outcome.expected->units == outcome.units));
    }
}

}  // TEST_SUITE("simultaneous-broadcast/trees")
