/// @file
/// Limit of the stack, as `ulimit -s` sets it.
#pragma once

namespace tutti::program {

/// Ends the process with status 4 and a line where the stack of its first thread is limited to less
/// than it takes. Threads that are started from then on have stacks that suffice, whatever the
/// limit is. For the whole process, before it has threads.
void require_stack() noexcept;

}  // namespace tutti::program
