/// @file
/// Interned names of milestones and packet kinds that came from another process.
#pragma once

#include <string>
#include <string_view>

namespace tutti::detail {

/// The same name, for as long as the program runs. Programs' literals live in their process as long
/// as it does, and so do the names of milestones and of packets' kinds that came from another one:
/// a run's report holds them, and may outlive all that made it.
///
/// Thread safety: any thread may call it.
[[nodiscard]] std::string_view interned_name(std::string name);

}  // namespace tutti::detail
