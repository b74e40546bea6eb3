/// @file
/// Speed of reductions and of total exchange, compared with broadcasts.
#pragma once

#include <string>

#include <fmt/format.h>

#include "measure.hpp"
#include "programs.hpp"
#include "report.hpp"

namespace perf {

/// Runs of a program, of which the first touches its memory. A wrong answer ends it with a status.
[[nodiscard]] inline rival run_of_program(const std::string& path, const std::string& arguments) {
    const auto run = [path, arguments] {
        return run_program(path, "run " + arguments + " --repeat 3");
    };
    return {.work = run().number("transmissions"),
            .run = [run] { return run().number("wall_seconds"); }};
}

/// One collective beside another with as many packets.
struct pairing {
    std::string name;
    std::string first;
    std::string second;
    std::string arguments;
    double required;
};

inline void add_ratio(report& results, const std::string& program, const effort& spent,
                      const pairing& each) {
    const comparison pair = compare(run_of_program(program, each.first + each.arguments),
                                    run_of_program(program, each.second + each.arguments), spent);
    results.add({.name = fmt::format("{} ({:.0f} to {:.0f} M/s)", each.name, pair.rate / 1e6,
                                     pair.other / 1e6),
                 .measured = pair.ratio,
                 .required = each.required,
                 .goal = {},
                 .unit = "ratio"});
}

/// Reduce-scatter beside the multinode broadcast that it is backwards: as many packets, each of
/// which is folded with a value somewhere in memory, and not delivered. Total exchange, whose
/// packets are stored at other places in every slot, beside allgather.
inline void reductions(report& results, const std::string& program, const effort& spent) {
    for (const int threads : {1, 2}) {
        add_ratio(results, program, spent,
                  {.name = fmt::format("reduce-scatter to allgather d=12 t={}", threads),
                   .first = "reduce-scatter",
                   .second = "multinode-broadcast",
                   .arguments = fmt::format("/rotation-classes -n hypercube:12 -t {}", threads),
                   .required = 0.8});
    }
    add_ratio(results, program, spent,
              {.name = "total exchange to allgather d=10 t=1",
               .first = "total-exchange",
               .second = "allgather",
               .arguments = " -n hypercube:10 -t 1",
               .required = 0.5});
}

}  // namespace perf
