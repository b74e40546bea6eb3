/// @file
/// Exceptions for programs that use the interface against its preconditions.
#pragma once

#include <string_view>

#include "tutti/topology/topology.hpp"

namespace tutti::detail {

/// Throws an `error` that states the misuse and its remedy. They are not inline: callers pay for
/// the check alone.
[[noreturn, gnu::cold]] void refuse_empty_task();
[[noreturn, gnu::cold]] void refuse_second_await();
[[noreturn, gnu::cold]] void refuse_task_without_value();
[[noreturn, gnu::cold]] void refuse_missing_packet(port through);
[[noreturn, gnu::cold]] void refuse_empty_inbox();
[[noreturn, gnu::cold]] void refuse_old_inbox();
/// Of a table that has room for ports 0 to `ports` - 1.
[[noreturn, gnu::cold]] void refuse_port(std::string_view table, port through, int ports);
/// Of a node that does something while its program does not run, in a slot or outside of all.
[[noreturn, gnu::cold]] void refuse_turn(std::string_view call, node_id node, bool is_in_slot);

}  // namespace tutti::detail
