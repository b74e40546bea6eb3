#include "loudest_first.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "common/bit_set.hpp"
#include "common/counter_planes.hpp"
#include "common/packet_possession.hpp"
#include "common/useful_receptions.hpp"

namespace tutti {
namespace {

/// The best packet of a sender: nobody would hear anything of it if `gain` is 0.
struct shout {
    std::uint32_t gain = 0;
    std::uint32_t packets = 0;  ///< of the sender
    std::uint32_t receptions = 0;
    std::uint32_t turn = 0;    ///< of the packet, from the sender's rank
    std::uint32_t sender = 0;  ///< a node, or N + a link of a switch
    std::uint32_t packet = 0;

    /// Louder shouts first.
    [[nodiscard]] auto rank() const {
        return std::tuple{~gain, ~packets, receptions, turn, sender};
    }
};

/// The state of nodes in a slot, and the best shout of each. A switch whispers over each of its
/// links, and hears all that its neighbours shout.
class shout_chooser {
public:
    /// @param filter of receptions; null: all count
    shout_chooser(const link_table& links, const participant_set& participants,
                  const useful_receptions* filter)
        : links_{&links},
          filter_{filter},
          participants_{&participants},
          count_{participants.size(links.node_count())},
          packets_{links, count_, participants},
          lacking_(count_, links.largest_degree()),
          sets_(2, count_),
          heard_(links.has_switches() ? links.node_count() : 0, count_),
          is_busy_(links.node_count() + (links.has_switches() ? links.link_count() : 0)),
          shouts_(is_busy_.size()) {
        for (std::uint32_t rank = 0; rank < count_; ++rank) {
            packets_.place(participants.at(rank), rank);
        }
        sends_.reserve(packets_.missing());
    }

    [[nodiscard]] send_table play() {
        for (std::uint32_t slot = 1; !packets_.is_complete(); ++slot) {
            begin_slot();
            const std::size_t first = sends_.size();
            for (shout next = loudest(); next.gain > 0; next = loudest()) {
                perform(next, slot);
            }
            for (const timed_send& send : std::span{sends_}.subspan(first)) {
                packets_.receive((*links_)[send.link].to, send.packet);
            }
            packets_.end_slot();
        }
        std::ranges::sort(sends_);
        return std::move(sends_);
    }

private:
    void begin_slot() {
        is_busy_.assign(is_busy_.size(), false);
        for (node_id node = 0; node < links_->node_count(); ++node) {
            if (links_->is_switch(node)) {
                std::ranges::copy(packets_.packets_of(node), heard_[node].begin());
            }
        }
        for (node_id node = 0; node < links_->node_count(); ++node) {
            if (!links_->is_switch(node)) {
                shouts_[node] = best_of(node);
                continue;
            }
            for (const link_id id : links_->ids_of(node)) {
                look_at(id);
            }
        }
    }

    [[nodiscard]] shout loudest() const { return std::ranges::min(shouts_, {}, &shout::rank); }

    /// Packets that the other end of a link does not have to hear.
    [[nodiscard]] const_bit_set useless_over(const link_table::link& over) {
        const const_bit_set known = links_->is_switch(over.to) ? std::as_const(heard_)[over.to]
                                                               : packets_.packets_of(over.to);
        if (filter_ == nullptr) {
            return known;
        }
        const bit_set useless = sets_[1];
        set_difference(useless, packets_.packets_of(over.from), known);
        filter_->narrow(useless, over, packets_);
        std::ranges::transform(useless, useless.begin(), std::bit_not{});
        return useless;
    }

    /// The sender's best packet of those in `sets_`, of which there is one.
    void choose(shout& best, node_id from) {
        const bit_set candidates = sets_[0];
        const std::uint32_t own = participants_->rank_of(from) % count_;
        packets_.keep_rarest(candidates);
        best.packet = first_from(candidates, own);
        best.packets = size_of(packets_.packets_of(from));
        best.receptions = packets_.receptions(best.packet);
        best.turn = (best.packet + count_ - own) % count_;
    }

    [[nodiscard]] shout best_of(node_id sender) {
        shout best{.sender = sender};
        const const_bit_set own = packets_.packets_of(sender);
        if (is_busy_[sender] || size_of(own) == 0) {
            return best;
        }
        lacking_.clear();
        // A neighbour hears one of several parallel links, which follow each other.
        node_id last = sender;
        for (const link_table::link& link : links_->links_of(sender)) {
            if (!is_busy_[link.to] && link.to != last) {
                lacking_.increment_missing(useless_over(link));
            }
            last = link.to;
        }
        std::ranges::copy(own, sets_[0].begin());
        lacking_.keep_most(sets_[0]);
        choose(best, sender);
        best.gain = lacking_.value(best.packet);
        return best;
    }

    /// A switch's best packet for a link.
    [[nodiscard]] shout best_over(link_id id) {
        const link_table::link& over = (*links_)[id];
        shout best{.sender = links_->node_count() + id};
        if (!is_busy_[best.sender] && !is_busy_[over.to] &&
            set_difference(sets_[0], packets_.packets_of(over.from), useless_over(over))) {
            choose(best, over.from);
            best.gain = 1;
        }
        return best;
    }

    /// Renews the shout of a link's sender.
    void look_at(link_id id) {
        const node_id from = (*links_)[id].from;
        if (links_->is_switch(from)) {
            shouts_[links_->node_count() + id] = best_over(id);
        } else {
            shouts_[from] = best_of(from);
        }
    }

    void perform(const shout& chosen, std::uint32_t slot) {
        const node_id nodes = links_->node_count();
        changed_.clear();
        is_busy_[chosen.sender] = true;
        if (chosen.sender < nodes) {
            changed_.push_back(chosen.sender);
            for (const link_id id : links_->ids_of(chosen.sender)) {
                hear(id, chosen.packet, slot);
            }
        } else {
            hear(chosen.sender - nodes, chosen.packet, slot);
            look_at(chosen.sender - nodes);
        }
        for (const node_id node : changed_) {
            if (!links_->is_switch(node)) {
                shouts_[node] = best_of(node);
            }
            for (const link_table::link& link : links_->links_of(node)) {
                look_at(link.reverse);
            }
        }
    }

    void hear(link_id id, std::uint32_t packet, std::uint32_t slot) {
        const link_table::link& over = (*links_)[id];
        if (is_busy_[over.to] || contains(useless_over(over), packet)) {
            return;
        }
        sends_.push_back({.slot = slot, .link = id, .packet = packet});
        changed_.push_back(over.to);
        if (links_->is_switch(over.to)) {
            insert(heard_[over.to], packet);
        } else {
            is_busy_[over.to] = true;
        }
    }

    const link_table* links_;
    const useful_receptions* filter_;
    const participant_set* participants_;
    std::uint32_t count_;  // of packets
    packet_possession packets_;
    counter_planes lacking_;  // free neighbours of a sender, by packet
    bit_matrix sets_;         // candidates, and useless packets
    bit_matrix heard_;        // by switches, this slot included
    std::vector<bool> is_busy_;
    std::vector<shout> shouts_;     // of each node, and each link of a switch
    std::vector<node_id> changed_;  // nodes that are free no more, and switches that have heard
    send_table sends_;
};

}  // namespace

send_table loudest_first(const link_table& links, const participant_set& participants) {
    return fewer_slots(links, participants, [&](const useful_receptions* filter) {
        return shout_chooser{links, participants, filter}.play();
    });
}

schedule_cost loudest_first_cost(std::uint64_t nodes, std::uint64_t links, std::uint64_t packets) {
    const std::uint64_t words = packets / 64 + 1;
    const std::uint64_t degree = links / nodes + 1;
    const std::uint64_t shouts = packets * nodes / degree + packets;
    return twice_with_filter(
        {.bytes = nodes * (words * 16 + packets * sizeof(timed_send)),
         .operations = shouts * (nodes * 4 + degree * degree * degree * words * 4)},
        nodes, packets);
}

}  // namespace tutti
