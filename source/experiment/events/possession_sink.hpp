/// @file
/// Sink that verifies the possession of messages while a run goes on.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/folded_node.hpp"
#include "algorithms/run_inputs.hpp"
#include "collectives/input/broadcasters.hpp"
#include "collectives/input/payloads.hpp"
#include "collectives/requirement.hpp"
#include "kind_table.hpp"
#include "node/share.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/engine/sink.hpp"
#include "tutti/engine/transport.hpp"
#include "tutti/topology/network.hpp"
#include "verification/recording/run_requirements.hpp"
#include "verification/recording/verify_possession.hpp"
#include "verification/recording/verify_shares.hpp"
#include "verification/result.hpp"
#include "verification/run_verifier.hpp"

namespace tutti {

/// Sink that verifies what `check` verifies in a recording: each node was given, or received over a
/// link in a slot before, what it sends and delivers, and control packets hold no message. It stops
/// after a number of events, which bounds its time and memory, and says so.
class possession_sink final : public sink {
public:
    /// Packets, deliveries and marks of a run that are verified, up to the end of their slot.
    static constexpr std::uint64_t most_events = std::uint64_t{1} << 21U;
    /// Links of a network whose packets are listed slot by slot.
    static constexpr std::uint64_t most_links = std::uint64_t{1} << 18U;

    /// @param name renames the messages that packets say they carry; null: not needed
    possession_sink(run_requirements task, std::uint64_t nodes, origin_mapping name)
        : task_{std::move(task)}, nodes_{nodes}, name_{std::move(name)} {}

    [[nodiscard]] interest wants(tutti::slot at) noexcept override;
    void slot(const slot_record& record) override;
    void end(const run_report& /*report*/) override { is_over_ = true; }

    /// Errors in the latest run.
    [[nodiscard]] possession_errors complaints() const;
    /// Reason why a part of the runs was not verified, or an empty text.
    [[nodiscard]] std::string gap() const;

private:
    void begin();
    void list_sent(const slot_record& record);
    void list_delivered(const slot_record& record);

    run_requirements task_;
    std::uint64_t nodes_;
    origin_mapping name_;
    // Of the latest run.
    std::optional<possession_verifier> judge_;
    share_verifier clocks_{{}, 0, false};  // no message comes after the beginning
    kind_table kinds_;
    std::vector<recorded_kind> recorded_kinds_;
    std::vector<recorded_transmission> sent_;
    std::vector<recorded_delivery> delivered_;
    std::uint64_t events_ = 0;
    bool is_over_ = true;
    // Of all runs.
    std::optional<tutti::slot> stopped_before_;  // the clock's slot from which nothing is verified
};

/// Verification of possession in the runs of an experiment.
struct possession_verification {
    std::unique_ptr<possession_sink> verifier{};  ///< null: it is not verified node by node
    std::string gap{};                            ///< what is left out, and why; or empty

    /// Errors in the latest run; null if nothing was verified. Of several processes all call it,
    /// and process 0 verifies.
    [[nodiscard]] std::optional<possession_errors> complaints(transport* carrier) const;
    /// Puts what is verified, and what is not, into a result after its runs. All processes call it.
    void describe(verification& by, transport* carrier) const;
};

/// Possession is verified node by node for packets that say which message they carry. The library's
/// own algorithms are left out: their recordings are checked in its tests.
/// @param contents of the messages
/// @param required what has to be delivered, broadcasters nodes that have messages at the start
[[nodiscard]] possession_verification possession_verification_for(
    const algorithm& algorithm, const problem& input, const payloads& contents,
    const requirement& required, const broadcaster_set& broadcasters, const packet_traits& packets);

/// The most bytes that it takes on that network for an algorithm that is not of the library, for
/// this number of messages.
[[nodiscard]] std::uint64_t possession_bytes(const network& net, std::uint64_t messages);

}  // namespace tutti
