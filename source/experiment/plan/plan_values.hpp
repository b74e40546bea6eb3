/// @file
/// Plan as texts by field: the neutral form between words, JSON and experiments.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "util/option_values.hpp"

namespace tutti {

/// Command that takes plans.
enum class plan_command : std::uint8_t {
    run,
    record,
    compare,
    stress,
    bounds,
    sweep,
    audit,
    tune,
    optimum
};

/// The names of these commands, in their order.
inline constexpr std::array<std::string_view, 9> plan_command_names{
    "run", "record", "compare", "stress", "bounds", "sweep", "audit", "tune", "optimum"};

[[nodiscard]] constexpr std::string_view name_of(plan_command command) noexcept {
    return plan_command_names[fmt::underlying(command)];
}

/// Texts of a plan by the names of its fields.
class plan_values : public option_values {
public:
    explicit plan_values(plan_command command = plan_command::run, option_values values = {})
        : option_values{std::move(values)}, command_{command} {}

    [[nodiscard]] plan_command command() const noexcept { return command_; }

    friend bool operator==(const plan_values&, const plan_values&) = default;

private:
    plan_command command_;
};

}  // namespace tutti
