#include <algorithm>
#include <bitset>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "collectives/input/derived_payloads.hpp"
#include "delivery_verifier.hpp"
#include "util/collect.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// A row has a bit for each message, in words of 64 bits.
constexpr std::uint64_t row_words_for(std::uint64_t message_count) noexcept {
    return (message_count + 63) / 64;
}

// Rows of all nodes as one span, of which only the words of `there`, from `before` on, exist.
std::span<std::uint64_t> rows_of_all(std::vector<std::uint64_t>& there, std::size_t before,
                                     std::size_t size) noexcept {
    // The others are never read or written. A pointer to the first of them points to nothing.
    // NOLINTBEGIN(cppcoreguidelines-pro-type-reinterpret-cast, performance-no-int-to-ptr)
    const auto first = reinterpret_cast<std::uintptr_t>(there.data());
    return {reinterpret_cast<std::uint64_t*>(first - before * sizeof(std::uint64_t)), size};
    // NOLINTEND(cppcoreguidelines-pro-type-reinterpret-cast, performance-no-int-to-ptr)
}

}  // namespace

delivery_verifier::delivery_verifier(requirement required, payloads contents,
                                     std::uint64_t budget_bytes,
                                     std::optional<node_partition> shares)
    : contents_{contents}, budget_bytes_{budget_bytes}, partition_{std::move(shares)} {
    std::visit([this](auto& each) { prepare(std::move(each)); }, required);
}

// Beyond the budget, sums of hashes replace the bits: memory then grows with the nodes alone.
std::uint64_t delivery_verifier::bytes(std::uint64_t node_count, std::uint64_t message_count,
                                       std::uint64_t budget_bytes) {
    const std::uint64_t bits = node_count * row_words_for(message_count) * sizeof(std::uint64_t);
    return bits <= budget_bytes
               ? bits + node_count * sizeof(message_counts) + message_count * sizeof(std::uint64_t)
               : node_count * (sizeof(own_range) + sizeof(sum));
}

void delivery_verifier::take_nodes(std::size_t node_count, participant_set receivers) {
    node_count_ = node_count;
    receivers_ = std::move(receivers);
    nodes_ = partition_.value_or(node_partition{node_count});
    if (nodes_.node_count() != node_count) {
        throw std::invalid_argument{"the shares of a check are of other nodes"};
    }
    receiver_count_ = receivers_.is_everyone()
                          ? own_count()
                          : count_where(receivers_.nodes(node_count),
                                        [this](node_id node) { return nodes_.is_own(node); });
}

// Messages are indexed by origin and number: those of one origin have successive indices.
void delivery_verifier::index(const broadcaster_set& senders) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    if (senders.packet_count() > most) {
        refuse("{} messages cannot be told apart, {} can", senders.packet_count(), most);
    }
    std::uint32_t first = 0;
    if (!senders.nodes.empty()) {
        ranges_.resize(senders.nodes.back() + std::size_t{1});
    }
    for (std::size_t i = 0; i < senders.nodes.size(); ++i) {
        ranges_[senders.nodes[i]] = {.first = first, .count = senders.packets[i]};
        first += senders.packets[i];
    }
}

void delivery_verifier::prepare(all_messages_everywhere&& required) {
    take_nodes(required.node_count, std::move(required.receivers));
    message_count_ = required.senders.packet_count();
    required_ = receiver_count_ * message_count_;
    if (message_count_ == 0) {
        return;
    }
    index(required.senders);
    row_words_ = row_words_for(message_count_);
    // By all nodes, so that several processes count as one does.
    if (node_count_ * row_words_ * sizeof(std::uint64_t) <= budget_bytes_) {
        accept_ = &delivery_verifier::accept_beside_bits;
        bits_.assign(own_count() * row_words_, 0);
        know(required.senders);
        expect({.counts = counts_,
                .payloads = payloads_.data(),
                .bits = rows_of_all(bits_, nodes_.own_places().first * row_words_,
                                    node_count_ * row_words_),
                .row_words = row_words_,
                .nodes = nodes_});
        return;
    }
    // Without bits, the sum over all messages is what each node has to arrive at.
    sums_.assign(own_count(), {});
    for (std::size_t i = 0; i < required.senders.nodes.size(); ++i) {
        const node_id origin = required.senders.nodes[i];
        for (std::uint32_t number = 0; number < required.senders.packets[i]; ++number) {
            expected_sum_.add(
                {.origin = origin, .number = number, .payload = payload_of(origin, number)});
        }
    }
}

void delivery_verifier::prepare(messages_for_some&& required) {
    const std::uint64_t messages = required.senders.packet_count();
    const std::uint64_t bits = required.node_count * row_words_for(messages) * 64;
    if (bits / 8 > budget_bytes_) {
        refuse("{} for some of {} take more than {} bytes to verify", quantity(messages, "message"),
               quantity(required.node_count, "node"), grouped(budget_bytes_));
    }
    const broadcaster_set senders = required.senders;
    prepare(all_messages_everywhere{.node_count = required.node_count,
                                    .senders = std::move(required.senders)});
    wanted_.assign(bits_.size(), 0);
    required_ = 0;
    for (std::size_t place = 0; place < own_count(); ++place) {
        const node_id node = nodes_.own_node(place);
        std::uint64_t index = nodes_.own_index(node) * row_words_ * 64;
        for (std::size_t i = 0; i < senders.nodes.size(); ++i) {
            for (std::uint32_t number = 0; number < senders.packets[i]; ++number, ++index) {
                if (required.is_for(senders.nodes[i], number, node)) {
                    wanted_[index / 64] |= std::uint64_t{1} << index % 64;
                    ++required_;
                }
            }
        }
    }
}

void delivery_verifier::know(const broadcaster_set& senders) {
    payloads_.reserve(message_count_);
    counts_.resize(ranges_.size());
    for (std::size_t i = 0; i < senders.nodes.size(); ++i) {
        const node_id origin = senders.nodes[i];
        for (std::uint32_t number = 0; number < senders.packets[i]; ++number) {
            payloads_.push_back(payload_of(origin, number));
        }
        counts_[origin] = {.range = ranges_[origin],
                           .first_payload = payload_of(origin, 0),
                           .first_key = digest_key(origin, 0)};
    }
    ranges_ = std::vector<own_range>{};  // which frees it, unlike {}
}

void delivery_verifier::prepare(one_message_each&& required) {
    accept_ = &delivery_verifier::accept_single;
    expected_ = std::move(required.expected);
    take_nodes(expected_.size(), std::move(required.receivers));
    required_ = receiver_count_;
    arrived_.assign(node_count_, 0);
}

void delivery_verifier::prepare(sums_upwards&& required) {
    one_message_each sums{.expected = std::vector<message>(required.node_count),
                          .receivers = std::move(required.receivers)};
    std::uint64_t so_far = 0;
    // Node i delivers the sum over the ids from i on, so that sums accumulate from the last id
    // down.
    for (auto node = static_cast<node_id>(required.node_count); node-- > 0;) {
        so_far += derived_payloads{contents_}.sum_of(node, required.senders.packets_of(node));
        sums.expected[node] = {.origin = node, .number = 0, .payload = so_far};
    }
    prepare(std::move(sums));
}

void delivery_verifier::prepare(addressed_messages&& required) {
    accept_ = &delivery_verifier::accept_addressed;
    take_nodes(required.node_count);
    destination_ = std::move(required.destination);
    index(required.senders);
    arrived_.assign(required.senders.packet_count(), 0);
    // One process has all nodes, and need not ask for the destination of each message.
    required_ = own_count() == node_count_ ? required.senders.packet_count()
                                           : addressed_to_own(required.senders);
}

std::uint64_t delivery_verifier::addressed_to_own(const broadcaster_set& senders) const {
    std::uint64_t own_messages = 0;
    for (std::size_t i = 0; i < senders.nodes.size(); ++i) {
        for (std::uint32_t number = 0; number < senders.packets[i]; ++number) {
            const node_id to = destination_(senders.nodes[i], number);
            own_messages += nodes_.is_own(to) ? 1U : 0U;
        }
    }
    return own_messages;
}

void delivery_verifier::prepare(ordered_everywhere&& required) {
    accept_ = &delivery_verifier::accept_ordered;
    take_nodes(required.node_count);
    order_ = std::move(required.order);
    std::vector<std::uint32_t> before(node_count_);
    order_numbers_ = vector_of(order_, [&](node_id origin) { return before.at(origin)++; });
    required_ = receiver_count_ * order_.size();
    next_.assign(own_count(), 0);
}

void delivery_verifier::prepare(streamed_everywhere&& required) {
    accept_ = &delivery_verifier::accept_streamed;
    take_nodes(required.node_count);
    next_.assign(own_count() * node_count_, 0);
}

// As messages of origin 0.
void delivery_verifier::prepare(folded_values&& required) {
    results_ = required.results(contents_);
    broadcaster_set results;
    if (required.count > 0) {
        results = {.nodes = {0}, .packets = {required.count}};
    }
    if (required.place == result_place::everywhere) {
        prepare(all_messages_everywhere{.node_count = required.node_count,
                                        .senders = std::move(results),
                                        .receivers = required.participants});
    } else {
        prepare(
            addressed_messages{.node_count = required.node_count,
                               .senders = std::move(results),
                               .destination = [required](node_id /*origin*/, std::uint32_t number) {
                                   return required.keeper(number);
                               }});
    }
}

}  // namespace tutti
