#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/hypercube/watched_run.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/node/task.hpp"

TEST_SUITE("algorithms/hypercube/total_exchange/dimension_exchange.cpp") {

namespace {

using support::hop;
using support::watched_run;
using tutti::node_id;
using tutti::slot;

constexpr auto ports = tutti::port_model::single_port_full_duplex;

support::watched_program exchange(int d) {
    return support::with_messages(
        support::program_of("total-exchange/single-port", d),
        [d](node_id node) { return support::letters_to_others(node, d); });
}

watched_run seen(int d) { return support::watch(d, ports, exchange(d)); }

/// The hops that spec/hypercube.md, section 5, has.
class book {
public:
    explicit book(int d) : d_{d}, held_(std::size_t{1} << d) {
        for (node_id origin = 0; origin < held_.size(); ++origin) {
            for (node_id destination = 0; destination < held_.size(); ++destination) {
                if (destination != origin) {
                    held_[origin].emplace_back(origin, destination);
                }
            }
        }
    }

    std::vector<hop> hops() {
        for (int k = 0; k < d_; ++k) {
            cross(k);
        }
        std::ranges::sort(hops_);
        return hops_;
    }

private:
    using packets = std::vector<std::pair<node_id, node_id>>;  // origin, destination

    void cross(int k) {
        const node_id other_side = node_id{1} << k;
        std::vector<packets> next(held_.size());
        std::vector<packets> arrived(held_.size());
        for (node_id node = 0; node < held_.size(); ++node) {
            slot at = static_cast<slot>(k) << (d_ - 1);
            for (const auto& [origin, destination] : held_[node]) {
                if (((destination ^ node) & other_side) == 0) {
                    next[node].emplace_back(origin, destination);
                    continue;
                }
                hops_.push_back({.at = ++at,
                                 .from = node,
                                 .through = k,
                                 .origin = origin,
                                 .number = (origin ^ destination) - 1});
                arrived[node ^ other_side].emplace_back(origin, destination);
            }
        }
        for (node_id node = 0; node < held_.size(); ++node) {
            next[node].insert(next[node].end(), arrived[node].begin(), arrived[node].end());
        }
        held_ = std::move(next);
    }

    int d_;
    std::vector<packets> held_;
    std::vector<hop> hops_;
};

}  // namespace

TEST_CASE("every packet crosses the links of the specification in its slots") {
    for (int d = 1; d <= 7; ++d) {
        CAPTURE(d);
        CHECK(seen(d).hops == book{d}.hops());
    }
}

TEST_CASE("the payloads are transposed") {
    for (int d = 1; d <= 7; ++d) {
        std::vector<std::vector<std::uint64_t>> expected(std::size_t{1} << d);
        for (node_id node = 0; node < expected.size(); ++node) {
            for (node_id from = 0; from < expected.size(); ++from) {
                if (from != node) {
                    expected[node].push_back(support::payload_of(from, (from ^ node) - 1));
                }
            }
            std::ranges::sort(expected[node]);
        }
        CAPTURE(d);
        CHECK(support::payloads_of(seen(d)) == expected);
    }
}

TEST_CASE("every node sends and receives in every slot, and knows of the end in the last") {
    for (int d = 1; d <= 7; ++d) {
        const watched_run run = seen(d);
        const slot slots = slot{d} << (d - 1);
        std::vector<int> sends(run.done.size() * static_cast<std::size_t>(slots));
        for (const hop& each : run.hops) {
            ++sends.at(each.from * static_cast<std::size_t>(slots) +
                       static_cast<std::size_t>(each.at - 1));
        }
        CAPTURE(d);
        CHECK(std::ranges::all_of(sends, [](int count) { return count == 1; }));
        CHECK(run.done == std::vector<slot>(run.done.size(), slots));
    }
}

TEST_CASE("hops, deliveries and digest are the same on all threads") {
    CHECK(support::is_same_on_all_teams(7, ports, exchange(7)));
}

TEST_CASE("a node that begins late, or sends a packet twice in place of another, is found out") {
    const auto program = support::program_of("total-exchange/single-port", 4);
    const auto late = [&](auto& self, tutti::node_input input,
                          tutti::knowledge knowledge) -> tutti::task<> {
        if (self.id() == 3) {
            co_await self.next_slot();
        }
        co_await program(self, std::move(input), std::move(knowledge));
    };
    const auto twice = [&](auto& self, tutti::node_input input,
                           tutti::knowledge knowledge) -> tutti::task<> {
        const support::tampering repeats{.send = [&](const support::moment& now, const auto& sent) {
            // The message for node 2, in place of that for node 0.
            const tutti::message other = input.messages[0];
            const bool is_wrong = now.node == 3 && now.at == 1;
            return std::vector{is_wrong ? tutti::short_packet::of(other, sent.kind()) : sent};
        }};
        support::tampering_node view{self, repeats};
        co_await support::run_judged(view, program, input, std::move(knowledge));
    };
    CHECK(support::verdict_line("total-exchange/single-port", 4, late) ==
          "model-violation: delivery, phases");
    CHECK(support::verdict_line("total-exchange/single-port", 4, twice) == "incorrect: delivery");
}

}  // TEST_SUITE("algorithms/hypercube/total_exchange/dimension_exchange.cpp")
