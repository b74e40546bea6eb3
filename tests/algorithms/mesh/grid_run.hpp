/// @file
/// Runs of test programs for arrays and tori, and the packets that they send.
#pragma once

#include <array>
#include <vector>

#include "equal_sides.hpp"
#include "support/recorder.hpp"
#include "tutti/engine/emulator.hpp"
#include "tutti/engine/run_report.hpp"
#include "tutti/topology/grid.hpp"

namespace support {

/// The grid that `mesh` describes.
[[nodiscard]] inline tutti::grid grid_of(const mesh& mesh) {
    return {std::vector<int>(static_cast<std::size_t>(mesh.d), mesh.p),
            mesh.is_torus ? tutti::grid_edge::closed : tutti::grid_edge::open};
}

/// A packet that was sent in clock slot `at`.
template <tutti::packet Packet>
struct sent_packet {
    tutti::slot at = 0;
    tutti::node_id from = 0;
    tutti::port through = 0;
    Packet content{};
};

/// Keeps the packets that are sent.
template <tutti::packet Packet>
class packet_recorder final : public tutti::sink {
public:
    [[nodiscard]] tutti::interest wants(tutti::slot /*at*/) noexcept override {
        return tutti::interest::events;
    }
    void slot(const tutti::slot_record& record) override {
        for (const tutti::transmission& transmission : record.sent) {
            sent_.push_back({.at = transmission.at,
                             .from = transmission.from,
                             .through = transmission.through,
                             .content = packet_in<Packet>(transmission)});
        }
    }

    [[nodiscard]] const std::vector<sent_packet<Packet>>& transmissions() const noexcept {
        return sent_;
    }

private:
    std::vector<sent_packet<Packet>> sent_;
};

/// Runs `program` on every node, on one thread, and reports to `watcher` what is sent.
/// @throws whatever ended the run early
template <tutti::packet Packet, class Program>
tutti::run_report run_with_progress(const tutti::grid& shape, packet_recorder<Packet>& watcher,
                                    const Program& program) {
    const std::array<tutti::sink*, 1> sinks{&watcher};
    tutti::emulator<tutti::grid, Packet> machine{
        shape, {.threads = 1, .executor = tutti::executor_kind::plain_threads}};
    tutti::run_report report = machine.run(program, {.algorithm = "a test", .sinks = sinks});
    report.rethrow();
    return report;
}

}  // namespace support
