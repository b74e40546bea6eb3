/// @file
/// Requirements, and the deliveries that meet them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "collectives/delivery_verifier.hpp"
#include "collectives/input/broadcasters.hpp"
#include "support/derived_payloads.hpp"
#include "tutti/node/message.hpp"
#include "tutti/topology/topology.hpp"

namespace support::delivery_cases {

inline constexpr tutti::derived_payloads contents{42};
inline constexpr std::size_t nodes = 6;

[[nodiscard]] inline tutti::message sent(tutti::node_id origin, std::uint32_t number = 0) {
    return {.origin = origin, .number = number, .payload = contents.of(origin, number)};
}

/// A delivery.
struct arrival {
    tutti::node_id at = 0;
    tutti::message content{};
};

using arrivals = std::vector<arrival>;

/// A requirement, and the deliveries that meet it.
struct requirement_case {
    std::string_view name;
    std::function<tutti::delivery_verifier()> verifier;
    arrivals right;
    /// Messages that no node may deliver.
    std::vector<tutti::message> unknown;
    /// True if every message belongs to one node.
    bool is_addressed = false;

    [[nodiscard]] std::uint64_t required() const { return right.size(); }
    [[nodiscard]] tutti::delivery_counts counts_of(const arrivals& delivered) const {
        tutti::delivery_verifier check = verifier();
        for (const arrival& each : delivered) {
            check.accept(each.at, each.content);
        }
        return check.counts();
    }
    /// Counts with this number of missing deliveries.
    [[nodiscard]] tutti::delivery_counts lacking(std::uint64_t missing,
                                                 std::uint64_t unexpected = 0) const {
        return {.required = required(),
                .delivered = required() - missing,
                .missing = missing,
                .unexpected = unexpected};
    }
};

/// `messages` at every node.
[[nodiscard]] inline arrivals everywhere(const std::vector<tutti::message>& messages) {
    arrivals all;
    for (tutti::node_id node = 0; node < nodes; ++node) {
        for (const tutti::message& each : messages) {
            all.push_back({node, each});
        }
    }
    return all;
}

/// Node 2 has 69 messages, which are more than the bits of a word, and node 4 has one.
[[nodiscard]] inline requirement_case everything(std::string_view name,
                                                 std::uint64_t budget_bytes) {
    const tutti::broadcaster_set senders{.nodes = {2, 4}, .packets = {69, 1}};
    std::vector<tutti::message> messages{sent(4)};
    for (std::uint32_t number = 0; number < 69; ++number) {
        messages.push_back(sent(2, number));
    }
    return {.name = name,
            .verifier =
                [=] {
                    return tutti::delivery_verifier{
                        tutti::all_messages_everywhere{.node_count = nodes, .senders = senders},
                        contents, budget_bytes};
                },
            .right = everywhere(messages),
            .unknown = {sent(2, 69), sent(4, 1), sent(3), sent(nodes),
                        sent(~tutti::node_id{0}, ~std::uint32_t{0})}};
}

/// Node 1 has five messages, for the nodes after it, and node 4 two.
[[nodiscard]] inline requirement_case addressed() {
    const auto destination = [](tutti::node_id origin, std::uint32_t number) {
        return static_cast<tutti::node_id>((origin + number + 1) % nodes);
    };
    arrivals right;
    for (const auto& [origin, count] :
         {std::pair{tutti::node_id{1}, 5U}, {tutti::node_id{4}, 2U}}) {
        for (std::uint32_t number = 0; number < count; ++number) {
            right.push_back({destination(origin, number), sent(origin, number)});
        }
    }
    return {.name = "addressed",
            .verifier =
                [=] {
                    return tutti::delivery_verifier{
                        tutti::addressed_messages{.node_count = nodes,
                                                  .senders = {.nodes = {1, 4}, .packets = {5, 2}},
                                                  .destination = destination},
                        contents};
                },
            .right = right,
            .unknown = {sent(1, 5), sent(4, 2), sent(0), sent(5), sent(nodes)},
            .is_addressed = true};
}

/// A message of its own for each node.
[[nodiscard]] inline requirement_case one_each() {
    arrivals right;
    std::vector<tutti::message> expected;
    for (tutti::node_id node = 0; node < nodes; ++node) {
        expected.push_back({.origin = node, .number = 0, .payload = 10 + node});
        right.push_back({node, expected.back()});
    }
    return {.name = "one for each node",
            .verifier =
                [=] {
                    return tutti::delivery_verifier{tutti::one_message_each{.expected = expected},
                                                    contents};
                },
            .right = right,
            .unknown = {{.origin = 1, .number = 1, .payload = 11}, {.origin = nodes}},
            .is_addressed = true};
}

[[nodiscard]] inline const std::vector<requirement_case>& unordered_cases() {
    static const std::vector<requirement_case> cases{
        everything("as bits", tutti::delivery_verifier::default_budget_bytes),
        everything("as sums", 0), addressed(), one_each()};
    return cases;
}

/// One message of each of four nodes, in this order, at every node.
inline constexpr std::array<tutti::node_id, 4> order{3, 0, 4, 1};

[[nodiscard]] inline requirement_case ordered() {
    std::vector<tutti::message> messages;
    std::ranges::transform(order, std::back_inserter(messages),
                           [](tutti::node_id origin) { return sent(origin); });
    return {.name = "ordered",
            .verifier =
                [] {
                    return tutti::delivery_verifier{
                        tutti::ordered_everywhere{.node_count = nodes,
                                                  .order = {order.begin(), order.end()}},
                        contents};
                },
            .right = everywhere(messages),
            .unknown = {sent(2), sent(nodes), sent(~tutti::node_id{0}), sent(3, 1)}};
}

inline constexpr std::uint32_t stream_length = 3;

/// Streams of three messages of every node, each in its order, at every node.
[[nodiscard]] inline requirement_case streamed() {
    std::vector<tutti::message> messages;
    for (std::uint32_t number = 0; number < stream_length; ++number) {
        for (tutti::node_id origin = 0; origin < nodes; ++origin) {
            messages.push_back(sent(origin, number));
        }
    }
    return {.name = "streamed",
            .verifier =
                [] {
                    return tutti::delivery_verifier{tutti::streamed_everywhere{.node_count = nodes},
                                                    contents};
                },
            .right = everywhere(messages),
            .unknown = {sent(nodes), sent(~tutti::node_id{0}), sent(1, stream_length + 1),
                        sent(1, ~0U)}};
}

[[nodiscard]] inline std::vector<requirement_case> all_cases() {
    std::vector<requirement_case> cases = unordered_cases();
    cases.push_back(ordered());
    cases.push_back(streamed());
    return cases;
}

}  // namespace support::delivery_cases
