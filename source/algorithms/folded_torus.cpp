#include "folded_torus.hpp"

#include <algorithm>
#include <concepts>
#include <limits>
#include <ranges>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/collective.hpp"

namespace tutti {
namespace {

const grid* array_of(const network& where) noexcept {
    const auto* const shape = std::get_if<grid>(&where);
    return shape != nullptr && shape->edge() == grid_edge::folded ? shape : nullptr;
}

/// A network as programs see it.
network seen(const network& where) {
    const grid* const array = array_of(where);
    return array == nullptr ? where : network{fold{*array}.torus()};
}

setting seen(setting what) {
    what.where = seen(what.where);
    return what;
}

template <class Move>
broadcaster_set moved(const broadcaster_set& senders, std::size_t node_count, const Move& move) {
    if (senders.nodes.is_all_below(node_count) &&
        senders.packets.least() == senders.packets.most()) {
        return senders;
    }
    std::vector<std::pair<node_id, std::uint32_t>> all;
    for (std::size_t i = 0; i < senders.nodes.size(); ++i) {
        all.emplace_back(move(senders.nodes[i]), senders.packets[i]);
    }
    std::ranges::sort(all);
    broadcaster_set made;
    for (const auto& [node, packets] : all) {
        made.nodes.push_back(node);
        made.packets.push_back(packets);
    }
    return made;
}

// Two slots of the array are one of the torus.
constexpr slot slowdown = 2;

std::optional<slot> slowed(const std::optional<slot>& slots) {
    return slots ? std::optional{slowdown * *slots} : std::nullopt;
}

std::vector<phase> slowed(std::vector<phase> phases, const fold& shape) {
    for (phase& each : phases) {
        each.expected_slots = slowed(each.expected_slots);
        each.most_slots = slowed(each.most_slots);
        each.deadline = slowed(each.deadline);
        std::ranges::transform(each.markers, each.markers.begin(),
                               [&](node_id node) { return shape.position(node); });
    }
    return phases;
}

// A packet takes two links of the array in place of one of the torus, but for the two links of a
// ring that join neighbours on the array: where all links of a line are used alike, of p links p-2
// count twice.
std::optional<packet_hops> hops_on_array(const std::optional<packet_hops>& on_torus,
                                         const grid& array) {
    if (!on_torus || !array.is_regular()) {
        return std::nullopt;
    }
    const auto p = static_cast<std::uint64_t>(array.side(0));
    const auto hops = [&](std::uint64_t number) { return 2 * number / p * (p - 1); };
    return packet_hops{hops(on_torus->data), hops(on_torus->control)};
}

std::string folded_torus_mismatch(const algorithm& on_torus, const network& where) {
    std::string inapplicable_reason = on_torus.inapplicable_reason(seen(where));
    if (!inapplicable_reason.empty()) {
        return inapplicable_reason;
    }
    if (on_torus.goal->is_dynamic || on_torus.goal->follows_ids) {
        return "depends on the ids of the nodes, which a fold changes; use an array or torus";
    }
    return std::ranges::count(on_torus.ports, port_model::all_port) > 0
               ? ""
               : "uses one port in a slot, and a folded torus emulates all; use an array";
}

/// Gives `place` what `folded` makes of an array's problem; other problems go to what it was.
template <class Result, class Asked, class Folded>
void extend(std::function<Result(const Asked&)>& place,
            const std::function<Result(const Asked&)>& original, Folded folded) {
    if (!original) {
        return;
    }
    place = [&original, folded](const Asked& asked) -> Result {
        if constexpr (std::same_as<Asked, network>) {
            return array_of(asked) == nullptr ? original(asked) : folded(asked);
        } else {
            return array_of(asked.where) == nullptr ? original(asked) : folded(asked);
        }
    };
}

/// Has a question about an array's problem asked about the torus', with the same answer.
template <class Result, class Asked>
void delegate_to_torus(std::function<Result(const Asked&)>& place,
                       const std::function<Result(const Asked&)>& original) {
    extend(place, original, [&original](const Asked& asked) {
        if constexpr (std::same_as<Asked, problem>) {
            return original(program_view(asked));
        } else {
            return original(seen(asked));
        }
    });
}

void extend_theory(algorithm& what, const algorithm& on_torus) {
    extend(what.phases, on_torus.phases, [&on_torus](const problem& asked) {
        return slowed(on_torus.phases(program_view(asked)), fold{*array_of(asked.where)});
    });
    extend(what.expected, on_torus.expected, [&on_torus](const problem& asked) {
        std::optional<expected_time> known = on_torus.expected(program_view(asked));
        if (known) {
            known->units *= slowdown;
        }
        return known;
    });
    extend(what.transmissions, on_torus.transmissions, [&on_torus](const problem& asked) {
        return on_torus.uses_links_alike
                   ? hops_on_array(on_torus.transmissions(program_view(asked)),
                                   *array_of(asked.where))
                   : std::nullopt;
    });
    // The array's own.
    extend(what.lower_bound, on_torus.lower_bound, [&on_torus](const problem& asked) {
        return on_torus.goal->lower_bound(within_ports(on_torus.ports, asked),
                                          packets_in(on_torus.phases(program_view(asked))));
    });
    extend(what.advice, on_torus.advice, [](const problem& /*asked*/) { return std::string{}; });
}

void extend_input(algorithm& what, const algorithm& on_torus) {
    extend(what.inapplicable_reason, on_torus.inapplicable_reason,
           [&on_torus](const network& where) { return folded_torus_mismatch(on_torus, where); });
    delegate_to_torus(what.rounds, on_torus.rounds);
    delegate_to_torus(what.limits, on_torus.limits);
    delegate_to_torus(what.inapplicable_input_reason, on_torus.inapplicable_input_reason);
    delegate_to_torus(what.failure, on_torus.failure);
    delegate_to_torus(what.slot_budget, on_torus.slot_budget);
    delegate_to_torus(what.intervals, on_torus.intervals);
    extend(what.worst_set, on_torus.worst_set, [&on_torus](const problem& asked) {
        const fold shape{*array_of(asked.where)};
        return moved(on_torus.worst_set(program_view(asked)), node_count(asked.where),
                     [&](node_id node) { return shape.position(node); });
    });
    if (on_torus.kept) {
        what.kept = [&on_torus](const network& where, std::uint64_t message_count) {
            return on_torus.kept(seen(where), message_count);
        };
    }
    if (on_torus.rank) {
        what.rank = [&on_torus](const problem& asked, node_id node) {
            const grid* const array = array_of(asked.where);
            return array == nullptr
                       ? on_torus.rank(asked, node)
                       : on_torus.rank(program_view(asked), fold{*array}.on_torus(node));
        };
    }
}

}  // namespace

bool is_folded_torus(const network& where) noexcept { return array_of(where) != nullptr; }

problem program_view(problem asked) {
    const grid* const array = array_of(asked.where);
    if (array == nullptr) {
        return asked;
    }
    const fold shape{*array};
    asked.broadcasters = moved(asked.broadcasters, node_count(asked.where),
                               [&](node_id node) { return shape.on_torus(node); });
    asked.root = shape.on_torus(asked.root);
    asked.where = shape.torus();
    return asked;
}

torus_origin_mapping::torus_origin_mapping(const collective& goal, const problem& asked)
    : shape_{network_as<grid>(asked.where)} {
    requirement on_array = goal.required(asked);
    requirement on_torus = goal.required(program_view(asked));
    auto* const here = std::get_if<addressed_messages>(&on_array);
    auto* const there = std::get_if<addressed_messages>(&on_torus);
    if (here != nullptr && there != nullptr) {
        numbers_ = numbering{.on_array = std::move(*here), .on_torus = std::move(*there)};
    }
    const auto* const results = std::get_if<folded_values>(&on_array);
    is_in_turn_ = results != nullptr && results->place == result_place::in_turn &&
                  results->count % results->node_count == 0;
}

initial_messages torus_origin_mapping::on_torus(const initial_messages& mine) const {
    if (mine.empty()) {
        return mine;
    }
    if (is_in_turn_) {
        return in_turn_on_torus(mine);
    }
    std::vector<std::pair<node_id, std::uint64_t>> all;
    for (std::size_t i = 0; i < mine.size(); ++i) {
        const message each = mine[i];
        all.emplace_back(
            numbers_ ? shape_.on_torus(numbers_->on_array.destination(each.origin, each.number))
                     : each.number,
            each.payload);
    }
    std::ranges::stable_sort(all, {}, &std::pair<node_id, std::uint64_t>::first);
    node_vector<std::uint64_t> payloads;
    payloads.reserve(all.size());
    for (const auto& [place, payload] : all) {
        payloads.push_back(payload);
    }
    return {shape_.on_torus(mine[0].origin), std::move(payloads)};
}

message torus_origin_mapping::on_array(const message& delivered) const {
    message named = delivered;
    if (delivered.origin >= shape_.torus().node_count()) {
        return named;
    }
    named.origin = shape_.position(delivered.origin);
    if (numbers_) {
        named.number = number_on_array(delivered, *numbers_);
    }
    if (is_in_turn_) {
        named.number = in_turn_on_array(delivered.number);
    }
    return named;
}

std::uint32_t torus_origin_mapping::in_turn_on_array(std::uint32_t number) const noexcept {
    const auto nodes = static_cast<std::uint32_t>(shape_.torus().node_count());
    return number - number % nodes + shape_.position(number % nodes);
}

initial_messages torus_origin_mapping::in_turn_on_torus(const initial_messages& mine) const {
    node_vector<std::uint64_t> payloads(mine.size());
    for (std::size_t i = 0; i < payloads.size(); ++i) {
        payloads[i] = mine[in_turn_on_array(static_cast<std::uint32_t>(i))].payload;
    }
    return {shape_.on_torus(mine[0].origin), std::move(payloads)};
}

// Of several messages for one node, as many have lower numbers.
std::uint32_t torus_origin_mapping::number_on_array(const message& theirs,
                                                    const numbering& numbers) const {
    if (theirs.number >= numbers.on_torus.senders.packets_of(theirs.origin)) {
        return std::numeric_limits<std::uint32_t>::max();
    }
    const node_id to = numbers.on_torus.destination(theirs.origin, theirs.number);
    return number_of(numbers.on_array, shape_.position(theirs.origin), shape_.position(to)) +
           theirs.number - number_of(numbers.on_torus, theirs.origin, to);
}

std::uint32_t torus_origin_mapping::number_of(const addressed_messages& all, node_id origin,
                                              node_id destination) {
    const auto numbers = std::views::iota(std::uint32_t{0}, all.senders.packets_of(origin));
    return *std::ranges::lower_bound(numbers, destination, {}, [&](std::uint32_t number) {
        return all.destination(origin, number);
    });
}

origin_mapping names_on_array(const collective& goal, const problem& asked) {
    if (!is_folded_torus(asked.where)) {
        return {};
    }
    return [names = std::make_shared<const torus_origin_mapping>(goal, asked)](
               const message& theirs) { return names->on_array(theirs); };
}

std::string time_formula(const algorithm& what, const network& where) {
    return is_folded_torus(where) ? fmt::format("{} * ({})", slowdown, what.time) : what.time;
}

std::unique_ptr<const algorithm> run_on_folded_tori(algorithm& what) {
    auto original = std::make_unique<algorithm>();
    original->goal = what.goal;
    original->ports = what.ports;
    original->uses_links_alike = what.uses_links_alike;
    const auto keep = [&](auto function) { std::swap((*original).*function, what.*function); };
    keep(&algorithm::inapplicable_reason);
    keep(&algorithm::rounds);
    keep(&algorithm::limits);
    keep(&algorithm::inapplicable_input_reason);
    keep(&algorithm::worst_set);
    keep(&algorithm::phases);
    keep(&algorithm::expected);
    keep(&algorithm::lower_bound);
    keep(&algorithm::failure);
    keep(&algorithm::advice);
    keep(&algorithm::transmissions);
    keep(&algorithm::kept);
    keep(&algorithm::rank);
    keep(&algorithm::slot_budget);
    keep(&algorithm::intervals);
    keep(&algorithm::program);
    extend_theory(what, *original);
    extend_input(what, *original);
    extend(what.program, original->program, [&on_torus = *original](const setting& where) {
        return on_torus.program(seen(where)).on_array(fold{*array_of(where.where)});
    });
    return original;
}

}  // namespace tutti
