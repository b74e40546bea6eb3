#include "start_up_paths.hpp"

#include <algorithm>
#include <utility>

namespace tutti {
namespace {

path_cost sum_of(const path_cost& a, const path_cost& b) {
    return {.latencies = a.latencies + b.latencies,
            .shares = a.shares + b.shares,
            .start_ups = a.start_ups + b.start_ups};
}

bool is_no_more_than(const path_cost& a, const path_cost& b) {
    return a.latencies <= b.latencies && a.shares <= b.shares;
}

// Port and node in one number.
std::uint64_t link_key(const transmission& packet) {
    return std::uint64_t{packet.from} << 32U | std::uint64_t{port_index(packet.through)};
}

}  // namespace

void cost_front::add(const path_cost& cost) {
    if (std::ranges::any_of(costs_,
                            [&](const path_cost& each) { return is_no_more_than(cost, each); })) {
        return;
    }
    std::erase_if(costs_, [&](const path_cost& each) { return is_no_more_than(each, cost); });
    costs_.insert(std::ranges::upper_bound(costs_, cost.latencies, {}, &path_cost::latencies),
                  cost);
}

void cost_front::add(const cost_front& other) {
    for (const path_cost& each : other.costs_) {
        add(each);
    }
}

cost_front cost_front::with(const path_cost& more) const {
    cost_front all = *this;
    if (all.costs_.empty()) {
        all.costs_.push_back(more);
    } else {
        for (path_cost& each : all.costs_) {
            each = sum_of(each, more);
        }
    }
    return all;
}

start_up_paths::start_up_paths(link_classes classes, std::vector<relative_cost> costs,
                               std::vector<phase> phases, path_rules rules)
    : classes_{std::move(classes)},
      costs_{std::move(costs)},
      clock_{std::move(phases)},
      rules_{std::move(rules)} {}

bool start_up_paths::has_one_port(node_id node) const {
    return !has_all_ports(rules_.ports) && !std::ranges::binary_search(rules_.switches, node);
}

// What came in a phase that is over has been waited for.
start_up_paths::node_state& start_up_paths::state_of(node_id node) {
    if (node >= nodes_.size()) {
        nodes_.resize(std::size_t{node} + 1);
    }
    node_state& state = nodes_[node];
    if (const std::size_t phase = clock_.phase_of(node); phase != state.phase) {
        state.phase = phase;
        state.before.add(state.arrived);
        state.arrived = {};
        state.control = {};
    }
    return state;
}

std::optional<start_up_paths::holding> start_up_paths::carried_by(const transmission& packet,
                                                                  node_id holder) {
    return packet.content ? std::optional{holding{.node = holder,
                                                  .origin = packet.content->origin,
                                                  .number = packet.content->number,
                                                  .piece = packet.piece.value_or(0)}}
                          : std::nullopt;
}

path_cost start_up_paths::with_start_of(const transmission& packet) const {
    const relative_cost& cost = costs_[classes_.of(packet.from, packet.to)];
    return {.latencies = cost.latency,
            .shares = packet.is_control ? rational{0} : packet.share * cost.byte,
            .start_ups = 1};
}

cost_front start_up_paths::waited_for(const transmission& packet, const node_state& sender) const {
    cost_front waited = sender.before;
    const auto what = carried_by(packet, packet.from);
    if (packet.is_control || !what) {
        waited.add(sender.control);
    } else if (const auto found = arrivals_.find(*what); found != arrivals_.end()) {
        waited.add(found->second);
    }
    return waited;
}

cost_front start_up_paths::send(const transmission& packet) {
    node_state& sender = state_of(packet.from);
    link_state& link = links_[link_key(packet)];
    const path_cost with_start = with_start_of(packet);
    const path_cost on_its_way{.latencies = 0, .shares = with_start.shares, .start_ups = 0};
    const bool has_begun = link.last >= 0;
    const bool goes_on = has_begun && link.last == packet.at - 1 && link.phase == sender.phase;
    cost_front waited = waited_for(packet, sender);
    // With one port, what goes on through another link was behind the packet before.
    if (has_one_port(packet.from) && !goes_on && sender.last_sent >= 0 &&
        sender.last_sent == packet.at - 1) {
        waited.add(sender.sent);
    }
    cost_front front = waited.with(with_start);
    if (goes_on) {
        front.add(link.front.with(on_its_way));
    }
    carry(link.total, with_start);
    if (rules_.ports == port_model::one_way && !rules_.has_parallel_links) {
        const auto [low, high] = std::minmax(packet.from, packet.to);
        carry(both_ways_[std::uint64_t{low} << 32U | high], with_start);
    }
    link.last = packet.at;
    link.phase = sender.phase;
    link.front = front;
    longest_.add(front);
    if (has_one_port(packet.from)) {
        send_through_one_port(packet, sender, front);
    }
    return front;
}

// A node that shouts sends one packet over all of its links.
void start_up_paths::send_through_one_port(const transmission& packet, node_state& sender,
                                           const cost_front& front) {
    if (sender.last_sent == packet.at) {
        sender.sent.add(front);
        return;
    }
    carry(sender.sent_total, with_start_of(packet));
    sender.last_sent = packet.at;
    sender.sent = front;
}

// One start-up, and the bytes of all packets.
void start_up_paths::carry(path_cost& total, const path_cost& with_start) {
    total = total.start_ups == 0
                ? with_start
                : sum_of(total, {.latencies = 0, .shares = with_start.shares, .start_ups = 0});
    longest_.add(total);
}

void start_up_paths::receive(const coming& packet) {
    node_state& receiver = state_of(packet.to);
    receiver.arrived.add(packet.front);
    if (packet.is_control) {
        receiver.control.add(packet.front);
    } else {
        arrivals_[packet.what].add(packet.front);
    }
    if (has_one_port(packet.to)) {
        const bool is_full = rules_.ports == port_model::single_port_full_duplex;
        carry(is_full ? receiver.received_total : receiver.sent_total, packet.with_start);
    }
}

// What arrives in a slot can be sent on in the next one. A node that marks before it sends sends in
// its next phase; one that marks after it has sent does so from the next slot on.
void start_up_paths::slot(const slot_record& record) {
    transmissions_ += record.sent.size();
    if (transmissions_ > most_transmissions) {
        is_over_ = true;
        arrivals_ = {};
        return;
    }
    for (const mark& each : late_) {
        clock_.mark(each.node, each.name, each.at);
    }
    late_.clear();
    for (const mark& each : record.marked) {
        if (each.at > record.at) {
            late_.push_back(each);
        } else {
            clock_.mark(each.node, each.name, each.at);
        }
    }
    coming_.clear();
    for (const transmission& each : record.sent) {
        const auto what = carried_by(each, each.to);
        coming_.push_back({.to = each.to,
                           .is_control = each.is_control || !what,
                           .what = what.value_or(holding{}),
                           .with_start = with_start_of(each),
                           .front = send(each)});
    }
    for (const coming& each : coming_) {
        receive(each);
    }
}

std::optional<std::vector<path_cost>> start_up_paths::longest() const {
    return transmissions_ > most_transmissions ? std::nullopt : std::optional{longest_.costs()};
}

}  // namespace tutti
