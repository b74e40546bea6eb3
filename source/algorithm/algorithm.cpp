#include "tutti/algorithm/algorithm.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>

namespace tutti {

std::string_view name_of(time_kind kind) noexcept {
    constexpr std::array<std::string_view, 3> names{"exact", "upper-bound", "high-probability"};
    return names.at(static_cast<std::size_t>(kind));
}

broadcaster_set senders_of(workload_kind workload, const problem& what) {
    const std::vector<node_id>& active = what.broadcasters.nodes;
    const auto nodes = static_cast<std::uint32_t>(node_count(what.where));
    broadcaster_set senders = what.broadcasters;
    if (workload == workload_kind::broadcasters_to_all) {
        senders.packets.assign(active.size(), nodes - 1);
    } else if (workload == workload_kind::all_to_broadcasters) {
        senders = {};
        for (node_id node = 0; node < nodes; ++node) {
            const std::uint32_t own = std::ranges::binary_search(active, node) ? 1 : 0;
            if (active.size() > own) {
                senders.nodes.push_back(node);
                senders.packets.push_back(static_cast<std::uint32_t>(active.size()) - own);
            }
        }
    }
    return senders;
}

std::optional<expected_time> expected_time_of(const algorithm& what, const problem& asked) {
    if (what.expected) {
        return what.expected(asked);
    }
    if (!what.phases) {
        return std::nullopt;
    }
    rational units = 0;
    for (const phase& each : what.phases(asked)) {
        const std::optional<slot> slots =
            each.expected_slots ? each.expected_slots : each.most_slots;
        if (!slots) {
            return std::nullopt;
        }
        units += rational{*slots} * each.slot_length;
    }
    return expected_time{.units = units, .kind = what.kind};
}

teller::teller(const algorithm& what, const problem& asked) : what_{&what}, asked_{&asked} {
    for (const knowledge each : what.told) {
        switch (each) {
            case knowledge::message_count:
                same_.tell(each, asked.message_count());
                break;
            case knowledge::root:
                same_.tell(each, asked.root);
                break;
            case knowledge::broadcasters:
                same_.tell_broadcasters(
                    std::make_shared<const std::vector<node_id>>(asked.broadcasters.nodes));
                break;
            case knowledge::slot_budget:
                same_.tell(each, static_cast<std::uint64_t>(what.slot_budget(asked)));
                break;
            case knowledge::intervals:
                same_.tell(each, what.intervals(asked));
                break;
            case knowledge::rank:
                tells_rank_ = true;
                break;
        }
    }
}

told teller::operator()(node_id node) const {
    told known = same_;
    if (tells_rank_) {
        known.tell(knowledge::rank, what_->rank(*asked_, node));
    }
    return known;
}

}  // namespace tutti
