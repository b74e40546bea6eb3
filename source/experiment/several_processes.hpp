/// @file
/// What the processes that share a run have to agree on and to add up. Each function is called by
/// all of them; without a carrier a process is alone.
#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "tutti/collective/delivery_check.hpp"
#include "tutti/collective/interval_record.hpp"
#include "tutti/collective/problem.hpp"
#include "tutti/experiment/sweep_plan.hpp"
#include "tutti/machine/transport.hpp"

namespace tutti {

/// A node and the one after the last.
using node_range = std::pair<std::size_t, std::size_t>;

/// Processes were asked for the same and have something else, as files on their machines differ.
class processes_differ : public std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// This process's part of so many nodes.
[[nodiscard]] node_range own_nodes_of(transport* carrier, std::size_t nodes);

/// @throws processes_differ in all of them if one has another network or input than process 0,
///   as where a file is another one on another machine: they would come to nonsense
void require_the_same(const problem& input, transport* carrier);

/// @throws processes_differ in all of them if one has other runs in its plan than process 0
void require_the_same(const sweep_plan& plan, transport* carrier);

/// What was delivered at the nodes of all processes.
[[nodiscard]] delivery_counts counts_of(const delivery_check& check, transport* carrier);

/// What the nodes of all processes noted, at process 0; at others nothing.
[[nodiscard]] std::vector<interval_record> gather_records(transport& carrier,
                                                          std::span<const interval_record> mine);

}  // namespace tutti
