#include "journeys.hpp"

#include <algorithm>
#include <stdexcept>
#include <variant>

namespace tutti {
namespace {

std::uint64_t checked_product(std::uint64_t left, std::uint64_t right) {
    std::uint64_t product = 0;
    if (__builtin_mul_overflow(left, right, &product)) {
        throw std::overflow_error{"the messages that cross links do not fit 64 bits"};
    }
    return product;
}

// Links between the nodes where that has a closed form; else 1 between two.
std::uint64_t links_between(const network& net, node_id one, node_id other) {
    return std::visit(
        [&](const auto& shape) -> std::uint64_t {
            if constexpr (measures_distances<std::decay_t<decltype(shape)>>) {
                return static_cast<std::uint64_t>(shape.distance(one, other));
            } else {
                return one == other ? 0 : 1;
            }
        },
        net);
}

/// One function for each kind of requirement.
struct journey_count {
    const tutti::network* network;
    const broadcaster_set* broadcasters;

    journeys operator()(const all_messages_everywhere& required) const {
        return {checked_product(required.senders.packet_count(),
                                required.receivers.size(required.node_count) - 1)};
    }
    journeys operator()(const messages_for_some& required) const {
        journeys least;
        for (std::size_t i = 0; i < required.senders.nodes.size(); ++i) {
            const node_id origin = required.senders.nodes[i];
            for (std::uint32_t number = 0; number < required.senders.packets[i]; ++number) {
                for (node_id node = 0; node < required.node_count; ++node) {
                    least.messages +=
                        node != origin && required.is_for(origin, number, node) ? 1U : 0U;
                }
            }
        }
        return least;
    }
    journeys operator()(const ordered_everywhere& required) const {
        return {checked_product(required.order.size(), required.node_count - 1)};
    }
    // A message of a node that has none does not travel.
    journeys operator()(const one_message_each& required) const {
        journeys least;
        for (std::size_t node = 0; node < required.expected.size(); ++node) {
            const message& content = required.expected[node];
            if (content.origin != node &&
                content.number < broadcasters->packets_of(content.origin)) {
                ++least.messages;
            }
        }
        return least;
    }
    // Every summand but that of the first participant leaves its node, and every participant below
    // the last summand hears something.
    journeys operator()(const sums_upwards& sums) const {
        const auto& nodes = sums.senders.nodes;
        const bool has_first = !nodes.empty() && nodes.front() == sums.receivers.at(0);
        const std::uint64_t sent = nodes.size() - (has_first ? 1 : 0);
        const std::uint64_t below = nodes.empty() ? 0 : sums.receivers.rank_of(nodes.back());
        return {.messages = std::max(sent, below), .counts_control = true};
    }
    journeys operator()(const addressed_messages& addressed) const {
        journeys least;
        for (std::size_t i = 0; i < addressed.senders.nodes.size(); ++i) {
            const node_id origin = addressed.senders.nodes[i];
            for (std::uint32_t number = 0; number < addressed.senders.packets[i]; ++number) {
                const node_id to = addressed.destination(origin, number);
                // One that goes nowhere is found missing.
                least.messages +=
                    to < addressed.node_count ? links_between(*network, origin, to) : 0;
            }
        }
        return least;
    }
    journeys operator()(const streamed_everywhere& /*required*/) const { return {}; }
    // Before any node has a result with the values of all participants, k-1 packets have moved; the
    // others learn it by as many more. A minimum may follow from a silence.
    journeys operator()(const folded_values& values) const {
        const bool needs_all = values.operation == fold_operator::sum ||
                               values.operation == fold_operator::exclusive_or;
        const bool goes_to_all = values.place == result_place::everywhere;
        const std::uint64_t times = (needs_all ? 1U : 0U) + (goes_to_all ? 1U : 0U);
        return {
            checked_product(times * values.count, values.participants.size(values.node_count) - 1)};
    }
};

}  // namespace

journeys least_journeys(const requirement& required, const network& net,
                        const broadcaster_set& broadcasters) {
    return std::visit(journey_count{&net, &broadcasters}, required);
}

journeys journeys_of_streams(std::uint64_t nodes, std::uint64_t delivered) noexcept {
    return {.messages = delivered / nodes * (nodes - 1)};
}

}  // namespace tutti
