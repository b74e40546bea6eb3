/// @file
/// Targets of speed and memory, and whether they hold.
#pragma once

#include <cstdio>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/json.hpp>
#include <fmt/format.h>

namespace perf {

/// What has to be reached, and what was.
struct target {
    std::string what;
    double measured = 0;
    double required = 0;
    std::optional<double> goal;
    std::string_view unit;
    bool is_limit = false;  ///< at most that much, and not at least

    [[nodiscard]] bool holds() const noexcept { return reaches(required); }
    [[nodiscard]] bool reaches(double wanted) const noexcept {
        return is_limit ? measured <= wanted : measured >= wanted;
    }
};

/// Shows every target as it is measured, and keeps them.
class report {
public:
    void add(target reached) {
        fmt::print("{:<58} {:>10.3g} {:<9} {} {:<8.3g} {:<8} {}\n", reached.what, reached.measured,
                   reached.unit, reached.is_limit ? "<=" : ">=", reached.required,
                   reached.goal ? fmt::format("{:.3g}", *reached.goal) : "",
                   reached.holds() ? "holds" : "MISSED");
        std::fflush(stdout);
        targets_.insert(targets_.end(), std::move(reached));
    }

    void write(const std::string& path) const {
        boost::json::array all;
        for (const target& each : targets_) {
            all.push_back({{"what", each.what},
                           {"measured", each.measured},
                           {"unit", each.unit},
                           {"required", each.required},
                           {"goal", each.goal ? boost::json::value(*each.goal) : nullptr},
                           {"holds", each.holds()}});
        }
        std::ofstream{path} << boost::json::serialize(all) << '\n';
    }

private:
    std::vector<target> targets_;
};

}  // namespace perf
