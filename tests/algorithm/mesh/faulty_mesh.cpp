#include "algorithm/mesh/faulty_mesh.hpp"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "algorithm/tampered_node.hpp"
#include "algorithm/trial.hpp"
#include "tutti/algorithm/emulation.hpp"
#include "tutti/algorithm/mesh/mesh_prefix.hpp"
#include "tutti/algorithm/mesh/mesh_routing.hpp"
#include "tutti/algorithm/mesh/partial_multinode_broadcast.hpp"
#include "tutti/algorithm/mesh/theory.hpp"

namespace support {
namespace {

using tutti::assignment;
using tutti::emulation;
using tutti::mesh_packet;
using tutti::mesh_packet_kind;
using tutti::node_id;
using tutti::problem;
using tutti::routed_packet;
using tutti::task;

template <class Packet>
using packets = std::vector<Packet>;

constexpr node_id stray = 4;

// What goes wrong: with the packets of a run, and with one that the node sends of itself before its
// program begins.
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
void add_common(fault_table<Packet>& all, const std::function<bool(const Packet&)>& is_meant) {
    all["none"] = {};
    all["drops a packet"] =
        sending<Packet>(is_meant, [](const Packet&) { return packets<Packet>{}; });
    all["sends a packet twice"] = sending<Packet>(is_meant, [](const Packet& content) {
        return packets<Packet>{content, content};
    });
    all["names another rank"] = sending<Packet>(is_meant, [](const Packet& content) {
        return packets<Packet>{with_target(content, content.target() ^ 1U)};
    });
    all["sends before its time"] = {.between = {}, .sends_early = true};
}

const fault_table<mesh_packet>& faults_of(const mesh_packet* /*which*/) {
    static const fault_table<mesh_packet> all = [] {
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
    return all;
}

const fault_table<routed_packet>& faults_of(const routed_packet* /*which*/) {
    static const fault_table<routed_packet> all = [] {
        fault_table<routed_packet> made;
        add_common<routed_packet>(made, [](const routed_packet&) { return true; });
        return made;
    }();
    return all;
}

mesh_packet early_packet(const mesh_packet* /*which*/) {
    return mesh_packet::of({.origin = stray, .number = 0, .payload = 1}, 0);
}
routed_packet early_packet(const routed_packet* /*which*/) {
    return {{.origin = stray, .number = 0, .payload = 1}, 0, 0};
}

template <class Packet, class Program>
void run_on(const problem& what, const emulation& how, const Program& program) {
    const Packet* const none = nullptr;
    const mesh_fault<Packet>& fault = faults_of(none).find(what.parameter<std::string>("fault"))->second;
    tutti::emulate<Packet>(tutti::grid_of(what), how, [&](auto& self) -> task<> {
        if (fault.sends_early && self.id() == stray) {
            self.send(0, early_packet(none));
            co_await self.next_slot();
        }
        tampered_node view{self, fault.between};
        co_await program(view);
    });
}

template <class Node>
task<> prefix_alone(Node& self, std::uint32_t value) {
    const auto places =
        co_await tutti::prefixes_of_classes(self, std::vector<std::uint32_t>(1, value));
    self.mark("rank");
    self.deliver({.origin = self.id(),
                  .number = 0,
                  .payload = std::uint64_t{places[0].total} - places[0].rank});
}

void run_prefix(const problem& what, const assignment& /*given*/, const emulation& how) {
    run_on<mesh_packet>(what, how, [&](auto& self) {
        return prefix_alone(self, what.broadcasters.packets_of(self.id()));
    });
}

// Cut for all classes, or for one.
template <bool IsForAll>
void run_pieces(const problem& what, const assignment& given, const emulation& how) {
    const int classes = IsForAll ? tutti::grid_of(what).dimensions() : 1;
    run_on<mesh_packet>(what, how, [&](auto& self) {
        return tutti::partial_multinode_broadcast(self, given.given_to(self.id()), classes);
    });
}

template <bool IsForAll>
void run_multinode_pieces(const problem& what, const assignment& given, const emulation& how) {
    const int classes = IsForAll ? tutti::grid_of(what).dimensions() : 1;
    run_on<mesh_packet>(what, how, [&](auto& self) {
        return tutti::multinode_broadcast_by_pieces(self, given.given_to(self.id()), classes);
    });
}

template <bool Alternates>
void run_whole(const problem& what, const assignment& given, const emulation& how) {
    run_on<mesh_packet>(what, how, [&](auto& self) {
        return tutti::partial_multinode_broadcast_whole(self, given.given_to(self.id()),
                                                        Alternates);
    });
}

void run_multinode_whole(const problem& what, const assignment& given, const emulation& how) {
    run_on<mesh_packet>(what, how, [&](auto& self) {
        return tutti::multinode_broadcast_by_classes(self, given.given_to(self.id()), false);
    });
}

std::uint32_t rank_of(const problem& what, node_id node) {
    std::uint32_t rank = 0;
    for (const node_id source : what.broadcasters.nodes) {
        rank += source < node ? 1U : 0U;
    }
    return rank;
}

void run_packing(const problem& what, const assignment& given, const emulation& how) {
    run_on<routed_packet>(what, how, [&](auto& self) {
        return tutti::mesh_packing_alone(self, given.given_to(self.id()), rank_of(what, self.id()));
    });
}

// To the first nodes.
void run_routing(const problem& what, const assignment& given, const emulation& how) {
    run_on<routed_packet>(what, how, [&](auto& self) {
        const std::uint32_t rank = rank_of(what, self.id());
        return tutti::monotone_routing(self, given.given_to(self.id()), rank, rank);
    });
}

using runner = void (*)(const problem&, const assignment&, const emulation&);

const std::map<std::string_view, runner>& runners() {
    static const std::map<std::string_view, runner> all{
        {"prefix-sum/mesh", run_prefix},
        {"simultaneous-broadcast/split-packing", run_pieces<true>},
        {"simultaneous-broadcast/one-dimension", run_pieces<false>},
        {"simultaneous-broadcast/packing", run_whole<false>},
        {"simultaneous-broadcast/packing-alternating", run_whole<true>},
        {"multinode-broadcast/split-classes", run_multinode_pieces<true>},
        {"multinode-broadcast/one-dimension", run_multinode_pieces<false>},
        {"multinode-broadcast/classes", run_multinode_whole},
        {"packing/greedy", run_packing},
        {"monotone-routing/greedy", run_routing},
    };
    return all;
}

}  // namespace

tutti::algorithm faulty_mesh(std::string_view task_and_algorithm) {
    tutti::algorithm changed = entry(task_and_algorithm);
    changed.parameters.push_back({.name = "fault",
                                  .default_value = "none",
                                  .meaning = "what goes wrong",
                                  .range = tutti::name_range{.words = "the name of a fault"}});
    changed.run = runners().at(task_and_algorithm);
    return changed;
}

}  // namespace support
