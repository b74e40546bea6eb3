#include "algorithms/mesh/reduction/mesh_prefix.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/mesh/equal_sides.hpp"
#include "algorithms/mesh/grid_run.hpp"
#include "algorithms/trial.hpp"

TEST_SUITE("algorithms/mesh/reduction/mesh_prefix.hpp") {

namespace {

using support::mesh;
using tutti::grid;
using tutti::long_packet;
using tutti::node_id;
using tutti::place_in_class;
using tutti::task;

using recorder = support::packet_recorder<long_packet>;
/// Of each node, of each class.
using places = std::vector<std::vector<place_in_class>>;

std::vector<bool> flags_of(const mesh& mesh, const std::vector<node_id>& active) {
    std::vector<bool> is_active(mesh.nodes());
    for (const node_id node : active) {
        is_active[node] = true;
    }
    return is_active;
}

/// Runs the prefix sums of the first classes at once, over the active nodes.
places run_prefixes(const mesh& mesh, int classes, const std::vector<node_id>& active,
                    recorder& log) {
    const std::vector<bool> is_active = flags_of(mesh, active);
    places positions(mesh.nodes());
    const auto report = support::run_with_progress<long_packet>(
        support::grid_of(mesh), log, [&](auto& self) -> task<> {
            const std::uint32_t own = is_active[self.id()] ? 1 : 0;
            std::vector<std::uint32_t> each(static_cast<std::size_t>(classes), own);
            positions[self.id()] = co_await tutti::prefixes_of_classes(self, std::move(each));
        });
    CHECK(report.slots == 2 * mesh.d * (mesh.p - 1));
    CHECK(report.transmissions == 2 * (mesh.nodes() - 1) * static_cast<std::uint64_t>(classes));
    CHECK(report.control_transmissions == report.transmissions);
    return positions;
}

/// Number of nodes that have a wrong rank, or a wrong M.
std::size_t wrong_places(const mesh& mesh, const places& positions,
                         const std::vector<node_id>& active) {
    std::size_t wrong = 0;
    for (node_id node = 0; node < mesh.nodes(); ++node) {
        for (int c = 0; c < mesh.d; ++c) {
            const auto before = std::ranges::count_if(
                active, [&](node_id other) { return mesh.place(other, c) < mesh.place(node, c); });
            const place_in_class& place = positions[node][static_cast<std::size_t>(c)];
            wrong += place.rank == before && place.total == active.size() ? 0U : 1U;
        }
    }
    return wrong;
}

void check_ranks(const mesh& mesh, const std::vector<node_id>& active) {
    recorder log;
    CAPTURE(mesh.text());
    CAPTURE(active.size());
    CHECK(wrong_places(mesh, run_prefixes(mesh, mesh.d, active, log), active) == 0);
}

/// The example of spec/mesh.md, section 5.
const std::vector<node_id> example{1, 3, 5, 8};

}  // namespace

TEST_CASE(
    "every node knows its place in every class, and M, for any active nodes of a small grid") {
    for (const mesh& array :
         {mesh{.p = 5, .d = 1}, mesh{.p = 3, .d = 2}, mesh{.p = 2, .d = 3},
          mesh{.is_torus = true, .p = 4, .d = 1}, mesh{.is_torus = true, .p = 3, .d = 2}}) {
        for (std::uint64_t members = 0; members < std::uint64_t{1} << array.nodes(); ++members) {
            check_ranks(array, support::subset(members).nodes);
        }
    }
}

TEST_CASE("the specification's example has the ranks and the packets that it says") {
    const mesh mesh{.p = 3, .d = 2};
    recorder log;
    const places positions = run_prefixes(mesh, 1, example, log);

    CHECK(positions[1][0].rank == 0);
    CHECK(positions[3][0].rank == 1);
    CHECK(positions[5][0].rank == 2);
    CHECK(positions[8][0].rank == 3);
    CHECK(positions[0][0].total == 4);
    std::vector<std::uint64_t> forward;
    for (const auto& sent : log.transmissions()) {
        if (sent.content.kind() == tutti::packet_kind::up) {
            forward.push_back(sent.content.first_count());
        }
    }
    CHECK(forward == std::vector<std::uint64_t>{0, 1, 0, 1, 1, 0, 1, 3});
}

}  // TEST_SUITE("algorithms/mesh/reduction/mesh_prefix.hpp")
