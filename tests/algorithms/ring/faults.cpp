#include <functional>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/mutating_node.hpp"
#include "algorithms/product/product_broadcast.hpp"
#include "algorithms/ring/one_port_entry.hpp"
#include "algorithms/ring/tour_broadcast.hpp"
#include "algorithms/verified_program.hpp"
#include "one_port.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "tutti/topology/grid.hpp"

TEST_SUITE("tutti/algorithm/ring") {

namespace {

using support::full_duplex;
using support::half_duplex;
using support::moment;
using support::outcome_with;
using tutti::any_program;
using tutti::duplex;
using tutti::initial_messages;
using tutti::node_input;
using tutti::setting;
using tutti::short_packet;
using tutti::task;

using grid_node = tutti::erased_node<tutti::grid, short_packet>;
using tampering = support::packet_tampering<short_packet>;
using view = support::tampering_node<grid_node>;

/// A program for the nodes of a grid, given their own messages.
any_program on_grid(const setting& setting,
                    const std::function<task<>(grid_node&, initial_messages)>& program) {
    return support::judged<short_packet>(
        std::get<tutti::grid>(setting.network),
        [program](grid_node& self, node_input input, const tutti::knowledge& /*knowledge*/) {
            return program(self, std::move(input.messages));
        });
}

/// A node that takes itself for another.
class impostor : public view {
public:
    impostor(grid_node& inner, const tampering& between, tutti::node_id id) noexcept
        : view{inner, between}, id_{id} {}
    [[nodiscard]] tutti::node_id id() const noexcept { return id_; }

private:
    tutti::node_id id_;
};

template <class Way>
task<> tampered_along(grid_node& self, const Way& way, initial_messages initial,
                      const tampering& between) {
    view tampered{self, between};
    co_await tutti::multinode_along(tampered, way, std::move(initial));
}

template <class Way>
task<> mistaken_along(grid_node& self, const Way& way, initial_messages initial,
                      tutti::node_id taken) {
    const tampering none;
    impostor mistaken{self, none, taken};
    co_await tutti::multinode_along(mistaken, way, std::move(initial));
}

/// The way that an algorithm goes.
template <class Way>
Way way_of(const setting& setting);
template <>
tutti::ring_broadcast way_of(const setting& setting) {
    return tutti::along_cycle(setting.network, tutti::duplex_of(setting.ports));
}
template <>
tutti::path_broadcast way_of(const setting& setting) {
    return tutti::along_path(setting.network, tutti::duplex_of(setting.ports));
}
template <>
tutti::product_broadcast way_of(const setting& setting) {
    return {setting.network, tutti::duplex_of(setting.ports)};
}

/// The algorithm with what nodes send replaced.
template <class Way, class Fault>
any_program with_packets(const setting& setting) {
    return on_grid(setting, [way = way_of<Way>(setting), between = tampering{.send = Fault{}}](
                                grid_node& self, initial_messages initial) {
        return tampered_along(self, way, std::move(initial), between);
    });
}

using packets = std::vector<short_packet>;

struct nothing_wrong {
    packets operator()(const moment& /*now*/, const short_packet& sent) const {
        return packets(1, sent);
    }
};
struct drops_one {
    packets operator()(const moment& now, const short_packet& sent) const {
        return now.node == 2 && now.at == 3 ? packets{} : packets(1, sent);
    }
};
struct drops_the_last {
    packets operator()(const moment& now, const short_packet& sent) const {
        return now.at == 8 ? packets{} : packets(1, sent);
    }
};
struct drops_a_round {
    packets operator()(const moment& now, const short_packet& sent) const {
        return now.at > 6 ? packets{} : packets(1, sent);
    }
};
struct sends_twice {
    packets operator()(const moment& now, const short_packet& sent) const {
        return packets(now.node == 2 && now.at == 3 ? 2 : 1, sent);
    }
};
struct changes_a_payload {
    packets operator()(const moment& now, const short_packet& sent) const {
        tutti::message changed = sent.content();
        changed.payload ^= now.node == 2 && now.at == 3 ? 1 : 0;
        return packets(1, short_packet::of(changed));
    }
};

/// A ring whose nodes send what came last.
task<> last_in_first_out(grid_node& self, initial_messages initial, duplex mode) {
    const tutti::ring_schedule when{self.network().node_count(), mode};
    std::vector<short_packet> waiting(1, short_packet::of(initial[0]));
    self.deliver(initial[0]);
    for (tutti::slot at = 0; at < when.slots(); ++at) {
        const tutti::ring_turn turn = when.turn(self.id(), at);
        if (turn.sends) {
            self.send(1, waiting.back());
            waiting.pop_back();
        }
        co_await self.next_slot();
        const auto arrived = turn.receives ? self.received(0) : nullptr;
        if (arrived != nullptr) {
            self.deliver(arrived->content());
            waiting.push_back(*arrived);
        }
    }
    self.mark("broadcast");
}

any_program with_stacks(const setting& setting) {
    return on_grid(setting, [mode = tutti::duplex_of(setting.ports)](grid_node& self,
                                                                     initial_messages initial) {
        return last_in_first_out(self, std::move(initial), mode);
    });
}

/// Node 3 goes by the rows of node 4.
template <class Way>
any_program with_another_row(const setting& setting) {
    return on_grid(setting,
                   [way = way_of<Way>(setting)](grid_node& self, initial_messages initial) {
                       const tutti::node_id taken = self.id() == 3 ? 4 : self.id();
                       return mistaken_along(self, way, std::move(initial), taken);
                   });
}

/// The program for full duplex, whatever the ports.
template <class Way, Way (*Along)(const tutti::network&, duplex)>
any_program as_if_full(const setting& setting) {
    return on_grid(setting, [way = Along(setting.network, duplex::full)](grid_node& self,
                                                                         initial_messages initial) {
        return tutti::multinode_along(self, way, std::move(initial));
    });
}

constexpr const char* lost = "incorrect: delivery, transmissions";

using ring = tutti::ring_broadcast;
using path = tutti::path_broadcast;
using product = tutti::product_broadcast;

}  // namespace

TEST_CASE("without a fault the tests' own runs are complete") {
    for (const tutti::port_model ports : support::one_port_models) {
        CHECK(outcome_with("hamiltonian", "ring:6", ports, with_packets<ring, nothing_wrong>) ==
              "complete");
        CHECK(outcome_with("hamiltonian-path", "path:6", ports,
                           with_packets<path, nothing_wrong>) == "complete");
        CHECK(outcome_with("product", "torus:4x3", ports, with_packets<product, nothing_wrong>) ==
              "complete");
    }
    CHECK(outcome_with("hamiltonian", "ring:6", full_duplex, with_stacks) == "complete");
}

TEST_CASE("a ring whose nodes pass on the latest packet first does not deliver all") {
    CHECK(outcome_with("hamiltonian", "ring:6", half_duplex, with_stacks) == "incorrect: delivery");
    CHECK(outcome_with("hamiltonian", "ring:7", half_duplex, with_stacks) == "incorrect: delivery");
}

TEST_CASE("a node that goes by the turns of another breaks the model, or has nothing to send") {
    for (const char* const network : {"ring:6", "ring:7"}) {
        CHECK(outcome_with("hamiltonian", network, half_duplex, with_another_row<ring>) ==
              "model-violation: delivery, phases");
    }
    for (const tutti::port_model ports : support::one_port_models) {
        CHECK(outcome_with("hamiltonian-path", "path:7", ports, with_another_row<path>)
                  .ends_with(": delivery, phases"));
    }
}

TEST_CASE("a program for full duplex breaks the model with half duplex") {
    CHECK(
        outcome_with("hamiltonian", "ring:6", half_duplex, as_if_full<ring, tutti::along_cycle>) ==
        "model-violation: delivery, phases");
    CHECK(outcome_with("hamiltonian-path", "path:6", half_duplex,
                       as_if_full<path, tutti::along_path>) == "model-violation: delivery, phases");
}

TEST_CASE("a packet that is lost, doubled or changed is found") {
    CHECK(outcome_with("hamiltonian", "ring:6", full_duplex, with_packets<ring, drops_one>) ==
          "program-error: delivery, phases");
    CHECK(outcome_with("hamiltonian", "ring:9", full_duplex, with_packets<ring, drops_the_last>) ==
          lost);
    CHECK(outcome_with("hamiltonian", "ring:6", full_duplex, with_packets<ring, sends_twice>) ==
          "model-violation: delivery, phases");
    CHECK(outcome_with("hamiltonian", "ring:6", full_duplex,
                       with_packets<ring, changes_a_payload>) == "incorrect: delivery");
    CHECK(outcome_with("hamiltonian-path", "path:6", full_duplex,
                       with_packets<path, drops_the_last>) == lost);
    CHECK(outcome_with("hamiltonian-path", "path:6", full_duplex,
                       with_packets<path, changes_a_payload>) == "incorrect: delivery");
}

// Of torus:3x3 with full duplex: 2 slots over the second factor, and 3 rounds of 2. In the second
// slot of a round in which nothing came there is nothing to send.
TEST_CASE("a round over a factor that is left out, or a part of it, is found") {
    CHECK(outcome_with("product", "torus:3x3", full_duplex, with_packets<product, drops_a_round>) ==
          "program-error: delivery, phases");
    CHECK(outcome_with("product", "torus:3x3", full_duplex,
                       with_packets<product, drops_the_last>) == lost);
    CHECK(outcome_with("product", "torus:3x3", full_duplex, with_packets<product, sends_twice>) ==
          "model-violation: delivery, phases");
    CHECK(outcome_with("product", "torus:3x3", full_duplex,
                       with_packets<product, changes_a_payload>) == "incorrect: delivery");
}

}  // TEST_SUITE("tutti/algorithm/ring")
