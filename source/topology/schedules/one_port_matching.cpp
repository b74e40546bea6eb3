#include "one_port_matching.hpp"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>
#include <vector>

#include "common/bit_set.hpp"
#include "common/link_matching.hpp"
#include "common/node_pairs.hpp"
#include "common/packet_possession.hpp"

namespace tutti {
namespace {

/// Packets of all nodes, counted at the beginning of a slot, and the sends so far.
class one_port_state {
public:
    explicit one_port_state(const link_table& links)
        : links_{&links},
          packets_{links, links.node_count()},
          candidates_(1, links.node_count()),
          counts_(links.node_count(), 1),
          useful_(links.link_count()),
          sent_(links.node_count()),
          heard_(links.node_count()) {
        for (node_id node = 0; node < links.node_count(); ++node) {
            packets_.place(node, node);
        }
        sends_.reserve(packets_.missing());
    }

    [[nodiscard]] bool is_complete() const { return packets_.is_complete(); }
    [[nodiscard]] const link_table& links() const { return *links_; }
    /// Packets of a node.
    [[nodiscard]] std::uint32_t count(node_id node) const { return counts_[node]; }
    /// Packets of a link's sender that its receiver lacks.
    [[nodiscard]] std::uint32_t useful(link_id id) const { return useful_[id]; }
    [[nodiscard]] std::uint32_t sent(node_id node) const { return sent_[node]; }
    [[nodiscard]] send_table take_sends() { return std::move(sends_); }

    void begin_slot() {
        ++slot_;
        for (const link_id id : links_->ids()) {
            const auto& [from, to, through, reverse] = (*links_)[id];
            useful_[id] = difference_size(packets_.packets_of(from), packets_.packets_of(to));
        }
    }
    /// Lets links, by receiver, carry the packets that the receivers prefer.
    void end_slot(const std::vector<link_id>& used) {
        const bit_set candidates = candidates_[0];
        for (const link_id id : used) {
            const auto& [from, to, through, reverse] = (*links_)[id];
            // Of what several links bring to a switch in a slot, one packet counts.
            if (std::exchange(heard_[to], slot_) == slot_) {
                continue;
            }
            set_difference(candidates, packets_.packets_of(from), packets_.packets_of(to));
            packets_.choose_for(to);
            const std::uint32_t packet = packets_.preferred(candidates);
            packets_.receive(to, packet);
            ++counts_[to];
            ++sent_[from];
            sends_.push_back({.slot = slot_, .link = id, .packet = packet});
        }
        packets_.end_slot();
    }

private:
    const link_table* links_;
    packet_possession packets_;
    bit_matrix candidates_;
    std::vector<std::uint32_t> counts_;
    std::vector<std::uint32_t> useful_;
    std::vector<std::uint32_t> sent_;
    std::vector<std::uint32_t> heard_;  // the last slot with a packet, by node
    std::uint32_t slot_ = 0;
    send_table sends_;
};

/// Receivers, matched with senders: those that bring most first, then by the receiver's own port.
class full_duplex_rule {
public:
    explicit full_duplex_rule(const link_table& links)
        : receivers_{links, &link_table::link::from} {}

    [[nodiscard]] std::vector<link_id> links_for(const one_port_state& state) {
        const link_table& links = state.links();
        for (node_id node = 0; node < links.node_count(); ++node) {
            std::vector<link_id>& offers = receivers_.choices(node);
            offers.clear();
            for (const link_table::link& link : links.links_of(node)) {
                if (state.useful(link.reverse) > 0) {
                    offers.push_back(link.reverse);
                }
            }
            std::ranges::stable_sort(offers, std::greater{},
                                     [&](link_id id) { return state.useful(id); });
        }
        return receivers_.match([&](node_id node) { return state.count(node); });
    }

private:
    link_matching receivers_;
};

/// Pairs of a sender and a receiver.
class half_duplex_rule {
public:
    explicit half_duplex_rule(const link_table& links) : pairs_{links} {}

    [[nodiscard]] std::vector<link_id> links_for(const one_port_state& state) {
        const link_table& links = state.links();
        order_.clear();
        for (const link_id id : links.ids()) {
            if (state.useful(id) > 0) {
                order_.push_back(id);
            }
        }
        std::ranges::sort(order_, {}, [&](link_id id) {
            return std::tuple{state.count(links[id].to) + state.sent(links[id].from),
                              ~state.useful(id), id};
        });
        const auto useful = [&](link_id id) { return state.useful(id) > 0; };
        const auto directed = [&](link_id id) {
            const auto& [from, to, through, reverse] = links[id];
            const bool is_back =
                !useful(id) || (useful(reverse) && state.count(to) > state.count(from));
            return is_back ? reverse : id;
        };
        return pairs_.match(order_, useful, directed);
    }

private:
    node_pairs pairs_;
    std::vector<link_id> order_;
};

send_table played(const link_table& links, auto rule) {
    one_port_state state{links};
    while (!state.is_complete()) {
        state.begin_slot();
        state.end_slot(rule.links_for(state));
    }
    send_table sends = state.take_sends();
    std::ranges::sort(sends);
    return sends;
}

}  // namespace

send_table one_port_matching(const link_table& links, duplex_mode mode) {
    return mode == duplex_mode::full ? played(links, full_duplex_rule{links})
                                     : played(links, half_duplex_rule{links});
}

schedule_cost one_port_matching_cost(std::uint64_t nodes, std::uint64_t links, duplex_mode mode) {
    const std::uint64_t words = nodes / 64 + 1;
    const std::uint64_t slots = (mode == duplex_mode::full ? 1 : 2) * (nodes + nodes / 4);
    return {.bytes = nodes * (words * 16 + nodes * sizeof(timed_send)) + links * 24,
            .operations = slots * links * (words * 8 + 40)};
}

}  // namespace tutti
