#include "algorithms/catalog/description_scope.hpp"
#include "algorithms/catalog/description_validity.hpp"
#include "algorithms/folded_torus.hpp"
#include "overflow.hpp"
#include "topology/networks/diameter.hpp"
#include "tutti/catalog/collective.hpp"

namespace tutti {
namespace {

// The algorithm of the task whose worst set is wanted: the one that is named, else that which is to
// run, else the first that has one.
const algorithm& adversary_of(const experiment& asked, std::string_view name) {
    std::vector<const algorithm*> known{asked.what};
    if (asked.known != nullptr) {
        const auto others = asked.known->algorithms_for(asked.what->collective);
        known.insert(known.end(), others.begin(), others.end());
    }
    const auto first = std::ranges::find_if(known, [&](const algorithm* what) {
        return (name.empty() || what->name == name) && what->worst_set &&
               what->inapplicable_reason(asked.where).empty();
    });
    if (first != known.end()) {
        return **first;
    }
    const std::string algorithm = name.empty() ? std::string{} : fmt::format("/{}", name);
    refuse("{}: no worst set is known for {}{} on {}", in_quotes(asked.broadcasters.text()),
           asked.what->collective, algorithm, asked.network.text());
}

broadcaster_set worst_set(const experiment& asked, const algorithm& adversary) {
    return adversary.worst_set(
        {{.where = asked.where,
          .parameters =
              with_defaults(adversary.parameters, taken_by(adversary.parameters, asked.parameters)),
          .known = asked.known},
         {},
         asked.root,
         asked.seed});
}

// So many of its nodes, the smallest ids first, and then the smallest others.
broadcaster_set of_size(broadcaster_set worst, std::optional<std::uint64_t> count,
                        const experiment& asked) {
    if (!count) {
        return worst;
    }
    const std::uint64_t most = asked.broadcasters.most_packets(node_count(asked.where));
    std::vector<node_id> nodes = worst.nodes;
    if (nodes.size() > most) {
        nodes.resize(most);
    }
    for (node_id other = 0; nodes.size() < most; ++other) {
        if (!std::ranges::binary_search(worst.nodes, other)) {
            nodes.push_back(other);
        }
    }
    return broadcasters_at(std::move(nodes));
}

// Why the algorithm does not take so many messages, or an empty text.
std::string number_mismatch(const algorithm& what, const problem& input) {
    if (!what.limits) {
        return {};
    }
    const message_limits limits = what.limits(input.where);
    const std::uint64_t rounds = what.rounds(input);
    const std::uint64_t count = rounds == 0 ? 0 : input.message_count() / rounds;
    if (count < limits.least || count > limits.most) {
        const std::string right = limits.least == limits.most
                                      ? fmt::format("exactly {}", limits.least)
                                      : fmt::format("{} to {}", limits.least, limits.most);
        return fmt::format("K = {} packet{}, and {} takes {}", count, count == 1 ? "" : "s",
                           what.name, right);
    }
    if (!limits.is_one_a_node || count == 0 || input.broadcasters.packets.most() <= 1) {
        return {};
    }
    const auto several = std::ranges::find_if(input.broadcasters.packets,
                                              [](std::uint32_t packets) { return packets > 1; });
    if (several != input.broadcasters.packets.end()) {
        const auto at = static_cast<std::size_t>(several - input.broadcasters.packets.begin());
        return fmt::format("node {} has {} packets, and {} takes one a node",
                           input.broadcasters.nodes[at], *several, what.name);
    }
    return {};
}

// As many messages, so often.
broadcaster_set times(broadcaster_set senders, std::uint64_t rounds) {
    if (rounds == 0) {
        return {};
    }
    if (rounds > 1) {
        std::vector<std::uint32_t> packets = senders.packets;
        for (std::uint32_t& each : packets) {
            // So many are refused.
            constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
            each = static_cast<std::uint32_t>(std::min(each * rounds, most));
        }
        senders.packets = std::move(packets);
    }
    return senders;
}

// The problem, whether the algorithm takes it or not.
problem draft(const experiment& asked) {
    broadcaster_set senders = draw_broadcasters(asked);
    setting where = setting_of(asked);
    if (collective_of(asked).takes_broadcasters) {
        senders = times(std::move(senders), asked.what->rounds(where));
    }
    return {std::move(where), std::move(senders), asked.root, asked.seed};
}

std::string problem_mismatch(const algorithm& what, const problem& input) {
    std::string inapplicable_reason = number_mismatch(what, input);
    if (inapplicable_reason.empty() && what.inapplicable_input_reason) {
        inapplicable_reason = what.inapplicable_input_reason(input);
    }
    return inapplicable_reason;
}

}  // namespace

void require_outline(const network_specification& named, const network& where) {
    if (!named.may_name(where)) {
        refuse(
            "the network is {}, but its outline is another one, of {}; use that of "
            "`network_specification::outline()`",
            in_quotes(named.text()), quantity(node_count(where), "node"));
    }
}

const collective& collective_of(const experiment& asked) {
    if (asked.what == nullptr) {
        refuse("the plan has no algorithm; take one from a catalogue");
    }
    if (asked.what->goal == nullptr) {
        refuse("{}/{} is in no catalogue; use the algorithm that `catalogue::add` returns",
               asked.what->collective, asked.what->name);
    }
    require_outline(asked.network, asked.where);
    return *asked.what->goal;
}

setting setting_of(const experiment& asked) {
    const collective& goal = collective_of(asked);
    if (const std::string inapplicable_reason = asked.what->inapplicable_reason(asked.where);
        !inapplicable_reason.empty()) {
        refuse("{}/{} {}, and the network is {}", goal.name, asked.what->name, inapplicable_reason,
               in_quotes(asked.network.text()));
    }
    return {.where = asked.where,
            .ports = asked.ports,
            .parameters = with_defaults(asked.what->parameters, asked.parameters),
            .known = asked.known};
}

broadcaster_set draw_broadcasters(const experiment& asked) {
    const collective& goal = collective_of(asked);
    if (!goal.takes_broadcasters) {
        return goal.senders(setting_of(asked), asked.root);
    }
    if (asked.drawn) {
        return *asked.drawn;
    }
    if (const auto adversary = asked.broadcasters.adversary()) {
        const algorithm& worst = adversary_of(asked, adversary->algorithm);
        return within_64_bits(
            asked, [&] { return of_size(worst_set(asked, worst), adversary->count, asked); });
    }
    return asked.broadcasters.draw(node_count(asked.where), asked.seed);
}

std::string input_mismatch(const experiment& asked) {
    return problem_mismatch(*asked.what, draft(asked));
}

std::string sender_text(const experiment& asked) {
    const collective& goal = collective_of(asked);
    if (goal.takes_broadcasters) {
        return asked.broadcasters.text();
    }
    return goal.starts_at_root ? fmt::format("nodes:{}", asked.root) : "all";
}

problem problem_of(const experiment& asked) {
    const description_scope called;
    problem what = draft(asked);
    if (const std::string inapplicable_reason = problem_mismatch(*asked.what, what);
        !inapplicable_reason.empty()) {
        const bool was_said = collective_of(asked).takes_broadcasters;
        refuse("{}{}", was_said ? in_quotes(asked.broadcasters.text()) + ": " : "",
               inapplicable_reason);
    }
    return what;
}

problem built_problem_of(const experiment& asked) {
    problem what = problem_of(asked);
    what.where = built(what.where);
    return what;
}

request request_of(const experiment& asked) {
    return {.collective = asked.what->collective,
            .algorithm = asked.what->name,
            .source = asked.what->source,
            .network = printable(asked.network.text()),
            .nodes = node_count(asked.where),
            .links = link_count(asked.where),
            .ports = asked.ports,
            .parameters = asked.parameters,
            .seed = asked.seed};
}

request request_of(const experiment& asked, const problem& input) {
    request all = request_of(asked);
    all.parameters = input.parameters;
    all.diameter = diameter(asked.where);
    all.broadcasters = printable(sender_text(asked));
    all.broadcaster_nodes = input.broadcasters.nodes.size();
    all.packets = collective_of(asked).stated_count(input);
    return all;
}

namespace {

// True if all deliveries are messages, which packets of control do not carry.
bool delivers_messages(const algorithm& what, const problem& input) {
    return !what.goal->is_dynamic && input.message_count() > 0 &&
           !std::holds_alternative<sums_upwards>(what.goal->required(input));
}

// Null unless there are slots that may carry no message.
std::optional<rational> bound_of_carrying_slots(const algorithm& what, const problem& input,
                                                std::span<const phase> phases) {
    const bool may_all_carry = std::ranges::none_of(
        phases, [](const phase& planned) { return planned.carries == rational{0}; });
    if (may_all_carry || !delivers_messages(what, input)) {
        return std::nullopt;
    }
    return what.goal->lower_bound(within_ports(what.ports, input), packets_in(phases)).units;
}

}  // namespace

theory theory_of(const experiment& asked, const problem& input) {
    const description_scope called;
    const algorithm& what = *asked.what;
    theory figures = within_64_bits(asked, [&] {
        lower_bound own = what.lower_bound(input);
        auto of_pieces = bound_for_pieces(what, input, own);
        return theory{.formula = time_formula(what, input.where),
                      .expected = expected_time_of(what, input),
                      .lower_bound = std::move(own),
                      .lower_bound_pieces = std::move(of_pieces),
                      .phases = what.phases(input),
                      .transmissions = what.transmissions(input),
                      .failure = what.failure ? std::optional{what.failure(input)} : std::nullopt};
    });
    require_phases({.collective = what.collective, .name = what.name}, figures.phases,
                   node_count(input.where));
    require_figures(what, figures);
    require_knowledge(what, input);
    figures.bound_of_carrying_slots =
        within_64_bits(asked, [&] { return bound_of_carrying_slots(what, input, figures.phases); });
    return figures;
}

}  // namespace tutti
