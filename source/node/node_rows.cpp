#include "node_rows.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "schedule.hpp"
#include "util/counts.hpp"

namespace tutti {

// The sends are sorted by slot: a node's rows keep that order.
node_rows::node_rows(const link_table& links, const send_table& sends)
    : slots_{slots_of(sends)}, first_(links.node_count() + std::size_t{1}), rows_(sends.size()) {
    for (const timed_send& each : sends) {
        ++first_[links[each.link].from + std::size_t{1}];
    }
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    std::vector<std::uint32_t> next = first_;
    for (const timed_send& each : sends) {
        const link_table::link& over = links[each.link];
        rows_[next[over.from]++] = {
            .at = each.slot - 1, .through = over.through, .number = each.packet};
    }
}

std::uint64_t node_rows::count_below(std::uint64_t limit) const {
    return count_where(rows_,
                       [limit](const row& each) { return each.number % result_flag < limit; });
}

std::size_t scheduled_parts::bytes() const noexcept {
    return std::accumulate(
        parts.begin(), parts.end(), std::size_t{0},
        [](std::size_t sum, const node_rows& rows) { return sum + rows.bytes(); });
}

send_table with_places(const link_table& links, send_table sends, std::size_t packets,
                       const participant_set& participants) {
    constexpr std::uint32_t nothing = ~std::uint32_t{0};
    const std::size_t nodes = links.node_count();
    const std::size_t ranks = participants.size(nodes);
    std::vector<std::uint32_t> places(nodes * packets);  // by node and packet
    std::vector<std::uint32_t> counts(nodes);            // of the packets of a node
    for (std::size_t packet = 0; packet < packets; ++packet) {
        const node_id owner = participants.at(packet % ranks);
        places[owner * packets + packet] = counts[owner]++;
    }
    std::vector<std::uint32_t> arrived(links.link_count(), nothing);  // by link of the receiver
    for (auto begin = sends.begin(); begin != sends.end();) {
        const std::uint32_t now = begin->slot;
        for (; begin != sends.end() && begin->slot == now; ++begin) {
            const link_table::link& over = links[begin->link];
            arrived[over.reverse] = begin->packet;
            begin->packet = places[over.from * packets + begin->packet];
        }
        for (const link_id id : links.ids()) {
            if (const std::uint32_t packet = std::exchange(arrived[id], nothing);
                packet != nothing) {
                const node_id receiver = links[id].from;
                places[receiver * packets + packet] = counts[receiver]++;
            }
        }
    }
    return sends;
}

void send_rows(const node_rows& rows, const schedule_step& now, const schedule_row& send) {
    const auto own = rows.of(now.node);
    for (std::uint64_t i = now.rows; i < own.size() && slot{own[i].at} == now.at; ++i) {
        send(own[i].through, own[i].number);
    }
}

schedule schedule_of(std::shared_ptr<const scheduled_parts> table) {
    return [table = std::move(table)](const schedule_step& now, const schedule_row& send) {
        send_rows(table->parts[now.part], now, send);
    };
}

}  // namespace tutti
