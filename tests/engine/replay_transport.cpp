#include "engine/exchange/replay_transport.hpp"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include "support/line.hpp"
#include "support/random_network.hpp"
#include "support/testbed.hpp"
#include "support/wandering.hpp"

TEST_SUITE("engine/exchange/replay_transport.hpp") {

namespace {

using support::event;
using tutti::mail_packet;
using tutti::node_id;

/// Keeps the mail of every node.
template <tutti::topology Network>
class postbag final : public tutti::sink {
public:
    explicit postbag(const Network& network) : mail(network.node_count()), network_{&network} {}

    [[nodiscard]] tutti::interest wants(tutti::slot at) noexcept override {
        last = at;
        return tutti::interest::events;
    }
    void slot(const tutti::slot_record& record) override {
        for (const tutti::transmission& each : record.sent) {
            mail[each.to].push_back({.sent_in = each.at,
                                     .through = network_->far_port(each.from, each.through),
                                     .content = {each.packet.begin(), each.packet.end()}});
        }
    }

    std::vector<std::vector<mail_packet>> mail;
    tutti::slot last = 0;

private:
    const Network* network_;
};

/// Events of the node, among all.
std::vector<event> of_node(node_id node, const std::vector<event>& events) {
    std::vector<event> own;
    std::ranges::copy_if(events, std::back_inserter(own),
                         [&](const event& each) { return each.node == node; });
    return own;
}

/// Runs `code` everywhere, and then at each node alone: there it has to do the same.
template <tutti::topology Network>
void compare_alone(const Network& network, const typename support::testbed<Network>::program& code,
                   tutti::run_options options = {}) {
    postbag postbag{network};
    const std::vector<tutti::sink*> sinks{&postbag};
    options.sinks = sinks;
    support::testbed<Network> together{network};
    std::ignore = together.run(code, options);
    for (node_id node = 0; node < network.node_count(); ++node) {
        CAPTURE(node);
        tutti::replay_transport world{node, postbag.mail[node], postbag.last};
        const std::vector<tutti::sink*> own_sinks{&world};
        options.sinks = own_sinks;
        support::testbed<Network> alone{
            network, {}, &world, tutti::node_partition::of_single_node(node, network.node_count())};
        std::vector<node_id> started;
        const auto report = alone.run(
            [&](auto& self) {
                started.push_back(self.id());
                return code(self);
            },
            options);
        CHECK(started == std::vector{node});
        CHECK(alone.log().events == of_node(node, together.log().events));
        // A node without others may come to an end before.
        CHECK((report.ending == tutti::run_ending::interrupted || network.node_count() == 1));
    }
}

}  // namespace

TEST_CASE("a node that runs alone, with the mail of an earlier run, does what it did there") {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        CAPTURE(seed);
        const support::wandering plan = support::wandering_of(seed);
        compare_alone(tutti::hypercube{static_cast<int>(seed % 6)}, plan, {.seed = seed});
        compare_alone(support::random_graph(1 + 7 * seed, 7 * seed * (seed % 4), seed), plan,
                      {.seed = seed});
        compare_alone(support::path{15 * seed - 14}, plan, {.seed = seed});
    }
    compare_alone(support::random_graph(300, 600, 6),  // many blocks
                  support::wandering{.steps = 8, .silence = 12, .density = 240, .marches = true},
                  {.seed = 6});
}

}  // TEST_SUITE("engine/exchange/replay_transport.hpp")
