#include "algorithms/hypercube/broadcast/successive_broadcasts.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/hypercube/watched_run.hpp"
#include "algorithms/trial.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("algorithms/hypercube/broadcast/successive_broadcasts.hpp") {

namespace {

using support::hop;
using support::watched_run;
using tutti::broadcast_spacing;
using tutti::node_id;
using tutti::slot;

constexpr auto ports = tutti::port_model::shout_and_whisper;
constexpr int most_dimensions = 7;

// Reference of spec/hypercube.md, section 3, in its terms: values 1 to p, dimensions 0 to d-1.
namespace book {

/// x^(j), the source of value j.
node_id source(std::uint32_t j) { return (j - 1) ^ ((j - 1) >> 1U); }

/// nu_j, the dimension in which the sources of values j and j+1 differ, for j < p.
int nu(std::uint32_t j) { return std::countr_zero(j); }

/// s_j, the slot in which value j starts.
slot start(std::uint32_t j, const broadcast_spacing& spacing) {
    slot at = 1;
    for (std::uint32_t i = 1; i < j; ++i) {
        at += nu(i) == 0 ? spacing.gap_at_0 : spacing.gap;
    }
    return at;
}

/// The value of each source.
std::map<node_id, std::uint32_t> values(int d) {
    std::map<node_id, std::uint32_t> counts;
    for (std::uint32_t j = 1; j <= std::uint32_t{1} << d; ++j) {
        counts[source(j)] = j;
    }
    return counts;
}

}  // namespace book

/// The successions that keep to the model.
std::vector<broadcast_spacing> valid_on(int d) {
    return {{},
            {.is_rotated = false, .gap_at_0 = d, .gap = d},
            {.is_rotated = false, .gap_at_0 = 2, .gap = 3},
            {.is_rotated = false, .gap_at_0 = 3, .gap = 3}};
}

watched_run seen(int d, const broadcast_spacing& spacing) {
    return support::watch(d, ports, [&](auto& self) {
        return tutti::successive_broadcasts(self, support::letters_of(self.id(), 1),
                                            self.network().node_count(), spacing);
    });
}

template <class Claim>
void for_all_valid(const Claim& claim) {
    for (int d = 1; d <= most_dimensions; ++d) {
        for (const broadcast_spacing& spacing : valid_on(d)) {
            CAPTURE(d);
            CAPTURE(spacing.is_rotated);
            CAPTURE(spacing.gap_at_0);
            CAPTURE(spacing.gap);
            claim(d, spacing, seen(d, spacing));
        }
    }
}

tutti::result unrotated(int d, const std::string& gap) {
    tutti::experiment plan = support::on_cube(support::entry("successive-broadcasts/unrotated"), d);
    plan.parameters = {{"gap", gap}};
    return support::run(plan);
}

/// The outcome with other trees or gaps than those of the algorithm.
std::string outcome_with(const std::string& algorithm, const tutti::broadcast_spacing& spacing) {
    return support::verdict_line(
        "successive-broadcasts/" + algorithm, 4,
        [&](auto& self, tutti::node_input input, const tutti::knowledge& /*knowledge*/) {
            return tutti::successive_broadcasts(self, std::move(input.messages),
                                                self.network().node_count(), spacing);
        });
}

}  // namespace

TEST_CASE("a node hears a value once, as many slots after its start as the source is far") {
    for_all_valid([](int d, const broadcast_spacing& spacing, const watched_run& run) {
        const auto values = book::values(d);
        const std::size_t nodes = std::size_t{1} << d;
        std::set<std::pair<node_id, node_id>> heard;
        int wrong = 0;
        for (const hop& each : run.hops) {
            const slot started = book::start(values.at(each.origin), spacing);
            wrong += each.at == started + std::popcount(each.to() ^ each.origin) - 1 ? 0 : 1;
            wrong += heard.emplace(each.to(), each.origin).second ? 0 : 1;
        }
        CHECK(wrong == 0);
        CHECK(heard.size() == nodes * (nodes - 1));
    });
}

TEST_CASE("in a slot a node shouts one message or hears one") {
    for_all_valid([](int /*d*/, const broadcast_spacing& /*spacing*/, const watched_run& run) {
        std::map<std::pair<slot, node_id>, node_id> shouts;
        std::set<std::pair<slot, node_id>> whispers;
        int wrong = 0;
        for (const hop& each : run.hops) {
            const auto [shout, is_first] =
                shouts.emplace(std::pair{each.at, each.from}, each.origin);
            wrong += is_first || shout->second == each.origin ? 0 : 1;
            wrong += whispers.emplace(each.at, each.to()).second ? 0 : 1;
        }
        for (const auto& each : whispers) {
            wrong += shouts.contains(each) ? 1 : 0;
        }
        CHECK(wrong == 0);
    });
}

TEST_CASE("half of the nodes shout every value, the source to all of its neighbours") {
    for_all_valid([](int d, const broadcast_spacing& spacing, const watched_run& run) {
        const auto values = book::values(d);
        std::map<node_id, std::set<node_id>> senders;
        std::map<node_id, int> own;
        for (const hop& each : run.hops) {
            senders[each.origin].insert(each.from);
            const bool is_own = each.from == each.origin;
            own[each.origin] += is_own ? 1 : 0;
            CHECK((!is_own || each.at == book::start(values.at(each.origin), spacing)));
        }
        for (const auto& [origin, nodes] : senders) {
            CHECK(nodes.size() == std::size_t{1} << (d - 1));
            CHECK(own[origin] == d);
        }
    });
}

TEST_CASE("every node stores all values in order, one a slot at most") {
    for_all_valid([](int d, const broadcast_spacing& /*spacing*/, const watched_run& run) {
        int wrong = 0;
        for (node_id node = 0; node < run.delivered.size(); ++node) {
            slot before = 0;
            std::uint32_t j = 0;
            for (const tutti::delivery& each : run.delivered[node]) {
                // Its own is stored with its shout, which goes through in the next slot.
                const slot at = each.at + (each.content.origin == node ? 1 : 0);
                wrong += at > before && each.content.origin == book::source(++j) ? 0 : 1;
                wrong +=
                    each.content.payload == support::payload_of(each.content.origin, 0) ? 0 : 1;
                before = at;
            }
            wrong += j == std::uint32_t{1} << d ? 0 : 1;
        }
        CHECK(wrong == 0);
    });
}

TEST_CASE("a node is done after its last reception, forward or shout") {
    for_all_valid([](int /*d*/, const broadcast_spacing& /*spacing*/, const watched_run& run) {
        std::vector<slot> last(run.done.size());
        for (const hop& each : run.hops) {
            last[each.from] = std::max(last[each.from], each.at);
            last[each.to()] = std::max(last[each.to()], each.at);
        }
        CHECK(run.done == last);
    });
    CHECK(seen(3, {}).done == std::vector<slot>{15, 16, 16, 17, 15, 16, 16, 17});
}

TEST_CASE("the end of a rotated succession at a node is that of the formula") {
    for (int d = 1; d <= most_dimensions; ++d) {
        const auto p = std::uint32_t{1} << d;
        const node_id last_source = book::source(p);
        const watched_run run = seen(d, {});
        std::set<node_id> forward_last;
        for (const hop& each : run.hops) {
            if (each.origin == last_source) {
                forward_last.insert(each.from);
            }
        }
        for (node_id u = 0; u < p; ++u) {
            const slot heard = 2 * (slot{p} - 1) + std::popcount(u ^ last_source);
            const slot expected =
                u == last_source ? 2 * slot{p} - 1 : heard + (forward_last.contains(u) ? 1 : 0);
            CHECK(run.done[u] == expected);
        }
    }
}

TEST_CASE("hops, deliveries and digest are the same on all threads") {
    CHECK(support::is_same_on_all_teams(8, ports, [](auto& self) {
        return tutti::successive_broadcasts(self, support::letters_of(self.id(), 1),
                                            self.network().node_count(), {});
    }));
}

TEST_CASE("unrotated with gaps of 2, up to two dimensions go well and three do not") {
    CHECK(support::verdict_line(unrotated(1, "2")) == "complete");
    CHECK(support::verdict_line(unrotated(2, "2")) == "complete");
    CHECK(unrotated(2, "2").slots == 8);

    // Node 7 would have to pass on the second value while it hears the third.
    const tutti::result broken = unrotated(3, "2");
    CHECK(broken.verdict == tutti::verdict::model_violation);
    REQUIRE(broken.place.has_value());
    CHECK(broken.place->node == 7);
    CHECK(broken.place->at == 4);
    for (int d = 4; d <= 8; ++d) {
        CHECK(unrotated(d, "2").verdict == tutti::verdict::model_violation);
    }
}

TEST_CASE("the lower bounds are those of the specification") {
    const std::vector<std::int64_t> bounds{2, 5, 11, 21, 41, 79, 152};
    for (const char* const name : {"rotated", "sequential", "unrotated"}) {
        const auto& algorithm = support::entry(std::string{"successive-broadcasts/"} + name);
        for (std::size_t i = 0; i < bounds.size(); ++i) {
            const int d = static_cast<int>(i) + 1;
            CHECK(algorithm.lower_bound(tutti::problem_of(support::on_cube(algorithm, d))).units ==
                  tutti::rational{bounds[i]});
        }
    }
}

TEST_CASE("other gaps or trees than the entry's are found out") {
    CHECK(outcome_with("rotated", {true, 2, 2}) == "complete");
    CHECK(outcome_with("rotated", {true, 2, 3}) == "late: phases, time");
    CHECK(outcome_with("rotated", {true, 1, 2}) == "model-violation: delivery, phases");
    CHECK(outcome_with("rotated", {true, 2, 1}) == "model-violation: delivery, phases");
    CHECK(outcome_with("rotated", {false, 2, 2}) == "model-violation: delivery, phases");
    CHECK(outcome_with("sequential", {false, 3, 4}) == "incorrect: phases, time");
    CHECK(outcome_with("unrotated", {false, 3, 2}) == "model-violation: delivery, phases");
    CHECK(outcome_with("unrotated", {false, 3, 3}) == "late: phases, time");
}

}  // TEST_SUITE("algorithms/hypercube/broadcast/successive_broadcasts.hpp")
