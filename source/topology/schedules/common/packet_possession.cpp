#include "packet_possession.hpp"

#include <utility>

namespace tutti {

packet_possession::packet_possession(const link_table& links, std::uint32_t packets,
                                     wanted_packets wanted)
    : links_{&links},
      packets_{packets},
      wanted_{std::move(wanted)},
      missing_{wanted_.count(links.node_count(), packets)},
      has_(links.node_count(), packets),
      will_have_(links.node_count(), packets),
      receptions_(packets, links.node_count()),
      lacking_(packets, links.largest_degree()) {}

void packet_possession::place(node_id node, std::uint32_t packet) {
    insert(has_[node], packet);
    insert(will_have_[node], packet);
    missing_ -= wanted_.contains(node, packet) ? 1U : 0U;
}

void packet_possession::receive(node_id node, std::uint32_t packet) {
    insert(will_have_[node], packet);
    receptions_.increment(packet);
    missing_ -= wanted_.contains(node, packet) ? 1U : 0U;
}

void packet_possession::choose_for(node_id receiver) {
    receiver_ = receiver;
    lacking_.clear();
    for (const link_table::link& link : links_->links_of(receiver)) {
        lacking_.increment_missing(will_have_[link.to]);
    }
}

std::uint32_t packet_possession::preferred(bit_set candidates) {
    lacking_.keep_most(candidates);
    receptions_.keep_least(candidates);
    return first_from(candidates, receiver_ % packets_);
}

}  // namespace tutti
