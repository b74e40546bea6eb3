/// @file
/// Memory of runs: needed and available.
#pragma once

#include <cstdint>
#include <stdexcept>

namespace tutti {

/// Bytes that a run will take, known before any of them is allocated.
struct memory_estimate {
    std::uint64_t mailbox_bytes = 0;  ///< the links
    std::uint64_t node_bytes = 0;     ///< the machine's own state of the nodes
    std::uint64_t program_bytes = 0;  ///< coroutine frames and what the programs keep
    std::uint64_t check_bytes = 0;    ///< the workload and the delivery check

    // Of these, where several processes share a network.
    std::uint64_t border_bytes = 0;  ///< packets that cross
    std::uint64_t whole_bytes = 0;   ///< what is whole in each: the input, and links of a file

    [[nodiscard]] std::uint64_t total_bytes() const noexcept {
        return mailbox_bytes + node_bytes + program_bytes + check_bytes;
    }
};

/// A run would take more memory than it may; the text has both figures.
class memory_limit_exceeded : public std::invalid_argument {
public:
    memory_limit_exceeded(std::uint64_t needed_bytes, std::uint64_t limit_bytes);
};

/// The smallest of the machine's memory, the limits of the control groups that this process is in
/// (`control_group_limits`) and RLIMIT_AS, in bytes.
[[nodiscard]] std::uint64_t available_memory_bytes();

/// The largest resident set of this process so far, in bytes.
[[nodiscard]] std::uint64_t peak_resident_bytes();

/// Bytes of the heap that this process has in use beside those of `huge_pages()`; 0 where the heap
/// is not glibc's.
[[nodiscard]] std::uint64_t heap_bytes() noexcept;

/// Makes the heap retain freed memory, except blocks beyond 32 MiB, for later runs, which then need
/// not wait for the system to provide it again. For the whole process, before it has threads; where
/// the heap is not glibc's, does nothing.
void keep_freed_memory() noexcept;

/// `left` times `right`, or 2^60 if that is less.
[[nodiscard]] std::uint64_t bounded_product(std::uint64_t left, std::uint64_t right);

}  // namespace tutti
