/// @file
/// Spans of the phases of a program in slots, from the marks of its nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tutti/node/rational.hpp"
#include "tutti/node/slot.hpp"
#include "verification/recording/recorded_plan.hpp"

namespace tutti {

/// A phase, from the slot after the end of the one before until the last node marked its end.
struct phase_span {
    std::size_t phase = 0;  ///< in the plan
    slot first = 1;
    slot last = 1;
    std::uint64_t marks = 0;
};

/// Gathers marks, in the order of slots.
class phase_record {
public:
    /// @param most spans that are kept separate; of more, the later ones are merged
    explicit phase_record(const recorded_plan& plan, std::size_t most = most_spans);

    /// A node marked the end of what is called so.
    void note(slot at, std::string_view name);

    /// All spans; what comes after the last mark belongs to the phase that no node can mark, if
    /// there is one.
    [[nodiscard]] std::vector<phase_span> spans(slot last_slot) const;

    /// As many as a picture has room for.
    static constexpr std::size_t most_spans = 256;

private:
    [[nodiscard]] std::uint64_t markers_of(std::size_t phase) const;
    [[nodiscard]] phase_span* unfinished(std::size_t phase);

    const recorded_plan* plan_;
    std::size_t most_;
    std::vector<phase_span> spans_;
};

/// The number of its span that `at` is in; that of the last one, behind it.
[[nodiscard]] std::size_t span_at(const std::vector<phase_span>& spans, slot at);

/// The time, in units, until the end of slot `at`.
[[nodiscard]] rational units_until(const recorded_plan& plan, const std::vector<phase_span>& spans,
                                   slot at);

/// True if time in units differs from the number of slots.
[[nodiscard]] bool slots_differ(const recorded_plan& plan);

}  // namespace tutti
