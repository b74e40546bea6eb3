#include "engine/memory/control_group.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <unistd.h>

TEST_SUITE("engine/memory/control_group.hpp") {

namespace {

namespace fs = std::filesystem;

using tutti::control_group_limits;
using tutti::read_control_groups;

/// A folder in place of `/`, with what a test puts there.
class made_up_root {
public:
    made_up_root() { fs::create_directories(path_); }
    made_up_root(const made_up_root&) = delete;
    made_up_root& operator=(const made_up_root&) = delete;
    made_up_root(made_up_root&&) = delete;
    made_up_root& operator=(made_up_root&&) = delete;
    ~made_up_root() { fs::remove_all(path_); }

    void put(const std::string& name, std::string_view text) const {
        fs::create_directories((path_ / name).parent_path());
        std::ofstream{path_ / name} << text << '\n';
    }
    /// A process in a group, where its hierarchy is mounted.
    void join(std::string_view cgroup, std::string_view mountinfo) const {
        put("proc/self/cgroup", cgroup);
        put("proc/self/mountinfo", mountinfo);
    }
    [[nodiscard]] control_group_limits limits() const { return read_control_groups(path_); }
    [[nodiscard]] int processors() const { return tutti::read_processor_quota(path_); }
    [[nodiscard]] std::uint64_t unused() const {
        return tutti::unused_memory_bytes(limits(), path_);
    }

private:
    fs::path path_ = fs::temp_directory_path() / fmt::format("tutti-groups-{}", ::getpid());
};

constexpr std::string_view whole_mount =
    "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate";

}  // namespace

TEST_CASE("without groups, or with no limit, there is none") {
    const made_up_root root;
    CHECK(root.limits().memory_bytes == control_group_limits::no_limit);
    CHECK(root.processors() == std::numeric_limits<int>::max());

    root.join("0::/job", whole_mount);
    root.put("sys/fs/cgroup/job/memory.max", "max");
    root.put("sys/fs/cgroup/job/cpu.max", "max 100000");
    CHECK(root.limits().memory_bytes == control_group_limits::no_limit);
    CHECK(root.processors() == std::numeric_limits<int>::max());
    CHECK(root.unused() == control_group_limits::no_limit);
}

TEST_CASE("the smallest limit counts, of the process's group and of all above it") {
    for (const std::string tight : {"", "user.slice/", "user.slice/job/", "user.slice/job/step/"}) {
        const made_up_root root;
        CAPTURE(tight);
        root.join("0::/user.slice/job/step", whole_mount);
        root.put("sys/fs/cgroup/user.slice/job/memory.max", "900000000");
        root.put("sys/fs/cgroup/user.slice/job/cpu.max", "800000 100000");
        root.put("sys/fs/cgroup/" + tight + "memory.max", "50000000");
        root.put("sys/fs/cgroup/" + tight + "cpu.max", "150000 100000");

        CHECK(root.limits().memory_bytes == 50'000'000);
        CHECK(root.processors() == 2);
    }
}

TEST_CASE("a group beside those of the process sets no limit") {
    const made_up_root root;
    root.join("0::/a/b", whole_mount);
    root.put("sys/fs/cgroup/a/c/memory.max", "1000");
    root.put("sys/fs/cgroup/b/memory.max", "1000");
    CHECK(root.limits().memory_bytes == control_group_limits::no_limit);
}

TEST_CASE("where processes are slowed down counts as a limit") {
    const made_up_root root;
    root.join("0::/job", whole_mount);
    root.put("sys/fs/cgroup/job/memory.max", "900000000");
    root.put("sys/fs/cgroup/job/memory.high", "70000000");
    CHECK(root.limits().memory_bytes == 70'000'000);
}

TEST_CASE("version 1 has a hierarchy for each controller, which may share a mount") {
    const made_up_root root;
    root.join("9:memory:/slurm/job_7\n3:cpu,cpuacct:/batch\n0::/",
              "31 30 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
              "32 30 0:28 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct");
    root.put("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712");
    root.put("sys/fs/cgroup/memory/slurm/job_7/memory.limit_in_bytes", "60000000");
    root.put("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1");
    root.put("sys/fs/cgroup/cpu,cpuacct/batch/cpu.cfs_quota_us", "300000");
    root.put("sys/fs/cgroup/cpu,cpuacct/batch/cpu.cfs_period_us", "100000");
    CHECK(root.limits().memory_bytes == 60'000'000);
    CHECK(root.processors() == 3);
}

TEST_CASE("in a container the group of the process may stand at the mount point or below it") {
    constexpr std::string_view mount =
        "40 33 0:26 /docker/f00 /sys/fs/cgroup ro - cgroup2 cgroup rw";
    for (const auto& [group, place] : {std::pair{"0::/docker/f00", ""},
                                       {"0::/docker/f00/inner", "inner/"},
                                       {"0::/docker/other", ""},
                                       {"0::/../other", ""}}) {
        const made_up_root root;
        CAPTURE(group);
        root.join(group, mount);
        root.put(fmt::format("sys/fs/cgroup/{}memory.max", place), "80000000");
        CHECK(root.limits().memory_bytes == 80'000'000);
    }
}

TEST_CASE("mount points with blanks are found") {
    const made_up_root root;
    root.join("0::/job", R"(30 23 0:26 / /my\040groups rw - cgroup2 cgroup2 rw)");
    root.put("my groups/job/memory.max", "40000000");
    CHECK(root.limits().memory_bytes == 40'000'000);
}

TEST_CASE("part of a processor is one, and nonsense sets no limit") {
    const made_up_root root;
    root.join("0::/job", whole_mount);
    root.put("sys/fs/cgroup/job/cpu.max", "5000 100000");
    CHECK(root.processors() == 1);
    for (const std::string_view text : {"", "x", "-5 100000", "100000 0", "100000"}) {
        CAPTURE(text);
        root.put("sys/fs/cgroup/job/cpu.max", text);
        root.put("sys/fs/cgroup/job/memory.max", "lots");
        CHECK(root.processors() == std::numeric_limits<int>::max());
        CHECK(root.limits().memory_bytes == control_group_limits::no_limit);
    }
}

TEST_CASE("unused is what the limit leaves beside what is in use, but for the cache of files") {
    const made_up_root root;
    root.join("0::/job", whole_mount);
    root.put("proc/meminfo", "MemTotal:  2000 kB\nMemFree: 10 kB\nMemAvailable:   1000 kB");
    CHECK(root.unused() == 1'024'000);

    root.put("sys/fs/cgroup/job/memory.max", "900000");
    CHECK(root.unused() == 1'024'000);  // nothing says what is in use
    root.put("sys/fs/cgroup/job/memory.current", "500000");
    CHECK(root.unused() == 400'000);
    root.put("sys/fs/cgroup/job/memory.stat",
             "anon 200000\ninactive_file 90000\nactive_file 10000");
    CHECK(root.unused() == 500'000);
    root.put("sys/fs/cgroup/job/memory.current", "5000000");
    CHECK(root.unused() == 0);
}

}  // TEST_SUITE("engine/memory/control_group.hpp")
