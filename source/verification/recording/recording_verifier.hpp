/// @file
/// Verifier of a recording: feeds all checks, and derives the findings.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "recording_findings.hpp"
#include "stated_result.hpp"
#include "verify_deliveries.hpp"
#include "verify_digest.hpp"
#include "verify_links.hpp"
#include "verify_marks.hpp"
#include "verify_plan.hpp"
#include "verify_possession.hpp"
#include "verify_shares.hpp"
#include "violations.hpp"

namespace tutti {

/// The first of these texts that is not empty; an empty one if all are.
[[nodiscard]] inline std::string_view first_of(std::initializer_list<std::string_view> texts) {
    for (const std::string_view one : texts) {
        if (!one.empty()) {
            return one;
        }
    }
    return {};
}

/// Checks of a recording: passes each slot to each verifier, as long as links are those of the
/// network.
class recording_verifier::recording_checks {
public:
    recording_checks(const recorded_plan& plan, const network& net, run_requirements requirements);

    void take(const recorded_slot& record, std::span<const recorded_kind> kinds,
              std::span<const std::string> mark_names);
    [[nodiscard]] recording_findings end(const std::optional<std::string>& result,
                                         std::string_view damage) const;

private:
    /// Reasons that prevent a check, each an empty text if there is none.
    struct missing_parts {
        std::string links{};    ///< the links are wrong: nothing else says anything
        std::string slots{};    ///< the first slots lack
        std::string nodes{};    ///< some nodes do
        std::string after{};    ///< something that may have come later does
        std::string control{};  ///< packets without a message do

        [[nodiscard]] std::string_view any() const {
            return first_of({links, slots, nodes, after});
        }
        /// For what depends on all that happened before.
        [[nodiscard]] std::string_view earlier() const { return first_of({slots, nodes}); }
    };
    /// Time of a run as its marks and packets show it.
    struct measured_time {
        std::vector<std::optional<slot>> phases;
        slot slots = 0;
        rational units = 0;
        std::optional<slot> first_end{};
        std::optional<slot> last_end{};
    };
    using check_findings = std::vector<check_finding>;

    void note_ends(const recorded_slot& record);
    void count_packets(const recorded_slot& record, std::span<const recorded_kind> kinds);
    [[nodiscard]] bool has_all_events(const stated_result& result) const;
    [[nodiscard]] missing_parts gaps_of(std::string_view damage,
                                        const std::optional<stated_result>& result) const;
    void verify_plan(check_findings& findings, const std::optional<stated_result>& result) const;
    void verify_packets(check_findings& findings, const missing_parts& lacking) const;
    void verify_possession(check_findings& findings, const missing_parts& lacking) const;
    void verify_deliveries(check_findings& findings, const missing_parts& lacking,
                           std::string_view not_over) const;
    void verify_marks(check_findings& findings, const missing_parts& lacking,
                      std::string_view not_over) const;
    void verify_result(check_findings& findings, const missing_parts& lacking,
                       const stated_result& result) const;
    void verify_time(check_findings& findings, const missing_parts& lacking,
                     const measured_time& took, const stated_result& result) const;
    [[nodiscard]] violation_list phase_violations(const measured_time& took,
                                                  const stated_result& result) const;
    [[nodiscard]] violation_list time_violations(const measured_time& took,
                                                 const stated_result& result) const;
    void verify_expectations(violation_list& wrong, const rational& units) const;
    [[nodiscard]] violation_list silence_violations(const measured_time& took) const;
    [[nodiscard]] violation_list count_violations(const missing_parts& lacking,
                                                  const stated_result& result) const;
    [[nodiscard]] violation_list digest_violations(const stated_result& result) const;
    [[nodiscard]] const recorded_phase_statistics& statistics_for(
        const stated_result& result) const;
    [[nodiscard]] measured_time measured(const recorded_phase_statistics& book,
                                         const stated_result& result) const;

    const recorded_plan* plan_;
    run_requirements task_;
    std::uint64_t nodes_;
    link_verifier links_;
    share_verifier shares_;
    std::optional<possession_verifier> possession_;
    std::optional<recorded_delivery_verifier> deliveries_;
    mark_verifier marks_;
    delivery_sums sums_;
    packet_totals packets_;
    slot last_delivery_ = 0;
    std::uint64_t delivery_count_ = 0;
    std::vector<std::uint8_t> is_over_;  // each node
    std::uint64_t over_count_ = 0;
    violation_list bad_ends_;
    bool has_links_ = true;
};

}  // namespace tutti
