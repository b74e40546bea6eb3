#include "tutti/machine/control_group.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace tutti {
namespace {

namespace fs = std::filesystem;

// A hierarchy of groups: version 2, or one of version 1 for a controller.
struct group_hierarchy {
    std::string_view controller;  // empty: version 2
    std::string group{};          // of this process, from the hierarchy's root: "/user.slice/x"
};

// Where a hierarchy, or a part of it, can be read.
struct group_mount {
    std::string part;  // the group that stands at the mount point
    fs::path place{};
};

bool has_item(std::string_view list, std::string_view item) {
    for (std::size_t at = 0; at <= list.size();) {
        const std::size_t end = std::min(list.find(',', at), list.size());
        if (list.substr(at, end - at) == item) {
            return true;
        }
        at = end + 1;
    }
    return false;
}

// "NUMBER:CONTROLLERS:GROUP" a line; version 2 has no controllers.
std::optional<std::string> group_of_process(const fs::path& root, std::string_view controller) {
    std::ifstream file{root / "proc/self/cgroup"};
    for (std::string line; std::getline(file, line);) {
        const std::size_t first = line.find(':');
        const std::size_t second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) {
            continue;
        }
        const std::string controllers = line.substr(first + 1, second - first - 1);
        if (controller.empty() ? controllers.empty() : has_item(controllers, controller)) {
            return line.substr(second + 1);
        }
    }
    return std::nullopt;
}

// Blanks and the like stand as three octal digits after a backslash.
std::string unescaped(std::string_view text) {
    constexpr std::size_t digits = 3;
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + digits < text.size()) {
            int symbol = 0;
            const char* const begin = text.data() + i + 1;
            static_cast<void>(std::from_chars(begin, begin + digits, symbol, 8));
            plain += static_cast<char>(symbol);
            i += digits;
        } else {
            plain += text[i];
        }
    }
    return plain;
}

// "ID PARENT DEVICE PART PLACE OPTIONS.. - TYPE SOURCE OPTIONS" a line.
std::vector<group_mount> mounts_of(const fs::path& root, std::string_view controller) {
    std::vector<group_mount> found;
    std::ifstream file{root / "proc/self/mountinfo"};
    for (std::string line; std::getline(file, line);) {
        std::istringstream words{line};
        std::string word;
        std::string part;
        std::string place;
        words >> word >> word >> word >> part >> place;
        while (words >> word && word != "-") {
        }
        std::string type;
        std::string options;
        words >> type >> word >> options;
        const bool is_it = controller.empty() ? type == "cgroup2"
                                              : type == "cgroup" && has_item(options, controller);
        if (is_it) {
            found.push_back({.part = unescaped(part), .place = unescaped(place)});
        }
    }
    const fs::path usual = "/sys/fs/cgroup";
    found.push_back({.part = "/", .place = usual / controller});
    return found;
}

// The group's folder below the mount point; where the mount has another part of the hierarchy, the
// mount point itself.
fs::path below(const group_mount& mount, const std::string& group) {
    const fs::path relative = fs::path{group}.lexically_relative(mount.part);
    const bool is_inside = !relative.empty() && *relative.begin() != "..";
    return is_inside && relative != "." ? relative : fs::path{};
}

std::optional<std::uint64_t> number_in(const fs::path& path) {
    std::ifstream file{path};
    std::uint64_t number = 0;
    // A sign would be taken, and "-1" for the largest number.
    return file.peek() != '-' && file >> number ? std::optional{number} : std::nullopt;
}

// Of lines "NAME NUMBER" the sum of those with these names.
std::uint64_t sum_in(const fs::path& path, std::initializer_list<std::string_view> names) {
    std::ifstream file{path};
    std::uint64_t sum = 0;
    std::string name;
    for (std::uint64_t number = 0; file >> name >> number;) {
        sum += std::ranges::count(names, name) != 0 ? number : 0;
    }
    return sum;
}

void add_memory_limit(control_group_limits& all, const fs::path& folder,
                      std::initializer_list<std::string_view> limits, std::string_view usage,
                      std::initializer_list<std::string_view> reclaimable) {
    for (const std::string_view name : limits) {
        const auto limit = number_in(folder / name);
        if (!limit) {
            continue;
        }
        all.memory_bytes = std::min(all.memory_bytes, *limit);
        if (const auto used = number_in(folder / usage)) {
            const std::uint64_t cache =
                std::min(*used, sum_in(folder / "memory.stat", reclaimable));
            all.unused_bytes = std::min(all.unused_bytes, *limit - std::min(*limit, *used - cache));
        }
    }
}

void add_processors(control_group_limits& all, double quota, double period) {
    if (quota > 0 && period > 0) {
        constexpr double most = 1 << 20;
        all.processors =
            std::min(all.processors,
                     std::max(1, static_cast<int>(std::ceil(std::min(most, quota / period)))));
    }
}

void add_group(control_group_limits& all, std::string_view controller, const fs::path& folder) {
    if (controller.empty()) {
        add_memory_limit(all, folder, {"memory.max", "memory.high"}, "memory.current",
                         {"active_file", "inactive_file"});
        std::ifstream file{folder / "cpu.max"};
        double quota = 0;  // stays 0 at "max"
        double period = 0;
        file >> quota >> period;
        add_processors(all, quota, period);
    } else if (controller == "memory") {
        add_memory_limit(all, folder, {"memory.limit_in_bytes"}, "memory.usage_in_bytes",
                         {"total_active_file", "total_inactive_file"});
    } else {
        // No quota is -1, which is no number here.
        add_processors(all, static_cast<double>(number_in(folder / "cpu.cfs_quota_us").value_or(0)),
                       static_cast<double>(number_in(folder / "cpu.cfs_period_us").value_or(0)));
    }
}

}  // namespace

control_group_limits read_control_groups(const fs::path& root) {
    control_group_limits all;
    for (const std::string_view controller : {"", "memory", "cpu"}) {
        const auto group = group_of_process(root, controller);
        for (const group_mount& mount : mounts_of(root, controller)) {
            const fs::path place = root / mount.place.relative_path();
            fs::path inside = below(mount, group.value_or("/"));
            add_group(all, controller, place);
            for (; !inside.empty(); inside = inside.parent_path()) {
                add_group(all, controller, place / inside);
            }
        }
    }
    return all;
}

const control_group_limits& own_control_groups() {
    static const control_group_limits all = read_control_groups();
    return all;
}

std::uint64_t unused_memory_bytes(const fs::path& root) {
    std::uint64_t bytes = read_control_groups(root).unused_bytes;
    std::ifstream file{root / "proc/meminfo"};
    for (std::string line; std::getline(file, line);) {
        constexpr std::string_view name = "MemAvailable:";
        if (line.starts_with(name)) {
            std::istringstream rest{line.substr(name.size())};
            if (std::uint64_t kibibytes = 0; rest >> kibibytes) {
                bytes = std::min(bytes, kibibytes << 10U);
            }
        }
    }
    return bytes;
}

}  // namespace tutti
