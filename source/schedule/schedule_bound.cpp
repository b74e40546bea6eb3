#include "schedule_bound.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bounds/all_links.hpp"
#include "bounds/quickest_flow.hpp"
#include "schedule_contents.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

// Above, level bounds take the place of flows, and there are none at all.
constexpr std::size_t most_nodes_of_flows = 64;
constexpr std::size_t most_nodes_of_bounds = 2'048;
constexpr double most_steps_of_flows = 1e8;

enum class link_direction : std::uint8_t { forwards, backwards };

all_links listed_links(const foreign_schedule& schedule, link_direction direction) {
    std::vector<directed_link> links;
    for (const schedule_link& link : schedule.links.all()) {
        links.insert(links.end(), link.capacity,
                     direction == link_direction::forwards
                         ? directed_link{.from = link.from, .to = link.to}
                         : directed_link{.from = link.to, .to = link.from});
    }
    std::ranges::sort(links);
    return {schedule.node_count(), std::move(links)};
}

/// The largest of several bounds; none if one of the flows has no way.
class bound_collection {
public:
    explicit bound_collection(const foreign_schedule& schedule)
        : backwards_{listed_links(schedule, link_direction::backwards)},
          forwards_{listed_links(schedule, link_direction::forwards)} {}

    void add(slot bound) { largest_ = std::max(largest_, bound); }

    /// Of a node that gets so many messages of each other one, or with `forwards` sends them.
    void add_flow(link_direction direction, flow_demand demand) {
        const all_links& links = direction == link_direction::forwards ? forwards_ : backwards_;
        demand.amounts[demand.root] = 0;
        const std::vector<int> distances = distances_from(links, demand.root);
        for (std::size_t node = 0; node < distances.size(); ++node) {
            if (demand.amounts[node] > 0 && distances[node] < 0) {
                has_way_ = false;
                return;
            }
        }
        if (demand.total() == 0) {
            return;
        }
        add(level_bound(links, demand).slots);
        if (has_time_for(links, demand)) {
            add(quickest_flow(links, demand, largest_).slots);
        }
    }

    [[nodiscard]] const all_links& forwards() const noexcept { return forwards_; }
    [[nodiscard]] std::size_t link_count() const noexcept { return forwards_.links().size(); }
    [[nodiscard]] std::optional<slot> largest() const {
        return has_way_ ? std::optional{largest_} : std::nullopt;
    }

private:
    // Every path through the slots of a flow over time takes a step for each of these.
    [[nodiscard]] bool has_time_for(const all_links& links, const flow_demand& demand) {
        const std::uint64_t arcs = links.links().size() + links.node_count();
        const slot slots = largest_ + 1;
        const double steps = product(demand.total(), slots) + product(arcs, slots);
        if (links.node_count() > most_nodes_of_flows || steps > steps_left_) {
            return false;
        }
        steps_left_ -= steps;
        return true;
    }

    double steps_left_ = most_steps_of_flows;
    all_links backwards_;
    all_links forwards_;
    slot largest_ = 0;
    bool has_way_ = true;
};

/// Sources of the messages, and the nodes that need them.
class message_flows {
public:
    explicit message_flows(const foreign_schedule& schedule)
        : schedule_{&schedule},
          nodes_{schedule.node_count()},
          sources_(schedule.messages * schedule.pieces, none),
          only_needs_(sources_.size(), none),
          amounts_(nodes_ * nodes_) {
        for_each_initial(schedule, [&](const schedule_holding& holding) {
            for_each_piece(holding, [&](std::size_t cell) {
                node_id& source = sources_[cell];
                source = source == none || source == holding.node ? holding.node : several;
            });
        });
        for_each_needed(schedule, [&](const schedule_holding& holding) {
            for_each_piece(holding, [&](std::size_t cell) { add_need(cell, holding.node); });
        });
    }

    void add_to(bound_collection& bounds) {
        add_rows(bounds, link_direction::backwards);
        std::ranges::fill(amounts_, 0);
        for (std::size_t cell = 0; cell < sources_.size(); ++cell) {
            if (sources_[cell] < nodes_ && only_needs_[cell] < nodes_) {
                ++amounts_[sources_[cell] * nodes_ + only_needs_[cell]];
            }
        }
        add_rows(bounds, link_direction::forwards);
    }

private:
    static constexpr node_id none = ~node_id{0};
    static constexpr node_id several = none - 1;

    template <class Visit>
    void for_each_piece(const schedule_holding& holding, const Visit& visit) const {
        const bool is_one = schedule_->collective == schedule_collective::stated;
        const std::size_t first = holding.message * schedule_->pieces;
        for (std::uint32_t piece = is_one ? holding.piece : 0;
             piece < (is_one ? holding.piece + 1 : schedule_->pieces); ++piece) {
            visit(first + piece);
        }
    }

    void add_need(std::size_t cell, node_id node) {
        if (sources_[cell] < nodes_ && sources_[cell] != node) {
            ++amounts_[node * nodes_ + sources_[cell]];
            only_needs_[cell] = only_needs_[cell] == none ? node : several;
        }
    }

    void add_rows(bound_collection& bounds, link_direction direction) const {
        for (node_id node = 0; node < nodes_; ++node) {
            const auto row = std::span{amounts_}.subspan(node * nodes_, nodes_);
            bounds.add_flow(direction, {.root = node, .amounts = {row.begin(), row.end()}});
        }
    }

    const foreign_schedule* schedule_;
    std::size_t nodes_;
    std::vector<node_id> sources_;     // by cell
    std::vector<node_id> only_needs_;  // by cell: the one node that needs it from another
    std::vector<std::uint64_t> amounts_;
};

/// Values of reductions, to which each participant contributes.
class value_flows {
public:
    value_flows(const foreign_schedule& schedule, schedule_collective collective)
        : schedule_{&schedule},
          collective_{collective},
          participants_{schedule.participant_count()},
          values_{schedule.messages * schedule.pieces} {}

    void add_to(bound_collection& bounds) const {
        // A whole value takes a packet from each of the others, and one to each that needs it.
        const std::uint64_t times = collective_ == schedule_collective::allreduce ? 2 : 1;
        if (bounds.link_count() > 0) {
            bounds.add(slots_for(divided_up(times * values_ * (participants_ - 1),
                                            std::uint64_t{bounds.link_count()})));
        }
        for (node_id node = 0; node < schedule_->node_count(); ++node) {
            if (!schedule_->is_participant[node]) {
                continue;
            }
            if (collective_ == schedule_collective::reduce_scatter) {
                add_scattered(bounds, node);
            } else {
                add_streams(bounds, node);
            }
        }
    }

private:
    void add_scattered(bound_collection& bounds, node_id node) const {
        flow_demand demand{.root = node, .amounts = {}};
        for (const bool is_end : schedule_->is_participant) {
            demand.amounts.push_back(is_end ? values_ / participants_ : 0);
        }
        bounds.add_flow(link_direction::forwards, std::move(demand));
    }

    // All values of a node over its links, and the last of them all the way.
    void add_streams(bound_collection& bounds, node_id node) const {
        const std::vector<int> distances = distances_from(bounds.forwards(), node);
        const std::uint64_t degree = std::max<std::uint64_t>(bounds.forwards().degree(node), 1);
        for (node_id end = 0; end < distances.size(); ++end) {
            const bool is_end = collective_ == schedule_collective::reduce
                                    ? end == schedule_->root
                                    : bool{schedule_->is_participant[end]};
            if (is_end && distances[end] > 0) {
                bounds.add(slots_for(divided_up(values_, degree)) + distances[end] - 1);
            }
        }
    }

    const foreign_schedule* schedule_;
    schedule_collective collective_;
    std::uint64_t participants_;
    std::uint64_t values_;
};

// Of sums that a file states, those of its name, if it has one that is known.
schedule_collective bounded_collective(const foreign_schedule& schedule) {
    if (schedule.collective != schedule_collective::stated || schedule.parts == 0) {
        return schedule.collective;
    }
    try {
        const auto named = parse_schedule_collective(schedule.collective_text);
        return reduces(named) ? named : schedule_collective::unknown;
    } catch (const std::invalid_argument&) {
        return schedule_collective::unknown;
    }
}

// GOAL has no contents: one packet may bring all that its sender knows, so only distances count.
std::optional<slot> distance_bound(const foreign_schedule& schedule) {
    constexpr std::array with_one_end{schedule_collective::gather, schedule_collective::scatter,
                                      schedule_collective::reduce};
    if (std::ranges::find(with_one_end, schedule.collective) != with_one_end.end()) {
        return std::nullopt;
    }
    const all_links links = listed_links(schedule, link_direction::forwards);
    slot farthest = 0;
    for (node_id source = 0; source < schedule.node_count(); ++source) {
        const bool is_source = schedule.collective == schedule_collective::broadcast
                                   ? source == schedule.root
                                   : bool{schedule.is_participant[source]};
        if (!is_source) {
            continue;
        }
        const std::vector<int> distances = distances_from(links, source);
        for (std::size_t node = 0; node < distances.size(); ++node) {
            if (schedule.is_participant[node] && distances[node] < 0) {
                return std::nullopt;
            }
            farthest = schedule.is_participant[node] ? std::max(farthest, slot{distances[node]})
                                                     : farthest;
        }
    }
    return farthest;
}

}  // namespace

std::optional<slot> lower_bound_of(const foreign_schedule& schedule) {
    const schedule_collective collective = bounded_collective(schedule);
    if (collective == schedule_collective::unknown ||
        schedule.node_count() > most_nodes_of_bounds) {
        return std::nullopt;
    }
    if (schedule.format == schedule_format::goal) {
        return distance_bound(schedule);
    }
    bound_collection bounds{schedule};
    if (reduces(collective)) {
        value_flows{schedule, collective}.add_to(bounds);
    } else {
        message_flows{schedule}.add_to(bounds);
    }
    return bounds.largest();
}

}  // namespace tutti
