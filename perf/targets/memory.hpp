/// @file
/// Memory of links, nodes and whole runs, and the accuracy of its estimates.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "programs.hpp"
#include "report.hpp"
#include "tutti/catalog/hypercube_program.hpp"
#include "tutti/engine/emulator.hpp"
#include "tutti/topology/hypercube.hpp"

namespace perf {

template <class Packet>
void bytes_per_link(report& results, double required) {
    const tutti::hypercube cube{16};
    const auto needed = tutti::emulator<tutti::hypercube, Packet>::estimate(cube, 0);
    const auto links = static_cast<double>(cube.link_count());
    const auto nodes = static_cast<double>(cube.node_count());
    results.add({.name = fmt::format("memory of a directed link, {}-byte packets", sizeof(Packet)),
                 .measured = static_cast<double>(needed.mailbox_bytes) / links,
                 .required = required,
                 .goal = {},
                 .unit = "bytes",
                 .is_limit = true});
    results.add({.name = fmt::format("memory of a node, {}-byte packets", sizeof(Packet)),
                 .measured = static_cast<double>(needed.node_bytes) / nodes,
                 .required = 512,
                 .goal = {},
                 .unit = "bytes",
                 .is_limit = true});
}

inline void memory(report& results, const std::string& program) {
    bytes_per_link<std::uint64_t>(results, 24);
    bytes_per_link<tutti::short_packet>(results, 40);
    const auto peak_of = [&](const std::string& run) {
        return run_program(program, run).number("peak_rss_bytes");
    };
    // The program and its libraries, before it has any node to speak of.
    const double own = peak_of("run broadcast -n hypercube:1");
    for (const std::string run :
         {"run multinode-broadcast -n hypercube:12", "run total-exchange -n hypercube:10",
          "run simultaneous-broadcast/prefix-roots -n hypercube:14 -b random:4096",
          "run broadcast -n hypercube:20", "run scatter -n hypercube:18",
          "run gather -n hypercube:18", "run prefix-sum/exchange -n hypercube:18",
          "run total-exchange/single-port -n hypercube:11",
          "run simultaneous-broadcast/greedy -n hypercube:12 -b all",
          "run simultaneous-broadcast/greedy -n hypercube:14 -b random:2000"}) {
        const double needed = run_program(program, run + " --dry-run").number("total_bytes");
        const double used = peak_of(run) - own;
        results.add({.name = "estimate to use: " + run.substr(4),
                     .measured = std::max(needed / used, used / needed) - 1,
                     .required = 0.15,
                     .goal = {},
                     .unit = "off",
                     .is_limit = true});
    }
}

}  // namespace perf
