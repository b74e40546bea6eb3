#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/mesh/class_order.hpp"
#include "algorithms/mesh/mesh_program.hpp"
#include "algorithms/mesh/multinode_broadcast/line_rounds.hpp"
#include "mutating_node.hpp"
#include "trial.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/topology/grid.hpp"
#include "verified_program.hpp"

TEST_SUITE("tutti/catalog/algorithm.hpp") {

namespace {

using tutti::any_program;
using tutti::grid;
using tutti::knowledge;
using tutti::node_input;
using tutti::setting;
using tutti::task;

template <class Packet>
using grid_node = tutti::erased_node<grid, Packet>;

/// `program`, but its last phase goes on for a slot more, in which nothing moves.
template <class Packet>
task<> one_slot_more(grid_node<Packet>& self, const any_program& program, node_input input,
                     knowledge knowledge) {
    const support::packet_tampering<Packet> between{
        .mark = [](const support::moment&, std::string_view) { return 0; }};
    co_await support::run_tampered(self, program, std::move(input), std::move(knowledge), between);
    co_await self.next_slot();
    self.mark("broadcast");
}

/// An algorithm of one phase whose nodes count one slot too many.
template <class Packet>
tutti::algorithm late(std::string_view name) {
    tutti::algorithm algorithm = support::entry(name);
    algorithm.program = [right = algorithm.program](const setting& setting) {
        return support::judged<Packet>(
            std::get<grid>(setting.network),
            [program = right(setting)](auto& self, node_input input, const knowledge& knowledge) {
                return one_slot_more<Packet>(self, program, std::move(input), knowledge);
            });
    };
    return algorithm;
}

/// Multinode broadcast by pieces whose rounds are made for one rank too many.
task<> rounds_for_one_more(grid_node<tutti::long_packet>& self, tutti::initial_messages initial) {
    const grid& shape = self.network();
    std::vector<tutti::place_in_class> places;
    for (int c = 0; c < shape.dimensions(); ++c) {
        places.push_back({.rank = tutti::class_order{shape, c}.place(self.id())});
    }
    co_await tutti::broadcast_classes(self, tutti::cut_for_classes(initial, places),
                                      tutti::split_mode(shape),
                                      static_cast<std::uint32_t>(shape.node_count() + 1));
}

std::string outcome_on(const tutti::algorithm& algorithm, std::string_view network) {
    return support::verdict_line(support::run(support::on_network(algorithm, network)));
}

}  // namespace

TEST_CASE("a program that ends a slot later than its closed form is found out") {
    using tutti::long_packet;
    CHECK(outcome_on(late<long_packet>("multinode-broadcast/split-classes"), "torus:3x3") ==
          "late: phases, time");
}

TEST_CASE("rounds for one rank too many are found out") {
    tutti::algorithm algorithm = support::entry("multinode-broadcast/split-classes");
    algorithm.program = [](const setting& setting) {
        return support::judged<tutti::long_packet>(
            std::get<grid>(setting.network),
            [](auto& self, node_input input, const knowledge& /*knowledge*/) {
                return rounds_for_one_more(self, std::move(input.messages));
            });
    };
    CHECK(outcome_on(algorithm, "torus:3x3") == "late: phases, time");
    CHECK(outcome_on(algorithm, "array:4x4") == "late: phases, time");
}

}  // TEST_SUITE("tutti/catalog/algorithm.hpp")
