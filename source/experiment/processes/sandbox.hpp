/// @file
/// System call filter that confines a process.
#pragma once

#include <string>

namespace tutti {

/// From now on this process, and all threads that it makes, can compute, take memory, and read and
/// write what is open: all else is refused with EPERM, among it files, sockets, shared memory,
/// signals to and from others, and new processes.
/// @return why that cannot be, or an empty text
[[nodiscard]] std::string seal_process();

}  // namespace tutti
