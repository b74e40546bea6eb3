#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "collectives/input/possession_tables.hpp"
#include "description_validity.hpp"
#include "engine/memory/memory.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/engine/run_report.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// A field of a description, for errors.
struct described_field {
    std::string owner;
    std::string_view name;

    /// Refuses its answer.
    template <class... Parts>
    [[noreturn]] void refuse(fmt::format_string<Parts...> text, Parts&&... parts) const {
        throw std::invalid_argument{one_line(fmt::format(
            "{}: its `{}` {}", owner, name, fmt::format(text, std::forward<Parts>(parts)...)))};
    }

    template <class Call>
    [[nodiscard]] auto answer_of(const Call& call) const {
        try {
            return call();
            // An overflow is reported with the numbers of the plan, and missing memory is no fault
            // of the description; all else names the field.
        } catch (const std::overflow_error&) {
            throw;
        } catch (const std::bad_alloc&) {
            throw;
        } catch (const memory_limit_exceeded&) {
            throw;
        } catch (...) {
            refuse("threw: {}", detail::message_of(std::current_exception()));
        }
    }
};

constexpr auto accept_any = [](const described_field& /*field*/, const auto&... /*answered*/) {};

/// @param accepts `accepts(field, answer, arguments..)` throws where the answer is not valid, and
/// may
///   change it
template <class Answer, class... Asked, class Accepts>
void guard_field(const described_field& field, std::function<Answer(Asked...)>& function,
                 const Accepts& accepts) {
    if (function) {
        function = [field, inner = std::move(function), accepts](Asked... arguments) -> Answer {
            Answer answer = field.answer_of([&] { return inner(arguments...); });
            accepts(field, answer, arguments...);
            return answer;
        };
    }
}

void require_node(const described_field& field, std::string_view role, node_id node,
                  std::uint64_t nodes) {
    if (node >= nodes) {
        field.refuse("has node {} {}, and the largest id is {}", node, role, nodes - 1);
    }
}

void require_senders(const described_field& field, const broadcaster_set& senders,
                     std::uint64_t nodes) {
    if (senders.nodes.size() != senders.packets.size()) {
        field.refuse(
            "lists {} with messages, and numbers of messages for {}; list one number for each node",
            quantity(senders.nodes.size(), "node"), senders.packets.size());
    }
    // Ids are strictly ascending, which searches in the set rely on.
    std::uint64_t least = 0;
    for (const node_id node : senders.nodes) {
        require_node(field, "among those with messages", node, nodes);
        if (node < least) {
            field.refuse("lists node {} after node {}; list ids in increasing order", node,
                         least - 1);
        }
        least = std::uint64_t{node} + 1;
    }
    for (std::size_t i = 0; i < senders.packets.size(); ++i) {
        if (senders.packets[i] == 0) {
            field.refuse("lists node {} with 0 messages; nodes without any are left out",
                         senders.nodes[i]);
        }
    }
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    if (senders.packet_count() > most) {
        field.refuse("has {} messages; up to {} can be told apart", grouped(senders.packet_count()),
                     grouped(most));
    }
}

/// Makes sure that a requirement is for this number of nodes.
class requirement_guard {
public:
    requirement_guard(const described_field& field, std::uint64_t nodes)
        : field_{&field}, nodes_{nodes} {}

    void operator()(all_messages_everywhere& required) const {
        require_count("everything_everywhere", required.node_count);
        require_senders(*field_, required.senders, nodes_);
    }
    void operator()(messages_for_some& required) const {
        require_count("messages_for_some", required.node_count);
        require_senders(*field_, required.senders, nodes_);
        if (!required.is_for) {
            field_->refuse("lacks the `is_for` of its messages");
        }
    }
    void operator()(one_message_each& required) const {
        if (required.expected.size() != nodes_) {
            field_->refuse("has {} in `one_message_each`; one for each of {}",
                           quantity(required.expected.size(), "message"), quantity(nodes_, "node"));
        }
        for (const message& each : required.expected) {
            require_node(*field_, "as the origin of a message", each.origin, nodes_);
        }
    }
    void operator()(sums_upwards& sums) const {
        require_count("sums_upwards", sums.node_count);
        require_senders(*field_, sums.senders, nodes_);
    }
    void operator()(addressed_messages& messages) const {
        require_count("addressed_messages", messages.node_count);
        require_senders(*field_, messages.senders, nodes_);
        if (!messages.destination) {
            field_->refuse("lacks the `destination` of its messages");
        }
        keep_destinations(messages);
    }
    void operator()(ordered_everywhere& required) const {
        require_count("ordered_everywhere", required.node_count);
        for (const node_id origin : required.order) {
            require_node(*field_, "in its order", origin, nodes_);
        }
    }
    void operator()(streamed_everywhere& required) const {
        require_count("streamed_everywhere", required.node_count);
    }
    void operator()(folded_values& values) const {
        require_count("folded_values", values.node_count);
        require_node(*field_, "as its root", values.root, nodes_);
    }

private:
    void require_count(std::string_view kind, std::uint64_t stated) const {
        if (stated != nodes_) {
            field_->refuse("says {} in the `node_count` of `{}`, and the network has {}",
                           quantity(stated, "node"), kind, grouped(nodes_));
        }
    }

    // Asks for each destination once, where they fit 64 MiB: a run relies on the same answers
    // throughout.
    void keep_destinations(addressed_messages& messages) const {
        constexpr std::uint64_t most_kept = std::uint64_t{1} << 24U;
        const bool is_kept = messages.senders.packet_count() <= most_kept;
        std::vector<node_id> nodes;
        for (std::size_t i = 0; i < messages.senders.nodes.size(); ++i) {
            const node_id origin = messages.senders.nodes[i];
            for (std::uint32_t number = 0; number < messages.senders.packets[i]; ++number) {
                const node_id to =
                    field_->answer_of([&] { return messages.destination(origin, number); });
                require_node(*field_, "as the destination of a message", to, nodes_);
                if (is_kept) {
                    nodes.push_back(to);
                }
            }
        }
        if (is_kept) {
            messages.destination = [rows = message_rows{messages.senders},
                                    nodes = std::move(nodes)](node_id origin,
                                                              std::uint32_t number) {
                return nodes.at(rows.of({.origin = origin, .number = number}));
            };
        }
    }

    const described_field* field_;
    std::uint64_t nodes_;
};

constexpr auto accept_bound = [](const described_field& field, const lower_bound& bound,
                                 const auto&... /*asked*/) {
    if (bound.units < rational{0}) {
        field.refuse("is {}; use 0 or more", to_string(bound.units));
    }
};

constexpr auto accept_senders = [](const described_field& field, const broadcaster_set& senders,
                                   const problem& input) {
    require_senders(field, senders, node_count(input.network));
};

// K is said twice, and memory is estimated by one of them.
void guard_messages(const std::string& owner, collective& collective) {
    guard_field({owner, "message_count"}, collective.message_count,
                [has_senders = collective.senders != nullptr || collective.takes_broadcasters ||
                               collective.is_dynamic](
                    const described_field& field, std::uint64_t count, const setting& /*setting*/) {
                    if (!has_senders && count != 0) {
                        field.refuse("is {}, and it lacks its `senders`", count);
                    }
                });
    guard_field({owner, "senders"}, collective.senders,
                [count = collective.message_count](const described_field& field,
                                                   const broadcaster_set& senders,
                                                   const setting& setting, node_id /*root*/) {
                    require_senders(field, senders, node_count(setting.network));
                    const std::uint64_t stated = count ? count(setting) : 0;
                    if (senders.packet_count() != stated) {
                        field.refuse("has {}, and its `message_count` is {}",
                                     quantity(senders.packet_count(), "message"), stated);
                    }
                });
}

// What an algorithm takes.
void guard_input(const std::string& owner, algorithm& algorithm) {
    guard_field({owner, "why_not"}, algorithm.inapplicable_reason, accept_any);
    guard_field({owner, "rounds"}, algorithm.rounds,
                [](const described_field& field, std::uint64_t rounds, const setting& /*setting*/) {
                    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
                    if (rounds > most) {
                        field.refuse("is {}; use 0 to {}", rounds, most);
                    }
                });
    guard_field(
        {owner, "limits"}, algorithm.limits,
        [](const described_field& field, const message_limits& limits, const network& /*network*/) {
            if (limits.least > limits.most) {
                field.refuse("has a `least` of {} above its `most` of {}", limits.least,
                             limits.most);
            }
        });
    guard_field({owner, "why_not_input"}, algorithm.inapplicable_input_reason, accept_any);
    guard_field({owner, "worst_set"}, algorithm.worst_set, accept_senders);
}

void guard_theory(const std::string& owner, algorithm& algorithm) {
    guard_field({owner, "phases"}, algorithm.phases, accept_any);
    guard_field({owner, "expected"}, algorithm.expected, accept_any);
    guard_field({owner, "lower_bound"}, algorithm.lower_bound, accept_bound);
    guard_field({owner, "failure"}, algorithm.failure, accept_any);
    guard_field({owner, "advice"}, algorithm.advice, accept_any);
    guard_field({owner, "transmissions"}, algorithm.transmissions, accept_any);
}

}  // namespace

void guard(collective& collective) {
    const std::string owner = subject{.name = collective.name}.text();
    guard_messages(owner, collective);
    guard_field({owner, "stated_count"}, collective.stated_count, accept_any);
    guard_field({owner, "given"}, collective.given, accept_senders);
    guard_field({owner, "input"}, collective.input, accept_any);
    guard_field({owner, "required"}, collective.required,
                [](const described_field& field, requirement& required, const problem& input) {
                    std::visit(requirement_guard{field, node_count(input.network)}, required);
                });
    guard_field({owner, "deliveries"}, collective.deliveries, accept_any);
    guard_field({owner, "check_bytes"}, collective.check_bytes, accept_any);
    guard_field({owner, "judges"}, collective.checks, accept_any);
    guard_field({owner, "lower_bound"}, collective.lower_bound, accept_bound);
}

void guard(algorithm& algorithm) {
    const std::string owner =
        subject{.collective = algorithm.collective, .name = algorithm.name}.text();
    guard_input(owner, algorithm);
    guard_theory(owner, algorithm);
    guard_field({owner, "memory_use"}, algorithm.memory_use, accept_any);
    guard_field({owner, "figure_steps"}, algorithm.figure_steps, accept_any);
    guard_field({owner, "rank"}, algorithm.rank, accept_any);
    guard_field({owner, "slot_budget"}, algorithm.slot_budget, accept_any);
    guard_field({owner, "intervals"}, algorithm.intervals, accept_any);
    guard_field(
        {owner, "program"}, algorithm.program,
        [](const described_field& field, const any_program& made, const setting& /*setting*/) {
            if (!made) {
                field.refuse("gives no program; use one that `any_program::on` makes");
            }
        });
}

}  // namespace tutti
