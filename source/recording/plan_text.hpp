/// @file
/// Encoding of plans and networks in recordings.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tutti/recording/recording.hpp"
#include "tutti/topology/network.hpp"

namespace tutti::record {

/// The plan whose fields have these texts, all that are needed, without the facts of its run.
/// @throws std::invalid_argument if a text is none of its field
[[nodiscard]] recorded_plan plan_of_fields(const option_values& fields);
/// Head of a recording: the plan as `tutti.plan/2`, and the facts of its run. JSON, with the keys
/// in one order.
[[nodiscard]] std::string plan_text(const recorded_plan& plan);
/// Algorithm, network and ports of a plan, for a heading: safe for a terminal.
[[nodiscard]] std::string heading_of(const recorded_plan& plan);
/// @throws recording_error if it is no plan
[[nodiscard]] recorded_plan plan_from(std::string_view text);

/// The links of the networks that come from files, by their names in the plan; empty if there are
/// none.
[[nodiscard]] std::string links_text(const recorded_plan& plan, const network& net);

/// The network of a plan. @param links what `links_text` gave
/// @param most_bytes that its links may take
/// @throws recording_error if it cannot be built
[[nodiscard]] network network_of(const recorded_plan& plan, std::string_view links,
                                 std::uint64_t most_bytes);

/// Name of a network's specification where its files are not available.
[[nodiscard]] std::string name_without_files(const std::string& specification, const network& net);

}  // namespace tutti::record
