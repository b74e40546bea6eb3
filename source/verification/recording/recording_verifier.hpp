/// @file
/// Verifier of the slots of a recording, independent of the code that made them.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "recorded_plan.hpp"
#include "recorded_slot.hpp"
#include "recording_findings.hpp"
#include "run_requirements.hpp"
#include "stated_result.hpp"
#include "tutti/topology/network.hpp"
#include "verification/run_verifier.hpp"
#include "verify_contributions.hpp"
#include "verify_deliveries.hpp"
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

/// Finding of a check: what is violated or, if nothing is, the reason why it was not checked.
[[nodiscard]] check_finding finding_of(std::string_view name, const violation_list& violations,
                                       std::string_view inapplicable_reason = {});
[[nodiscard]] check_finding not_checked(std::string_view name,
                                        std::string_view inapplicable_reason);

/// Reason why a check of complete runs was not made.
inline constexpr std::string_view no_end = "the run did not end";

/// Verifier of a recording: replays it slot by slot and checks it:
/// - plan: its network, messages and root are those of its collective, and the result has them,
///   too;
/// - figures: its source, knowledge, parameters, times, bounds and phases are those of its
///   algorithm;
/// - links: packets cross links that are there, at most one a link and slot, in the order of slots,
///   nodes and ports;
/// - ports: no node uses more links in a slot than the port model allows;
/// - shares: packets carry no more of a message than a slot of their node's phase does;
/// - possession: a node that sends or delivers a message, or a piece of one, was given it or got it
///   in a slot before (what is delivered may have come in the same slot), and it says what its
///   origin was given;
/// - control: packets that carry no message do not hold what one says;
/// - contributions, of reductions: values that are sent have the contributions that their packets
///   state, and results those of all nodes, each once; possession is that of the values;
/// - deliveries, postcondition: what has to be delivered is, once, and nothing else;
/// - marks, phases: nodes that can know the end of a phase mark it, once, in the slots of the
///   result;
/// - time, counts, digest: the result follows from the events;
/// - verdict: the run was found to be complete.
///
/// Where nodes mark a phase's end in the slot in which they send, a recording does not show which
/// of the packets were sent before: each may belong to either phase, but the first of them to the
/// earlier one.
///
/// Memory: a bit for each node and message, twice, up to 2^33 bits; beyond, what is there is kept
/// in hash tables. No allocation an event.
class recording_verifier {
public:
    /// @param plan, net outlive this
    recording_verifier(const recorded_plan& plan, const network& net,
                       run_requirements requirements);

    /// Takes the next slot in which something happened.
    /// @param kinds, mark_names those known so far, in the order in which they became known
    void take(const recorded_slot& record, std::span<const recorded_kind> kinds,
              std::span<const std::string> mark_names);

    /// Final findings of the verification.
    /// @param result of the run, as the recording has it, or null
    /// @param damage what is missing of the recording, or an empty text
    /// @throws recording_error if the result is none
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
    /// Packets that crossed links.
    struct packet_totals {
        std::uint64_t total = 0;
        std::uint64_t control = 0;
        slot last_slot = 0;  ///< in which one did; 0 if none
    };
    using mark_records = std::vector<milestone_record>;
    using check_findings = std::vector<check_finding>;

    void note_ends(const recorded_slot& record);
    void count_packets(const recorded_slot& record, std::span<const recorded_kind> kinds);
    [[nodiscard]] bool has_all_events(const stated_result& result) const;
    [[nodiscard]] missing_parts gaps_of(std::string_view damage,
                                        const std::optional<stated_result>& result) const;
    void verify_plan(check_findings& findings, const std::optional<stated_result>& result) const;
    void verify_packets(check_findings& findings, const missing_parts& lacking) const;
    void verify_possession(check_findings& findings, const missing_parts& lacking) const;
    void verify_contributions(check_findings& findings, const missing_parts& lacking) const;
    void verify_deliveries(check_findings& findings, const missing_parts& lacking,
                           std::string_view not_over) const;
    void verify_marks(check_findings& findings, const missing_parts& lacking,
                      std::string_view not_over) const;
    void verify_result(check_findings& findings, const missing_parts& lacking,
                       const stated_result& result) const;
    static void verify_time(check_findings& findings, const missing_parts& lacking,
                            const verified_run& seen, const stated_result& result);
    [[nodiscard]] static violation_list phase_violations(const verified_run& seen,
                                                         const stated_result& result);
    [[nodiscard]] violation_list count_violations(const missing_parts& lacking,
                                                  const stated_result& result) const;
    [[nodiscard]] violation_list digest_violations(const mark_records& marks,
                                                   const stated_result& result) const;
    [[nodiscard]] std::string digest_of(const mark_records& marks) const;
    [[nodiscard]] mark_records marks_for(const stated_result& result) const;
    [[nodiscard]] run_expectations expectations(const mark_records& marks,
                                                const stated_result& result) const;
    void set_deadline(run_expectations& due, const mark_records& marks,
                      const stated_result& result) const;
    [[nodiscard]] run_facts facts(const mark_records& marks, const missing_parts& lacking,
                                  const stated_result& result) const;

    const recorded_plan* plan_;
    run_requirements task_;
    std::uint64_t nodes_;
    link_verifier links_;
    share_verifier shares_;
    std::optional<possession_verifier> possession_;
    std::optional<contribution_verifier> contributions_;  // of a reduction
    std::optional<recorded_delivery_verifier> deliveries_;
    mark_verifier marks_;
    std::vector<std::uint64_t> sums_;  // of `delivery_digest`, of each node
    packet_totals packets_;
    slot last_delivery_ = 0;
    std::uint64_t delivery_count_ = 0;
    std::vector<std::uint8_t> is_over_;  // each node
    std::uint64_t over_count_ = 0;
    violation_list bad_ends_;
    bool has_links_ = true;
};

}  // namespace tutti
