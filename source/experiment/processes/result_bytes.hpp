/// @file
/// Serialisation of results, for another process of the same program.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/exchange/bytes.hpp"
#include "tutti/experiment/result.hpp"

namespace tutti {

/// Puts behind the bytes all of a result that stores, logs and summaries of many runs have: not the
/// marks, the exception, the account of threads, knowledge, loads of links, repeats.
void append_result(std::vector<std::byte>& data, const result& result);

/// @pre a result comes next
[[nodiscard]] result take_result(detail::byte_reader& from);

}  // namespace tutti
