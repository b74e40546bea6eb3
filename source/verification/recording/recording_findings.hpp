/// @file
/// Verifier of the slots of a recording, independent of the code that made them, and its findings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "recorded_plan.hpp"
#include "recorded_slot.hpp"
#include "run_requirements.hpp"
#include "tutti/topology/network.hpp"
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
    recording_verifier(recording_verifier&& other) noexcept;
    recording_verifier(const recording_verifier&) = delete;
    recording_verifier& operator=(recording_verifier&& other) noexcept;
    recording_verifier& operator=(const recording_verifier&) = delete;
    ~recording_verifier();

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
    class recording_checks;
    std::unique_ptr<recording_checks> checks_;
};

}  // namespace tutti
