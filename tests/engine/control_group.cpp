#include "engine/memory/control_group.hpp"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <tuple>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "support/scratch.hpp"

TEST_SUITE("engine/memory/control_group.hpp") {

namespace {

constexpr std::uint64_t no_limit = tutti::control_group_limits::no_limit;
constexpr int no_quota = std::numeric_limits<int>::max();
constexpr std::string_view whole_mount =
    "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate";
constexpr std::string_view mount_of_container =
    "40 33 0:26 /docker/f00 /sys/fs/cgroup ro - cgroup2 cgroup rw";

/// A folder in place of `/`, with a process in a group, if it is in one, where its hierarchy is
/// mounted.
class made_up_root {
public:
    made_up_root(std::string_view cgroup, std::string_view mountinfo) {
        if (!cgroup.empty()) {
            put("proc/self/cgroup", cgroup);
            put("proc/self/mountinfo", mountinfo);
        }
    }
    void put(const std::string& name, std::string_view text) const {
        std::filesystem::create_directories((root_ / name).parent_path());
        std::ignore = place_.file(name, fmt::format("{}\n", text));
    }
    [[nodiscard]] std::uint64_t memory() const {
        return tutti::read_control_groups(root_).memory_bytes;
    }
    [[nodiscard]] int processors() const { return tutti::read_processor_quota(root_); }
    [[nodiscard]] std::uint64_t unused() const {
        return tutti::unused_memory_bytes(tutti::read_control_groups(root_), root_);
    }

private:
    support::scratch place_;
    std::filesystem::path root_ = place_.path("");
};

}  // namespace

TEST_CASE("the smallest limit counts, of the process's group and of all above it") {
    for (const std::string tight : {"", "user.slice/", "user.slice/job/", "user.slice/job/step/"}) {
        const made_up_root root{"0::/user.slice/job/step", whole_mount};
        CAPTURE(tight);
        root.put("sys/fs/cgroup/user.slice/job/memory.max", "900000000");
        root.put("sys/fs/cgroup/user.slice/job/cpu.max", "800000 100000");
        root.put("sys/fs/cgroup/" + tight + "memory.max", "50000000");
        root.put("sys/fs/cgroup/" + tight + "cpu.max", "150000 100000");

        CHECK(root.memory() == 50'000'000);
        CHECK(root.processors() == 2);
    }
}

TEST_CASE("limits are those of the process's groups, wherever these are mounted") {
    struct row {
        std::string_view cgroup;
        std::string_view mountinfo;
        std::string_view file;  // of the limit, below the root
        std::uint64_t memory;
    };
    for (const row& each : {
             row{"", "", "sys/fs/cgroup/unread", no_limit},
             // Groups beside those of the process.
             {"0::/a/b", whole_mount, "sys/fs/cgroup/a/c/memory.max", no_limit},
             {"0::/a/b", whole_mount, "sys/fs/cgroup/b/memory.max", no_limit},
             // Where processes are slowed down.
             {"0::/job", whole_mount, "sys/fs/cgroup/job/memory.high", 1000},
             // In a container, at the mount point or below it.
             {"0::/docker/f00", mount_of_container, "sys/fs/cgroup/memory.max", 1000},
             {"0::/docker/f00/inner", mount_of_container, "sys/fs/cgroup/inner/memory.max", 1000},
             {"0::/docker/other", mount_of_container, "sys/fs/cgroup/memory.max", 1000},
             {"0::/docker/f001/b", mount_of_container, "sys/fs/cgroup1/b/memory.max", no_limit},
             {"0::/../other", mount_of_container, "sys/fs/cgroup/memory.max", 1000},
             {"0::/job", R"(30 23 0:26 / /my\040groups rw - cgroup2 cgroup2 rw)",
              "my groups/job/memory.max", 1000},
         }) {
        CAPTURE(each.cgroup);
        CAPTURE(each.file);
        const made_up_root root{each.cgroup, each.mountinfo};
        root.put(std::string{each.file}, "1000");

        CHECK(root.memory() == each.memory);
        CHECK(root.processors() == no_quota);
    }
}

TEST_CASE("version 1 has a hierarchy for each controller, which may share a mount") {
    const made_up_root root{
        "9:memory:/slurm/job_7\n3:cpu,cpuacct:/batch\n0::/",
        "31 30 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
        "32 30 0:28 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct"};
    root.put("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712");
    root.put("sys/fs/cgroup/memory/slurm/job_7/memory.limit_in_bytes", "60000000");
    root.put("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1");
    root.put("sys/fs/cgroup/cpu,cpuacct/batch/cpu.cfs_quota_us", "300000");
    root.put("sys/fs/cgroup/cpu,cpuacct/batch/cpu.cfs_period_us", "100000");

    CHECK(root.memory() == 60'000'000);
    CHECK(root.processors() == 3);
}

TEST_CASE("part of a processor is one, and nonsense sets no limit") {
    const made_up_root root{"0::/job", whole_mount};
    root.put("sys/fs/cgroup/job/cpu.max", "5000 100000");
    CHECK(root.processors() == 1);

    for (const std::string_view text :
         {"", "x", "-5 100000", "100000 0", "100000", "max 100000", "max"}) {
        CAPTURE(text);
        root.put("sys/fs/cgroup/job/cpu.max", text);
        root.put("sys/fs/cgroup/job/memory.max", text == "max" ? text : "lots");
        CHECK(root.processors() == no_quota);
        CHECK(root.memory() == no_limit);
        CHECK(root.unused() == no_limit);
    }
}

TEST_CASE("unused is what the limit leaves beside what is in use, but for the cache of files") {
    const made_up_root root{"0::/job", whole_mount};
    root.put("proc/meminfo", "MemTotal:  2000 kB\nMemFree: 10 kB\nMemAvailable:   1000 kB");
    CHECK(root.unused() == 1'024'000);

    root.put("sys/fs/cgroup/job/memory.max", "900000");
    CHECK(root.unused() == 1'024'000);  // nothing says what is in use
    root.put("sys/fs/cgroup/job/memory.current", "500000");
    CHECK(root.unused() == 400'000);
    root.put("sys/fs/cgroup/job/memory.stat",
             "anon 200000\ninactive_file 90000\nactive_file 10000");
    CHECK(root.unused() == 500'000);
    root.put("sys/fs/cgroup/job/memory.stat",  // as version 1 has it
             "inactive_file 1000\ntotal_inactive_file 150000\ntotal_active_file 50000");
    CHECK(root.unused() == 600'000);
    root.put("sys/fs/cgroup/job/memory.current", "5000000");
    CHECK(root.unused() == 0);
}

}  // TEST_SUITE("engine/memory/control_group.hpp")
