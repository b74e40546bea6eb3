#include "exchange_bounds.hpp"

#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "all_links.hpp"
#include "bound_search.hpp"
#include "cuts/exchange_ends.hpp"
#include "network_bounds.hpp"
#include "participation.hpp"
#include "util/recent_results.hpp"

namespace tutti {
namespace {

// Packets for each pair of participants; 0 where they are cut at will, or too many to count.
std::uint64_t packets_of(packet_size packets, std::uint64_t each) {
    constexpr std::uint64_t most_packets = std::uint64_t{1} << 20U;
    const std::uint64_t pieces = packets.pieces();
    return packets == packet_size::any_pieces() || each > most_packets / pieces ? 0 : each * pieces;
}

std::uint64_t turns_of_all(const problem& problem, std::uint64_t messages) {
    if (is_alike_everywhere(problem)) {
        return problem.participant_count() * sum_of_turns(messages, packets_a_slot_of(problem, 0));
    }
    std::uint64_t turns = 0;
    for (const node_id node : problem.participants.nodes(node_count(problem.network))) {
        turns += sum_of_turns(messages, packets_a_slot_of(problem, node));
    }
    return turns;
}

}  // namespace

lower_bound turns_bound(const problem& problem, packet_size packets, std::uint64_t each) {
    constexpr std::uint64_t most_participants = std::uint64_t{1} << 16U;
    const std::uint64_t asked = problem.participant_count();
    const std::uint64_t pair = packets_of(packets, each);
    const auto ways = pair == 0 || asked < 2 || asked > most_participants
                          ? std::nullopt
                          : sum_of_distances(problem, most_visits_for(problem));
    if (!ways) {
        return {.assumes = packets};
    }
    const mean_of_ends mean{.messages = asked * (asked - 1) * pair,
                            .ways = *ways * pair,
                            .turns = turns_of_all(problem, (asked - 1) * pair)};
    return {.units = packets.length() * mean.slots(),
            .assumes = packets,
            .proof = fmt::format(
                "the ways of {} messages add up to {} links, and their turns to leave a node, as "
                "those to arrive, to {} slots",
                mean.messages, mean.ways, mean.turns),
            .name = "turns at both ends",
            .certificate = fmt::format("messages, links, slots: {} {} {}", mean.messages, mean.ways,
                                       mean.turns)};
}

lower_bound ends_of_cut_bound(const problem& problem, packet_size packets, std::uint64_t each) {
    const std::uint64_t pair = packets_of(packets, each);
    const std::size_t nodes = node_count(problem.network);
    const auto links = pair == 0 || problem.participant_count() < 2
                           ? nullptr
                           : links_within(problem.network, nodes, most_visits_for(problem));
    if (links == nullptr) {
        return {.assumes = packets};
    }
    static recent_results<std::tuple<std::uint64_t, network, participant_set>, crossing_cut> recent;
    const crossing_cut cut = recent.of({pair, problem.network, problem.participants}, [&] {
        return strongest_crossing(*links, problem.participants, pair);
    });
    if (cut.links == 0) {
        return {.assumes = packets};
    }
    return {.units = packets.length() * cut.slots(pair),
            .assumes = packets,
            .proof = fmt::format("{} messages cross {} {} between two parts, {} and {} links from "
                                 "where they begin and end",
                                 cut.messages * pair, cut.links, cut.links == 1 ? "link" : "links",
                                 cut.before, cut.behind),
            .name = "cut with ends",
            .certificate = listed("parts of nodes",
                                  std::vector<int>(cut.is_inside.begin(), cut.is_inside.end()))};
}

}  // namespace tutti
