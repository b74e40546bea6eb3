#include "faulty_mesh.hpp"

#include <functional>
#include <map>
#include <optional>
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
using tutti::long_packet;
using tutti::node_id;
using tutti::node_input;
using tutti::packet_kind;
using tutti::setting;
using tutti::task;

using packets = std::vector<long_packet>;

constexpr node_id stray = 4;

// Faults: in the packets of a run, and in one that the node sends before its program begins.
struct mesh_fault {
    packet_tampering<long_packet> between{};
    std::optional<long_packet> early{};
};

using fault_table = std::map<std::string, mesh_fault, std::less<>>;
using change = std::function<long_packet(const long_packet&)>;

// Node 4 sends something else in place of the packets that `is_meant` picks out.
mesh_fault sending(const std::function<bool(const long_packet&)>& is_meant,
                   const std::function<packets(const long_packet&)>& instead) {
    return {.between = {.send = [=](const moment& now, const long_packet& content) {
                return now.node == stray && is_meant(content) ? instead(content) : packets{content};
            }}};
}

bool is_data(const long_packet& content) { return content.is(packet_kind::data); }

mesh_fault counting(packet_kind kind, std::uint64_t first, std::uint64_t second) {
    return sending([=](const long_packet& content) { return content.is(kind); },
                   [=](const long_packet& content) {
                       return packets{long_packet::counts(kind, content.first_count() + first,
                                                          content.second_count() + second)};
                   });
}

mesh_fault changing(const change& changed) {
    return sending(is_data, [=](const long_packet& content) { return packets{changed(content)}; });
}

fault_table common_faults(const std::function<bool(const long_packet&)>& is_meant,
                          const change& with_another_target, const long_packet& early) {
    fault_table faults;
    faults["none"] = {};
    faults["drops a packet"] = sending(is_meant, [](const long_packet&) { return packets{}; });
    faults["sends a packet twice"] = sending(is_meant, [](const long_packet& content) {
        return packets{content, content};
    });
    faults["names another rank"] = sending(is_meant, [=](const long_packet& content) {
        return packets{with_another_target(content)};
    });
    faults["sends before its time"] = {.early = early};
    return faults;
}

constexpr tutti::message made_up{.origin = stray, .number = 0, .payload = 1};

fault_table broadcast_faults() {
    fault_table faults = common_faults(
        is_data,
        [](const long_packet& content) {
            return long_packet::of(content.content(), content.target() ^ 1U, content.part());
        },
        long_packet::of(made_up, 0));
    faults["counts one too many"] = counting(packet_kind::up, 1, 0);
    faults["counts one too few"] = counting(packet_kind::up, 0 - std::uint64_t{1}, 0);
    faults["passes a wrong rank back"] = counting(packet_kind::down, 1, 0);
    faults["passes a wrong total back"] = counting(packet_kind::down, 0, 1);
    faults["swaps pieces"] = changing([](const long_packet& content) {
        tutti::piece part = content.part();
        part.index = static_cast<std::uint8_t>((part.index ^ 1) % part.count);
        return long_packet::of(content.content(), content.target(), part);
    });
    faults["changes a payload"] = changing([](const long_packet& content) {
        tutti::message changed = content.content();
        changed.payload ^= tutti::bits_of(content.part());
        return long_packet::of(changed, content.target(), content.part());
    });
    return faults;
}

fault_table routing_faults() {
    return common_faults([](const long_packet&) { return true; },
                         [](const long_packet& content) {
                             const std::uint32_t target = content.target() ^ 1U;
                             return long_packet::routed(content.content(), target, target);
                         },
                         long_packet::routed(made_up, 0, 0));
}

// The program with a fault.
any_program misled(const any_program& program, const setting& setting, const mesh_fault& fault) {
    return any_program::on<long_packet>(
        tutti::grid_of(setting),
        [program, fault](auto& self, node_input input, knowledge knowledge) -> task<> {
            if (fault.early && self.id() == stray) {
                self.send(0, *fault.early);
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
        const fault_table faults = is_routed ? routing_faults() : broadcast_faults();
        return misled(inner(setting), setting, faults.at(setting.parameter<std::string>("fault")));
    };
    return changed;
}

}  // namespace support
