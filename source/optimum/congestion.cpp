#include "congestion.hpp"

#include <algorithm>
#include <utility>

namespace tutti {
namespace {

constexpr route_price free_price = 1000;
constexpr std::uint64_t most_pressure = 20'000;
// For each packet above the capacity, in a round. Ten times that of the spec, with larger ties:
// that finds the same timetables in a fraction of the time.
constexpr route_price history_of_packet = 3000;
constexpr std::uint64_t most_tie = 64;

}  // namespace

congestion_ledger::congestion_ledger(const optimum_question& question, std::size_t slots)
    : question_{&question}, slots_{slots}, resources_(question.links.size()) {
    const std::size_t places = (slots + 1) * question.resources.size();
    uses_.resize(places);
    shouts_.resize(places);
    histories_.resize(places);
    resource_prices_.resize(places);
    prices_.resize((slots + 1) * question.links.size());
    for (std::uint32_t i = 0; i < question.resources.size(); ++i) {
        has_shouts_ = has_shouts_ || question.resources[i].is_shouted_through;
        for (const std::uint32_t link : question.resources[i].links) {
            resources_[link].push_back(i);
        }
    }
    for (std::uint32_t i = 0; i < question.resources.size(); ++i) {
        for (std::size_t at = 1; at <= slots; ++at) {
            refresh(i, at);
        }
    }
}

bool congestion_ledger::is_shout(std::uint32_t resource, std::uint32_t link) const {
    const slot_resource& taken = question_->resources[resource];
    return has_shouts_ && taken.is_shouted_through && question_->links[link].from == taken.gate;
}

bool congestion_ledger::is_overused(const timed_route& route) const {
    return std::ranges::any_of(route, [this](const timed_hop& hop) {
        return std::ranges::any_of(resources_[hop.link], [&](std::uint32_t resource) {
            return uses_[place(resource, hop.at)] > question_->resources[resource].capacity;
        });
    });
}

void congestion_ledger::add(const timed_hop& hop) {
    for (const std::uint32_t resource : resources_[hop.link]) {
        if (!is_shout(resource, hop.link) || ++shouts_[place(resource, hop.at)] == 1) {
            change_use(resource, hop.at, true);
        }
    }
}

void congestion_ledger::remove(const timed_hop& hop) {
    for (const std::uint32_t resource : resources_[hop.link]) {
        if (!is_shout(resource, hop.link) || --shouts_[place(resource, hop.at)] == 0) {
            change_use(resource, hop.at, false);
        }
    }
}

void congestion_ledger::finish(const timed_route& route) {
    if (!has_shouts_) {
        return;
    }
    for (const timed_hop& hop : route) {
        for (const std::uint32_t resource : resources_[hop.link]) {
            if (is_shout(resource, hop.link)) {
                shouts_[place(resource, hop.at)] = 0;
                refresh(resource, hop.at);
            }
        }
    }
}

void congestion_ledger::withdraw(const timed_route& route) {
    for (const timed_hop& hop : route) {
        for (const std::uint32_t resource : resources_[hop.link]) {
            shouts_[place(resource, hop.at)] += is_shout(resource, hop.link) ? 1U : 0U;
        }
    }
    for (const timed_hop& hop : route) {
        remove(hop);
    }
}

void congestion_ledger::change_use(std::uint32_t resource, std::size_t at, bool is_more) {
    const std::uint32_t capacity = question_->resources[resource].capacity;
    std::uint32_t& use = uses_[place(resource, at)];
    if (is_more) {
        overused_ += use == capacity ? 1 : 0;
        ++use;
    } else {
        --use;
        overused_ -= use == capacity ? 1 : 0;
    }
    refresh(resource, at);
}

// Works out the price of a resource, and of the links that take from it.
void congestion_ledger::refresh(std::uint32_t resource, std::size_t at) {
    const slot_resource& taken = question_->resources[resource];
    const std::size_t here = place(resource, at);
    const std::uint64_t uses = std::uint64_t{uses_[here]} + 1;
    const std::uint64_t excess = uses > taken.capacity ? uses - taken.capacity : 0;
    resource_prices_[here] =
        (free_price + histories_[here]) * (free_price + 4 * pressure_ * excess) / free_price +
        10 * pressure_ * excess;
    for (const std::uint32_t link : taken.links) {
        route_price sum = 0;
        for (const std::uint32_t other : resources_[link]) {
            const bool is_paid = is_shout(other, link) && shouts_[place(other, at)] > 0;
            sum += is_paid ? 0 : resource_prices_[place(other, at)];
        }
        prices_[at * question_->links.size() + link] = sum;
    }
}

void congestion_ledger::end_round(std::uint64_t growth) {
    pressure_ = std::min(pressure_ * growth / 1000, most_pressure);
    for (std::uint32_t i = 0; i < question_->resources.size(); ++i) {
        for (std::size_t at = 1; at <= slots_; ++at) {
            const std::uint32_t use = uses_[place(i, at)];
            const std::uint32_t capacity = question_->resources[i].capacity;
            if (use > capacity) {
                histories_[place(i, at)] += history_of_packet * (use - capacity);
            }
            refresh(i, at);
        }
    }
}

tree_search::tree_search(congestion_ledger& ledger, std::uint64_t seed)
    : ledger_{&ledger},
      random_{seed},
      reversed_{ledger.question().links},
      entries_(ledger.question().nodes),
      entry_links_(ledger.question().nodes),
      costs_((ledger.slots() + 1) * ledger.question().nodes),
      last_links_(costs_.size()) {
    for (timetable_link& link : reversed_) {
        std::swap(link.from, link.to);
    }
    for (route_price& tie : ties_) {
        tie = 1 + random_.next() % most_tie;
    }
}

const std::vector<timetable_link>& tree_search::links() const {
    return window_.is_backward ? reversed_ : ledger_->question().links;
}

void tree_search::start(node_id root) {
    std::ranges::fill(entries_, std::numeric_limits<std::size_t>::max());
    std::ranges::fill(entry_links_, no_link);
    std::fill_n(costs_.begin(), entries_.size(), unreachable_price);
    entries_[root] = 0;
    costs_[root] = 0;
    has_dropped_ = false;
}

// Prices of a step follow from those of the one before it: wait, or go over a link.
void tree_search::relax(std::size_t step) {
    const std::size_t nodes = entries_.size();
    const std::span before = std::span{costs_}.subspan((step - 1) * nodes, nodes);
    const std::span after = std::span{costs_}.subspan(step * nodes, nodes);
    const std::span last = std::span{last_links_}.subspan(step * nodes, nodes);
    for (std::size_t node = 0; node < nodes; ++node) {
        after[node] = entries_[node] <= step ? 0 : before[node];
        last[node] = no_link;
    }
    const std::vector<timetable_link>& arcs = links();
    const std::span<const route_price> prices = ledger_->prices(window_.slot_of(step));
    const std::size_t first_tie = random_.next() % ties_.size();
    for (std::uint32_t link = 0; link < arcs.size(); ++link) {
        const auto [from, to] = arcs[link];
        const route_price cost =
            before[from] + prices[link] + ties_[(first_tie + link) % ties_.size()];
        if (cost < after[to]) {
            after[to] = cost;
            last[to] = link;
        }
    }
}

std::optional<route_price> tree_search::grow(node_id root, const tree_window& window,
                                             const std::vector<node_id>& targets) {
    window_ = window;
    start(root);
    std::vector<node_id> missing = targets;
    std::erase(missing, root);
    route_price sum = 0;
    std::size_t first_changed = 1;
    const std::size_t last_row = window.steps * entries_.size();
    while (!missing.empty()) {
        for (std::size_t step = first_changed; step <= window.steps; ++step) {
            relax(step);
        }
        const node_id target = *std::ranges::min_element(
            missing, {}, [&](node_id node) { return costs_[last_row + node]; });
        const route_price cost = costs_[last_row + target];
        if (cost >= unreachable_price) {
            collect_route(targets);
            return std::nullopt;
        }
        sum += cost;
        first_changed = add_path(target);
        std::erase_if(missing, [&](node_id node) { return entry_links_[node] != no_link; });
    }
    collect_route(targets);
    return sum;
}

// Adds the cheapest path to a target. Where it enters a node before the tree does, the later entry
// goes: what the tree has below it stays valid. Returns the first step of the path.
std::size_t tree_search::add_path(node_id target) {
    const std::size_t nodes = entries_.size();
    std::size_t first = window_.steps;
    node_id node = target;
    for (std::size_t step = window_.steps; entries_[node] > step; --step) {
        const std::uint32_t link = last_links_[step * nodes + node];
        if (link == no_link) {
            continue;
        }
        if (entry_links_[node] != no_link) {
            has_dropped_ = true;
            drop_entry(node);
        }
        entries_[node] = step;
        entry_links_[node] = link;
        ledger_->add({.at = window_.slot_of(step), .link = link});
        node = links()[link].from;
        first = step;
    }
    return first;
}

void tree_search::drop_entry(node_id node) {
    ledger_->remove({.at = window_.slot_of(entries_[node]), .link = entry_links_[node]});
    entry_links_[node] = no_link;
}

// Later entries may have left branches without a target.
void tree_search::collect_route(const std::vector<node_id>& targets) {
    std::vector<bool> is_needed(entries_.size(), !has_dropped_);
    for (const node_id target : targets) {
        is_needed[target] = true;
    }
    std::vector<node_id> entered;
    for (node_id node = 0; node < entries_.size(); ++node) {
        if (entry_links_[node] != no_link) {
            entered.push_back(node);
        }
    }
    std::ranges::sort(entered, [this](node_id a, node_id b) {
        return std::pair{entries_[a], a} > std::pair{entries_[b], b};
    });
    route_.clear();
    for (const node_id node : entered) {
        if (is_needed[node]) {
            is_needed[links()[entry_links_[node]].from] = true;
            route_.push_back({.at = window_.slot_of(entries_[node]), .link = entry_links_[node]});
        } else {
            drop_entry(node);
        }
    }
}

std::vector<std::vector<std::size_t>> hop_distances(const optimum_question& question) {
    std::vector<std::vector<std::size_t>> distances(
        question.nodes, std::vector<std::size_t>(question.nodes, question.nodes));
    for (node_id origin = 0; origin < question.nodes; ++origin) {
        std::vector<std::size_t>& to = distances[origin];
        to[origin] = 0;
        for (bool is_changed = true; is_changed;) {
            is_changed = false;
            for (const timetable_link& link : question.links) {
                if (to[link.from] + 1 < to[link.to]) {
                    to[link.to] = to[link.from] + 1;
                    is_changed = true;
                }
            }
        }
    }
    return distances;
}

}  // namespace tutti
