/// @file
/// Checker of tables of sends against the model: links, ports, possession and partial sums.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "topology/participant_set.hpp"
#include "topology/schedules/common/link_table.hpp"
#include "topology/schedules/common/send_table.hpp"

namespace support {

enum class port_rule : std::uint8_t { all, single, single_half, shout };

/// A node that has a packet, or a result, after a slot.
struct packet_origin {
    tutti::node_id node = 0;
    std::uint32_t slot = 0;
};

/// The first send that breaks a rule of the ports, or is out of order; empty if none does.
[[nodiscard]] std::string port_violation(const tutti::link_table& links,
                                         const tutti::send_table& sends, port_rule ports);

/// Of copies: a sender has a packet before the slot, every participant gets every packet, no node
/// one twice, and others only what they send on.
[[nodiscard]] std::string copy_violation(const tutti::link_table& links,
                                         const tutti::send_table& sends,
                                         const std::vector<packet_origin>& origins,
                                         const tutti::participant_set& participants = {});

/// Of single packets that move: each is where it is sent from, and at its end after the last slot.
[[nodiscard]] std::string journey_violation(const tutti::link_table& links,
                                            const tutti::send_table& sends,
                                            std::vector<tutti::node_id> places,
                                            const std::vector<tutti::node_id>& ends);

/// Partial sums: a participant sends its own once for each value, with all that it has received,
/// other nodes what they have received, and none receives a contribution twice or too late.
/// @param owners set to the node that has the contributions of all participants, and since when; of
/// at most 64 nodes
[[nodiscard]] std::string sum_violation(const tutti::link_table& links,
                                        const tutti::send_table& sends,
                                        std::vector<packet_origin>& owners,
                                        const tutti::participant_set& participants = {});

/// Both halves of an allreduce: they share no link in a slot, and results begin where they are
/// complete.
[[nodiscard]] std::string allreduce_violation(const tutti::link_table& links,
                                              const tutti::allreduce_sends& sends,
                                              std::uint32_t values,
                                              const tutti::participant_set& participants = {});

}  // namespace support
