#include "algorithms/catalog/description_scope.hpp"
#include "experiment/time_model/time_model.hpp"
#include "overflow.hpp"
#include "plan/estimate.hpp"
#include "plan/plan_command_line.hpp"
#include "topology/networks/diameter.hpp"
#include "topology/node_naming.hpp"
#include "tutti/catalog/collective.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

// The algorithm of the task whose worst set is wanted: the one that is named, else that which is to
// run, else the first that has one.
const algorithm& adversary_of(const experiment& plan, std::string_view name) {
    std::vector<const algorithm*> algorithms{plan.algorithm};
    if (plan.catalogue != nullptr) {
        const auto others = plan.catalogue->algorithms_for(plan.algorithm->collective);
        algorithms.insert(algorithms.end(), others.begin(), others.end());
    }
    const auto first = std::ranges::find_if(algorithms, [&](const algorithm* chosen) {
        return (name.empty() || chosen->name == name) && chosen->worst_set &&
               inapplicable_reason(*chosen, plan.built_network, {}, participants_of(plan)).empty();
    });
    if (first != algorithms.end()) {
        return **first;
    }
    const std::string algorithm = name.empty() ? std::string{} : fmt::format("/{}", name);
    refuse("{}: no worst set is known for {}{} on {}", in_quotes(plan.broadcasters.text()),
           plan.algorithm->collective, algorithm, plan.network.text());
}

broadcaster_set worst_set(const experiment& plan, const algorithm& adversary) {
    return adversary.worst_set(
        {{.network = plan.built_network,
          .parameters =
              with_defaults(adversary.parameters, taken_by(adversary.parameters, plan.parameters)),
          .catalogue = plan.catalogue},
         {},
         root_of(plan),
         plan.seed});
}

// Set of `count` nodes: those of `worst` with the smallest ids, then the smallest others.
broadcaster_set of_size(broadcaster_set worst, std::optional<std::uint64_t> count,
                        const experiment& plan) {
    if (!count) {
        return worst;
    }
    const std::uint64_t most = plan.broadcasters.most_packets(plan.built_network);
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

// Why the algorithm does not take this number of messages, or an empty text.
std::string number_mismatch(const algorithm& algorithm, const problem& input) {
    if (!algorithm.limits) {
        return {};
    }
    const message_limits limits = algorithm.limits(input.network);
    const std::uint64_t rounds = algorithm.rounds(input);
    const std::uint64_t count = rounds == 0 ? 0 : input.message_count() / rounds;
    if (count < limits.least || count > limits.most) {
        const std::string right = limits.least == limits.most
                                      ? fmt::format("exactly {}", limits.least)
                                      : fmt::format("{} to {}", limits.least, limits.most);
        return fmt::format("K = {} packet{}, and {} takes {}", count, count == 1 ? "" : "s",
                           algorithm.name, right);
    }
    if (!limits.is_one_a_node || count == 0 || input.broadcasters.packets.most() <= 1) {
        return {};
    }
    const auto several = std::ranges::find_if(input.broadcasters.packets,
                                              [](std::uint32_t packets) { return packets > 1; });
    if (several != input.broadcasters.packets.end()) {
        const std::size_t at = position_at(input.broadcasters.packets, several);
        return fmt::format("node {} has {} packets, and {} takes one a node",
                           node_naming{input.network}.text(input.broadcasters.nodes[at]), *several,
                           algorithm.name);
    }
    return {};
}

void require_participants(const experiment& plan, const broadcaster_set& senders,
                          const participant_set& participants) {
    const auto outside = participants.is_everyone()
                             ? senders.nodes.end()
                             : std::ranges::find_if_not(senders.nodes, [&](node_id node) {
                                   return participants.contains(node);
                               });
    if (outside != senders.nodes.end()) {
        refuse("{} names node {}, which takes no part; participants: {}",
               in_quotes(plan.broadcasters.text()), node_naming{plan.built_network}.text(*outside),
               short_text(participants));
    }
}

// Broadcasters are participants: those that are drawn are drawn by their ranks.
broadcaster_set drawn_among(const experiment& plan, const participant_set& participants) {
    if (participants.is_everyone()) {
        return plan.broadcasters.draw(plan.built_network, plan.seed);
    }
    if (!plan.broadcasters.names_nodes()) {
        broadcaster_set drawn =
            plan.broadcasters.draw(participants.size(node_count(plan.built_network)), plan.seed);
        std::vector<node_id> ids = drawn.nodes;
        std::ranges::transform(ids, ids.begin(),
                               [&](node_id rank) { return participants.at(rank); });
        drawn.nodes = std::move(ids);
        return drawn;
    }
    broadcaster_set drawn = plan.broadcasters.draw(plan.built_network, plan.seed);
    require_participants(plan, drawn, participants);
    return drawn;
}

// As many messages, so often.
broadcaster_set times(broadcaster_set senders, std::uint64_t rounds) {
    if (rounds == 0) {
        return {};
    }
    if (rounds > 1) {
        std::vector<std::uint32_t> packets = senders.packets;
        for (std::uint32_t& each : packets) {
            // A value that is refused as too large.
            constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
            each = static_cast<std::uint32_t>(std::min(each * rounds, most));
        }
        senders.packets = std::move(packets);
    }
    return senders;
}

// The problem, whether the algorithm takes it or not.
problem draft(const experiment& plan) {
    broadcaster_set senders = draw_broadcasters(plan);
    setting setting = setting_of(plan);
    if (collective_of(plan).takes_broadcasters) {
        senders = times(std::move(senders), plan.algorithm->rounds(setting));
    }
    return {std::move(setting), std::move(senders), root_of(plan), plan.seed};
}

std::string problem_mismatch(const algorithm& algorithm, const problem& input) {
    std::string inapplicable_reason = number_mismatch(algorithm, input);
    if (inapplicable_reason.empty() && algorithm.inapplicable_input_reason) {
        inapplicable_reason = algorithm.inapplicable_input_reason(input);
    }
    return inapplicable_reason;
}

}  // namespace

void require_outline(const network_specification& named, const network& net) {
    if (!named.may_name(net)) {
        refuse(
            "the network is {}, but its outline is another one, of {}; use that of "
            "`network_specification::outline()`",
            in_quotes(named.text()), quantity(node_count(net), "node"));
    }
}

const collective& collective_of(const experiment& plan) {
    if (plan.algorithm == nullptr) {
        refuse("the plan has no algorithm; take one from a catalogue");
    }
    if (plan.algorithm->goal == nullptr) {
        refuse("{}/{} is in no catalogue; use the algorithm that `catalogue::add` returns",
               plan.algorithm->collective, plan.algorithm->name);
    }
    require_outline(plan.network, plan.built_network);
    return *plan.algorithm->goal;
}

participant_set participants_of(const experiment& plan) {
    return plan.participants.draw(plan.built_network, plan.seed);
}

std::uint64_t participant_count(const experiment& plan) {
    return participants_of(plan).size(node_count(plan.built_network));
}

node_id root_of(const experiment& plan) {
    if (!plan.root && plan.participants.text() == "all") {
        return 0;
    }
    const participant_set participants = participants_of(plan);
    if (plan.root && !participants.contains(*plan.root)) {
        refuse("root {} takes no part; participants: {}",
               node_naming{plan.built_network}.text(*plan.root), short_text(participants));
    }
    return plan.root.value_or(participants.at(0));
}

std::uint64_t most_broadcaster_packets(const experiment& plan) {
    return plan.broadcasters.names_nodes()
               ? plan.broadcasters.most_packets(plan.built_network)
               : plan.broadcasters.most_packets(participant_count(plan));
}

std::uint64_t deliveries_of(const experiment& plan, std::uint64_t messages) {
    return collective_of(plan).deliveries(participant_count(plan), messages);
}

std::uint64_t most_messages(const experiment& plan) {
    const collective& collective = collective_of(plan);
    return !collective.takes_broadcasters
               ? collective.message_count(setting_of(plan))
               : bounded_product(most_broadcaster_packets(plan),
                                 plan.algorithm->rounds(setting_of(plan)));
}

setting setting_of(const experiment& plan) {
    const collective& collective = collective_of(plan);
    participant_set participants = participants_of(plan);
    if (const std::string reason =
            inapplicable_reason(*plan.algorithm, plan.built_network, {}, participants);
        !reason.empty()) {
        refuse("{}/{} {}, and the network is {}", collective.name, plan.algorithm->name, reason,
               in_quotes(plan.network.text()));
    }
    return {.network = plan.built_network,
            .ports = plan.ports,
            .parameters = with_defaults(plan.algorithm->parameters, plan.parameters),
            .participants = std::move(participants),
            .catalogue = plan.catalogue,
            .is_trial = plan.is_trial};
}

broadcaster_set draw_broadcasters(const experiment& plan) {
    const collective& collective = collective_of(plan);
    if (!collective.takes_broadcasters) {
        return collective.senders(setting_of(plan), root_of(plan));
    }
    if (plan.drawn) {
        // A set that is shared may be of a plan with other participants.
        if (plan.broadcasters.names_nodes()) {
            require_participants(plan, *plan.drawn, participants_of(plan));
        }
        return *plan.drawn;
    }
    if (const auto adversary = plan.broadcasters.adversary()) {
        const algorithm& worst = adversary_of(plan, adversary->algorithm);
        return within_64_bits(
            plan, [&] { return of_size(worst_set(plan, worst), adversary->count, plan); });
    }
    return drawn_among(plan, participants_of(plan));
}

std::string inapplicable_reason(const experiment& plan) {
    if (plan.time_model.is_given()) {
        try {
            (void)link_costs_of(plan.time_model, plan.network, plan.built_network);
        } catch (const std::invalid_argument& why) {
            return why.what();
        }
    }
    return problem_mismatch(*plan.algorithm, draft(plan));
}

std::string sender_text(const experiment& plan) {
    const collective& collective = collective_of(plan);
    if (collective.takes_broadcasters) {
        return plan.broadcasters.text();
    }
    return collective.starts_at_root ? fmt::format("nodes:{}", root_of(plan)) : "all";
}

problem problem_of(const experiment& plan) {
    const description_scope called;
    problem input = draft(plan);
    if (const std::string inapplicable_reason = problem_mismatch(*plan.algorithm, input);
        !inapplicable_reason.empty()) {
        const bool was_said = collective_of(plan).takes_broadcasters;
        refuse("{}{}", was_said ? in_quotes(plan.broadcasters.text()) + ": " : "",
               inapplicable_reason);
    }
    return input;
}

problem collective_problem_of(const experiment& plan) {
    const collective& collective = collective_of(plan);
    problem input{{.network = plan.built_network,
                   .ports = plan.ports,
                   .parameters = with_defaults(collective.parameters,
                                               taken_by(collective.parameters, plan.parameters)),
                   .participants = participants_of(plan),
                   .catalogue = plan.catalogue},
                  {},
                  root_of(plan),
                  plan.seed};
    input.broadcasters = collective.takes_broadcasters ? draw_broadcasters(plan)
                                                       : collective.senders(input, input.root);
    return input;
}

problem built_problem_of(const experiment& plan) {
    problem input = problem_of(plan);
    input.network = built(input.network);
    return input;
}

request request_of(const experiment& plan) {
    const participant_set participants = participants_of(plan);
    const std::size_t nodes = node_count(plan.built_network);
    std::string named = plan.participants.text().empty() ? "hosts" : plan.participants.text();
    return {.collective = plan.algorithm->collective,
            .algorithm = plan.algorithm->name,
            .source = plan.algorithm->source,
            .network = printable(plan.network.text()),
            .nodes = nodes,
            .links = link_count(plan.built_network),
            .ports = plan.ports,
            .parameters = plan.parameters,
            .seed = plan.seed,
            .participants = participants.is_everyone() ? "" : std::move(named),
            .participant_count = participants.size(nodes),
            .plan_texts = result_texts(plan)};
}

request request_of(const experiment& plan, const problem& input) {
    request heading = request_of(plan);
    heading.parameters = input.parameters;
    heading.diameter = diameter(plan.built_network);
    heading.broadcasters = printable(sender_text(plan));
    heading.broadcaster_nodes = input.broadcasters.nodes.size();
    heading.packets = collective_of(plan).stated_count(input);
    return heading;
}

}  // namespace tutti
