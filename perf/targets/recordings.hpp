/// @file
/// Cost of recording a run, and of reading a slot of the recording.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "measure.hpp"
#include "programs.hpp"
#include "report.hpp"
#include "tutti/recording/recording.hpp"

namespace perf {

/// A recording in a temporary file, which is removed with it.
class scratch_recording {
public:
    scratch_recording()
        : path_{(std::filesystem::temp_directory_path() / fmt::format("{}.tutti", ::getpid()))
                    .string()} {}
    scratch_recording(const scratch_recording&) = delete;
    scratch_recording& operator=(const scratch_recording&) = delete;
    ~scratch_recording() {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }
    [[nodiscard]] const std::string& path() const noexcept { return path_; }

private:
    std::string path_;
};

/// Time to find a slot in the middle, its file opened, in seconds.
[[nodiscard]] inline double seconds_to_find(const std::string& path) {
    const auto begin = std::chrono::steady_clock::now();
    const auto from = tutti::recording::open(path);
    const tutti::slot at = from.last_slot() / 2;
    std::size_t sent = 0;
    from.visit(at, at, tutti::payload_use::none,
               [&](const tutti::recorded_slot& record) { sent += record.sent.size(); });
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    if (sent == 0) {
        throw std::runtime_error{"nothing was sent in the middle of " + path};
    }
    return passed.count();
}

/// Times of recorded runs and of the same runs without, pair by pair.
struct recording_costs {
    std::vector<double> shares;  ///< of what it may add: 1.5 times the run, or 100 ns an event
    std::vector<double> rates;   ///< million events written a second
    std::vector<double> finds;   ///< milliseconds
    double bytes_a_hop = 0;
};

inline void add_pair(recording_costs& to, const std::string& program, const std::string& run,
                     const std::string& path) {
    const program_run plain = run_program(program, "run " + run + " -t 1");
    const program_run written = run_program(program, "record " + run + " -t 1 -o " + path);
    const double hops = written.number("transmissions");
    const double events = hops + written.printed.at("delivery").at("delivered").to_number<double>();
    const double seconds = written.number("wall_seconds");
    const double before = plain.number("wall_seconds");
    to.shares.push_back((seconds - before) / std::max(1.5 * before, events * 1e-7));
    to.rates.push_back(events / std::max(1e-9, seconds - before) / 1e6);
    to.finds.push_back(seconds_to_find(path) * 1e3);
    to.bytes_a_hop = static_cast<double>(std::filesystem::file_size(path)) / hops;
}

inline void recorded(report& results, const std::string& program, const effort& spent,
                     const std::string& run) {
    const scratch_recording file;
    recording_costs costs;
    for (int i = 0; i < spent.pairs; ++i) {
        add_pair(costs, program, run, file.path());
    }
    const auto add = [&](const std::string& name, double measured, double required,
                         std::string_view unit, bool is_limit) {
        results.add({.name = name + run,
                     .measured = measured,
                     .required = required,
                     .goal = {},
                     .unit = unit,
                     .is_limit = is_limit});
    };
    add("recording, of what it may add: ", median(costs.shares), 1, "share", true);
    add("events written a second: ", median(costs.rates), 10, "M/s", false);
    add("a packet-hop in the file: ", costs.bytes_a_hop, 3, "bytes", true);
    add("a slot in its middle found: ", median(costs.finds), 100, "ms", true);
}

inline void recordings(report& results, const std::string& program, const effort& spent) {
    for (const std::string run :
         {"multinode-broadcast -n hypercube:10", "multinode-broadcast -n hypercube:12",
          "simultaneous-broadcast/greedy -n hypercube:10", "total-exchange -n hypercube:10",
          "simultaneous-broadcast/split-packing -n torus:30x30 -b random:400"}) {
        recorded(results, program, spent, run);
    }
}

}  // namespace perf
