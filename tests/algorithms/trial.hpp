/// @file
/// Plans on hypercubes and other networks, for tests.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "collectives/input/broadcasters.hpp"
#include "support/testbed.hpp"
#include "topology/random.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/engine/sink.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/experiment/result.hpp"
#include "tutti/node/slot.hpp"

namespace support {

/// The algorithm of the catalogue with that name.
/// @throws std::invalid_argument if there is none
[[nodiscard]] const tutti::algorithm& entry(std::string_view task_and_algorithm);

/// A set as users write it: `nodes:...`, every node as often as it has packets, or `none`.
[[nodiscard]] std::string written(const tutti::broadcaster_set& senders);

/// Plan on the cube of `dimensions`; for a collective with a root, `broadcasters` is left alone.
[[nodiscard]] tutti::experiment on_cube(const tutti::algorithm& algorithm, int dimensions,
                                        std::string_view broadcasters = "all");

/// Plan on a network named as users name it; for a collective without broadcasters, `broadcasters`
/// is left alone.
[[nodiscard]] tutti::experiment on_network(const tutti::algorithm& algorithm,
                                           std::string_view network,
                                           std::string_view broadcasters = "all");

/// Runs it, as several processes do if TUTTI_TESTS_ON_PROCESSES says how many.
[[nodiscard]] tutti::result run(const tutti::experiment& plan, const team& threads = {});

/// Runs it on one thread and hands every event to `log`.
[[nodiscard]] tutti::result run_logged(const tutti::experiment& plan, tutti::sink& log);

/// The verdict, and after a colon the checks that do not hold: "complete", "late: time".
[[nodiscard]] std::string verdict_line(const tutti::result& outcome);

/// Up to `most_packets` packets at random nodes of a cube; a node may get several.
[[nodiscard]] tutti::broadcaster_set drawn_senders(int dimensions, std::uint64_t most_packets,
                                                   tutti::split_mix& random);

/// `count` packets at `node`.
[[nodiscard]] tutti::broadcaster_set all_at(tutti::node_id node, std::uint64_t count);

/// Sets of broadcasters on which programs for the cube may differ: none, every node, node 0 alone,
/// roots of the disjoint trees and nodes opposite them, all roots, several packets at one node and
/// at many, more packets than nodes, and 2 and d packets at drawn nodes.
[[nodiscard]] std::vector<tutti::broadcaster_set> corner_case_sets(int dimensions);

/// The set of the nodes whose bits are one in `members`.
[[nodiscard]] tutti::broadcaster_set subset(std::uint64_t members);

/// Keeps what happens in a run.
class event_recorder final : public tutti::sink {
public:
    [[nodiscard]] tutti::interest wants(tutti::slot /*at*/) noexcept override {
        return tutti::interest::events;
    }
    void slot(const tutti::slot_record& record) override;

    [[nodiscard]] const std::vector<tutti::transmission>& transmissions() const noexcept {
        return sent_;
    }
    [[nodiscard]] const std::vector<tutti::delivery>& deliveries() const noexcept {
        return delivered_;
    }
    [[nodiscard]] const std::vector<tutti::mark>& marks() const noexcept { return marked_; }

private:
    std::vector<tutti::transmission> sent_;
    std::vector<tutti::delivery> delivered_;
    std::vector<tutti::mark> marked_;
};

/// The last slot, the papers' way, in which a packet of that kind was sent; 0 if none was.
[[nodiscard]] tutti::slot last_sent(const event_recorder& log, std::string_view kind);

/// All events, one a line, to compare two runs.
[[nodiscard]] std::string text_of(const event_recorder& log);

}  // namespace support
