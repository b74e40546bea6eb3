#include "tutti/algorithm/mesh/mesh_prefix.hpp"

#include "mesh_entry.hpp"

namespace tutti {
namespace {

memory_estimate memory(const network& where, std::uint64_t /*message_count*/) {
    const auto& shape = std::get<grid>(where);
    const std::uint64_t a_node = 240 + 32 * static_cast<std::uint64_t>(shape.dimensions());
    return emulator_memory<mesh_packet>(shape, a_node * shape.node_count());
}

}  // namespace

algorithm mesh_prefix_entry() {
    algorithm entry = mesh_entry("prefix-sum", "mesh");
    entry.source = "Varvarigos & Bertsekas 1994, section 3";
    entry.rule = "prefix";
    entry.time = "2d(p-1)";
    entry.phases = [](const problem& what) {
        const grid& shape = grid_of(what);
        const std::int64_t sweep = std::int64_t{shape.dimensions()} * (shape.side(0) - 1);
        return std::vector{synchronous_phase("rank", 2 * sweep)};
    };
    entry.transmissions = [](const problem& what) -> std::optional<std::uint64_t> {
        return 2 * (node_count(what.where) - 1);
    };
    entry.memory = memory;
    entry.program =
        mesh_programs::on_any([](auto& self, const node_input& mine, const told& /*known*/) {
            return mesh_prefix_alone(self, static_cast<std::uint32_t>(mine.value));
        });
    return entry;
}

}  // namespace tutti
