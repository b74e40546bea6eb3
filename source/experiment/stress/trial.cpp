
#include "tutti/experiment/stress.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// 2^30 is a limit of text, far above what any network takes.
constexpr std::uint64_t most_of_any_k = std::uint64_t{1} << 30U;

message_limits limits_of(const algorithm& algorithm, const network& net) {
    return algorithm.limits == nullptr ? message_limits{} : algorithm.limits(net);
}

std::string range_text(const message_limits& limits) {
    return limits.least == limits.most   ? fmt::format("exactly {}", limits.least)
           : limits.most > most_of_any_k ? fmt::format("{} or more", limits.least)
                                         : fmt::format("{} to {}", limits.least, limits.most);
}

// Why the algorithm does not take all of these numbers, or an empty text.
std::string range_mismatch(const message_range& range, const experiment& plan) {
    const algorithm& algorithm = *plan.algorithm;
    const message_limits limits = limits_of(algorithm, plan.built_network);
    if (range.least < limits.least || range.most > limits.most) {
        return fmt::format("{} takes {} messages", algorithm.name, range_text(limits));
    }
    if (const std::uint64_t nodes = participant_count(plan);
        limits.is_one_a_node && range.most > nodes) {
        return fmt::format("{} takes one message a node, and there are {} nodes", algorithm.name,
                           nodes);
    }
    return {};
}

// Draws the input of a trial. The first draw is the one that `random:K` names; if it does not suit,
// the next ones differ.
void draw_input(experiment& trial, const message_range& messages, split_mix& random,
                bool is_first) {
    const participant_set participants = participants_of(trial);
    const std::uint64_t nodes = participants.size(node_count(trial.built_network));
    const auto any_participant = [&] { return participants.at(node_below(random.next(), nodes)); };
    if (collective_of(trial).takes_root) {
        trial.root = any_participant();
        // The order of the draws is part of what a trial number means: another one would change
        // every trial.
    }
    if (!collective_of(trial).takes_broadcasters) {
        return;
    }
    const std::uint64_t count =
        messages.least + random.next() % (messages.most - messages.least + 1);
    // In a quarter of the trials nodes may have several messages.
    const bool may_repeat =
        random.next() % 4 == 0 && !limits_of(*trial.algorithm, trial.built_network).is_one_a_node;
    if (may_repeat || count > nodes) {
        std::vector<node_id> mentions(count);
        std::ranges::generate(mentions, any_participant);
        std::ranges::sort(mentions);
        trial.broadcasters = broadcaster_specification::at(std::move(mentions));
    } else if (is_first) {
        trial.broadcasters = broadcaster_specification::random(count);
    } else {
        std::vector<node_id> ranks = pick(nodes, count, random.next());
        std::ranges::transform(ranks, ranks.begin(),
                               [&](node_id rank) { return participants.at(rank); });
        trial.broadcasters = broadcaster_specification::at(std::move(ranks));
    }
}

// Another seed where the first one's tosses leave no participant.
void draw_participants(experiment& trial, std::uint64_t number) {
    constexpr int most_draws = 100;
    const bool are_tossed = trial.participants.text().starts_with("bernoulli:");
    for (int draws = 1; are_tossed; ++draws) {
        try {
            (void)participants_of(trial);
            return;
        } catch (const std::invalid_argument&) {
            if (draws == most_draws) {
                throw;
            }
            trial.seed = trial_seed(trial.seed, number);
        }
    }
}

}  // namespace

// A network that does not fit is refused first, since limits may be undefined on it.
message_range default_message_range(const experiment& plan) {
    const algorithm& algorithm = *plan.algorithm;
    require_applicable(algorithm, plan.built_network, participants_of(plan));
    const message_limits limits = limits_of(algorithm, plan.built_network);
    const std::uint64_t least = limits.most == 0 ? 0 : std::max<std::uint64_t>(1, limits.least);
    const message_range range{
        .least = least, .most = std::max(least, std::min(participant_count(plan), limits.most))};
    if (const std::string inapplicable_reason = range_mismatch(range, plan);
        !inapplicable_reason.empty()) {
        refuse("{}", inapplicable_reason);
    }
    return range;
}

message_range parse_message_range(std::string_view text, const experiment& plan) {
    const algorithm& algorithm = *plan.algorithm;
    require_applicable(algorithm, plan.built_network, participants_of(plan));
    if (!algorithm.goal->takes_broadcasters) {
        refuse("{} has no number of messages; leave out {}", algorithm.collective, in_quotes(text));
    }
    const std::size_t dash = text.find('-');
    const auto least = number_between(text.substr(0, dash), 0, most_of_any_k);
    const auto most = dash == std::string_view::npos
                          ? least
                          : number_between(text.substr(dash + 1), 0, most_of_any_k);
    if (!least || !most) {
        refuse("{} is not a number of messages; write K or LO-HI, each {}", in_quotes(text),
               whole_number_from(0, most_of_any_k));
    }
    if (*least > *most) {
        refuse("{} begins above its end; write {}-{}", in_quotes(text), *most, *least);
    }
    const message_range range{.least = *least, .most = *most};
    if (const std::string inapplicable_reason = range_mismatch(range, plan);
        !inapplicable_reason.empty()) {
        refuse("{}: {}", in_quotes(text), inapplicable_reason);
    }
    return range;
}

experiment draw_trial(const experiment& plan, const message_range& messages, std::uint64_t number) {
    constexpr int most_draws = 100;
    experiment trial = plan;
    // Each trial follows from the seed and its number alone: it can be repeated by itself.
    trial.seed = trial_seed(plan.seed, number);
    trial.is_trial = true;
    draw_participants(trial, number);
    constexpr std::uint64_t secret = 0x73747265737354A5;  // `pick` draws from the seed itself
    split_mix random{mix(trial.seed ^ secret)};
    draw_input(trial, messages, random, true);
    if (plan.algorithm->inapplicable_input_reason == nullptr) {
        return trial;
    }
    if (const collective& collective = collective_of(trial);
        !collective.takes_root && !collective.takes_broadcasters) {
        const problem checked = problem_of(trial);  // another draw would be the same
        return trial;
    }
    for (int draws = 1;; ++draws) {
        try {
            const problem checked = problem_of(trial);
            return trial;
        } catch (const std::invalid_argument& inapplicable_reason) {
            if (draws == most_draws) {
                refuse("none of {} draws suits {}/{}, the last: {}", most_draws,
                       plan.algorithm->collective, plan.algorithm->name,
                       inapplicable_reason.what());
            }
        }
        draw_input(trial, messages, random, false);
    }
}

std::vector<node_id> mentions_of(const experiment& plan) {
    const broadcaster_set senders = draw_broadcasters(plan);
    std::vector<node_id> mentions;
    mentions.reserve(senders.packet_count());
    for (std::size_t i = 0; i < senders.nodes.size(); ++i) {
        mentions.insert(mentions.end(), senders.packets[i], senders.nodes[i]);
    }
    return mentions;
}

}  // namespace tutti
