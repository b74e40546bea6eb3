/// @file
/// Runs of node programs for hypercubes, with a log of their events or verified in place of the
/// catalogue's own.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "algorithms/mutating_node.hpp"
#include "algorithms/verified_program.hpp"
#include "collectives/input/initial_messages.hpp"
#include "support/testbed.hpp"
#include "tutti/catalog/hypercube_program.hpp"
#include "tutti/engine/emulator.hpp"
#include "tutti/engine/run_report.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/node/task.hpp"
#include "tutti/topology/hypercube.hpp"

namespace support {

/// A message that crossed a link, in a slot as the papers count them: from 1.
struct hop {
    tutti::slot at = 0;
    tutti::node_id from = 0;
    tutti::port through = 0;
    tutti::node_id origin = 0;
    std::uint32_t number = 0;

    [[nodiscard]] tutti::node_id to() const noexcept { return from ^ tutti::node_id{1} << through; }
    friend auto operator<=>(const hop&, const hop&) = default;
};

/// Events and report of a run.
struct watched_run {
    tutti::run_report report;
    std::vector<hop> hops;  ///< by slot, node and port
    /// Deliveries of each node, in that order: in slot t those of packets that arrived in it or
    /// were there before slot t+1.
    std::vector<std::vector<tutti::delivery>> delivered;
    /// The slot in which each node marked the end; -1: never.
    std::vector<tutti::slot> done;
};

/// Writes down what it observes.
class hop_recorder final : public tutti::sink {
public:
    std::vector<hop> hops;
    std::vector<tutti::delivery> deliveries;

    [[nodiscard]] tutti::interest wants(tutti::slot /*at*/) noexcept override {
        return tutti::interest::events;
    }
    void slot(const tutti::slot_record& record) override;
};

using judged_node = tutti::erased_node<tutti::hypercube, tutti::short_packet>;
using judged_on_cube = judged_program<tutti::hypercube, tutti::short_packet>;
using watched_node = tampering_node<tutti::node<tutti::hypercube, tutti::short_packet>>;
using watched_program = std::function<tutti::task<>(watched_node&)>;

/// Runs `program` on every node of the cube of `dimensions`. Every slot is swept by all threads.
[[nodiscard]] watched_run watch(int dimensions, tutti::port_model ports,
                                const watched_program& program, const team& threads = {});

/// Has nodes run a program with the messages that `messages` gives them, and a root that they know.
[[nodiscard]] watched_program with_messages(
    judged_on_cube program, std::function<tutti::initial_messages(tutti::node_id)> messages,
    tutti::node_id root = 0);

/// True if all hops and deliveries and the whole report are the same for every number of threads.
[[nodiscard]] bool is_same_on_all_teams(int dimensions, tutti::port_model ports,
                                        const watched_program& program);

/// The messages of `node`, with payloads that say whose they are: `payload_of(node, number)`.
[[nodiscard]] tutti::initial_messages letters_of(tutti::node_id node, std::uint32_t count);
[[nodiscard]] std::uint64_t payload_of(tutti::node_id node, std::uint32_t number);

/// The messages of `node` for every other node: number m for the node `node` ^ (m+1).
[[nodiscard]] tutti::initial_messages letters_to_others(tutti::node_id node, int dimensions);

/// The payloads that each node was delivered, sorted.
[[nodiscard]] std::vector<std::vector<std::uint64_t>> payloads_of(const watched_run& seen);

/// The program that the catalogue has for `task_and_algorithm`. It outlives the runs.
[[nodiscard]] judged_on_cube program_of(std::string_view task_and_algorithm, int dimensions);

/// The outcome of `program` in place of what the catalogue has for `task_and_algorithm`.
[[nodiscard]] std::string verdict_line(std::string_view task_and_algorithm, int dimensions,
                                       const judged_on_cube& program);

}  // namespace support
