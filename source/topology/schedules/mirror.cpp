#include "mirror.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "common/bit_set.hpp"
#include "common/receiver_matcher.hpp"

namespace tutti {
namespace {

/// A node that completes a value after a slot.
struct completion {
    node_id owner = 0;
    std::uint32_t slot = 0;
};

std::vector<node_id> by_centrality(const link_table& links, const distance_matrix& distances,
                                   const participant_set& participants) {
    std::vector<node_id> nodes(links.node_count());
    std::iota(nodes.begin(), nodes.end(), node_id{0});
    std::ranges::sort(nodes, {}, [&](node_id node) {
        return std::tuple{distances.eccentricity(node, participants), ~links.degree(node), node};
    });
    return nodes;
}

/// Completions of all values; none if the slots do not suffice to hear of them everywhere.
std::vector<completion> completions(const link_table& links, const distance_matrix& distances,
                                    std::uint32_t values, const mirror_shape& shape,
                                    const participant_set& participants) {
    const std::vector<node_id> central = by_centrality(links, distances, participants);
    const std::uint32_t owners = std::min(shape.owners, links.node_count());
    std::vector<completion> all(values);
    for (std::uint32_t value = 0; value < (values + 1) / 2; ++value) {
        const std::uint32_t mirrored = values - 1 - value;
        const node_id owner = central[value % owners];
        const std::uint32_t height = distances.eccentricity(owner, participants);
        if (shape.slots < 2 * height) {
            return {};
        }
        std::uint64_t slot = (shape.slots + 1) / 2;
        if (mirrored != value) {
            slot = shape.slots / 2 - std::uint64_t{shape.spread} * (shape.slots - 2 * height) *
                                         (mirrored - value) / (std::uint64_t{8} * (values - 1));
        }
        all[value] = {.owner = owner, .slot = static_cast<std::uint32_t>(slot)};
        if (mirrored != value) {
            all[mirrored] = {.owner = owner, .slot = shape.slots - all[value].slot};
        }
    }
    return all;
}

/// Takes the links of a receiver out whose reverse is used in the mirror slot.
void exclude_links(receiver_matcher& receivers, const link_table& links, node_id receiver,
                   const_bit_set mirror_slot) {
    for (std::uint32_t i = 0; i < links.degree(receiver); ++i) {
        if (contains(mirror_slot, links.first(receiver) + i)) {
            receivers.exclude(i);
        }
    }
}

std::vector<mirror_shape> shapes_of(std::uint32_t slots, bool is_whole) {
    std::vector<mirror_shape> shapes;
    for (const std::uint32_t owners : {1U, 2U, 4U, 8U, 16U}) {
        const bool is_left_out = !is_whole && (owners == 2 || owners == 8);
        for (std::uint32_t spread = is_whole ? 1 : 2; spread <= 4 && !is_left_out; ++spread) {
            shapes.push_back({.slots = slots, .owners = owners, .spread = spread});
        }
    }
    return shapes;
}

}  // namespace

std::optional<send_table> mirrored_results(const link_table& links,
                                           const distance_matrix& distances, std::uint32_t values,
                                           const mirror_shape& shape,
                                           const participant_set& participants) {
    const auto completed = completions(links, distances, values, shape, participants);
    if (completed.empty()) {
        return std::nullopt;
    }
    receiver_matcher receivers{links, values, participants};
    bit_matrix is_used(std::size_t{shape.slots} + 1, links.link_count());
    send_table sends;
    for (std::uint32_t now = 1; now <= shape.slots && !receivers.packets().is_complete(); ++now) {
        for (std::uint32_t value = 0; value < values; ++value) {
            if (completed[value].slot + 1 == now) {
                receivers.packets().place(completed[value].owner, value);
            }
        }
        const auto mirror_slot = std::as_const(is_used)[shape.slots + 1 - now];
        for (node_id receiver = 0; receiver < links.node_count(); ++receiver) {
            receivers.begin_turn(receiver);
            exclude_links(receivers, links, receiver, mirror_slot);
            receivers.match();
            receivers.end_turn([&](link_id link, std::uint32_t value) {
                insert(is_used[now], link);
                sends.push_back({.slot = now, .link = link, .packet = value});
            });
        }
        receivers.packets().end_slot();
    }
    if (!receivers.packets().is_complete()) {
        return std::nullopt;
    }
    std::ranges::sort(sends);
    return pruned(links, std::move(sends), values, participants);
}

std::uint32_t allreduce_slots_bound(const link_table& links, const distance_matrix& distances,
                                    std::uint32_t values, const participant_set& participants) {
    const std::size_t count = participants.size(links.node_count());
    const std::uint64_t sends = std::uint64_t{2} * values * (count - 1);
    if (sends == 0) {
        return 0;
    }
    std::uint64_t bound = (sends - 1) / links.link_count() + 1;
    for (std::size_t rank = 0; rank < count; ++rank) {
        const node_id node = participants.at(rank);
        const std::uint32_t departures = (values - 1) / links.degree(node);
        bound =
            std::max<std::uint64_t>(bound, departures + distances.eccentricity(node, participants));
    }
    return static_cast<std::uint32_t>(bound);
}

mirror_schedule find_mirror(const link_table& links, const distance_matrix& distances,
                            std::uint32_t values, const participant_set& participants) {
    const std::size_t count = participants.size(links.node_count());
    if (count == 1) {
        return {};
    }
    for (std::uint32_t slots = allreduce_slots_bound(links, distances, values, participants);;
         ++slots) {
        for (const mirror_shape& shape : shapes_of(slots, values <= count)) {
            if (auto results = mirrored_results(links, distances, values, shape, participants)) {
                return {.shape = shape, .results = *std::move(results)};
            }
        }
    }
}

allreduce_sends with_mirror_image(const link_table& links, const mirror_schedule& schedule,
                                  std::uint32_t values) {
    send_table partial_sums = schedule.results;
    for (timed_send& send : partial_sums) {
        send.packet = values - 1 - send.packet;
    }
    return {.partial_sums = reversed(links, std::move(partial_sums), schedule.shape.slots),
            .results = schedule.results};
}

schedule_cost find_mirror_cost(std::uint64_t nodes, std::uint64_t links, std::uint64_t values) {
    // Up to 20 shapes for each number of slots, and some tens of these.
    const std::uint64_t words = values / 64 + 1;
    const std::uint64_t slots = 2 * values * nodes / std::max<std::uint64_t>(links, 1) + nodes;
    return {.bytes = nodes * (words * 16 + nodes * 2) + slots * links / 8 +
                     2 * values * nodes * sizeof(timed_send),
            .operations = slots * links * words * 8 * 20 * 20};
}

}  // namespace tutti
