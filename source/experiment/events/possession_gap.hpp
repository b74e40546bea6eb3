/// @file
/// Reasons for which possession of messages cannot be verified.
#pragma once

#include <string>

#include "tutti/catalog/collective.hpp"
#include "verification/recording/run_requirements.hpp"

namespace tutti {

/// Why packets and deliveries of a collective do not show which node has which message, or an empty
/// text.
/// @param task with its requirement, the messages that are given and their contents
[[nodiscard]] std::string no_possession_reason(const collective& collective, const problem& problem,
                                               const run_requirements& task);

/// True if every node is given the messages that it has to send unchanged, and nothing else.
[[nodiscard]] bool is_given_plainly(const collective& collective, const problem& problem,
                                    const run_requirements& task);

/// True if the collective is about messages at all, so that a packet that names one means it.
[[nodiscard]] inline bool has_messages(const collective& collective,
                                       const broadcaster_set& broadcasters) {
    return collective.takes_broadcasters || collective.is_dynamic || !broadcasters.nodes.empty();
}

}  // namespace tutti
