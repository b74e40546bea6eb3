/// @file
/// Matcher of messages and posted receives of ranks, with wildcards.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "goal_program.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// Matches the receives of a rank in the order in which they were posted, each with the message
/// that has the least arrival, sender and tag; those with the same come in the order they arrived.
class message_matcher {
public:
    explicit message_matcher(const goal_program& program);

    /// Posts a receive. @return the send that it gets
    [[nodiscard]] std::optional<std::uint32_t> post(std::uint32_t receive);
    /// Lets the message of a send arrive; messages come in the order of their arrival, sender and
    /// tag. @return the receive that gets it
    [[nodiscard]] std::optional<std::uint32_t> arrive(std::uint32_t send, slot at);

private:
    // Sender and tag of receives, either of which may be any.
    struct address {
        std::uint32_t rank = 0;
        std::uint32_t sender = 0;
        std::uint32_t tag = 0;
        friend auto operator<=>(const address&, const address&) = default;
    };
    struct message {
        address to{};  // of a receive that takes it
        slot at = 0;
        std::uint32_t sender = 0;
        std::uint32_t tag = 0;
        std::uint32_t arrived = 0;
        std::uint32_t send = 0;
        friend auto operator<=>(const message&, const message&) = default;
    };
    struct posted_receive {
        address from{};
        std::uint32_t order = 0;
        std::uint32_t receive = 0;
        friend auto operator<=>(const posted_receive&, const posted_receive&) = default;
    };

    [[nodiscard]] std::vector<address> addresses(std::uint32_t send) const;

    const goal_program* program_;
    std::vector<std::uint32_t> forms_;  // by rank: bits of the forms of addresses that it uses
    std::set<message> messages_;        // under all addresses that a receive may have
    std::set<posted_receive> receives_;
    std::uint32_t posted_ = 0;
    std::uint32_t arrived_ = 0;
};

}  // namespace tutti
