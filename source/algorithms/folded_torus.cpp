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

const grid* array_of(const network& net) noexcept {
    const auto* const shape = std::get_if<grid>(&net);
    return shape != nullptr && shape->edge() == grid_edge::folded ? shape : nullptr;
}

// Networks, settings and problems as programs see them.
network seen(const network& net) {
    const grid* const array = array_of(net);
    return array == nullptr ? net : network{fold{*array}.torus()};
}

setting seen(setting setting) {
    setting.network = seen(setting.network);
    return setting;
}

template <class Move>
broadcaster_set moved(const broadcaster_set& senders, std::size_t node_count, const Move& move) {
    // A set with the same number of messages at every node is the same under any renumbering.
    if (senders.nodes.is_all_below(node_count) &&
        senders.packets.least() == senders.packets.most()) {
        return senders;
    }
    std::vector<std::pair<node_id, std::uint32_t>> pairs;
    for (std::size_t i = 0; i < senders.nodes.size(); ++i) {
        pairs.emplace_back(move(senders.nodes[i]), senders.packets[i]);
    }
    std::ranges::sort(pairs);
    broadcaster_set made;
    for (const auto& [node, packets] : pairs) {
        made.nodes.push_back(node);
        made.packets.push_back(packets);
    }
    return made;
}

// On the array every node runs the program of a node of the torus.
problem seen(problem problem) {
    const grid* const array = array_of(problem.network);
    if (array == nullptr) {
        return problem;
    }
    const fold shape{*array};
    problem.broadcasters = moved(problem.broadcasters, node_count(problem.network),
                                 [&](node_id node) { return shape.on_torus(node); });
    problem.root = shape.on_torus(problem.root);
    problem.network = shape.torus();
    return problem;
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
    const std::uint64_t p = array.nodes_along(0);
    const auto hops = [&](std::uint64_t number) { return 2 * number / p * (p - 1); };
    return packet_hops{hops(on_torus->data), hops(on_torus->control)};
}

// Reasons of the torus come first, since the torus is what the algorithm sees.
std::string folded_torus_mismatch(const algorithm& on_torus, const network& net) {
    std::string inapplicable_reason = on_torus.inapplicable_reason(seen(net));
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

const network& network_of(const network& net) { return net; }
const network& network_of(const setting& setting) { return setting.network; }

// Moves functions of an algorithm for the torus to where they stay, and puts others in their place,
// which ask them.
class function_folding {
public:
    function_folding(algorithm& chosen, algorithm& on_torus)
        : chosen_{&chosen}, on_torus_{&on_torus} {}

    // The function answers `folded(asked, rest..)` on folded tori, elsewhere as before.
    template <class Result, class Asked, class... Rest, class Folded>
    void extend(std::function<Result(const Asked&, Rest...)> algorithm::*function,
                Folded folded) const {
        auto& original = on_torus_->*function;
        std::swap(original, chosen_->*function);
        if (original) {
            chosen_->*function = [&original, folded](const Asked& asked, Rest... rest) -> Result {
                return array_of(network_of(asked)) == nullptr ? original(asked, rest...)
                                                              : folded(asked, rest...);
            };
        }
    }
    // The answer on a folded torus is that on the torus.
    template <class Result, class Asked, class... Rest>
    void delegate(std::function<Result(const Asked&, Rest...)> algorithm::*function) const {
        extend(function, [&original = on_torus_->*function](const Asked& asked, Rest... rest) {
            return original(seen(asked), rest...);
        });
    }

private:
    algorithm* chosen_;
    algorithm* on_torus_;
};

void extend_theory(const function_folding& functions, const algorithm& on_torus) {
    functions.extend(&algorithm::phases, [&on_torus](const problem& input) {
        return slowed(on_torus.phases(seen(input)), fold{*array_of(input.network)});
    });
    functions.extend(&algorithm::expected, [&on_torus](const problem& input) {
        std::optional<expected_time> expected = on_torus.expected(seen(input));
        if (expected) {
            expected->units *= slowdown;
        }
        return expected;
    });
    functions.extend(&algorithm::transmissions, [&on_torus](const problem& input) {
        return on_torus.uses_links_alike
                   ? hops_on_array(on_torus.transmissions(seen(input)), *array_of(input.network))
                   : std::nullopt;
    });
    // The array's own.
    functions.extend(&algorithm::lower_bound, [&on_torus](const problem& input) {
        return on_torus.goal->lower_bound(within_ports(on_torus.ports, input),
                                          packets_in(on_torus.phases(seen(input))));
    });
    functions.extend(&algorithm::advice, [](const problem& /*problem*/) { return std::string{}; });
    functions.delegate(&algorithm::failure);
}

void extend_input(const function_folding& functions, const algorithm& on_torus) {
    functions.extend(&algorithm::inapplicable_reason, [&on_torus](const network& net) {
        return folded_torus_mismatch(on_torus, net);
    });
    functions.delegate(&algorithm::rounds);
    functions.delegate(&algorithm::limits);
    functions.delegate(&algorithm::inapplicable_input_reason);
    functions.delegate(&algorithm::memory_use);
    functions.delegate(&algorithm::slot_budget);
    functions.delegate(&algorithm::intervals);
    functions.extend(&algorithm::worst_set, [&on_torus](const problem& input) {
        const fold shape{*array_of(input.network)};
        return moved(on_torus.worst_set(seen(input)), node_count(input.network),
                     [&](node_id node) { return shape.position(node); });
    });
    functions.extend(&algorithm::rank, [&on_torus](const problem& input, node_id node) {
        return on_torus.rank(seen(input), fold{*array_of(input.network)}.on_torus(node));
    });
}

}  // namespace

bool emulates_torus(const algorithm& algorithm, const network& net) noexcept {
    return !algorithm.runs_on_array && array_of(net) != nullptr;
}

problem program_view(const algorithm& algorithm, problem problem) {
    return emulates_torus(algorithm, problem.network) ? seen(std::move(problem))
                                                      : std::move(problem);
}

torus_origin_mapping::torus_origin_mapping(const collective& collective, const problem& problem)
    : shape_{network_as<grid>(problem.network)} {
    // Numbers of addressed messages follow from the destinations, which the fold renumbers.
    requirement on_array = collective.required(problem);
    requirement on_torus = collective.required(seen(problem));
    auto* const here = std::get_if<addressed_messages>(&on_array);
    auto* const there = std::get_if<addressed_messages>(&on_torus);
    if (here != nullptr && there != nullptr) {
        numbers_ = numbering{.on_array = std::move(*here), .on_torus = std::move(*there)};
    }
    const auto* const results = std::get_if<folded_values>(&on_array);
    is_in_turn_ = results != nullptr && results->place == result_place::in_turn &&
                  results->count % results->node_count == 0;
}

initial_messages torus_origin_mapping::on_torus(const initial_messages& messages) const {
    if (messages.empty()) {
        return messages;
    }
    if (is_in_turn_) {
        return in_turn_on_torus(messages);
    }
    std::vector<std::pair<node_id, std::uint64_t>> pairs;
    for (std::size_t i = 0; i < messages.size(); ++i) {
        const message each = messages[i];
        pairs.emplace_back(
            numbers_ ? shape_.on_torus(numbers_->on_array.destination(each.origin, each.number))
                     : each.number,
            each.payload);
    }
    std::ranges::stable_sort(pairs, {}, &std::pair<node_id, std::uint64_t>::first);
    node_vector<std::uint64_t> payloads;
    payloads.reserve(pairs.size());
    for (const auto& [place, payload] : pairs) {
        payloads.push_back(payload);
    }
    return {shape_.on_torus(messages[0].origin), std::move(payloads)};
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

initial_messages torus_origin_mapping::in_turn_on_torus(const initial_messages& messages) const {
    node_vector<std::uint64_t> payloads(messages.size());
    for (std::uint32_t i = 0; i < payloads.size(); ++i) {
        payloads[i] = messages[in_turn_on_array(i)].payload;
    }
    return {shape_.on_torus(messages[0].origin), std::move(payloads)};
}

// Of several messages for one node, as many have lower numbers.
std::uint32_t torus_origin_mapping::number_on_array(const message& message,
                                                    const numbering& numbers) const {
    if (message.number >= numbers.on_torus.senders.packets_of(message.origin)) {
        return std::numeric_limits<std::uint32_t>::max();
    }
    const node_id to = numbers.on_torus.destination(message.origin, message.number);
    return number_of(numbers.on_array, shape_.position(message.origin), shape_.position(to)) +
           message.number - number_of(numbers.on_torus, message.origin, to);
}

std::uint32_t torus_origin_mapping::number_of(const addressed_messages& messages, node_id origin,
                                              node_id destination) {
    const auto numbers = std::views::iota(std::uint32_t{0}, messages.senders.packets_of(origin));
    return *std::ranges::lower_bound(numbers, destination, {}, [&](std::uint32_t number) {
        return messages.destination(origin, number);
    });
}

origin_mapping names_on_array(const algorithm& algorithm, const problem& problem) {
    if (!emulates_torus(algorithm, problem.network)) {
        return {};
    }
    return [names = std::make_shared<const torus_origin_mapping>(*algorithm.goal, problem)](
               const message& message) { return names->on_array(message); };
}

std::string time_formula(const algorithm& algorithm, const network& net) {
    return emulates_torus(algorithm, net) ? fmt::format("{} * ({})", slowdown, algorithm.time)
                                          : algorithm.time;
}

std::unique_ptr<const algorithm> run_on_folded_tori(algorithm& chosen) {
    if (chosen.runs_on_array) {
        return nullptr;
    }
    // The functions move into the original, and get new ones in their place; the catalogue owns
    // both.
    auto original = std::make_unique<algorithm>();
    original->goal = chosen.goal;
    original->ports = chosen.ports;
    original->uses_links_alike = chosen.uses_links_alike;
    const function_folding functions{chosen, *original};
    extend_theory(functions, *original);
    extend_input(functions, *original);
    functions.extend(&algorithm::program, [&on_torus = *original](const setting& setting) {
        return on_torus.program(seen(setting)).on_array(fold{*array_of(setting.network)});
    });
    return original;
}

}  // namespace tutti
