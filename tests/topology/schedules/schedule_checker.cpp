#include "schedule_checker.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>

namespace support {
namespace {

using tutti::link_table;
using tutti::node_id;
using tutti::participant_set;
using tutti::send_table;
using tutti::timed_send;

std::string violation(const timed_send& send, std::string_view why) {
    return fmt::format("slot {} link {} packet {}: {}", send.slot, send.link, send.packet, why);
}

/// Sends of one slot after the other.
void for_each_slot(const send_table& sends, const auto& visit) {
    for (auto begin = sends.begin(); begin != sends.end();) {
        const auto end = std::find_if(begin, sends.end(),
                                      [&](const auto& send) { return send.slot != begin->slot; });
        visit(std::span{begin, end});
        begin = end;
    }
}

std::string slot_violation(const link_table& links, std::span<const timed_send> sends,
                           port_rule ports) {
    std::set<node_id> receivers;
    std::set<node_id> senders;
    std::set<std::pair<node_id, std::uint32_t>> shouts;
    for (const timed_send& send : sends) {
        const auto& [from, to, through, reverse] = links[send.link];
        const bool is_second_reception = !links.is_switch(to) && !receivers.insert(to).second;
        const bool is_second_sender = !links.is_switch(from) && !senders.insert(from).second;
        const bool is_new_shout = shouts.emplace(from, send.packet).second;
        if (is_second_reception ||
            (ports == port_rule::shout ? is_second_sender && is_new_shout : is_second_sender)) {
            return violation(send, "a second packet through one port");
        }
    }
    const bool overlap =
        std::ranges::any_of(senders, [&](node_id sender) { return receivers.contains(sender); });
    return overlap && ports != port_rule::single ? violation(sends.front(), "half duplex") : "";
}

/// The contributions that nodes have, by value and node; 0 once they are sent. Those of nodes that
/// take no part do not count.
using contributions = std::vector<std::vector<std::uint64_t>>;

std::string slot_violation(const link_table& links, std::span<const timed_send> sends,
                           contributions& parts, std::uint64_t all) {
    std::vector<std::uint64_t> contents;
    for (const timed_send& send : sends) {
        contents.push_back(std::exchange(parts.at(send.packet)[links[send.link].from], 0));
    }
    for (std::size_t i = 0; i < sends.size(); ++i) {
        std::uint64_t& part = parts[sends[i].packet][links[sends[i].link].to];
        if ((contents[i] & all) == 0 || part == 0 || (part & contents[i]) != 0) {
            return violation(sends[i], "sent twice, or received twice or too late");
        }
        part |= contents[i];
    }
    return "";
}

}  // namespace

std::string port_violation(const link_table& links, const send_table& sends, port_rule ports) {
    for (std::size_t i = 0; i < sends.size(); ++i) {
        if (sends[i].slot == 0 || sends[i].link >= links.link_count()) {
            return violation(sends[i], "no such slot or link");
        }
        if (i > 0 && std::pair{sends[i - 1].slot, sends[i - 1].link} >=
                         std::pair{sends[i].slot, sends[i].link}) {
            return violation(sends[i], "out of order, or a link is used twice");
        }
    }
    std::string first;
    for_each_slot(sends, [&](std::span<const timed_send> slot) {
        if (ports != port_rule::all && first.empty()) {
            first = slot_violation(links, slot, ports);
        }
    });
    return first;
}

std::string copy_violation(const link_table& links, const send_table& sends,
                           const std::vector<packet_origin>& origins,
                           const participant_set& participants) {
    constexpr std::uint32_t never = ~std::uint32_t{0};
    std::vector<std::vector<std::uint32_t>> since(
        origins.size(), std::vector<std::uint32_t>(links.node_count(), never));
    for (std::size_t packet = 0; packet < origins.size(); ++packet) {
        since[packet][origins[packet].node] = origins[packet].slot;
    }
    for (const timed_send& send : sends) {
        std::vector<std::uint32_t>& has_since = since.at(send.packet);
        const auto& [from, to, through, reverse] = links[send.link];
        if (has_since[from] >= send.slot) {
            return violation(send, "the sender does not have it");
        }
        if (std::exchange(has_since[to], send.slot) != never) {
            return violation(send, "the receiver has it");
        }
    }
    std::set<std::pair<node_id, std::uint32_t>> senders;
    for (const timed_send& send : sends) {
        senders.emplace(links[send.link].from, send.packet);
    }
    for (std::uint32_t packet = 0; packet < origins.size(); ++packet) {
        for (node_id node = 0; node < links.node_count(); ++node) {
            const bool is_useful = participants.contains(node) || senders.contains({node, packet});
            if ((since[packet][node] != never) != (is_useful || node == origins[packet].node)) {
                return fmt::format("node {} packet {}: missing, or of no use", node, packet);
            }
        }
    }
    return "";
}

std::string journey_violation(const link_table& links, const send_table& sends,
                              std::vector<node_id> places, const std::vector<node_id>& ends) {
    std::vector<std::uint32_t> arrived(places.size());
    for (const timed_send& send : sends) {
        const auto& [from, to, through, reverse] = links[send.link];
        if (std::exchange(places.at(send.packet), to) != from ||
            arrived[send.packet] >= send.slot) {
            return violation(send, "it is not there");
        }
        arrived[send.packet] = send.slot;
    }
    return places == ends ? "" : "a packet is not at its end";
}

std::string sum_violation(const link_table& links, const send_table& sends,
                          std::vector<packet_origin>& owners, const participant_set& participants) {
    std::vector<std::uint64_t> own;
    std::uint64_t all = 0;
    for (node_id node = 0; node < links.node_count(); ++node) {
        own.push_back(std::uint64_t{1} << node);
        all |= participants.contains(node) ? own.back() : 0;
    }
    contributions parts(owners.size(), own);
    std::string first;
    for_each_slot(sends, [&](std::span<const timed_send> slot) {
        if (first.empty()) {
            first = slot_violation(links, slot, parts, all);
        }
    });
    for (const timed_send& send : sends) {
        owners[send.packet] = {.node = links[send.link].to, .slot = send.slot};
    }
    for (std::size_t value = 0; value < owners.size() && first.empty(); ++value) {
        first = (parts[value][owners[value].node] & all) == all ? "" : "a sum is not complete";
    }
    return first;
}

std::string allreduce_violation(const link_table& links, const tutti::allreduce_sends& sends,
                                std::uint32_t values, const participant_set& participants) {
    send_table both = sends.partial_sums;
    both.insert(both.end(), sends.results.begin(), sends.results.end());
    std::ranges::sort(both);
    std::vector<packet_origin> owners(values, {.node = participants.at(0)});
    std::string first = port_violation(links, both, port_rule::all);
    if (first.empty()) {
        first = sum_violation(links, sends.partial_sums, owners, participants);
    }
    return first.empty() ? copy_violation(links, sends.results, owners, participants) : first;
}

}  // namespace support
