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

#include "recording_check.hpp"
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
class recording_judge::court {
public:
    court(const recorded_plan& plan, const network& where, judged_task what);

    void take(const recorded_slot& what, std::span<const recorded_kind> kinds,
              std::span<const std::string> mark_names);
    [[nodiscard]] recording_findings end(const std::optional<std::string>& result,
                                         std::string_view damage) const;

private:
    /// Reasons that prevent a check, each an empty text if there is none.
    struct gaps {
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
    using claims = std::vector<judged_claim>;

    void note_ends(const recorded_slot& what);
    void count_packets(const recorded_slot& what, std::span<const recorded_kind> kinds);
    [[nodiscard]] bool is_all_there(const claimed_result& result) const;
    [[nodiscard]] gaps gaps_of(std::string_view damage,
                               const std::optional<claimed_result>& result) const;
    void rule_on_plan(claims& all, const std::optional<claimed_result>& result) const;
    void rule_on_packets(claims& all, const gaps& lacking) const;
    void rule_on_possession(claims& all, const gaps& lacking) const;
    void rule_on_deliveries(claims& all, const gaps& lacking, std::string_view not_over) const;
    void rule_on_marks(claims& all, const gaps& lacking, std::string_view not_over) const;
    void rule_on_result(claims& all, const gaps& lacking, const claimed_result& result) const;
    void rule_on_time(claims& all, const gaps& lacking, const measured_time& took,
                      const claimed_result& result) const;
    [[nodiscard]] offences wrong_phases(const measured_time& took,
                                        const claimed_result& result) const;
    [[nodiscard]] offences wrong_time(const measured_time& took,
                                      const claimed_result& result) const;
    void judge_promises(offences& wrong, const rational& units) const;
    [[nodiscard]] offences wrong_silence(const measured_time& took) const;
    [[nodiscard]] offences wrong_counts(const gaps& lacking, const claimed_result& result) const;
    [[nodiscard]] offences wrong_digest(const claimed_result& result) const;
    [[nodiscard]] const mark_ledger& book_for(const claimed_result& result) const;
    [[nodiscard]] measured_time measured(const mark_ledger& book,
                                         const claimed_result& result) const;

    const recorded_plan* plan_;
    judged_task task_;
    std::uint64_t nodes_;
    link_judge links_;
    share_judge shares_;
    std::optional<possession_judge> possession_;
    std::optional<delivery_judge> deliveries_;
    mark_judge marks_;
    delivery_sums sums_;
    packet_totals packets_;
    slot last_delivery_ = 0;
    std::uint64_t delivery_count_ = 0;
    std::vector<std::uint8_t> is_over_;  // each node
    std::uint64_t over_count_ = 0;
    offences bad_ends_;
    bool has_links_ = true;
};

}  // namespace tutti
