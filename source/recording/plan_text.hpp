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

/// The networks that come from files, by their names in the plan: switches and names of their
/// nodes, where they have any, and their links; both empty if there are none.
struct network_parts {
    std::string nodes{};
    std::string links{};
};
[[nodiscard]] network_parts parts_of(const recorded_plan& plan, const network& net);

/// The network of a plan. @param parts what `parts_of` gave
/// @param most_bytes that its links may take
/// @throws recording_error if it cannot be built
[[nodiscard]] network network_of(const recorded_plan& plan, const network_parts& parts,
                                 std::uint64_t most_bytes);

/// Name of a network's specification where its files are not available.
[[nodiscard]] std::string name_without_files(const std::string& specification, const network& net);

}  // namespace tutti::record
