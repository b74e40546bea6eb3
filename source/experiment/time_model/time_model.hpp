/// @file
/// Time model: seconds of the slots of a run on links with latency and bandwidth.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "link_classes.hpp"
#include "node/exact_number.hpp"
#include "time_model_request.hpp"
#include "topology/networks/network_specification.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

struct collective;
struct experiment;

/// What a packet costs on a link.
struct link_cost {
    exact_number latency = 0;         ///< in seconds, of a slot or a start-up
    exact_number seconds_a_byte = 0;  ///< 1 / bandwidth

    friend bool operator==(const link_cost&, const link_cost&) = default;
};

/// Costs of all links of a network.
struct link_costs {
    link_classes classes{};
    std::vector<link_cost> of_class{};  ///< one where all links are alike

    /// True if no link costs more than another.
    [[nodiscard]] bool are_alike() const;
    /// The least that any link takes of each: what a lower bound may assume.
    [[nodiscard]] link_cost least() const;
    /// The most: what a slot without a packet takes, which is as long as any.
    [[nodiscard]] link_cost most() const;
};

/// Reads latency, bandwidth and machine.
/// @throws option_error that names the option for a text that is wrong, a class that the network
///   does not have, or a link without a cost
[[nodiscard]] link_costs link_costs_of(const time_model_request& request,
                                       const network_specification& named, const network& net);

/// Checks what can be checked without a network.
/// @throws option_error if a part of the request is wrong or missing, or there are several sizes
void require_complete(const time_model_request& request);
/// Likewise of a tuning, which may have several sizes, or none.
void require_tunable(const time_model_request& request);
/// @throws std::invalid_argument if there are several sizes
void require_one_size(const time_model_request& request);

/// Adds a text, such as `0.7us` or `global=2us`, to those of the request.
/// @throws std::invalid_argument, one line, if they are no values of a latency, or bandwidth, or no
///   machine
void add_latency(time_model_request& to, const std::string& text);
void add_bandwidth(time_model_request& to, const std::string& text);
void set_machine(time_model_request& to, const std::string& text);
/// Sets the size, or several: `8..1GiB`. Throws likewise.
void set_bytes(time_model_request& to, const std::string& text);
/// Sets what is timed: `slots` or `startups`. Throws likewise.
void set_timed_by(time_model_request& to, const std::string& text);

/// Number of messages or values that `--bytes` is the size of: see `collective::messages_in_size`.
[[nodiscard]] std::uint64_t parts_of_size(const collective& goal, const problem& input);

/// Size of one message or value, in bytes: a share of the size, which need not be whole.
[[nodiscard]] exact_number part_bytes(const collective& goal, const problem& input,
                                      std::uint64_t bytes);

}  // namespace tutti
