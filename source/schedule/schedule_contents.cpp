#include "schedule_contents.hpp"

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "util/counts.hpp"

namespace tutti {
namespace {

using visitor = detail::function_ref<void(const schedule_holding&)>;

std::vector<node_id> participants_of(const foreign_schedule& schedule) {
    std::vector<node_id> nodes;
    for (node_id node = 0; node < schedule.is_participant.size(); ++node) {
        if (schedule.is_participant[node]) {
            nodes.push_back(node);
        }
    }
    return nodes;
}

void visit_all_messages(const foreign_schedule& schedule, node_id node, visitor visit,
                        std::uint32_t part = 0) {
    for (std::uint64_t message = 0; message < schedule.messages; ++message) {
        visit({.node = node, .message = message, .part = part});
    }
}

// Values of all participants, each with its own part.
void visit_own_values(const foreign_schedule& schedule, visitor visit) {
    std::uint32_t rank = 0;
    for (const node_id node : participants_of(schedule)) {
        visit_all_messages(schedule, node, visit, rank);
        ++rank;
    }
}

// Messages of every participant for every one, at their origins or destinations.
void visit_pairs(const foreign_schedule& schedule, visitor visit, bool are_at_origin) {
    const std::vector<node_id> nodes = participants_of(schedule);
    for (const node_id origin : nodes) {
        for (const node_id destination : nodes) {
            visit({.node = are_at_origin ? origin : destination,
                   .message = std::uint64_t{origin} * schedule.node_count() + destination});
        }
    }
}

void visit_messages_at(const foreign_schedule& schedule, node_id node, visitor visit) {
    for (const node_id owner : participants_of(schedule)) {
        visit({.node = node, .message = owner});
    }
}

void visit_own_messages(const foreign_schedule& schedule, visitor visit) {
    for (const node_id node : participants_of(schedule)) {
        visit({.node = node, .message = node});
    }
}

void visit_scattered_values(const foreign_schedule& schedule, visitor visit) {
    const std::vector<node_id> nodes = participants_of(schedule);
    const std::uint64_t each = schedule.messages / nodes.size();
    for (std::uint64_t message = 0; message < schedule.messages; ++message) {
        visit({.node = nodes[message / each], .message = message});
    }
}

void visit_everywhere(const foreign_schedule& schedule, visitor visit) {
    for (const node_id node : participants_of(schedule)) {
        if (schedule.collective == schedule_collective::allgather ||
            schedule.collective == schedule_collective::successive_broadcasts) {
            visit_messages_at(schedule, node, visit);
        } else {
            visit_all_messages(schedule, node, visit);
        }
    }
}

}  // namespace

void set_messages(foreign_schedule& schedule, std::uint64_t count) {
    const bool are_values = reduces(schedule.collective);
    schedule.noun = are_values                                             ? message_noun::value
                    : schedule.collective == schedule_collective::alltoall ? message_noun::pair
                                                                           : message_noun::message;
    schedule.messages = are_values || schedule.collective == schedule_collective::broadcast ? count
                        : schedule.noun == message_noun::pair
                            ? std::uint64_t{schedule.node_count()} * schedule.node_count()
                            : schedule.node_count();
    const std::uint32_t participants = schedule.participant_count();
    if (schedule.collective == schedule_collective::reduce_scatter && count % participants != 0) {
        refuse_schedule(schedule.file, fmt::format("values {}: reduce-scatter needs a multiple of "
                                                   "the {} participants",
                                                   count, participants));
    }
}

void for_each_initial(const foreign_schedule& schedule, visitor visit) {
    switch (schedule.collective) {
        case schedule_collective::unknown:
            break;
        case schedule_collective::stated:
            for (const schedule_holding& holding : schedule.initial) {
                visit(holding);
            }
            break;
        case schedule_collective::alltoall:
            visit_pairs(schedule, visit, true);
            break;
        case schedule_collective::broadcast:
            visit_all_messages(schedule, schedule.root, visit);
            break;
        case schedule_collective::scatter:
            visit_messages_at(schedule, schedule.root, visit);
            break;
        case schedule_collective::allgather:
        case schedule_collective::successive_broadcasts:
        case schedule_collective::gather:
            visit_own_messages(schedule, visit);
            break;
        case schedule_collective::allreduce:
        case schedule_collective::reduce:
        case schedule_collective::reduce_scatter:
            visit_own_values(schedule, visit);
            break;
    }
}

void for_each_needed(const foreign_schedule& schedule, visitor visit) {
    switch (schedule.collective) {
        case schedule_collective::unknown:
            break;
        case schedule_collective::stated:
            for (const schedule_holding& holding : schedule.needed) {
                visit(holding);
            }
            break;
        case schedule_collective::alltoall:
            visit_pairs(schedule, visit, false);
            break;
        case schedule_collective::gather:
            visit_messages_at(schedule, schedule.root, visit);
            break;
        case schedule_collective::scatter:
            visit_own_messages(schedule, visit);
            break;
        case schedule_collective::allgather:
        case schedule_collective::successive_broadcasts:
        case schedule_collective::broadcast:
        case schedule_collective::allreduce:
            visit_everywhere(schedule, visit);
            break;
        case schedule_collective::reduce:
            visit_all_messages(schedule, schedule.root, visit);
            break;
        case schedule_collective::reduce_scatter:
            visit_scattered_values(schedule, visit);
            break;
    }
}

bool has_values(const foreign_schedule& schedule) noexcept {
    return reduces(schedule.collective) || schedule.parts > 0;
}

std::uint32_t part_count(const foreign_schedule& schedule) {
    return schedule.parts > 0 ? schedule.parts : schedule.participant_count();
}

std::string message_text(const foreign_schedule& schedule, std::uint64_t message,
                         std::uint32_t piece) {
    static constexpr std::array<std::string_view, 4> nouns{"message", "value", "pair", "address"};
    const std::string end = schedule.pieces > 1 ? fmt::format(" piece {}", piece) : "";
    const std::uint64_t nodes = schedule.node_count();
    const auto label = [&](std::uint64_t node) {
        return schedule.label(remainder_of(node, ~node_id{0}));
    };
    if (schedule.noun == message_noun::pair) {
        return fmt::format("{}:{}{}", label(message / nodes), label(message % nodes), end);
    }
    const bool is_of_node = schedule.noun == message_noun::message &&
                            schedule.collective != schedule_collective::broadcast &&
                            message < schedule.names.size();
    return is_of_node
               ? fmt::format("message {}{}", label(message), end)
               : fmt::format("{} {}{}", nouns.at(to_underlying(schedule.noun)), message, end);
}

}  // namespace tutti
