/// @file
/// Collective operations of the processes that share a run: agreement and sums. Each function is
/// called by all of them; without a carrier a process is alone.
#pragma once

#include <span>
#include <stdexcept>
#include <vector>

#include "collectives/delivery_verifier.hpp"
#include "collectives/input/interval_record.hpp"
#include "engine/partition/node_partition.hpp"
#include "experiment/sweep/sweep_plan.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/engine/transport.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

/// Processes were asked for the same and have something else, as files on their machines differ.
class processes_differ : public std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// @throws processes_differ in all of them if one has another network than process 0, as where a
///   file is another one on another machine: they would come to nonsense
void require_the_same(const network& net, transport* carrier);
/// @throws processes_differ in all of them if one has another input. The network is not looked at
void require_the_same(const problem& input, transport* carrier);

/// @throws processes_differ in all of them if one has other runs in its plan than process 0
void require_the_same(const sweep_plan& plan, transport* carrier);

/// Sum of the delivery counts of all processes.
[[nodiscard]] delivery_counts counts_of(const delivery_verifier& check, transport* carrier);

/// Records of the nodes of all processes, by id, at process 0; empty elsewhere.
/// @param records of the own nodes
[[nodiscard]] std::vector<interval_record> gather_records(transport& carrier,
                                                          const node_partition& shares,
                                                          std::span<const interval_record> records);

}  // namespace tutti
