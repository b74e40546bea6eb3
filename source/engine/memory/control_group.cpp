#include "control_group.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// A hierarchy of groups: version 2, or one of version 1 for a controller.
struct group_hierarchy {
    std::string_view controller;  // empty: version 2
    std::string group{};          // of this process, from the hierarchy's root: "/user.slice/x"
};

// Mount of a hierarchy, or of a part of it.
struct group_mount {
    std::string part;  // the group at the mount point
    std::string place{};
};

bool has_item(std::string_view list, std::string_view item) {
    return std::ranges::count(split(list, ','), item) != 0;
}

// A file of /proc or /sys, empty if there is none. Every run reads some, and a stream would take
// ten times as many instructions.
std::string content_of(const std::string& path) {
    constexpr std::size_t piece = 512;  // most are shorter
    std::string content;
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): POSIX declares it so
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return content;
    }
    std::array<char, piece> part{};
    for (ssize_t read = 0; (read = ::read(file, part.data(), part.size())) > 0;) {
        content.append(part.data(), static_cast<std::size_t>(read));
    }
    ::close(file);
    return content;
}

// The next word of a line, which leaves the rest; empty at its end.
std::string_view next_word(std::string_view& line) {
    const auto is_blank = [](char symbol) {
        return symbol == ' ' || symbol == '\n' || symbol == '\t';
    };
    const auto* const begin = std::ranges::find_if_not(line, is_blank);
    const auto* const end = std::find_if(begin, line.end(), is_blank);
    line = {end, line.end()};
    return {begin, end};
}

std::optional<std::uint64_t> number_of(std::string_view word) {
    std::uint64_t number = 0;
    const auto end = std::from_chars(word.begin(), word.end(), number);
    return end.ec == std::errc{} ? std::optional{number} : std::nullopt;
}

// "NUMBER:CONTROLLERS:GROUP" a line; version 2 has no controllers.
std::optional<std::string> group_of_process(std::string_view groups, std::string_view controller) {
    for (const std::string_view line : split(groups, '\n')) {
        const std::size_t first = line.find(':');
        const std::size_t second = line.find(':', first + 1);
        if (first == std::string_view::npos || second == std::string_view::npos) {
            continue;
        }
        const std::string_view controllers = line.substr(first + 1, second - first - 1);
        if (controller.empty() ? controllers.empty() : has_item(controllers, controller)) {
            return std::string{line.substr(second + 1)};
        }
    }
    return std::nullopt;
}

// Blanks and the like are written as three octal digits after a backslash.
std::string unescaped(std::string_view text) {
    constexpr std::size_t digits = 3;
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + digits < text.size()) {
            int symbol = 0;
            const std::string_view code = text.substr(i + 1, digits);
            (void)std::from_chars(code.begin(), code.end(), symbol, 8);
            plain += static_cast<char>(symbol);
            i += digits;
        } else {
            plain += text[i];
        }
    }
    return plain;
}

// The lines of mountinfo that have groups, "ID PARENT DEVICE PART PLACE OPTIONS.. - TYPE SOURCE
// OPTIONS" each.
std::vector<std::string_view> group_lines(std::string_view mounts) {
    constexpr std::string_view mark = "- cgroup";
    std::vector<std::string_view> lines;
    for (std::size_t at = 0; (at = mounts.find(mark, at)) != std::string_view::npos;) {
        const std::size_t begin = mounts.rfind('\n', at) + 1;  // 0 in the first line
        at = std::min(mounts.find('\n', at), mounts.size());
        lines.push_back(mounts.substr(begin, at - begin));
    }
    return lines;
}

std::vector<group_mount> mounts_of(std::span<const std::string_view> lines,
                                   std::string_view controller) {
    std::vector<group_mount> mounts;
    for (std::string_view line : lines) {
        constexpr std::string_view before_type = " - ";
        std::string_view rest = line.substr(line.find(" - cgroup") + before_type.size());
        const std::string_view type = next_word(rest);
        next_word(rest);
        const std::string_view options = next_word(rest);
        if (controller.empty() ? type == "cgroup2"
                               : type == "cgroup" && has_item(options, controller)) {
            for (int before_part = 0; before_part < 3; ++before_part) {
                next_word(line);
            }
            const std::string_view part = next_word(line);
            mounts.push_back({.part = unescaped(part), .place = unescaped(next_word(line))});
        }
    }
    std::string fast_path = "/sys/fs/cgroup";
    if (!controller.empty()) {
        fast_path.append("/").append(controller);
    }
    if (std::ranges::count(mounts, fast_path, &group_mount::place) == 0) {
        mounts.push_back({.part = "/", .place = std::move(fast_path)});
    }
    return mounts;
}

// The group's path below the mount point, with a slash in front; empty where the mount has another
// part of the hierarchy.
std::string below(const group_mount& mount, std::string_view group) {
    const std::string_view part = mount.part == "/" ? std::string_view{} : mount.part;
    const bool is_inside = group.starts_with(part) && group.substr(part.size()).starts_with('/');
    const std::string_view inside = is_inside ? group.substr(part.size()) : std::string_view{};
    return inside == "/" || inside.starts_with("/..") ? std::string{} : std::string{inside};
}

std::optional<std::uint64_t> number_in(const std::string& path) {
    return number_of(content_of(path));
}

// Of the group and those below it, what the system can take back. The names of version 1 begin with
// "total_" where its groups below count, too.
std::uint64_t file_cache_in(const std::string& statistics_file) {
    constexpr std::array<std::string_view, 2> names{"active_file", "inactive_file"};
    constexpr std::array<std::string_view, 2> names_of_all{"total_active_file",
                                                           "total_inactive_file"};
    const std::string content = content_of(statistics_file);
    std::uint64_t own = 0;
    std::uint64_t of_all = 0;
    for (std::string_view line : split(content, '\n')) {
        const std::string_view name = next_word(line);
        const bool is_own = std::ranges::count(names, name) != 0;
        if (is_own || std::ranges::count(names_of_all, name) != 0) {
            (is_own ? own : of_all) += number_of(next_word(line)).value_or(0);
        }
    }
    return std::max(own, of_all);
}

void add_memory_limit(control_group_limits& limits, const std::string& folder,
                      std::string_view limit_name, std::string_view usage_name) {
    constexpr std::uint64_t no_limit = std::uint64_t{1} << 62U;  // as version 1 writes it
    const auto path_of = [&](std::string_view name) {
        return std::string{folder}.append("/").append(name);
    };
    const auto limit = number_in(path_of(limit_name));
    if (limit && *limit < no_limit) {
        limits.memory_bytes = std::min(limits.memory_bytes, *limit);
        limits.memory_groups.push_back({.limit_bytes = *limit,
                                        .usage_file = path_of(usage_name),
                                        .statistics_file = path_of("memory.stat")});
    }
}

// Calls `visit(controller, folder)` for the folders of all groups of these controllers, or of
// version 2 (""), from that of this process up.
template <class Visit>
void visit_groups(const std::string& root, std::initializer_list<std::string_view> controllers,
                  const Visit& visit) {
    const std::string groups = content_of(root + "/proc/self/cgroup");
    const std::string mounts = content_of(root + "/proc/self/mountinfo");
    const std::vector<std::string_view> lines = group_lines(mounts);
    for (const std::string_view controller : controllers) {
        const auto group = group_of_process(groups, controller);
        for (const group_mount& mount : mounts_of(lines, controller)) {
            std::string folder = root + mount.place;
            const std::size_t top = folder.size();
            folder += below(mount, group.value_or("/"));
            while (true) {
                visit(controller, folder);
                if (folder.size() == top) {
                    break;
                }
                folder.resize(std::max(top, folder.rfind('/')));
            }
        }
    }
}

// Rounded up; without a quota all that there can be.
int processors_of(std::optional<std::uint64_t> quota, std::optional<std::uint64_t> period) {
    constexpr double most = 1 << 20;
    const std::uint64_t time = quota.value_or(0);
    const std::uint64_t of = period.value_or(0);
    if (time == 0 || of == 0) {
        return std::numeric_limits<int>::max();
    }
    return std::max(1, static_cast<int>(std::ceil(std::min(most, ratio(time, of)))));
}

int processors_in(std::string_view controller, const std::string& folder) {
    if (!controller.empty()) {
        // No quota is -1, which is no number here.
        return processors_of(number_in(folder + "/cpu.cfs_quota_us"),
                             number_in(folder + "/cpu.cfs_period_us"));
    }
    const std::string content = content_of(folder + "/cpu.max");
    std::string_view line = content;
    const auto quota = number_of(next_word(line));  // none at "max"
    return processors_of(quota, number_of(next_word(line)));
}

}  // namespace

control_group_limits read_control_groups(const std::string& root) {
    control_group_limits limits;
    visit_groups(root, {"", "memory"}, [&](std::string_view controller, const std::string& folder) {
        if (controller.empty()) {
            add_memory_limit(limits, folder, "memory.max", "memory.current");
            add_memory_limit(limits, folder, "memory.high", "memory.current");
        } else {
            add_memory_limit(limits, folder, "memory.limit_in_bytes", "memory.usage_in_bytes");
        }
    });
    return limits;
}

const control_group_limits& own_control_groups() {
    static const control_group_limits limits = read_control_groups();
    return limits;
}

int read_processor_quota(const std::string& root) {
    int processors = std::numeric_limits<int>::max();
    visit_groups(root, {"", "cpu"}, [&](std::string_view controller, const std::string& folder) {
        processors = std::min(processors, processors_in(controller, folder));
    });
    return processors;
}

int own_processor_quota() {
    static const int processors = read_processor_quota();
    return processors;
}

std::uint64_t unused_memory_bytes(const control_group_limits& groups, const std::string& root) {
    std::uint64_t bytes = control_group_limits::no_limit;
    for (const control_group_limits::memory_group& each : groups.memory_groups) {
        if (const auto used = number_in(each.usage_file)) {
            const std::uint64_t cache = std::min(*used, file_cache_in(each.statistics_file));
            bytes = std::min(bytes, each.limit_bytes - std::min(each.limit_bytes, *used - cache));
        }
    }
    const std::string content = content_of(root + "/proc/meminfo");
    constexpr std::string_view name = "MemAvailable:";
    if (const std::size_t at = content.find(name); at != std::string::npos) {
        std::string_view rest = std::string_view{content}.substr(at + name.size());
        if (const auto kibibytes = number_of(next_word(rest))) {
            bytes = std::min(bytes, *kibibytes << 10U);
        }
    }
    return bytes;
}

}  // namespace tutti
