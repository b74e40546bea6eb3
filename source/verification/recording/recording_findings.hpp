/// @file
/// Findings of the verification of a recording.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verification/verdict.hpp"

namespace tutti {

/// Status of a check.
enum class check_status : std::uint8_t { holds, violated, not_checked };

/// Name in results: "holds", "violated", "not-judged".
[[nodiscard]] std::string_view name_of(check_status status) noexcept;

/// Something that has to hold of a recording.
struct check_finding {
    std::string name;
    check_status status = check_status::holds;
    std::uint64_t violations = 0;  ///< how often it does not hold
    /// First violation, with its slot, node and port; or the reason why it was not checked; or
    /// empty.
    std::string text{};
};

/// Findings of the verification of a recording.
struct recording_findings {
    std::vector<check_finding> findings{};
    std::optional<tutti::verdict> recorded_verdict{};  ///< of the recorded result, if it has one
    bool is_damaged = false;                           ///< something of the recording is missing
    bool lacks_only =
        false;  ///< all deliveries were verified, and none is wrong but some are missing

    /// True if no check is violated.
    [[nodiscard]] bool hold() const noexcept;
    /// True if the only violation is missing deliveries that the run's own random draws predicted,
    /// as its result states.
    [[nodiscard]] bool are_unlucky() const noexcept;
    /// Names of unchecked findings, without which nothing is verified: the plan and its figures,
    /// links, possession, contributions to values, deliveries, counts and digest.
    [[nodiscard]] std::vector<std::string> not_verified() const;
    /// `complete` if nothing is violated or missing and all of these were checked, null ("not
    /// verified") if some were not; else the verdict of the result, or `incorrect`.
    [[nodiscard]] std::optional<tutti::verdict> verdict() const;
    /// Name of that verdict in results.
    [[nodiscard]] std::string_view verdict_name() const;
    /// The claim of that name. @throws std::out_of_range if there is none
    [[nodiscard]] const check_finding& finding(std::string_view name) const;
};

}  // namespace tutti
