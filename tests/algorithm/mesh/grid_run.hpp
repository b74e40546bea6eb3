/// @file
/// Programs for arrays and tori that tests make themselves, and what they send.
#pragma once

#include <utility>
#include <vector>

#include "algorithm/mesh/promise.hpp"
#include "tutti/machine/emulator.hpp"
#include "tutti/machine/observer.hpp"
#include "tutti/machine/run_report.hpp"
#include "tutti/topology/grid.hpp"

namespace support {

/// The grid that `where` describes.
[[nodiscard]] inline tutti::grid grid_of(const mesh& where) {
    return {std::vector<int>(static_cast<std::size_t>(where.d), where.p),
            where.is_torus ? tutti::grid_edge::closed : tutti::grid_edge::open};
}

/// Keeps the packets that are sent.
template <tutti::packet Packet>
class packet_recorder {
public:
    void sent(const tutti::transmission<Packet>& what) { sent_.push_back(what); }
    static void delivered(const tutti::delivery& /*what*/) noexcept {}

    [[nodiscard]] const std::vector<tutti::transmission<Packet>>& transmissions() const noexcept {
        return sent_;
    }

private:
    std::vector<tutti::transmission<Packet>> sent_;
};

/// Runs `program` on every node, on one thread, and tells `watcher` what is sent.
/// @throws whatever ended the run early
template <tutti::packet Packet, class Program>
tutti::run_report run_watched(const tutti::grid& shape, packet_recorder<Packet>& watcher,
                              const Program& program) {
    tutti::no_host receiver;
    tutti::emulator<tutti::grid, Packet, tutti::no_host, packet_recorder<Packet>> machine{
        shape, {.threads = 1, .executor = tutti::executor_kind::plain_threads}, receiver, watcher};
    tutti::run_report report = machine.run(program, {.algorithm = "a test"});
    report.rethrow();
    return report;
}

}  // namespace support
