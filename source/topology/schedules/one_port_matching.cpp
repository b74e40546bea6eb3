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
#include "common/useful_receptions.hpp"

namespace tutti {
namespace {

/// Packets of all nodes, counted at the beginning of a slot, and the sends so far.
class one_port_state {
public:
    /// @param filter of receptions; null: all count
    one_port_state(const link_table& links, const participant_set& participants,
                   const useful_receptions* filter)
        : links_{&links},
          filter_{filter},
          count_{participants.size(links.node_count())},
          packets_{links, count_, participants},
          candidates_(1, count_),
          counts_(links.node_count()),
          useful_(links.link_count()),
          sent_(links.node_count()) {
        for (std::uint32_t rank = 0; rank < count_; ++rank) {
            packets_.place(participants.at(rank), rank);
            counts_[participants.at(rank)] = 1;
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
            useful_[id] = filter_ == nullptr
                              ? difference_size(packets_.packets_of(from), packets_.packets_of(to))
                              : size_of(candidates_of(id));
        }
    }
    /// Lets links, by receiver, carry the packets that the receivers prefer; nothing if other links
    /// to a switch have brought all that a link could.
    void end_slot(const std::vector<link_id>& used) {
        for (const link_id id : used) {
            const auto& [from, to, through, reverse] = (*links_)[id];
            const bit_set candidates = candidates_of(id);
            if (links_->is_switch(to) &&
                !set_difference(candidates, candidates, packets_.known_packets_of(to))) {
                continue;
            }
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
    // Packets of a link's sender that its receiver may take.
    [[nodiscard]] bit_set candidates_of(link_id id) {
        const link_table::link& over = (*links_)[id];
        const bit_set candidates = candidates_[0];
        if (set_difference(candidates, packets_.packets_of(over.from),
                           packets_.packets_of(over.to)) &&
            filter_ != nullptr) {
            filter_->narrow(candidates, over, packets_);
        }
        return candidates;
    }

    const link_table* links_;
    const useful_receptions* filter_;
    std::uint32_t count_;  // of packets
    packet_possession packets_;
    bit_matrix candidates_;
    std::vector<std::uint32_t> counts_;
    std::vector<std::uint32_t> useful_;
    std::vector<std::uint32_t> sent_;
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

send_table played(one_port_state state, auto rule) {
    while (!state.is_complete()) {
        state.begin_slot();
        state.end_slot(rule.links_for(state));
    }
    send_table sends = state.take_sends();
    std::ranges::sort(sends);
    return sends;
}

send_table played(const link_table& links, duplex_mode mode, const participant_set& participants,
                  const useful_receptions* filter) {
    one_port_state state{links, participants, filter};
    return mode == duplex_mode::full ? played(std::move(state), full_duplex_rule{links})
                                     : played(std::move(state), half_duplex_rule{links});
}

}  // namespace

send_table one_port_matching(const link_table& links, duplex_mode mode,
                             const participant_set& participants) {
    return fewer_slots(links, participants, [&](const useful_receptions* filter) {
        return played(links, mode, participants, filter);
    });
}

schedule_cost one_port_matching_cost(std::uint64_t nodes, std::uint64_t links,
                                     std::uint64_t packets, duplex_mode mode) {
    const std::uint64_t words = packets / 64 + 1;
    const std::uint64_t slots = (mode == duplex_mode::full ? 1 : 2) * (packets + packets / 4);
    return twice_with_filter(
        {.bytes = nodes * (words * 16 + packets * sizeof(timed_send)) + links * 24,
         .operations = slots * links * (words * 8 + 40)},
        nodes, packets);
}

}  // namespace tutti
