#include "algorithms/mesh/routing/mesh_packing.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/mesh/grid_run.hpp"
#include "algorithms/mesh/mesh_program.hpp"
#include "algorithms/mesh/promise.hpp"
#include "collectives/input/broadcasters.hpp"
#include "topology/random.hpp"

TEST_SUITE("algorithms/mesh/routing/mesh_packing.hpp") {

namespace {

using support::mesh;
using tutti::long_packet;
using tutti::node_id;
using tutti::task;

using recorder = support::packet_recorder<long_packet>;

/// Packets at the nodes.
struct crowding {
    std::size_t most = 0;              ///< at one node after any step
    std::size_t most_after_phase = 0;  ///< at one node after the last step of a phase
    std::size_t misplaced = 0;         ///< packets that do not end at the node of their target
};

/// Packs, or unpacks, the packets of class c: that of `from[i]` goes to the place `to[i]`.
class movement {
public:
    movement(const mesh& mesh, int c, std::vector<node_id> from, std::vector<std::uint32_t> to)
        : network_{mesh}, class_{c}, from_{std::move(from)}, to_{std::move(to)} {}

    crowding run(bool is_packing, recorder& log) {
        const tutti::grid shape = support::grid_of(network_);
        (void)support::run_with_progress<long_packet>(
            shape, log, [&](auto& self) { return move(self, is_packing); });
        return found_;
    }

private:
    template <class Node>
    task<> move(Node& self, bool is_packing) {
        tutti::mesh_packing packets{self.network(), class_, packets_of(self.id()),
                                    is_packing ? tutti::mesh_packing::direction::packing
                                               : tutti::mesh_packing::direction::unpacking};
        for (int step = 0; step < tutti::mesh_packing::steps(self.network()); ++step) {
            packets.send(self, step);
            co_await self.next_slot();
            packets.receive(self, step);
            note(packets.packets_here().size(), (step + 1) % (network_.p - 1) == 0);
        }
        for (const long_packet& packet : packets.packets_here()) {
            found_.misplaced += packet.target() == network_.place(self.id(), class_) ? 0U : 1U;
        }
    }

    [[nodiscard]] std::vector<long_packet> packets_of(node_id node) const {
        std::vector<long_packet> packets;
        for (std::size_t i = 0; i < from_.size(); ++i) {
            if (from_[i] == node) {
                packets.push_back(long_packet::routed({.origin = node}, to_[i], to_[i]));
            }
        }
        return packets;
    }

    void note(std::size_t count, bool ends_phase) {
        found_.most = std::max(found_.most, count);
        if (ends_phase) {
            found_.most_after_phase = std::max(found_.most_after_phase, count);
        }
    }

    mesh network_;
    int class_;
    std::vector<node_id> from_;
    std::vector<std::uint32_t> to_;
    crowding found_;
};

/// In the order of class c.
std::vector<node_id> in_order(const mesh& mesh, int c, std::vector<node_id> nodes) {
    std::ranges::sort(nodes, {}, [&](node_id node) { return mesh.place(node, c); });
    return nodes;
}

std::vector<std::uint32_t> ranks(std::size_t count) {
    std::vector<std::uint32_t> kinds(count);
    for (std::size_t i = 0; i < count; ++i) {
        kinds[i] = static_cast<std::uint32_t>(i);
    }
    return kinds;
}

/// Number of slots that use another dimension than phase and class require.
std::size_t strays(const mesh& mesh, int c, bool is_packing, const recorder& log) {
    return static_cast<std::size_t>(
        std::ranges::count_if(log.transmissions(), [&](const auto& sent) {
            const int turn = static_cast<int>(sent.at) / (mesh.p - 1);
            const int level = is_packing ? turn : mesh.d - 1 - turn;
            return sent.through / 2 != (level + c) % mesh.d;
        }));
}

void check_movement(const mesh& mesh, int c, bool is_packing, movement packets,
                    std::uint64_t hops) {
    recorder log;
    const crowding crowding = packets.run(is_packing, log);
    CAPTURE(mesh.text());
    CAPTURE(c);
    CAPTURE(is_packing);
    CHECK(crowding.misplaced == 0);
    CHECK(crowding.most_after_phase <= 1);
    CHECK(crowding.most <= 2);
    CHECK(strays(mesh, c, is_packing, log) == 0);
    CHECK(log.transmissions().size() == hops);
}

/// Packs the packets of `sources`, and takes them back.
void check_both_ways(const mesh& mesh, const std::vector<node_id>& sources) {
    for (int c = 0; c < mesh.d; ++c) {
        const std::vector<node_id> ordered = in_order(mesh, c, sources);
        const std::uint64_t hops = support::hops_of_packing(mesh, c, sources);
        check_movement(mesh, c, true, {mesh, c, ordered, ranks(ordered.size())}, hops);

        std::vector<node_id> packed(ordered.size());
        std::vector<std::uint32_t> back(ordered.size());
        for (node_id node = 0; node < mesh.nodes(); ++node) {
            if (mesh.place(node, c) < packed.size()) {
                packed[mesh.place(node, c)] = node;
            }
        }
        std::ranges::transform(ordered, back.begin(), [&](node_id node) {
            return static_cast<std::uint32_t>(mesh.place(node, c));
        });
        check_movement(mesh, c, false, {mesh, c, packed, back}, hops);
    }
}

}  // namespace

TEST_CASE("packets of any nodes of a small grid do not collide at the ends of phases, and arrive") {
    for (const mesh& array :
         {mesh{.p = 5, .d = 1}, mesh{.p = 3, .d = 2}, mesh{.p = 2, .d = 3},
          mesh{.is_torus = true, .p = 4, .d = 1}, mesh{.is_torus = true, .p = 3, .d = 2}}) {
        for (std::uint64_t members = 0; members < std::uint64_t{1} << array.nodes(); ++members) {
            check_both_ways(array, support::members_of(members));
        }
    }
}

TEST_CASE("the same on larger grids, for none, one, some and all") {
    tutti::split_mix random{75};
    for (const mesh& mesh : support::meshes(6, 5, 256)) {
        for (const std::uint64_t count : {std::uint64_t{0}, std::uint64_t{1}, mesh.nodes() / 3,
                                          mesh.nodes() / 2, mesh.nodes() - 1, mesh.nodes()}) {
            check_both_ways(mesh, tutti::pick(mesh.nodes(), count, random.next()));
        }
    }
}

TEST_CASE("inside a phase two packets can be at one node, as in the smallest example") {
    const mesh mesh{.p = 3, .d = 2};
    recorder log;
    const crowding crowding = movement{mesh, 0, {0, 1, 3, 5}, ranks(4)}.run(true, log);
    CHECK(crowding.most == 2);
    CHECK(crowding.most_after_phase == 1);
}

}  // TEST_SUITE("algorithms/mesh/routing/mesh_packing.hpp")
