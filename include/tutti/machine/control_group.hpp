/// @file
/// Limits of memory and processor time that Linux control groups set.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>

namespace tutti {

/// What the control group of this process and all groups above it allow, as far as they are
/// visible: the smallest of their limits.
struct control_group_limits {
    static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

    /// Of version 2 `memory.max` and `memory.high`, of version 1 `memory.limit_in_bytes`.
    std::uint64_t memory_bytes = no_limit;
    /// The same less what each group has in use, the cache of files aside, which the system takes
    /// back.
    std::uint64_t unused_bytes = no_limit;
    /// Processors, from the quota of processor time (`cpu.max`, `cpu.cfs_quota_us`), rounded up.
    int processors = std::numeric_limits<int>::max();
};

/// Reads the limits of all groups from that of this process up to the root. Groups are looked for
/// where `/proc/self/mountinfo` has them, which in a container need not be where
/// `/proc/self/cgroup` says, and in the usual places under `/sys/fs/cgroup`. A file that is
/// missing, or has no number, sets no limit.
/// @param root in place of `/`: a folder with `proc` and `sys`
[[nodiscard]] control_group_limits read_control_groups(const std::filesystem::path& root = "/");

/// The same, read once.
[[nodiscard]] const control_group_limits& own_control_groups();

/// Memory that can be had without taking it from other processes: the smaller of what the kernel
/// says of the machine (`MemAvailable`) and of what the control groups leave, in bytes.
[[nodiscard]] std::uint64_t unused_memory_bytes(const std::filesystem::path& root = "/");

}  // namespace tutti
