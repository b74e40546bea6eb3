/// @file
/// Comparison of repeated runs of one plan, which have to be equal.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "collectives/requirement.hpp"
#include "tutti/engine/run_report.hpp"
#include "verification/result.hpp"

namespace tutti {

/// Figures of a run, as text, that every other run of the same plan has to reproduce.
class reproducible_figures {
public:
    /// @param outcome what the collective says of the nodes' final values; empty: nothing is wrong
    reproducible_figures(const run_report& report, const delivery_counts& delivered,
                         std::string_view outcome);
    /// Its phases represent its marks, which results of other processes lack.
    explicit reproducible_figures(const result& result);

    /// The first figure in which this run differs, with both values; empty if there is none.
    /// @param run, first names of this run and of the other: "run 3", "run 1"
    [[nodiscard]] std::string difference_from(const reproducible_figures& other,
                                              std::string_view run, std::string_view first) const;

private:
    using figure = std::pair<std::string_view, std::string>;

    reproducible_figures(const run_report& report, const delivery_counts& delivered,
                         std::string_view outcome, figure phases);

    std::array<figure, 9> figures_;
};

/// Compares the runs of a repeated experiment, one after the other, with the first of them.
class repetition_check {
public:
    explicit repetition_check(int repeats) noexcept : repeats_{repeats} {}

    /// Takes what a run came to, if there are to be several.
    void add(const run_report& report, const delivery_counts& delivered, std::string_view outcome);

    /// Adds the check `determinism` if there were several runs. Where it does not hold, the verdict
    /// is at least `incorrect`.
    void verify(result& result) const;

private:
    int repeats_;
    std::optional<reproducible_figures> first_;
    std::uint64_t runs_ = 0;
    std::string difference_;  // of the first run that differs; empty: none does
};

}  // namespace tutti
