#include "loudest_first.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "common/bit_set.hpp"
#include "common/counter_planes.hpp"
#include "common/packet_possession.hpp"

namespace tutti {
namespace {

/// The best packet of a sender: nobody would hear anything of it if `gain` is 0.
struct shout {
    std::uint32_t gain = 0;
    std::uint32_t packets = 0;  ///< of the sender
    std::uint32_t receptions = 0;
    std::uint32_t turn = 0;  ///< of the packet, from the sender's own
    node_id sender = 0;
    std::uint32_t packet = 0;

    /// Louder shouts first.
    [[nodiscard]] auto rank() const {
        return std::tuple{~gain, ~packets, receptions, turn, sender};
    }
};

/// The state of nodes in a slot, and the best shout of each.
class shout_chooser {
public:
    explicit shout_chooser(const link_table& links)
        : links_{&links},
          packets_{links, links.node_count()},
          lacking_(links.node_count(), links.largest_degree()),
          candidates_(1, links.node_count()),
          is_busy_(links.node_count()),
          shouts_(links.node_count()) {
        for (node_id node = 0; node < links.node_count(); ++node) {
            packets_.place(node, node);
        }
        sends_.reserve(packets_.missing());
    }

    [[nodiscard]] send_table play() {
        for (std::uint32_t slot = 1; !packets_.is_complete(); ++slot) {
            is_busy_.assign(is_busy_.size(), false);
            for (node_id node = 0; node < links_->node_count(); ++node) {
                shouts_[node] = best_of(node);
            }
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
    [[nodiscard]] shout loudest() const { return std::ranges::min(shouts_, {}, &shout::rank); }

    [[nodiscard]] shout best_of(node_id sender) {
        if (is_busy_[sender]) {
            return {.sender = sender};
        }
        const node_id nodes = links_->node_count();
        lacking_.clear();
        // A neighbour hears one of several parallel links, which follow each other.
        node_id last = sender;
        for (const link_table::link& link : links_->links_of(sender)) {
            if (!is_busy_[link.to] && link.to != last) {
                lacking_.increment_missing(packets_.packets_of(link.to));
            }
            last = link.to;
        }
        const bit_set candidates = candidates_[0];
        std::ranges::copy(packets_.packets_of(sender), candidates.begin());
        shout best{.packets = size_of(candidates), .sender = sender};
        lacking_.keep_most(candidates);
        packets_.keep_rarest(candidates);
        best.packet = first_from(candidates, sender);
        best.gain = lacking_.value(best.packet);
        best.receptions = packets_.receptions(best.packet);
        best.turn = (best.packet + nodes - sender) % nodes;
        return best;
    }

    void perform(const shout& chosen, std::uint32_t slot) {
        std::vector<node_id> fresh{chosen.sender};  // nodes that are free no more
        for (const link_id id : links_->ids_of(chosen.sender)) {
            const node_id to = (*links_)[id].to;
            if (!is_busy_[to] && to != fresh.back() &&
                !contains(packets_.packets_of(to), chosen.packet)) {
                sends_.push_back({.slot = slot, .link = id, .packet = chosen.packet});
                fresh.push_back(to);
            }
        }
        for (const node_id node : fresh) {
            is_busy_[node] = true;
        }
        for (const node_id node : fresh) {
            shouts_[node] = best_of(node);
            for (const link_table::link& link : links_->links_of(node)) {
                shouts_[link.to] = best_of(link.to);
            }
        }
    }

    const link_table* links_;
    packet_possession packets_;
    counter_planes lacking_;  // free neighbours of a sender, by packet
    bit_matrix candidates_;
    std::vector<bool> is_busy_;
    std::vector<shout> shouts_;  // of each node
    send_table sends_;
};

}  // namespace

send_table loudest_first(const link_table& links) { return shout_chooser{links}.play(); }

schedule_cost loudest_first_cost(std::uint64_t nodes, std::uint64_t links) {
    const std::uint64_t words = nodes / 64 + 1;
    const std::uint64_t degree = links / nodes + 1;
    const std::uint64_t shouts = nodes * nodes / degree + nodes;
    return {.bytes = nodes * (words * 16 + nodes * sizeof(timed_send)),
            .operations = shouts * (nodes * 4 + degree * degree * degree * words * 4)};
}

}  // namespace tutti
