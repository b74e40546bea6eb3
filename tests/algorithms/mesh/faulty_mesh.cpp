#include "faulty_mesh.hpp"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/mesh/mesh_program.hpp"
#include "algorithms/mesh/mesh_theory.hpp"
#include "algorithms/mutating_node.hpp"
#include "algorithms/trial.hpp"
#include "tutti/catalog/any_program.hpp"

namespace support {
namespace {

using tutti::any_program;
using tutti::knowledge;
using tutti::mesh_packet;
using tutti::mesh_packet_kind;
using tutti::node_id;
using tutti::node_input;
using tutti::routed_packet;
using tutti::setting;
using tutti::task;

template <class Packet>
using packets = std::vector<Packet>;

constexpr node_id stray = 4;

// Faults: in the packets of a run, and in one that the node sends before its program begins.
template <class Packet>
struct mesh_fault {
    packet_tampering<Packet> between{};
    bool sends_early = false;
};

template <class Packet>
using fault_table = std::map<std::string, mesh_fault<Packet>, std::less<>>;

// Node 4 sends something else in place of the packets that `is_meant` picks out.
template <class Packet>
mesh_fault<Packet> sending(const std::function<bool(const Packet&)>& is_meant,
                           const std::function<packets<Packet>(const Packet&)>& instead) {
    return {.between = {.send = [=](const moment& now, const Packet& content) {
                return now.node == stray && is_meant(content) ? instead(content)
                                                              : packets<Packet>{content};
            }}};
}

mesh_fault<mesh_packet> counting(mesh_packet_kind kind, std::uint64_t first, std::uint64_t second) {
    return sending<mesh_packet>(
        [=](const mesh_packet& content) { return content.kind() == kind; },
        [=](const mesh_packet& content) {
            return packets<mesh_packet>{mesh_packet::counts(kind, content.first_count() + first,
                                                            content.second_count() + second)};
        });
}

bool is_data(const mesh_packet& content) { return content.kind() == mesh_packet_kind::data; }

mesh_packet with_part(const mesh_packet& content, int index) {
    tutti::piece part = content.part();
    part.index = static_cast<std::uint8_t>(index % part.count);
    return mesh_packet::of(content.content(), content.target(), part);
}

mesh_packet with_target(const mesh_packet& content, std::uint32_t target) {
    return mesh_packet::of(content.content(), target, content.part());
}

routed_packet with_target(const routed_packet& content, std::uint32_t target) {
    return {content.content(), target, target};
}

template <class Packet>
void add_common(fault_table<Packet>& faults, const std::function<bool(const Packet&)>& is_meant) {
    faults["none"] = {};
    faults["drops a packet"] =
        sending<Packet>(is_meant, [](const Packet&) { return packets<Packet>{}; });
    faults["sends a packet twice"] = sending<Packet>(is_meant, [](const Packet& content) {
        return packets<Packet>{content, content};
    });
    faults["names another rank"] = sending<Packet>(is_meant, [](const Packet& content) {
        return packets<Packet>{with_target(content, content.target() ^ 1U)};
    });
    faults["sends before its time"] = {.between = {}, .sends_early = true};
}

const fault_table<mesh_packet>& faults_of(const mesh_packet* /*which*/) {
    static const fault_table<mesh_packet> faults = [] {
        fault_table<mesh_packet> made;
        add_common<mesh_packet>(made, is_data);
        made["counts one too many"] = counting(mesh_packet_kind::up, 1, 0);
        made["counts one too few"] = counting(mesh_packet_kind::up, 0 - std::uint64_t{1}, 0);
        made["passes a wrong rank back"] = counting(mesh_packet_kind::down, 1, 0);
        made["passes a wrong total back"] = counting(mesh_packet_kind::down, 0, 1);
        made["swaps pieces"] = sending<mesh_packet>(is_data, [](const mesh_packet& content) {
            return packets<mesh_packet>{with_part(content, content.part().index ^ 1)};
        });
        made["changes a payload"] = sending<mesh_packet>(is_data, [](const mesh_packet& content) {
            tutti::message changed = content.content();
            changed.payload ^= tutti::bits_of(content.part());
            return packets<mesh_packet>{mesh_packet::of(changed, content.target(), content.part())};
        });
        return made;
    }();
    return faults;
}

const fault_table<routed_packet>& faults_of(const routed_packet* /*which*/) {
    static const fault_table<routed_packet> faults = [] {
        fault_table<routed_packet> made;
        add_common<routed_packet>(made, [](const routed_packet&) { return true; });
        return made;
    }();
    return faults;
}

mesh_packet early_packet(const mesh_packet* /*which*/) {
    return mesh_packet::of({.origin = stray, .number = 0, .payload = 1}, 0);
}
routed_packet early_packet(const routed_packet* /*which*/) {
    return {{.origin = stray, .number = 0, .payload = 1}, 0, 0};
}

// The program with the fault that the parameter names.
template <class Packet>
any_program misled(const any_program& program, const setting& setting) {
    const Packet* const none = nullptr;
    const mesh_fault<Packet>& fault =
        faults_of(none).find(setting.parameter<std::string>("fault"))->second;
    return any_program::on<Packet>(
        tutti::grid_of(setting),
        [program, &fault](auto& self, node_input input, knowledge knowledge) -> task<> {
            if (fault.sends_early && self.id() == stray) {
                const Packet* const which = nullptr;
                self.send(0, early_packet(which));
                co_await self.next_slot();
            }
            co_await run_tampered(self, program, std::move(input), knowledge, fault.between);
        });
}

}  // namespace

tutti::algorithm faulty_mesh(std::string_view task_and_algorithm) {
    tutti::algorithm changed = entry(task_and_algorithm);
    changed.parameters.push_back({.name = "fault",
                                  .default_value = "none",
                                  .meaning = "what goes wrong",
                                  .range = tutti::name_range{.words = "the name of a fault"}});
    const bool is_routed =
        changed.collective == "packing" || changed.collective == "monotone-routing";
    changed.program = [inner = changed.program, is_routed](const setting& setting) {
        return is_routed ? misled<routed_packet>(inner(setting), setting)
                         : misled<mesh_packet>(inner(setting), setting);
    };
    return changed;
}

}  // namespace support
