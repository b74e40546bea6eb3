#include "schedule_verifier.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "topology/schedules/common/bit_set.hpp"

namespace tutti {
namespace {

bool are_rows(const link_table& links, const send_table& sends, std::uint64_t packets) {
    const auto is_wrong = [&](const timed_send& send) {
        return send.slot == 0 || send.link >= links.link_count() || send.packet >= packets;
    };
    // Sorted, so that two rows with one slot and link would be neighbours.
    const auto is_out_of_order = [](const timed_send& one, const timed_send& next) {
        return std::pair{one.slot, one.link} >= std::pair{next.slot, next.link};
    };
    return std::ranges::none_of(sends, is_wrong) &&
           std::ranges::adjacent_find(sends, is_out_of_order) == sends.end();
}

/// Use of ports and links in the slot of the last row.
class port_use {
public:
    port_use(const link_table& links, port_model ports)
        : links_{&links},
          ports_{ports},
          sent_(links.node_count()),
          received_(links.node_count()),
          packet_(links.node_count()),
          used_(links.link_count()) {}

    /// True if the port model allows the row beside those before it. Rows come by slot.
    [[nodiscard]] bool takes(const timed_send& send) {
        const auto& [from, to, through, reverse] = (*links_)[send.link];
        const std::uint32_t now = send.slot;
        const bool sends_twice = is_used(sent_, from, now);
        const bool receives_twice = is_used(received_, to, now);
        const bool does_both = received_[from] == now || sent_[to] == now;
        const bool is_new = std::exchange(packet_[from], send.packet) != send.packet;
        used_[send.link] = now;
        switch (ports_) {
            case port_model::all_port:
                return true;
            case port_model::single_port_full_duplex:
                return !sends_twice && !receives_twice;
            case port_model::single_port_half_duplex:
                return !sends_twice && !receives_twice && !does_both;
            case port_model::shout_and_whisper:
                return !(sends_twice && is_new) && !receives_twice && !does_both;
            case port_model::one_way:
                return used_[reverse] != now;
        }
        return false;
    }

private:
    // Switches use all their ports.
    [[nodiscard]] bool is_used(std::vector<std::uint32_t>& slots, node_id node,
                               std::uint32_t now) const {
        return !links_->is_switch(node) && std::exchange(slots[node], now) == now;
    }

    const link_table* links_;
    port_model ports_;
    std::vector<std::uint32_t> sent_;  // slot, by node
    std::vector<std::uint32_t> received_;
    std::vector<std::uint32_t> packet_;  // that a node has sent last
    std::vector<std::uint32_t> used_;    // slot, by link
};

bool respects_ports(const link_table& links, const send_table& sends, port_model ports) {
    port_use use{links, ports};
    return std::ranges::all_of(sends, [&](const timed_send& send) { return use.takes(send); });
}

/// Packets of which every participant is to receive a copy, and other nodes those that they send.
class copied_packets {
public:
    copied_packets(std::size_t nodes, const std::vector<node_id>& begins,
                   const participant_set& participants)
        : participants_{&participants},
          has_(nodes, begins.size()),
          unsent_(participants.is_everyone() ? 0 : nodes, begins.size()),
          missing_{begins.size() * participants.size(nodes)} {
        for (std::uint32_t packet = 0; packet < begins.size(); ++packet) {
            insert(has_[begins[packet]], packet);
            missing_ -= participants.contains(begins[packet]) ? 1U : 0U;
        }
    }

    [[nodiscard]] bool send(node_id from, std::uint32_t packet) {
        if (!participants_->contains(from) && contains(unsent_[from], packet)) {
            unsent_[from][packet / 64] &= ~bit_of(packet);
            --missing_;
        }
        return contains(has_[from], packet);
    }
    [[nodiscard]] bool receive(node_id to, std::uint32_t packet) {
        const bool is_new = !contains(has_[to], packet);
        insert(has_[to], packet);
        if (participants_->contains(to)) {
            --missing_;
        } else {
            insert(unsent_[to], packet);
            ++missing_;
        }
        return is_new;
    }
    [[nodiscard]] bool is_complete() const noexcept { return missing_ == 0; }

private:
    const participant_set* participants_;
    bit_matrix has_;
    bit_matrix unsent_;      // packets that others than participants have received
    std::uint64_t missing_;  // packets at participants, and sends of others
};

/// Packets that move, each to one node.
class moved_packets {
public:
    moved_packets(const std::vector<node_id>& begins, const std::vector<node_id>& ends)
        : at_{begins}, ends_{&ends} {}

    [[nodiscard]] bool send(node_id from, std::uint32_t packet) {
        return std::exchange(at_[packet], on_the_way) == from;
    }
    [[nodiscard]] bool receive(node_id to, std::uint32_t packet) {
        at_[packet] = to;
        return true;
    }
    [[nodiscard]] bool is_complete() const noexcept { return at_ == *ends_; }

private:
    static constexpr node_id on_the_way = ~node_id{0};

    std::vector<node_id> at_;
    const std::vector<node_id>* ends_;
};

// Packets that are received in a slot are sent in a later one.
bool replay(const link_table& links, const send_table& sends, auto packets) {
    for (auto begin = sends.begin(); begin != sends.end();) {
        const auto end = std::find_if(begin, sends.end(),
                                      [&](const auto& send) { return send.slot != begin->slot; });
        const bool are_sent = std::all_of(begin, end, [&](const timed_send& send) {
            return packets.send(links[send.link].from, send.packet);
        });
        const bool are_received = are_sent && std::all_of(begin, end, [&](const timed_send& send) {
                                      return packets.receive(links[send.link].to, send.packet);
                                  });
        if (!are_received) {
            return false;
        }
        begin = end;
    }
    return packets.is_complete();
}

// A reduction is a broadcast backwards, from the node that receives last.
bool reduces_and_spreads(const link_table& links, const send_table& sends, std::uint32_t values,
                         const participant_set& participants) {
    send_table partial_sums;
    send_table results;
    std::vector<std::uint32_t> last(values);
    const node_id nodes = links.node_count();
    std::vector<node_id> owners(values, participants.at(0));
    for (timed_send send : sends) {
        const bool is_result = (send.packet & result_flag) != 0;
        send.packet &= ~result_flag;
        if (send.packet >= values) {
            return false;
        }
        if (!is_result) {
            owners[send.packet] = links[send.link].to;
            last[send.packet] = send.slot;
        }
        (is_result ? results : partial_sums).push_back(send);
    }
    const auto is_early = [&](const timed_send& send) { return last[send.packet] >= send.slot; };
    const copied_packets begin{nodes, owners, participants};
    return std::ranges::none_of(results, is_early) &&
           replay(links, reversed(links, std::move(partial_sums)), begin) &&
           replay(links, results, begin);
}

}  // namespace

bool fulfils(const link_table& links, const send_table& sends,
             const schedule_requirement& required) {
    const auto& [ports, begins, ends, values, participants] = required;
    const std::uint64_t packets = values > 0 ? std::uint64_t{1} << 32U : begins.size();
    if (!are_rows(links, sends, packets) || !respects_ports(links, sends, ports)) {
        return false;
    }
    return values > 0 ? reduces_and_spreads(links, sends, values, participants)
           : ends.empty()
               ? replay(links, sends, copied_packets{links.node_count(), begins, participants})
               : replay(links, sends, moved_packets{begins, ends});
}

}  // namespace tutti
