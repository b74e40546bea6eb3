#include "negotiated_allreduce.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

namespace tutti {
namespace {

constexpr std::uint64_t value_pressure_growth = 1030;  // in thousandths, a round
constexpr int drawn_meetings = 3;                      // in each change of a route

/// Node at which the contributions to a value are together at the end of a slot.
struct meeting_point {
    node_id root = 0;
    std::size_t at = 0;
};

/// Range of slots in which contributions can meet at a node.
struct meeting_range {
    node_id root = 0;
    std::size_t first = 0;
    std::size_t last = 0;
};

/// Router of the values of an allreduce.
class value_router {
public:
    value_router(congestion_ledger& ledger, std::uint64_t seed)
        : ledger_{&ledger},
          search_{ledger, mix(seed)},
          random_{mix(seed + 1)},
          routes_(ledger.question().values),
          meetings_(ledger.question().values) {
        list_ranges();
    }

    [[nodiscard]] const std::vector<timed_route>& routes() const noexcept { return routes_; }

    // Takes the cheapest of the present meeting point and of some that are drawn.
    bool reroute(std::uint32_t value) {
        if (ranges_.empty()) {
            return false;
        }
        ledger_->withdraw(routes_[value]);
        const bool is_first = !is_routed_[value];
        timed_route best;
        route_price least = unreachable_price;
        for (int i = is_first ? 1 : 0; i <= drawn_meetings; ++i) {
            const meeting_point meeting = i == 0 ? meetings_[value] : drawn_meeting();
            const route_price price = try_meeting(meeting);
            if (price < least) {
                least = price;
                meetings_[value] = meeting;
                best.swap(trial_);
            }
        }
        for (const timed_hop& hop : best) {
            ledger_->add(hop);
        }
        ledger_->finish(best);
        routes_[value] = std::move(best);
        is_routed_[value] = true;
        return least < unreachable_price;
    }

    [[nodiscard]] timetable rows() const {
        timetable rows;
        for (std::uint32_t value = 0; value < routes_.size(); ++value) {
            for (const timed_hop& hop : routes_[value]) {
                rows.push_back({.at = slots_for(hop.at),
                                .link = hop.link,
                                .packet = value,
                                .reduces = hop.at <= meetings_[value].at});
            }
        }
        std::ranges::sort(rows);
        return rows;
    }

private:
    void list_ranges() {
        const std::vector<std::vector<std::size_t>> distances = hop_distances(ledger_->question());
        for (node_id root = 0; root < distances.size(); ++root) {
            std::size_t to_root = 0;
            std::size_t from_root = 0;
            for (const node_id node : ledger_->question().participants) {
                to_root = std::max(to_root, distances[node][root]);
                from_root = std::max(from_root, distances[root][node]);
            }
            if (to_root + from_root <= ledger_->slots()) {
                ranges_.push_back(
                    {.root = root, .first = to_root, .last = ledger_->slots() - from_root});
            }
        }
    }

    [[nodiscard]] meeting_point drawn_meeting() {
        const meeting_range& range = ranges_[random_.next() % ranges_.size()];
        return {.root = range.root,
                .at = range.first + random_.next() % (range.last - range.first + 1)};
    }

    // The price of the trees of a meeting point; their hops are in `trial_`, out of use again.
    [[nodiscard]] route_price try_meeting(const meeting_point& meeting) {
        const std::vector<node_id>& participants = ledger_->question().participants;
        const auto price_in = search_.grow(
            meeting.root, {.middle = meeting.at, .steps = meeting.at, .is_backward = true},
            participants);
        trial_ = search_.route();
        const auto price_out = search_.grow(
            meeting.root, {.middle = meeting.at, .steps = ledger_->slots() - meeting.at},
            participants);
        trial_.insert(trial_.end(), search_.route().begin(), search_.route().end());
        for (const timed_hop& hop : trial_) {
            ledger_->remove(hop);
        }
        return price_in && price_out ? *price_in + *price_out : unreachable_price;
    }

    congestion_ledger* ledger_;
    tree_search search_;
    split_mix random_;
    std::vector<meeting_range> ranges_{};
    timed_route trial_{};
    // By value.
    std::vector<timed_route> routes_;
    std::vector<meeting_point> meetings_;
    std::vector<bool> is_routed_ = std::vector<bool>(routes_.size());
};

/// Contributions in the accumulator of each node to one value: how often each node's is in it.
class accumulator_replay {
public:
    explicit accumulator_replay(const optimum_question& question)
        : question_{&question},
          counts_(question.nodes, std::vector<std::uint32_t>(question.nodes)) {
        for (const node_id node : question.participants) {
            counts_[node][node] = 1;
        }
    }

    // Rows of one slot after another. A sender sends what it has before the slot.
    void play(const timetable_row& row) {
        if (row.at != now_) {
            before_ = counts_;
            now_ = row.at;
        }
        const auto [from, to] = question_->links[row.link];
        if (!row.reduces) {
            counts_[to] = before_[from];
            return;
        }
        for (node_id node = 0; node < question_->nodes; ++node) {
            counts_[to][node] += before_[from][node];
        }
    }

    [[nodiscard]] bool is_complete() const {
        return std::ranges::all_of(question_->participants, [&](node_id node) {
            return std::ranges::all_of(question_->participants, [&](node_id contributor) {
                return counts_[node][contributor] == 1;
            });
        });
    }

private:
    const optimum_question* question_;
    slot now_ = 0;
    std::vector<std::vector<std::uint32_t>> counts_;  // by node and contributor
    std::vector<std::vector<std::uint32_t>> before_{};
};

[[maybe_unused]] bool answers_allreduce(const optimum_question& question, slot slots,
                                        const timetable& rows) {
    for (std::uint32_t value = 0; value < question.values; ++value) {
        accumulator_replay replay{question};
        for (const timetable_row& row : rows) {
            if (row.packet == value) {
                replay.play(row);
            }
        }
        if (!replay.is_complete()) {
            return false;
        }
    }
    const bool is_in_time = rows.empty() || (rows.front().at >= 1 && rows.back().at <= slots);
    return is_in_time && obeys_capacities(question, rows);
}

}  // namespace

std::optional<timetable> negotiated_allreduce(const optimum_question& question, slot slots,
                                              const negotiation_effort& effort) {
    if (question.kind != question_kind::allreduce || slots < 0) {
        return std::nullopt;
    }
    congestion_ledger ledger{question, std::size_t(slots)};
    value_router router{ledger, effort.seed};
    std::vector<std::uint32_t> order(question.values);
    std::iota(order.begin(), order.end(), 0U);
    const auto reroute = [&](std::uint32_t value) { return router.reroute(value); };
    if (!negotiate_routes(ledger, router.routes(), std::move(order), value_pressure_growth, effort,
                          reroute)) {
        return std::nullopt;
    }
    timetable rows = router.rows();
    assert(answers_allreduce(question, slots, rows));
    return rows;
}

}  // namespace tutti
