#include "square.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>
#include <tuple>

#include <fmt/format.h>

#include "support/standard.hpp"

namespace support {
namespace {

using tutti::node_id;
using tutti::port;
using tutti::slot;

int digit(node_id node, int dimension, int side) {
    const auto p = static_cast<node_id>(side);
    return static_cast<int>(dimension == 0 ? node % p : node / p);
}

node_id behind(node_id node, port through, int side) {
    const auto stride = static_cast<node_id>(through < 2 ? 1 : side);
    return through % 2 == 0 ? node - stride : node + stride;
}

// True if a node is in R: its row has no more active nodes than its column.
bool is_of_rows(const std::vector<node_id>& active, node_id node, int side) {
    const auto in_line = [&](int across) {
        return std::ranges::count_if(active, [&](node_id other) {
            return digit(other, across, side) == digit(node, across, side);
        });
    };
    return in_line(1) <= in_line(0);
}

// Position of a packet, with its slot and direction of arrival.
struct place {
    node_id at = 0;
    slot since = 0;
    port through = 0;
    std::size_t order = 0;  // among those that have been there from the start

    [[nodiscard]] auto turn() const { return std::tuple{since, through, order}; }
};

struct waiting {
    const routed* packet = nullptr;
    place position;
};

constexpr port nowhere = -1;

// The link that a packet waits for, if it is not at its destination.
std::optional<port> link_wanted(const waiting& waiter, int side) {
    for (const int dimension : {waiter.packet->first, 1 - waiter.packet->first}) {
        const int ahead = digit(waiter.packet->destination, dimension, side) -
                          digit(waiter.position.at, dimension, side);
        if (ahead != 0) {
            return 2 * dimension + (ahead > 0 ? 1 : 0);
        }
    }
    return std::nullopt;
}

/// The packets of an exchange, slot by slot.
class replayed {
public:
    replayed(int side, std::span<const routed> packets) : side_{side} {
        for (std::size_t i = 0; i < packets.size(); ++i) {
            const routed& each = packets[i];
            all_[{each.source, each.destination}] = {.packet = &each,
                                                     .position = {.at = each.source, .order = i}};
        }
    }

    // Packets that should be sent in this slot, by node and port.
    [[nodiscard]] std::map<std::pair<node_id, port>, const waiting*> due() const {
        std::map<std::pair<node_id, port>, const waiting*> links;
        for (const auto& entry : all_) {
            const waiting& waiter = entry.second;
            const port link = link_wanted(waiter, side_).value_or(nowhere);
            if (link != nowhere) {
                const waiting*& first = links[{waiter.position.at, link}];
                if (first == nullptr || goes_before(waiter, *first, link)) {
                    first = &waiter;
                }
            }
        }
        return links;
    }

    std::string take(const move& made) {
        const auto position = all_.find({made.source, made.destination});
        if (position == all_.end()) {
            return fmt::format("{} has nothing for {}", made.source, made.destination);
        }
        place& location = position->second.position;
        if (location.at != made.from || location.since >= made.at) {
            return fmt::format("the packet of {} for {} is not at {} in slot {}", made.source,
                               made.destination, made.from, made.at);
        }
        if (link_wanted(position->second, side_) != made.through) {
            return fmt::format("the packet of {} for {} leaves its way at {}", made.source,
                               made.destination, made.from);
        }
        location = {.at = behind(made.from, made.through, side_),
                    .since = made.at,
                    .through = made.through ^ 1,
                    .order = 0};
        return {};
    }

private:
    static bool goes_before(const waiting& waiter, const waiting& other, port link) {
        const bool one_is_on_first = link / 2 == waiter.packet->first;
        const bool other_is_on_first = link / 2 == other.packet->first;
        return one_is_on_first != other_is_on_first
                   ? one_is_on_first
                   : waiter.position.turn() < other.position.turn();
    }

    int side_;
    std::map<std::pair<node_id, node_id>, waiting> all_;
};

using link = std::pair<node_id, port>;

std::string complaint_about_slot(const std::map<link, const waiting*>& due,
                                 const std::map<link, move>& made, slot at) {
    for (const auto& [sender, one] : due) {
        const auto sent = made.find(sender);
        if (sent == made.end()) {
            return fmt::format("link {} of node {} is idle in slot {}", sender.second, sender.first,
                               at);
        }
        if (sent->second.source != one->packet->source ||
            sent->second.destination != one->packet->destination) {
            return fmt::format("not the first packet leaves through link {} of node {} in slot {}",
                               sender.second, sender.first, at);
        }
    }
    return {};
}

}  // namespace

tutti::experiment on_square(const tutti::algorithm& algorithm, int side,
                            std::string_view broadcasters, tutti::grid_edge edge) {
    const std::string_view name = edge == tutti::grid_edge::open ? "array" : "torus";
    return {
        .algorithm = &algorithm,
        .catalogue = &standard(),
        .network = tutti::network_specification::parse(fmt::format("{}:{}x{}", name, side, side)),
        .built_network = tutti::grid{{side, side}, edge},
        .broadcasters = tutti::broadcaster_specification::parse(broadcasters),
        .ports = algorithm.ports.front()};
}

std::vector<node_id> ids_of(const std::string& text) {
    std::vector<node_id> ids;
    std::istringstream words{text == "none" ? "" : text};
    for (node_id id = 0; words >> id;) {
        ids.push_back(id);
    }
    return ids;
}

slot slots_of(const tutti::result& outcome, std::string_view phase) {
    const auto ran = std::ranges::find(outcome.phases, phase, &tutti::phase_result::name);
    return ran == outcome.phases.end() ? -1 : ran->slots.value_or(-1);
}

std::vector<routed> exchanged(int side, const std::vector<node_id>& active) {
    std::vector<routed> packets;
    const auto nodes = static_cast<node_id>(side * side);
    for (const node_id source : active) {
        for (node_id destination = 0; destination < nodes; ++destination) {
            if (destination != source) {
                packets.push_back({.source = source,
                                   .destination = destination,
                                   .first = is_of_rows(active, source, side) ? 0 : 1});
            }
        }
    }
    return packets;
}

std::vector<routed> gathered(int side, const std::vector<node_id>& active) {
    std::vector<routed> packets;
    const auto nodes = static_cast<node_id>(side * side);
    for (node_id source = 0; source < nodes; ++source) {
        for (const node_id destination : active) {
            if (destination != source) {
                packets.push_back({.source = source,
                                   .destination = destination,
                                   .first = is_of_rows(active, destination, side) ? 1 : 0});
            }
        }
    }
    return packets;
}

std::vector<move> exchange_moves(const event_recorder& log, slot begin) {
    std::vector<move> moves;
    for (const tutti::transmission& each : log.transmissions()) {
        if (each.content) {
            const node_id number = each.content->number;
            moves.push_back({.at = each.at + 1 - begin,
                             .from = each.from,
                             .through = each.through,
                             .source = each.content->origin,
                             .destination = number < each.content->origin ? number : number + 1});
        }
    }
    return moves;
}

std::vector<move> gather_moves(const event_recorder& log, slot begin,
                               const std::vector<node_id>& active) {
    std::vector<move> moves = exchange_moves(log, begin);
    std::size_t i = 0;
    for (const tutti::transmission& each : log.transmissions()) {
        if (each.content) {
            std::vector<node_id> others{active.begin(), active.end()};
            std::erase(others, each.content->origin);
            moves[i++].destination = others.at(each.content->number);
        }
    }
    return moves;
}

std::vector<move> backwards(const std::vector<move>& moves, int side) {
    slot last = 0;
    for (const move& each : moves) {
        last = std::max(last, each.at);
    }
    std::vector<move> turned;
    for (const move& each : moves) {
        turned.push_back({.at = last + 1 - each.at,
                          .from = behind(each.from, each.through, side),
                          .through = each.through ^ 1,
                          .source = each.destination,
                          .destination = each.source});
    }
    return turned;
}

std::string complaint_about(int side, std::span<const routed> packets, std::vector<move> moves) {
    std::ranges::stable_sort(moves, {}, &move::at);
    replayed replay{side, packets};
    slot at = 1;
    for (auto next = moves.cbegin(); next != moves.cend(); ++at) {
        std::map<link, move> made;
        for (; next != moves.cend() && next->at == at; ++next) {
            if (!made.emplace(link{next->from, next->through}, *next).second) {
                return fmt::format("link {} of node {} carries two packets in slot {}",
                                   next->through, next->from, at);
            }
        }
        std::string wrong = complaint_about_slot(replay.due(), made, at);
        for (auto each = made.cbegin(); wrong.empty() && each != made.cend(); ++each) {
            wrong = replay.take(each->second);
        }
        if (!wrong.empty()) {
            return wrong;
        }
    }
    return replay.due().empty() ? std::string{} : "a packet did not arrive";
}

}  // namespace support
