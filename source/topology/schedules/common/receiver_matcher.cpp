#include "receiver_matcher.hpp"

#include <algorithm>
#include <utility>

namespace tutti {
namespace {

constexpr std::size_t left_row = 0;
constexpr std::size_t taken_row = 1;

}  // namespace

receiver_matcher::receiver_matcher(const link_table& links, std::uint32_t packets,
                                   wanted_packets wanted)
    : links_{&links},
      packets_{links, packets, std::move(wanted)},
      candidates_(links.largest_degree(), packets),
      sets_(2, packets),
      matching_(links.largest_degree(), packets) {}

void receiver_matcher::begin_turn(node_id receiver) {
    receiver_ = receiver;
    std::size_t i = 0;
    for (const link_table::link& link : links_->links_of(receiver)) {
        set_difference(candidates_[i++], packets_.packets_of(link.to),
                       packets_.packets_of(receiver));
    }
    std::ranges::fill(sets_[taken_row], bit_word{0});
    packets_.choose_for(receiver);
}

void receiver_matcher::exclude(std::uint32_t i) { std::ranges::fill(candidates_[i], bit_word{0}); }

bool receiver_matcher::take_preferred(std::uint32_t i) {
    const bit_set left = sets_[left_row];
    if (!set_difference(left, candidates_[i], sets_[taken_row])) {
        return false;
    }
    const std::uint32_t packet = packets_.preferred(left);
    matching_.match(i, packet);
    insert(sets_[taken_row], packet);
    return true;
}

void receiver_matcher::match() {
    order_.clear();
    for (std::uint32_t i = 0; i < links_->degree(receiver_); ++i) {
        if (const std::uint64_t size = size_of(candidates_[i]); size > 0) {
            order_.push_back(size << 32U | i);
        }
    }
    std::ranges::sort(order_);
    // Asked for few: of the candidates of a link, at most one for each other link is taken.
    const auto candidate = [this](std::uint32_t i, std::uint32_t n) {
        std::uint32_t number = augmenting_matching::nothing;
        for_each_number(candidates_[i], [&](std::uint32_t packet) {
            if (n-- == 0) {
                number = packet;
            }
        });
        return number;
    };
    for (const std::uint64_t entry : order_) {
        const auto i = static_cast<std::uint32_t>(entry);
        if (take_preferred(i) || !matching_.augment(i, candidate)) {
            continue;
        }
        for (std::uint32_t k = 0; k < links_->degree(receiver_); ++k) {
            if (matching_.right_of(k) != augmenting_matching::nothing) {
                insert(sets_[taken_row], matching_.right_of(k));
            }
        }
    }
}

void receiver_matcher::match_in_order(std::span<const std::uint32_t> order) {
    for (const std::uint32_t i : order) {
        (void)take_preferred(i);
    }
}

}  // namespace tutti
