/// @file
/// Targets of speed and memory, and whether they hold.
#pragma once

#include <cstdio>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <boost/json.hpp>
#include <fmt/format.h>

namespace perf {

/// Target value and measured value.
struct target {
    std::string name;
    double measured = 0;
    double required = 0;
    std::optional<double> goal;
    std::string_view unit;
    bool is_limit = false;  ///< at most that much, and not at least

    [[nodiscard]] bool holds() const noexcept { return reaches(required); }
    [[nodiscard]] bool reaches(double expected) const noexcept {
        return is_limit ? measured <= expected : measured >= expected;
    }
};

/// Shows every target as it is measured, and writes it down, lest it be lost with a later one.
class report {
public:
    /// @param path the JSON file of all that was measured; none if empty
    /// @throws std::runtime_error if it cannot be written
    explicit report(std::string path) : path_{std::move(path)} { write(); }

    void add(const target& reached) {
        fmt::print("{:<58} {:>10.3g} {:<9} {} {:<8.3g} {:<8} {}\n", reached.name, reached.measured,
                   reached.unit, reached.is_limit ? "<=" : ">=", reached.required,
                   reached.goal ? fmt::format("{:.3g}", *reached.goal) : "",
                   reached.holds() ? "holds" : "MISSED");
        std::fflush(stdout);
        entries_.push_back({{"what", reached.name},
                            {"measured", reached.measured},
                            {"unit", reached.unit},
                            {"required", reached.required},
                            {"goal", reached.goal ? boost::json::value(*reached.goal) : nullptr},
                            {"holds", reached.holds()}});
        write();
    }

private:
    void write() const {
        if (path_.empty()) {
            return;
        }
        std::ofstream file{path_};
        file << boost::json::serialize(entries_) << '\n';
        if (!file.flush()) {
            throw std::runtime_error{fmt::format("cannot write {}", path_)};
        }
    }

    std::string path_;
    boost::json::array entries_;
};

}  // namespace perf
