/// @file
/// Comparison of a node's actions alone with those in the run of all.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "audited_run.hpp"
#include "isolated_run.hpp"
#include "tutti/experiment/audit.hpp"

namespace tutti {

/// The first deeds of a node in a slot, in words. @param left from that slot on
/// @param is_first whether it did nothing in the slot before
[[nodiscard]] std::string text_of_actions(slot at, std::span<const node_event> left, bool is_first);

/// Why there was no end of a run, or an empty text.
[[nodiscard]] std::string failure_of(const process_end& end, const std::string& refusal);

/// Knowledge of a node before a slot, in words. @param index of the node among those audited
[[nodiscard]] std::string knowledge_at(slot at, const first_run& reference, std::size_t index);

/// First difference between a node's actions and those of the run of all. Where all was the same up
/// to the slot in which the node broke off, that is the difference. Null if there is none.
[[nodiscard]] std::optional<audit_difference> difference_of(const first_run& reference,
                                                            std::size_t index,
                                                            const isolated_run& run,
                                                            const isolated_run_result& result);

/// True if the first different action is a packet that differs from the expected one beside its
/// payload only: then it holds something else that is made of payloads.
/// @pre the run was re-keyed
[[nodiscard]] bool differs_beside_payload(const isolated_run& run,
                                          const isolated_run_result& result);

}  // namespace tutti
