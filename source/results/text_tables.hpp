/// @file
/// Text tables of results.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tutti/experiment/result.hpp"
#include "util/text_table.hpp"
#include "util/value_syntax.hpp"

namespace tutti {

/// Heading of a result or a stress test: collective, algorithm, network, source, and an empty line.
void add_request_heading(listing& out, const request& request);

/// A line for each of an experiment's parameters.
void add_parameters(listing& out, const parameter_values& values);

/// True if the result states the broadcasters; some collectives leave no choice of them.
[[nodiscard]] inline bool has_senders(const request& request) {
    return request.packets > 0 || request.broadcasters != "all";
}
/// A line on unlucky runs. @param tail the probability of this many or more
void add_unlucky(listing& out, std::uint64_t runs, double tail);

/// "random:3: 3 nodes, 3 packets".
[[nodiscard]] inline std::string senders_text(const request& request) {
    return fmt::format("{}: {}, {}", request.broadcasters,
                       quantity(request.broadcaster_nodes, "node"),
                       quantity(request.packets, "packet"));
}

/// "hosts: 16 of 36 nodes". @pre not all nodes take part
[[nodiscard]] inline std::string participants_text(const request& request) {
    return fmt::format("{}: {} of {}", request.participants, grouped(request.participant_count),
                       quantity(request.nodes, "node"));
}

/// Participants, if not all nodes take part, and broadcasters, each followed by `end`.
[[nodiscard]] std::string input_text(const request& request, std::string_view end);

/// "exact 30", or "-" if no time is known.
[[nodiscard]] std::string text_of(const std::optional<expected_time>& expected);

/// Lower bounds of several algorithms: a bound under one port model, or for whole packets, need not
/// hold for others.
class listed_bounds {
public:
    void add(port_model ports, const lower_bound& own, const std::optional<lower_bound>& pieces);

    [[nodiscard]] bool has_any() const noexcept { return !by_ports_.empty(); }
    [[nodiscard]] bool have_several_ports() const noexcept { return by_ports_.size() > 1; }

    /// A line for each that differs: "lower bound 30 for whole packets: ..", or "lower bound with
    /// ports single 103 for whole packets: .." if there are several.
    [[nodiscard]] std::string text() const;

private:
    std::map<port_model, std::vector<lower_bound>> by_ports_;
};

}  // namespace tutti
