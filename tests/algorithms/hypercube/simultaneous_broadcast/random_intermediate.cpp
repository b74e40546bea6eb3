#include "algorithms/hypercube/simultaneous_broadcast/random_intermediate.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/mutating_node.hpp"
#include "algorithms/trial.hpp"
#include "algorithms/verified_program.hpp"
#include "collectives/input/broadcasters.hpp"
#include "experiment/candidates.hpp"
#include "experiment/comparison.hpp"
#include "topology/random.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/catalog/cube_theory.hpp"
#include "tutti/experiment/experiment.hpp"

TEST_SUITE("algorithms/hypercube/simultaneous_broadcast/random_intermediate.hpp") {

namespace {

using tutti::broadcaster_set;
using tutti::long_packet;
using tutti::node_id;
using tutti::slot;

const tutti::algorithm& entry() {
    return support::entry("simultaneous-broadcast/random-intermediate");
}

tutti::experiment with(int d, const broadcaster_set& senders, std::uint64_t seed) {
    tutti::experiment plan = support::on_cube(entry(), d, support::written(senders));
    plan.seed = seed;
    return plan;
}

/// Draw of message `number` of `origin`, from 0.
node_id drawn(int d, std::uint64_t seed, node_id origin, std::uint64_t number) {
    return static_cast<node_id>(tutti::node_random(seed, origin, number + 1) % (1U << d));
}

slot distance(node_id left, node_id right) { return std::popcount(left ^ right); }

/// The sum of the ways to the nodes drawn, and K(2^d - 1).
std::uint64_t wanted_hops(int d, const broadcaster_set& senders, std::uint64_t seed) {
    std::uint64_t hops = 0;
    for (std::size_t i = 0; i < senders.nodes.size(); ++i) {
        for (std::uint32_t m = 0; m < senders.packets[i]; ++m) {
            const node_id target = drawn(d, seed, senders.nodes[i], m);
            hops += static_cast<std::uint64_t>(distance(senders.nodes[i], target));
            hops += (std::uint64_t{1} << d) - 1;
        }
    }
    return hops;
}

/// The same from outside, as dumb as it gets: queues of copies, all served in every slot.
class dumb_run {
public:
    dumb_run(int d, const broadcaster_set& senders, std::uint64_t seed)
        : queues_(std::size_t{1} << d, node_queues(static_cast<std::size_t>(d))) {
        for (std::size_t i = 0; i < senders.nodes.size(); ++i) {
            for (std::uint32_t m = 0; m < senders.packets[i]; ++m) {
                const node_id origin = senders.nodes[i];
                take(origin, 0, {.goal = drawn(d, seed, origin, m), .is_travelling = true});
            }
        }
    }

    /// Slots until nothing waits.
    slot slots() {
        slot passed = 0;
        for (; serve(); ++passed) {
        }
        return passed;
    }

private:
    struct copy {
        node_id goal;
        bool is_travelling;
        friend auto operator<=>(const copy&, const copy&) = default;
    };
    using node_queues = std::vector<std::deque<copy>>;

    void take(node_id at, std::size_t first, copy packet_copy) {
        if (packet_copy.is_travelling && at != packet_copy.goal) {
            queues_[at][static_cast<std::size_t>(std::countr_zero(at ^ packet_copy.goal))]
                .push_back(packet_copy);
            return;
        }
        for (std::size_t i = packet_copy.is_travelling ? 0 : first; i < queues_[at].size(); ++i) {
            queues_[at][i].push_back({.goal = packet_copy.goal, .is_travelling = false});
        }
    }

    /// A slot. Arrivals are taken in by increasing dimension. @return whether there were any
    bool serve() {
        std::vector<std::tuple<node_id, std::size_t, copy>> arrivals;
        for (node_id node = 0; node < queues_.size(); ++node) {
            for (std::size_t i = 0; i < queues_[node].size(); ++i) {
                if (!queues_[node][i].empty()) {
                    arrivals.emplace_back(node ^ node_id{1} << i, i, queues_[node][i].front());
                    queues_[node][i].pop_front();
                }
            }
        }
        std::ranges::sort(arrivals);
        for (const auto& [at, i, packet] : arrivals) {
            take(at, i + 1, packet);
        }
        return !arrivals.empty();
    }

    std::vector<node_queues> queues_;
};

/// Checks what holds of every run; gives its slots.
slot check_run(int d, const broadcaster_set& senders, std::uint64_t seed) {
    const tutti::result outcome = support::run(with(d, senders, seed));
    CAPTURE(d);
    CAPTURE(seed);
    CAPTURE(outcome.broadcasters);
    CHECK(support::verdict_line(outcome) == "complete");
    CHECK(outcome.slots == dumb_run{d, senders, seed}.slots());
    CHECK(outcome.last_arrival == outcome.slots);
    CHECK(outcome.transmissions == wanted_hops(d, senders, seed));
    CHECK(outcome.expected_transmissions == outcome.transmissions);
    CHECK(outcome.control_transmissions == 0);
    REQUIRE(outcome.expected.has_value());
    CHECK(outcome.units <= outcome.expected->units);
    CHECK(outcome.units >= outcome.lower_bound.units);
    return outcome.slots;
}

/// The first seed for which the messages of `senders` draw what `is_wanted(origin, drawn)` says.
template <class Wanted>
std::uint64_t planted_seed(int d, const broadcaster_set& senders, const Wanted& is_wanted) {
    for (std::uint64_t seed = 1;; ++seed) {
        bool is_found = true;
        for (std::size_t i = 0; i < senders.nodes.size(); ++i) {
            for (std::uint32_t m = 0; m < senders.packets[i]; ++m) {
                const node_id origin = senders.nodes[i];
                is_found = is_found && is_wanted(origin, drawn(d, seed, origin, m));
            }
        }
        if (is_found) {
            return seed;
        }
    }
}

/// The outcome on four dimensions if nodes send something else.
std::string outcome_with(const support::packet_tampering<long_packet>& between) {
    tutti::algorithm changed = entry();
    changed.program = [&](const tutti::setting& setting) {
        return support::judged<long_packet>(
            tutti::cube_of(setting),
            [&](auto& self, tutti::node_input input, tutti::knowledge knowledge) -> tutti::task<> {
                support::tampering_node view{self, between};
                co_await tutti::random_intermediate(view, std::move(input.messages),
                                                    knowledge.message_count());
            });
    };
    return support::verdict_line(support::run(support::on_cube(changed, 4, "nodes:3,9")));
}

}  // namespace

TEST_CASE("slots are those of queues that are served in order, hops are as the draws foretell") {
    for (int d = 1; d <= 6; ++d) {
        for (const broadcaster_set& senders : support::corner_case_sets(d)) {
            for (const std::uint64_t seed : {1U, 2U, 99U}) {
                check_run(d, senders, seed);
            }
        }
    }
}

TEST_CASE("one message takes its way to the node that it has drawn, and d slots") {
    for (int d = 1; d <= 7; ++d) {
        for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            const auto origin = static_cast<node_id>(seed * 37 % (1U << d));
            const node_id target = drawn(d, seed, origin, 0);
            CHECK(check_run(d, support::all_at(origin, 1), seed) == distance(origin, target) + d);
        }
    }
}

TEST_CASE("messages travel by increasing dimension, and spread over the tree of their goal") {
    constexpr int d = 6;
    const std::uint64_t seed = planted_seed(
        d, support::all_at(5, 1), [](node_id from, node_id to) { return distance(from, to) == 4; });
    const node_id target = drawn(d, seed, 5, 0);
    support::event_recorder log;
    (void)support::run_logged(with(d, support::all_at(5, 1), seed), log);

    node_id at = 5;
    slot now = 0;
    int wrong = 0;
    for (const tutti::transmission& each : log.transmissions()) {
        if (each.kind == "travel") {
            wrong += each.from == at && each.at == now ? 0 : 1;
            wrong += each.through == std::countr_zero(at ^ target) ? 0 : 1;
            at ^= node_id{1} << each.through;
            ++now;
        } else {
            wrong += each.kind == "data" && each.at == 4 + distance(each.from, target) ? 0 : 1;
            wrong += each.through >= static_cast<int>(std::bit_width(each.from ^ target)) ? 0 : 1;
        }
    }
    CHECK(at == target);
    CHECK(now == 4);
    CHECK(wrong == 0);
}

TEST_CASE("messages of a node that have all drawn the same one follow each other") {
    constexpr int d = 3;
    for (const std::uint32_t k : {2U, 3U}) {
        for (const node_id origin : {0U, 5U}) {
            for (const node_id target : {origin, origin ^ 2U, origin ^ 6U, origin ^ 7U}) {
                const broadcaster_set senders = support::all_at(origin, k);
                const std::uint64_t seed = planted_seed(
                    d, senders, [&](node_id /*from*/, node_id to) { return to == target; });
                CHECK(check_run(d, senders, seed) == distance(origin, target) + d + k - 1);
            }
        }
    }
}

TEST_CASE("if all messages draw their own nodes, it is the greedy broadcast") {
    for (const std::vector<node_id>& nodes :
         std::vector<std::vector<node_id>>{{0, 3}, {1, 2, 4}, {0, 5, 6}}) {
        const broadcaster_set senders = tutti::broadcasters_at(nodes);
        const std::uint64_t seed =
            planted_seed(3, senders, [](node_id from, node_id to) { return from == to; });
        tutti::experiment greedy = with(3, senders, seed);
        greedy.algorithm = &support::entry("simultaneous-broadcast/greedy");
        const tutti::result expected = support::run(greedy);
        CHECK(check_run(3, senders, seed) == expected.slots);
        CHECK(wanted_hops(3, senders, seed) == expected.transmissions);
    }
}

TEST_CASE("opposite nodes that have drawn each other are in nobody's way") {
    const broadcaster_set senders = tutti::broadcasters_at({0, 7});
    const std::uint64_t seed =
        planted_seed(3, senders, [](node_id from, node_id to) { return (from ^ to) == 7; });
    CHECK(check_run(3, senders, seed) == 3 + 3);
    CHECK(wanted_hops(3, senders, seed) == 2 * 3 + 2 * 7);
}

TEST_CASE("a packet that is lost, sent twice or sent elsewhere is found") {
    using packets = std::vector<long_packet>;
    const auto where_nine_sends = [](const auto& instead) {
        return outcome_with({.send = [=](const support::moment& now, const auto& sent) {
            return now.node == 9 && now.at == 1 ? instead(sent) : packets(1, sent);
        }});
    };
    CHECK(outcome_with({}) == "complete");
    CHECK(where_nine_sends([](const auto& /*sent*/) { return packets{}; }) ==
          "stalled: delivery, phases");
    CHECK(where_nine_sends([](const auto& sent) { return packets(2, sent); }) ==
          "model-violation: delivery, phases");
    CHECK(where_nine_sends([](const long_packet& sent) {
              const auto to_another = long_packet::of(sent.content(), sent.target() ^ 15U);
              return packets(1, to_another.as(sent.kind()));
          }) == "incorrect: transmissions");
}

TEST_CASE("it is ranked among the others by its time") {
    const tutti::candidate_request request{
        .algorithms = {&support::entry("simultaneous-broadcast/random-roots"), &entry(),
                       &support::entry("simultaneous-broadcast/prefix-roots")},
        .common = with(5, tutti::broadcasters_at({0, 1, 2, 3, 17, 30}), 4)};
    std::vector<tutti::candidate> candidates = tutti::find_candidates(request);
    tutti::draw_input(request, candidates);
    const tutti::comparison comparison = tutti::compare(
        candidates, [](const tutti::experiment& plan) { return support::run(plan); });
    REQUIRE(comparison.runs.size() == 3);
    CHECK(std::ranges::is_sorted(comparison.runs, {}, &tutti::result::units));
    CHECK(std::ranges::count(comparison.runs, "random-intermediate", &tutti::result::algorithm) ==
          1);
}

}  // TEST_SUITE("algorithms/hypercube/simultaneous_broadcast/random_intermediate.hpp")
