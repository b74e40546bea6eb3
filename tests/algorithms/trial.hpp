/// @file
/// Plans on hypercubes and other networks, for tests.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "collectives/input/broadcasters.hpp"
#include "support/testbed.hpp"
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

/// True if the plan, which begins with its algorithm, has the text of TUTTI_TESTS_ROWS, if any: for
/// a developer who changes one algorithm.
[[nodiscard]] bool is_wanted(std::string_view plan);

}  // namespace support
