#include "verify_deliveries.hpp"

#include <algorithm>
#include <utility>

namespace tutti {
namespace {

// For `std::visit`.
template <class... Functions>
struct delivery_cases : Functions... {
    using Functions::operator()...;
};
template <class... Functions>
delivery_cases(Functions...) -> delivery_cases<Functions...>;

std::string missing_text(std::uint64_t node, const message& content) {
    return fmt::format("node {} does not deliver message {}", node, text_of(content));
}

// From the highest id down.
// A node sums up its own values and those of all nodes with larger ids, modulo 2^64.
std::vector<message> sums_of(const sums_upwards& required, const derived_payloads& contents) {
    std::vector<message> messages(required.node_count);
    std::uint64_t sum = 0;
    for (std::size_t id = required.node_count; id-- > 0;) {
        const auto node = static_cast<node_id>(id);
        for (std::uint32_t number = 0; number < required.senders.packets_of(node); ++number) {
            sum += contents.of(node, number);
        }
        messages[id] = {.origin = node, .number = 0, .payload = sum};
    }
    return messages;
}

// Values are folded in the order of ids, starting with node 0.
std::vector<std::uint64_t> results_of(const folded_values& required,
                                      const derived_payloads& contents) {
    std::vector<std::uint64_t> values(required.count);
    for (std::uint32_t number = 0; number < required.count; ++number) {
        values[number] = contents.of(0, number);
        for (std::size_t id = 1; id < required.node_count; ++id) {
            values[number] = folded_by(required.operation, values[number],
                                       contents.of(static_cast<node_id>(id), number));
        }
    }
    return values;
}

// Results are messages of node 0.
broadcaster_set results_as_messages(std::uint32_t count) {
    return count == 0 ? broadcaster_set{} : broadcaster_set{.nodes = {0}, .packets = {count}};
}

}  // namespace

message_tally::message_tally(addressed_messages required, required_payloads due,
                             std::uint64_t table_bytes)
    : required_{std::move(required)},
      due_{std::move(due)},
      rows_{required_.senders},
      columns_{required_.destination ? 1 : required_.node_count},
      seen_{rows_.size(), columns_, 8 * table_bytes} {}

delivery_kind message_tally::take(node_id node, const message& content) {
    const auto& destination = required_.destination;
    const std::uint64_t row = rows_.of(content);
    if (row == no_row || (destination && destination(content.origin, content.number) != node)) {
        return delivery_kind::unexpected;
    }
    if (content.payload != due_.of(content)) {
        return delivery_kind::wrong_payload;
    }
    return seen_.insert(row, destination ? 0 : node) ? delivery_kind::right : delivery_kind::again;
}

// Rows are numbered by sender and message, as in `rows_`; both loops advance in that order.
std::string message_tally::first_missing() const {
    const auto& [nodes, packets] = required_.senders;
    std::uint64_t row = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        for (std::uint32_t number = 0; number < packets[i]; ++number, ++row) {
            for (std::uint64_t column = 0; column < columns_; ++column) {
                if (!seen_.contains(row, static_cast<node_id>(column))) {
                    return missing_text(
                        required_.destination ? required_.destination(nodes[i], number) : column,
                        {.origin = nodes[i], .number = number});
                }
            }
        }
    }
    return {};
}

single_tally::single_tally(std::vector<message> expected)
    : expected_{std::move(expected)}, seen_(expected_.size(), 0) {}

// Wrong payloads are distinguished from unexpected messages: the first are corrupted, the second
// misrouted.
delivery_kind single_tally::take(node_id node, const message& content) {
    const message& due = expected_[node];
    if (content.origin != due.origin || content.number != due.number) {
        return delivery_kind::unexpected;
    }
    if (content.payload != due.payload) {
        return delivery_kind::wrong_payload;
    }
    return std::exchange(seen_[node], std::uint8_t{1}) == 0 ? delivery_kind::right
                                                            : delivery_kind::again;
}

std::string single_tally::first_missing() const {
    const auto node = std::ranges::find(seen_, 0) - seen_.begin();
    return node == std::ssize(seen_) ? std::string{}
                                     : missing_text(static_cast<std::uint64_t>(node),
                                                    expected_[static_cast<std::size_t>(node)]);
}

ordered_tally::ordered_tally(const ordered_everywhere& required, const required_payloads& due)
    : next_(required.node_count, 0) {
    std::vector<std::uint32_t> before(required.node_count);
    for (const node_id origin : required.order) {
        message one{.origin = origin, .number = before.at(origin)++};
        one.payload = due.of(one);
        order_.push_back(one);
    }
}

// The order is part of the requirement: a node that delivers again or early is out of order.
delivery_kind ordered_tally::take(node_id node, const message& content) {
    std::uint32_t& next = next_[node];
    if (next == order_.size() || content.origin != order_[next].origin ||
        content.number != order_[next].number) {
        return delivery_kind::unexpected;
    }
    if (content.payload != order_[next].payload) {
        return delivery_kind::wrong_payload;
    }
    ++next;
    return delivery_kind::right;
}

std::string ordered_tally::first_missing() const {
    const auto position =
        std::ranges::find_if(next_, [this](std::uint32_t next) { return next < order_.size(); });
    return position == next_.end()
               ? std::string{}
               : missing_text(static_cast<std::uint64_t>(position - next_.begin()),
                              order_[*position]);
}

// A counter for each pair of nodes suffices, since messages of one origin are delivered in order.
streamed_tally::streamed_tally(const streamed_everywhere& required, required_payloads due)
    : nodes_{required.node_count}, due_{std::move(due)}, next_(nodes_ * nodes_, 0) {}

delivery_kind streamed_tally::take(node_id node, const message& content) {
    if (content.origin >= nodes_) {
        return delivery_kind::unexpected;
    }
    std::uint32_t& next = next_[node * nodes_ + content.origin];
    if (content.number != next) {
        return content.number < next ? delivery_kind::again : delivery_kind::unexpected;
    }
    if (content.payload != due_.of(content)) {
        return delivery_kind::wrong_payload;
    }
    ++next;
    return delivery_kind::right;
}

// A message counts as required as soon as one node delivers it: then all have to.
std::uint32_t streamed_tally::most_of(std::size_t origin) const {
    std::uint32_t most = 0;
    for (std::size_t node = 0; node < nodes_; ++node) {
        most = std::max(most, next_[node * nodes_ + origin]);
    }
    return most;
}

std::uint64_t streamed_tally::required() const {
    std::uint64_t total = 0;
    for (std::size_t origin = 0; origin < nodes_; ++origin) {
        total += std::uint64_t{most_of(origin)} * nodes_;
    }
    return total;
}

std::string streamed_tally::first_missing() const {
    for (std::size_t origin = 0; origin < nodes_; ++origin) {
        const std::uint32_t most = most_of(origin);
        for (std::size_t node = 0; node < nodes_; ++node) {
            const std::uint32_t next = next_[node * nodes_ + origin];
            if (next < most) {
                return missing_text(node, {.origin = static_cast<node_id>(origin), .number = next});
            }
        }
    }
    return {};
}

recorded_delivery_verifier::recorded_delivery_verifier(const run_requirements& requirements)
    : tally_{tally_for(requirements)}, first_delivery_{requirements.first_delivery} {}

// Each requirement has a tally that keeps the least state; results of a reduction are messages of
// node 0 and reuse those of a broadcast or of addressed messages.
recorded_delivery_verifier::tally recorded_delivery_verifier::tally_for(
    const run_requirements& requirements) {
    const derived_payloads contents{requirements.contents};
    const required_payloads due{.contents = contents};
    return std::visit(
        delivery_cases{
            [&](const all_messages_everywhere& rule) -> tally {
                return message_tally{
                    {.node_count = rule.node_count, .senders = rule.senders, .destination = {}},
                    due,
                    requirements.table_bytes};
            },
            [](const one_message_each& each) -> tally { return single_tally{each.expected}; },
            [&](const sums_upwards& sums) -> tally {
                return single_tally{sums_of(sums, contents)};
            },
            [&](const addressed_messages& messages) -> tally {
                return message_tally{messages, due, requirements.table_bytes};
            },
            [&](const ordered_everywhere& rule) -> tally {
                return ordered_tally{rule, due};
            },
            [&](const streamed_everywhere& rule) -> tally {
                return streamed_tally{rule, due};
            },
            [&](const folded_values& folded) -> tally {
                addressed_messages rule{.node_count = folded.node_count,
                                        .senders = results_as_messages(folded.count),
                                        .destination = {}};
                if (folded.place != result_place::everywhere) {
                    rule.destination = [folded](node_id /*origin*/, std::uint32_t number) {
                        return folded.keeper(number);
                    };
                }
                return message_tally{
                    std::move(rule),
                    {.contents = contents, .results = results_of(folded, contents)},
                    requirements.table_bytes};
            }},
        requirements.required);
}

void recorded_delivery_verifier::take(const recorded_slot& record) {
    std::visit(
        [&](auto& its) {
            for (const recorded_delivery& delivery : record.delivered) {
                const delivery_kind kind = its.take(delivery.to, delivery.content);
                if (kind == delivery_kind::right) {
                    ++counts_.delivered;
                } else {
                    note(record.at, delivery, kind);
                }
            }
        },
        tally_);
    // No node may leave a barrier before the last one has entered it.
    if (record.at < first_delivery_ && !record.delivered.empty()) {
        early_.add("slot {}: node {} proceeds, and the last node calls in slot {}", record.at,
                   record.delivered.front().to, first_delivery_);
    }
}

void recorded_delivery_verifier::note(slot at, const recorded_delivery& delivery,
                                      delivery_kind kind) {
    const std::string text = text_of(delivery.content);
    if (kind == delivery_kind::again) {
        ++counts_.duplicate;
        wrong_.add("slot {}: node {} delivers message {} again", at, delivery.to, text);
    } else if (kind == delivery_kind::unexpected) {
        ++counts_.unexpected;
        wrong_.add("slot {}: node {} delivers message {}, which is not expected there", at,
                   delivery.to, text);
    } else {
        ++counts_.unexpected;
        ++counts_.wrong_payload;
        wrong_.add("slot {}: node {} delivers message {} with a wrong payload", at, delivery.to,
                   text);
    }
}

delivery_counts recorded_delivery_verifier::counts() const {
    delivery_counts totals = counts_;
    totals.required = std::visit([](const auto& its) { return its.required(); }, tally_);
    totals.missing = totals.required - totals.delivered;
    return totals;
}

std::string recorded_delivery_verifier::first_missing() const {
    return std::visit([](const auto& its) { return its.first_missing(); }, tally_);
}

}  // namespace tutti
