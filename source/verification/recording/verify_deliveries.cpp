#include "verify_deliveries.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>
#include <vector>

#include "collectives/input/derived_payloads.hpp"
#include "collectives/input/possession_tables.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

std::string missing_text(std::uint64_t node, const message& content) {
    return fmt::format("node {} does not deliver message {}", node, text_of(content));
}

// From the highest id down.
// A node sums up its own values and those of all nodes with larger ids, modulo 2^64.
std::vector<message> sums_of(const sums_upwards& required, const derived_payloads& contents) {
    std::vector<message> messages(required.node_count);
    std::uint64_t sum = 0;
    for (auto node = static_cast<node_id>(required.node_count); node-- > 0;) {
        for (std::uint32_t number = 0; number < required.senders.packets_of(node); ++number) {
            sum += contents.of(node, number);
        }
        messages[node] = {.origin = node, .number = 0, .payload = sum};
    }
    return messages;
}

// Values are folded in the order of ids.
std::vector<std::uint64_t> results_of(const folded_values& required,
                                      const derived_payloads& contents) {
    std::vector<std::uint64_t> values(required.count);
    for (std::uint32_t number = 0; number < required.count; ++number) {
        values[number] = neutral_value(required.operation);
        for (node_id id = 0; id < required.node_count; ++id) {
            if (required.participants.contains(id)) {
                values[number] =
                    folded_by(required.operation, values[number], contents.of(id, number));
            }
        }
    }
    return values;
}

// Results are messages of node 0.
broadcaster_set results_as_messages(std::uint32_t count) {
    return count == 0 ? broadcaster_set{} : broadcaster_set{.nodes = {0}, .packets = {count}};
}

/// Payloads required of messages: those given to their origins, or results of reductions.
struct required_payloads {
    derived_payloads contents{payloads{}};
    std::vector<std::uint64_t> results{};  // in place of the contents, by number

    [[nodiscard]] std::uint64_t of(const message& content) const noexcept {
        return results.empty() ? contents.of(content.origin, content.number)
                               : results[content.number];
    }
};

// Wrong payloads are distinguished from unexpected messages: the first are corrupted, the second
// misrouted.
delivery_kind compare(const message& content, const message& due) {
    return content == due ? delivery_kind::right
           : content.origin == due.origin && content.number == due.number
               ? delivery_kind::wrong_payload
               : delivery_kind::unexpected;
}

/// Tally of messages of which each is due at every participant, or at its destination.
class message_tally final : public delivery_tally {
public:
    // Without destinations, all messages are due everywhere.
    message_tally(addressed_messages required, participant_set receivers, required_payloads due,
                  std::uint64_t table_bytes,
                  std::function<bool(node_id, std::uint32_t, node_id)> is_for = {})
        : required_{std::move(required)},
          receivers_{std::move(receivers)},
          is_for_{std::move(is_for)},
          due_{std::move(due)},
          rows_{required_.senders},
          columns_{required_.destination ? 1 : required_.node_count},
          seen_{rows_.size(), columns_, 8 * table_bytes} {}

    [[nodiscard]] delivery_kind take(node_id node, const message& content) override {
        const auto& destination = required_.destination;
        const std::uint64_t row = rows_.of(content);
        const bool is_due =
            destination ? row != no_row && destination(content.origin, content.number) == node
                        : row != no_row && is_due_at(content.origin, content.number, node);
        return !is_due                                     ? delivery_kind::unexpected
               : content.payload != due_.of(content)       ? delivery_kind::wrong_payload
               : seen_.insert(row, destination ? 0 : node) ? delivery_kind::right
                                                           : delivery_kind::again;
    }
    [[nodiscard]] std::uint64_t required() const override {
        if (!is_for_) {
            return rows_.size() *
                   (required_.destination ? 1 : receivers_.size(required_.node_count));
        }
        std::uint64_t total = 0;
        for_each_place([&](const message& content, std::uint64_t /*row*/, node_id column) {
            total += is_for_(content.origin, content.number, column) ? 1U : 0U;
            return true;
        });
        return total;
    }
    [[nodiscard]] std::string first_missing() const override {
        std::string text;
        for_each_place([&](const message& content, std::uint64_t row, node_id column) {
            const auto& destination = required_.destination;
            if (!seen_.contains(row, column) &&
                (destination || is_due_at(content.origin, content.number, column))) {
                text = missing_text(
                    destination ? destination(content.origin, content.number) : column, content);
            }
            return text.empty();
        });
        return text;
    }

private:
    // Calls `visit` for each row and column until it returns false. Rows are numbered by sender and
    // message, as in `rows_`.
    void for_each_place(const auto& visit) const {
        const auto& [nodes, packets] = required_.senders;
        std::uint64_t row = 0;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            for (std::uint32_t number = 0; number < packets[i]; ++number, ++row) {
                for (node_id column = 0; column < columns_; ++column) {
                    if (!visit(message{.origin = nodes[i], .number = number}, row, column)) {
                        return;
                    }
                }
            }
        }
    }
    [[nodiscard]] bool is_due_at(node_id origin, std::uint32_t number, node_id node) const {
        return is_for_ ? is_for_(origin, number, node) : receivers_.contains(node);
    }

    addressed_messages required_;
    participant_set receivers_;                                    // of those without destinations
    std::function<bool(node_id, std::uint32_t, node_id)> is_for_;  // null: for all receivers
    required_payloads due_;
    message_rows rows_;
    std::uint64_t columns_;  // a node each, or one where messages have destinations
    pair_set seen_;
};

/// One message at each participant.
class single_tally final : public delivery_tally {
public:
    single_tally(std::vector<message> expected, participant_set receivers)
        : expected_{std::move(expected)},
          receivers_{std::move(receivers)},
          seen_(expected_.size(), 0) {}

    [[nodiscard]] delivery_kind take(node_id node, const message& content) override {
        const delivery_kind kind = receivers_.contains(node) ? compare(content, expected_[node])
                                                             : delivery_kind::unexpected;
        const bool is_again =
            kind == delivery_kind::right && std::exchange(seen_[node], std::uint8_t{1}) != 0;
        return is_again ? delivery_kind::again : kind;
    }
    [[nodiscard]] std::uint64_t required() const override {
        return receivers_.size(expected_.size());
    }
    [[nodiscard]] std::string first_missing() const override {
        for (node_id node = 0; node < seen_.size(); ++node) {
            if (seen_[node] == 0 && receivers_.contains(node)) {
                return missing_text(node, expected_[node]);
            }
        }
        return {};
    }

private:
    std::vector<message> expected_;
    participant_set receivers_;
    std::vector<std::uint8_t> seen_;
};

/// The same order at every node.
class ordered_tally final : public delivery_tally {
public:
    ordered_tally(const ordered_everywhere& required, const required_payloads& due)
        : next_(required.node_count, 0) {
        std::vector<std::uint32_t> before(required.node_count);
        for (const node_id origin : required.order) {
            message one{.origin = origin, .number = before.at(origin)++};
            one.payload = due.of(one);
            order_.push_back(one);
        }
    }

    // The order is part of the requirement: a node that delivers again or early is out of order.
    [[nodiscard]] delivery_kind take(node_id node, const message& content) override {
        std::uint32_t& next = next_[node];
        const delivery_kind kind =
            next == order_.size() ? delivery_kind::unexpected : compare(content, order_[next]);
        next += kind == delivery_kind::right ? 1 : 0;
        return kind;
    }
    [[nodiscard]] std::uint64_t required() const override { return next_.size() * order_.size(); }
    [[nodiscard]] std::string first_missing() const override {
        const auto node = std::ranges::find_if(
            next_, [this](std::uint32_t next) { return next < order_.size(); });
        return node == next_.end() ? std::string{}
                                   : missing_text(position_at(next_, node), order_[*node]);
    }

private:
    std::vector<message> order_;
    std::vector<std::uint32_t> next_;  // of each node, in the order
};

/// Tally of streams: of each origin as many messages at every node as at the one that has most, in
/// order. A counter for each pair of nodes suffices.
class streamed_tally final : public delivery_tally {
public:
    streamed_tally(const streamed_everywhere& required, required_payloads due)
        : nodes_{required.node_count}, due_{std::move(due)}, next_(nodes_ * nodes_, 0) {}

    [[nodiscard]] delivery_kind take(node_id node, const message& content) override {
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
    [[nodiscard]] std::uint64_t required() const override {
        std::uint64_t total = 0;
        for (std::size_t origin = 0; origin < nodes_; ++origin) {
            total += std::uint64_t{most_of(origin)} * nodes_;
        }
        return total;
    }
    [[nodiscard]] std::string first_missing() const override {
        for (node_id origin = 0; origin < nodes_; ++origin) {
            const std::uint32_t most = most_of(origin);
            for (std::size_t node = 0; node < nodes_; ++node) {
                const std::uint32_t next = next_[node * nodes_ + origin];
                if (next < most) {
                    return missing_text(node, {.origin = origin, .number = next});
                }
            }
        }
        return {};
    }

private:
    // A message counts as required as soon as one node delivers it: then all have to.
    [[nodiscard]] std::uint32_t most_of(std::size_t origin) const {
        std::uint32_t most = 0;
        for (std::size_t node = 0; node < nodes_; ++node) {
            most = std::max(most, next_[node * nodes_ + origin]);
        }
        return most;
    }

    std::size_t nodes_;
    required_payloads due_;
    std::vector<std::uint32_t> next_;  // [node][origin]
};

/// Makes the tally of a requirement; results of a reduction are messages of node 0 and reuse those
/// of a broadcast or of addressed messages.
struct tally_maker {
    using made = std::unique_ptr<delivery_tally>;

    derived_payloads contents;
    std::uint64_t table_bytes = 0;

    made operator()(const addressed_messages& rule) const {
        return std::make_unique<message_tally>(
            rule, participant_set{}, required_payloads{.contents = contents}, table_bytes);
    }
    made operator()(const all_messages_everywhere& rule) const {
        return std::make_unique<message_tally>(
            addressed_messages{
                .node_count = rule.node_count, .senders = rule.senders, .destination = {}},
            rule.receivers, required_payloads{.contents = contents}, table_bytes);
    }
    made operator()(const messages_for_some& rule) const {
        return std::make_unique<message_tally>(
            addressed_messages{
                .node_count = rule.node_count, .senders = rule.senders, .destination = {}},
            participant_set{}, required_payloads{.contents = contents}, table_bytes, rule.is_for);
    }
    made operator()(const one_message_each& each) const {
        return std::make_unique<single_tally>(each.expected, each.receivers);
    }
    made operator()(const sums_upwards& sums) const {
        return std::make_unique<single_tally>(sums_of(sums, contents), sums.receivers);
    }
    made operator()(const ordered_everywhere& rule) const {
        return std::make_unique<ordered_tally>(rule, required_payloads{.contents = contents});
    }
    made operator()(const streamed_everywhere& rule) const {
        return std::make_unique<streamed_tally>(rule, required_payloads{.contents = contents});
    }
    made operator()(const folded_values& folded) const {
        addressed_messages rule{.node_count = folded.node_count,
                                .senders = results_as_messages(folded.count),
                                .destination = {}};
        if (folded.place != result_place::everywhere) {
            rule.destination = [folded](node_id /*origin*/, std::uint32_t number) {
                return folded.keeper(number);
            };
        }
        return std::make_unique<message_tally>(
            std::move(rule), folded.participants,
            required_payloads{.contents = contents, .results = results_of(folded, contents)},
            table_bytes);
    }
};

}  // namespace

recorded_delivery_verifier::recorded_delivery_verifier(const run_requirements& requirements)
    : tally_{std::visit(tally_maker{.contents = derived_payloads{requirements.contents},
                                    .table_bytes = requirements.table_bytes},
                        requirements.required)},
      first_delivery_{requirements.first_delivery} {}

void recorded_delivery_verifier::take(const recorded_slot& record) {
    for (const recorded_delivery& delivery : record.delivered) {
        const delivery_kind kind = tally_->take(delivery.to, delivery.content);
        if (kind == delivery_kind::right) {
            ++counts_.delivered;
        } else {
            note(record.at, delivery, kind);
        }
    }
    // No node may leave a barrier before the last one has entered it.
    if (record.at < first_delivery_ && !record.delivered.empty()) {
        early_.add("slot {}: node {} proceeds, and the last node calls in slot {}", record.at,
                   record.delivered.front().to, first_delivery_);
    }
}

void recorded_delivery_verifier::note(slot at, const recorded_delivery& delivery,
                                      delivery_kind kind) {
    ++(kind == delivery_kind::again ? counts_.duplicate : counts_.unexpected);
    counts_.wrong_payload += kind == delivery_kind::wrong_payload ? 1 : 0;
    wrong_.add("slot {}: node {} delivers message {}{}", at, delivery.to, text_of(delivery.content),
               kind == delivery_kind::again        ? " again"
               : kind == delivery_kind::unexpected ? ", which is not expected there"
                                                   : " with a wrong payload");
}

delivery_counts recorded_delivery_verifier::counts() const {
    delivery_counts totals = counts_;
    totals.required = tally_->required();
    totals.missing = totals.required - totals.delivered;
    return totals;
}

}  // namespace tutti
