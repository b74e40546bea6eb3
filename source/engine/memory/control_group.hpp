/// @file
/// Limits of memory and processor time that Linux control groups set.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace tutti {

/// Limits of the control group of this process and of all groups above it, as far as they are
/// visible: the smallest of them.
struct control_group_limits {
    static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

    /// Control group with a memory limit, and the files that state its use.
    struct memory_group {
        std::uint64_t limit_bytes = no_limit;
        std::string usage_file;
        std::string statistics_file;
    };

    /// Of version 2 `memory.max` and `memory.high`, of version 1 `memory.limit_in_bytes`.
    std::uint64_t memory_bytes = no_limit;
    /// Groups with a memory limit.
    std::vector<memory_group> memory_groups{};
};

/// Reads the limits of memory of all groups from that of this process up to the root. Groups are
/// looked for where `/proc/self/mountinfo` has them, which in a container need not be where
/// `/proc/self/cgroup` says, and in the usual places under `/sys/fs/cgroup`. A file that is
/// missing, or has no number, sets no limit.
/// @param root put before all paths: a folder with `proc` and `sys`, or nothing
[[nodiscard]] control_group_limits read_control_groups(const std::string& root = {});

/// The same, read once.
[[nodiscard]] const control_group_limits& own_control_groups();

/// Processors that the groups leave, found likewise: the smallest quota of processor time
/// (`cpu.max`, `cpu.cfs_quota_us`), rounded up.
[[nodiscard]] int read_processor_quota(const std::string& root = {});

/// The same, read once.
[[nodiscard]] int own_processor_quota();

/// Available memory in bytes, which no other process has to give up: the smaller of the kernel's
/// estimate (`MemAvailable`) and of the groups' limits less their use, the cache of files aside,
/// which the system takes back.
[[nodiscard]] std::uint64_t unused_memory_bytes(
    const control_group_limits& groups = own_control_groups(), const std::string& root = {});

}  // namespace tutti
