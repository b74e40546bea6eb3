/// @file
/// Results in JSON of this version and of earlier ones.
#pragma once

#include <string_view>

#include <boost/json.hpp>

namespace tutti {

/// Schema of a result in JSON.
inline constexpr std::string_view result_schema_name = "tutti.result/2";

/// True for the schemas that `upgraded_result()` reads: this one and `tutti.result/1`.
[[nodiscard]] bool is_result_schema(const boost::json::value& name) noexcept;

/// The result with the names of this version's fields, whichever version wrote it. Other fields,
/// and objects that are no results, stay as they are.
[[nodiscard]] boost::json::object upgraded_result(boost::json::object read);

}  // namespace tutti
