#include "description_guard.hpp"

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
        } catch (const std::overflow_error&) {
            throw;
        } catch (const std::bad_alloc&) {
            throw;
        } catch (...) {
            refuse("threw: {}", detail::message_of(std::current_exception()));
        }
    }
};

constexpr auto accept_any = [](const described_field& /*field*/, const auto&... /*answered*/) {};

/// @param accepts `accepts(field, answer, asked..)` throws where the answer is not valid, and may
///   change it
template <class Answer, class... Asked, class Accepts>
void guard_field(const described_field& field, std::function<Answer(Asked...)>& function,
                 const Accepts& accepts) {
    if (function) {
        function = [field, inner = std::move(function), accepts](Asked... asked) -> Answer {
            Answer answer = field.answer_of([&] { return inner(asked...); });
            accepts(field, answer, asked...);
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
        field.refuse("lists {} with messages, and numbers of messages for {}; as many are right",
                     quantity(senders.nodes.size(), "node"), senders.packets.size());
    }
    std::uint64_t least = 0;
    for (const node_id node : senders.nodes) {
        require_node(field, "among those with messages", node, nodes);
        if (node < least) {
            field.refuse("lists node {} after node {}; increasing ids are right", node, least - 1);
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

/// Makes sure that a requirement is one for so many nodes.
class requirement_guard {
public:
    requirement_guard(const described_field& field, std::uint64_t nodes)
        : field_{&field}, nodes_{nodes} {}

    void operator()(all_messages_everywhere& all) const {
        require_count("everything_everywhere", all.node_count);
        require_senders(*field_, all.senders, nodes_);
    }
    void operator()(one_message_each& all) const {
        if (all.expected.size() != nodes_) {
            field_->refuse("has {} in `one_message_each`; one for each of {} would be right",
                           quantity(all.expected.size(), "message"), quantity(nodes_, "node"));
        }
        for (const message& each : all.expected) {
            require_node(*field_, "as the origin of a message", each.origin, nodes_);
        }
    }
    void operator()(sums_upwards& all) const {
        require_count("sums_upwards", all.node_count);
        require_senders(*field_, all.senders, nodes_);
    }
    void operator()(addressed_messages& all) const {
        require_count("addressed_messages", all.node_count);
        require_senders(*field_, all.senders, nodes_);
        if (!all.destination) {
            field_->refuse("lacks the `destination` of its messages");
        }
        keep_destinations(all);
    }
    void operator()(ordered_everywhere& all) const {
        require_count("ordered_everywhere", all.node_count);
        for (const node_id origin : all.order) {
            require_node(*field_, "in its order", origin, nodes_);
        }
    }
    void operator()(streamed_everywhere& all) const {
        require_count("streamed_everywhere", all.node_count);
    }
    void operator()(folded_values& all) const {
        require_count("folded_values", all.node_count);
        require_node(*field_, "as its root", all.root, nodes_);
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
    void keep_destinations(addressed_messages& all) const {
        constexpr std::uint64_t most_kept = std::uint64_t{1} << 24U;
        const bool is_kept = all.senders.packet_count() <= most_kept;
        std::vector<node_id> kept;
        for (std::size_t i = 0; i < all.senders.nodes.size(); ++i) {
            const node_id origin = all.senders.nodes[i];
            for (std::uint32_t number = 0; number < all.senders.packets[i]; ++number) {
                const node_id to =
                    field_->answer_of([&] { return all.destination(origin, number); });
                require_node(*field_, "as the destination of a message", to, nodes_);
                if (is_kept) {
                    kept.push_back(to);
                }
            }
        }
        if (is_kept) {
            all.destination = [rows = message_rows{all.senders}, kept = std::move(kept)](
                                  node_id origin, std::uint32_t number) {
                return kept.at(rows.of({.origin = origin, .number = number}));
            };
        }
    }

    const described_field* field_;
    std::uint64_t nodes_;
};

void accept_bound(const described_field& field, const lower_bound& bound) {
    if (bound.units < rational{0}) {
        field.refuse("is {}; 0 or more would be right", to_string(bound.units));
    }
}

// K is said twice, and memory is estimated by one of them.
void guard_messages(const std::string& owner, collective& what) {
    guard_field(
        {owner, "message_count"}, what.message_count,
        [has_senders = what.senders != nullptr || what.takes_broadcasters || what.is_dynamic](
            const described_field& field, std::uint64_t count, const setting& /*where*/) {
            if (!has_senders && count != 0) {
                field.refuse("is {}, and it lacks its `senders`", count);
            }
        });
    guard_field(
        {owner, "senders"}, what.senders,
        [count = what.message_count](const described_field& field, const broadcaster_set& senders,
                                     const setting& where, node_id /*root*/) {
            require_senders(field, senders, node_count(where.where));
            const std::uint64_t stated = count ? count(where) : 0;
            if (senders.packet_count() != stated) {
                field.refuse("has {}, and its `message_count` is {}",
                             quantity(senders.packet_count(), "message"), stated);
            }
        });
}

// What an algorithm takes.
void guard_input(const std::string& owner, algorithm& what) {
    guard_field({owner, "why_not"}, what.inapplicable_reason, accept_any);
    guard_field({owner, "rounds"}, what.rounds,
                [](const described_field& field, std::uint64_t rounds, const setting& /*where*/) {
                    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
                    if (rounds > most) {
                        field.refuse("is {}; 0 to {} would be right", rounds, most);
                    }
                });
    guard_field(
        {owner, "limits"}, what.limits,
        [](const described_field& field, const message_limits& limits, const network& /*where*/) {
            if (limits.least > limits.most) {
                field.refuse("has a `least` of {} above its `most` of {}", limits.least,
                             limits.most);
            }
        });
    guard_field({owner, "why_not_input"}, what.inapplicable_input_reason, accept_any);
    guard_field(
        {owner, "worst_set"}, what.worst_set,
        [](const described_field& field, const broadcaster_set& worst, const problem& asked) {
            require_senders(field, worst, node_count(asked.where));
        });
}

void guard_theory(const std::string& owner, algorithm& what) {
    guard_field({owner, "phases"}, what.phases, accept_any);
    guard_field({owner, "expected"}, what.expected, accept_any);
    guard_field({owner, "lower_bound"}, what.lower_bound,
                [](const described_field& field, const lower_bound& bound,
                   const problem& /*asked*/) { accept_bound(field, bound); });
    guard_field({owner, "failure"}, what.failure, accept_any);
    guard_field({owner, "advice"}, what.advice, accept_any);
    guard_field({owner, "transmissions"}, what.transmissions, accept_any);
}

}  // namespace

void guard(collective& what) {
    const std::string owner = subject{.name = what.name}.text();
    guard_messages(owner, what);
    guard_field({owner, "stated_count"}, what.stated_count, accept_any);
    guard_field(
        {owner, "given"}, what.given,
        [](const described_field& field, const broadcaster_set& given, const problem& asked) {
            require_senders(field, given, node_count(asked.where));
        });
    guard_field({owner, "input"}, what.input, accept_any);
    guard_field({owner, "required"}, what.required,
                [](const described_field& field, requirement& required, const problem& asked) {
                    std::visit(requirement_guard{field, node_count(asked.where)}, required);
                });
    guard_field({owner, "deliveries"}, what.deliveries, accept_any);
    guard_field({owner, "check_bytes"}, what.check_bytes, accept_any);
    guard_field({owner, "judges"}, what.checks, accept_any);
    guard_field({owner, "lower_bound"}, what.lower_bound,
                [](const described_field& field, const lower_bound& bound,
                   const auto&... /*asked*/) { accept_bound(field, bound); });
}

void guard(algorithm& what) {
    const std::string owner = subject{.collective = what.collective, .name = what.name}.text();
    guard_input(owner, what);
    guard_theory(owner, what);
    guard_field({owner, "kept"}, what.kept, accept_any);
    guard_field({owner, "figure_steps"}, what.figure_steps, accept_any);
    guard_field({owner, "rank"}, what.rank, accept_any);
    guard_field({owner, "slot_budget"}, what.slot_budget, accept_any);
    guard_field({owner, "intervals"}, what.intervals, accept_any);
    guard_field(
        {owner, "program"}, what.program,
        [](const described_field& field, const any_program& made, const setting& /*where*/) {
            if (!made) {
                field.refuse("gives no program; use one that `any_program::on` makes");
            }
        });
}

}  // namespace tutti
