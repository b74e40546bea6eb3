/// @file
/// Speed and memory of making schedules, and speed of playing them.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <numeric>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "measure.hpp"
#include "programs.hpp"
#include "reductions.hpp"
#include "report.hpp"
#include "topology/schedules/balanced_exchange.hpp"
#include "topology/schedules/balanced_routes.hpp"
#include "topology/schedules/common/bit_set.hpp"
#include "topology/schedules/common/distance_matrix.hpp"
#include "topology/schedules/common/link_table.hpp"
#include "topology/schedules/common/send_table.hpp"
#include "topology/schedules/receiver_matching.hpp"
#include "topology/schedules/scatter_flow.hpp"
#include "topology/schedules/translations.hpp"
#include "tutti/topology/graph.hpp"
#include "tutti/topology/hypercube.hpp"
#include "tutti/topology/network.hpp"

namespace perf {

/// Reference loop: receiver matching without preferences. The links into a node bring the first
/// packets by number that it lacks, one after the other.
[[nodiscard]] inline tutti::send_table first_packets(const tutti::link_table& links) {
    const std::uint32_t nodes = links.node_count();
    tutti::bit_matrix had(nodes, nodes);
    for (std::uint32_t node = 0; node < nodes; ++node) {
        tutti::insert(had[node], node);
    }
    tutti::bit_matrix has = had;
    tutti::bit_matrix lacked(1, nodes);
    tutti::send_table sends;
    for (std::uint32_t now = 1; sends.size() < std::size_t{nodes} * (nodes - 1); ++now) {
        for (const tutti::link_table::link& link : links.links()) {
            if (tutti::set_difference(lacked[0], had[link.to], has[link.from])) {
                const std::uint32_t packet = tutti::first_from(lacked[0], link.from);
                tutti::insert(has[link.from], packet);
                sends.push_back({.slot = now, .link = link.reverse, .packet = packet});
            }
        }
        had = has;
    }
    std::ranges::sort(sends);
    return sends;
}

/// A random graph of four links a node: two Hamiltonian cycles without a common link.
[[nodiscard]] inline tutti::network four_regular(std::size_t nodes) {
    std::mt19937 random{1};
    std::vector<tutti::node_id> tour(nodes);
    std::iota(tour.begin(), tour.end(), tutti::node_id{0});
    std::set<tutti::graph::link> links;
    while (links.size() < 2 * nodes) {
        std::set<tutti::graph::link> joined = links;
        for (std::size_t i = 0; i < nodes; ++i) {
            joined.insert(std::minmax(tour[i], tour[(i + 1) % nodes]));
        }
        if (joined.size() == links.size() + nodes) {
            links = std::move(joined);
        }
        std::ranges::shuffle(tour, random);
    }
    const std::vector<tutti::graph::link> list{links.begin(), links.end()};
    return tutti::graph{nodes, list};
}

/// One making of a table beside the loop, which takes 0.075 s on a quiet host: the ratios stand for
/// 1.5 and 0.5 s.
struct making {
    std::string name;
    double most_ratio;  ///< of its seconds to those of the loop
    std::size_t least_sends;
    std::function<tutti::send_table()> make;
};

/// @throws std::runtime_error, when it runs, if the table has fewer sends
[[nodiscard]] inline rival made_table(std::size_t least_sends,
                                      std::function<tutti::send_table()> make) {
    return {.work = 1, .run = [least_sends, make = std::move(make)] {
                const auto begin = std::chrono::steady_clock::now();
                const tutti::send_table table = make();
                const std::chrono::duration<double> passed =
                    std::chrono::steady_clock::now() - begin;
                if (table.size() < least_sends || !std::ranges::is_sorted(table)) {
                    throw std::runtime_error{"a schedule lacks sends"};
                }
                return passed.count();
            }};
}

inline void makings(report& results, const effort& spent) {
    const tutti::link_table large{four_regular(1024)};
    const tutti::link_table small{four_regular(64)};
    const tutti::link_table cube{tutti::hypercube{12}};
    const auto pairs = [](std::size_t nodes) { return nodes * (nodes - 1); };
    const rival loop = made_table(pairs(1024), [&] { return first_packets(large); });
    const std::vector<making> all{
        {"receiver matching (T1), 1,024 nodes", 20, pairs(1024),
         [&] { return receiver_matching(large, packets_in_turn(large, large.node_count(), {})); }},
        {"balanced routes (X1), 64 nodes", 7, pairs(64),
         [&] {
             const tutti::distance_matrix distances{small};
             (void)tutti::balanced_routes{small, distances, 2, tutti::route_load::links};
             return exchange_with_all_ports(small, {small, distances, 0, tutti::route_load::links});
         }},
        {"translations (T0), 12-cube", 7, pairs(4096),
         [&] { return tutti::translation_schedule::of(cube)->sends(cube); }},
        {"scatter by a flow, 1,024 nodes", 20, 1023, [&] { return scatter_flow(large, 0); }}};
    for (const making& each : all) {
        const comparison pair = compare(made_table(each.least_sends, each.make), loop, spent);
        results.add({.name = fmt::format("making {} ({:.3g} s), loops", each.name, 1 / pair.rate),
                     .measured = 1 / pair.ratio,
                     .required = each.most_ratio,
                     .goal = {},
                     .unit = "ratio",
                     .is_limit = true});
    }
}

/// A schedule of somebody else: an allgather one way round a ring of 450 nodes, 202,050 rows, read,
/// verified and run by a process of its own.
inline void foreign_schedule(report& results, const std::string& program) {
    constexpr std::uint32_t nodes = 450;
    const std::filesystem::path file =
        std::filesystem::temp_directory_path() / fmt::format("tutti-perf-{}.csv", getpid());
    {
        std::ofstream rows{file};
        rows << "slot,from,to,message\n";
        for (std::uint32_t slot = 1; slot < nodes; ++slot) {
            for (std::uint32_t from = 0; from < nodes; ++from) {
                rows << fmt::format("{},{},{},{}\n", slot, from, (from + 1) % nodes,
                                    (from + nodes + 1 - slot) % nodes);
            }
        }
    }
    const program_run run = run_program(
        program, fmt::format("run multinode-broadcast/schedule -n ring:{} -t 1 --set file={}",
                             nodes, file.string()));
    std::filesystem::remove(file);
    if (run.number("transmissions") != nodes * (nodes - 1)) {
        throw std::runtime_error{"the run is not that of the schedule"};
    }
    results.add({.name = "202,050 rows of a schedule read, verified and run",
                 .measured = run.seconds,
                 .required = 2,
                 .goal = {},
                 .unit = "s",
                 .is_limit = true});
}

inline void schedules(report& results, const std::string& program, const effort& spent) {
    foreign_schedule(results, program);
    makings(results, spent);
    const std::string run = "run multinode-broadcast/receiver-matching -n torus:32x32 -t 1";
    results.add({.name = "receiver matching made and played, 1,024 nodes: peak memory",
                 .measured = run_program(program, run).number("peak_rss_bytes") / 1e6,
                 .required = 100,
                 .goal = {},
                 .unit = "MB",
                 .is_limit = true});
    for (const std::string rule : {"translations", "receiver-matching"}) {
        const comparison pair = compare(
            run_of_program(program, fmt::format("allgather/{} -n hypercube:10 -t 1", rule)),
            run_of_program(program, "allgather/rotation-classes -n hypercube:10 -t 1"), spent);
        results.add(
            {.name = fmt::format("playing {} to rotation-classes d=10 ({:.0f} to {:.0f} M/s)", rule,
                                 pair.rate / 1e6, pair.other / 1e6),
             .measured = pair.ratio,
             .required = 0.6,
             .goal = {},
             .unit = "ratio"});
    }
}

}  // namespace perf
