/// @file
/// Static probe points (USDT, provider `tutti`) for `perf probe`, bpftrace and SystemTap. One
/// without a tracer attached is an instruction that does nothing; without the header of
/// systemtap-sdt-dev there are none.
#pragma once

#include <cstdint>

#include "tutti/node/slot.hpp"

#if __has_include(<sys/sdt.h>)
#include <sys/sdt.h>
#else
// NOLINTBEGIN(cppcoreguidelines-macro-usage): the other header's names
#define DTRACE_PROBE1(provider, probe, first)
#define DTRACE_PROBE2(provider, probe, first, second)
#define DTRACE_PROBE3(provider, probe, first, second, third)
// NOLINTEND(cppcoreguidelines-macro-usage)
#endif

namespace tutti::detail {

// The macros' branches are choices among instructions, made by the compiler.
// NOLINTBEGIN(readability-function-cognitive-complexity)

/// `slot_begin(slot, work)`: clock slot; nodes and packets that make it up.
inline void probe_slot_begin([[maybe_unused]] slot now,
                             [[maybe_unused]] std::uint64_t work) noexcept {
    DTRACE_PROBE2(tutti, slot_begin, now, work);
}

/// `slot_end(slot, runnable, packets)`: nodes that run in the next slot without mail; packets
/// that were sent in this one.
inline void probe_slot_end([[maybe_unused]] slot now, [[maybe_unused]] std::uint64_t runnable,
                           [[maybe_unused]] std::uint64_t packets) noexcept {
    DTRACE_PROBE3(tutti, slot_end, now, runnable, packets);
}

/// `mark(name, slot, count)`: `count` nodes marked a milestone; `name` is a C string.
inline void probe_mark([[maybe_unused]] const char* name, [[maybe_unused]] slot at,
                       [[maybe_unused]] std::uint64_t count) noexcept {
    DTRACE_PROBE3(tutti, mark, name, at, count);
}

/// `threads(count)`: from this slot on, `count` threads run the nodes.
inline void probe_threads([[maybe_unused]] int count) noexcept {
    DTRACE_PROBE1(tutti, threads, count);
}

// NOLINTEND(readability-function-cognitive-complexity)

}  // namespace tutti::detail
