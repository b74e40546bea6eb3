/// @file
/// JSON of the parts of results.
#pragma once

#include <optional>
#include <vector>

#include <boost/json.hpp>

#include "tutti/catalog/knowledge.hpp"
#include "tutti/experiment/result.hpp"

namespace tutti {

struct inapplicable_combination;

/// Its network and its broadcasters.
[[nodiscard]] boost::json::value network_json(const request& request);
[[nodiscard]] boost::json::value broadcasters_json(const request& request);
/// Null if all nodes take part.
[[nodiscard]] boost::json::value participants_json(const request& request);
/// Names of the items that all nodes know, and of the participants unless all nodes take part.
[[nodiscard]] boost::json::array known_json(const request& request,
                                            const std::vector<knowledge_item>& items);

[[nodiscard]] boost::json::object json_of(const lower_bound& bound);
[[nodiscard]] boost::json::value json_of(const std::optional<lower_bound>& bound);
[[nodiscard]] boost::json::object json_of(const parameter_values& values);
[[nodiscard]] boost::json::value json_of(const std::optional<expected_time>& expected);
[[nodiscard]] boost::json::value json_of(const std::optional<failure_probability>& failure);

/// Combination that a sweep leaves out, with the reason.
[[nodiscard]] boost::json::object inapplicable_json(const inapplicable_combination& each);

}  // namespace tutti
