#include "tour_broadcast.hpp"

#include <ranges>
#include <span>

#include <fmt/format.h>

#include "bounds/lower_bounds.hpp"
#include "topology/embeddings/hamiltonian_cycle.hpp"
#include "topology/embeddings/hamiltonian_path.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// Packets that go one way at a node.
struct stream {
    std::size_t left = 0;     // packets still to be sent
    std::size_t waiting = 1;  // packets that could be sent now
};

// A send that could be made.
struct candidate {
    std::size_t from;
    bool is_up;
};

class table_maker {
public:
    table_maker(std::size_t nodes, duplex mode)
        : mode_{mode}, up_(nodes), down_(nodes), by_urgency_(nodes) {
        for (std::size_t i = 0; i < nodes; ++i) {
            up_[i].left = i + 1 < nodes ? i + 1 : 0;
            down_[i].left = i > 0 ? nodes - i : 0;
            unsent_ += up_[i].left + down_[i].left;
        }
    }

    [[nodiscard]] bool is_done() const noexcept { return unsent_ == 0; }

    /// Fills in what the nodes do in the next slot. @pre all of it is 0
    void fill(std::span<path_turn> turns) {
        // By node, upwards first.
        for (std::size_t i = 0; i < turns.size(); ++i) {
            list({.from = i, .is_up = true}, up_[i], turns.size() - 2 - i);
            list({.from = i, .is_up = false}, down_[i], i - 1);
        }
        for (auto& equally_urgent : std::views::reverse(by_urgency_)) {
            for (const candidate& each : equally_urgent) {
                choose(each, turns);
            }
            equally_urgent.clear();
        }
        for (std::size_t i = 0; i < turns.size(); ++i) {
            take(up_[i], turns[i].sends_up, turns[i].receives_below);
            take(down_[i], turns[i].sends_down, turns[i].receives_above);
        }
    }

private:
    // Urgent is what has much left to send, and far to go then.
    void list(const candidate& send, const stream& from, std::size_t beyond) {
        if (from.left > 0 && from.waiting > 0) {
            by_urgency_[from.left + beyond].push_back(send);
        }
    }

    void choose(const candidate& send, std::span<path_turn> turns) const {
        path_turn& here = turns[send.from];
        path_turn& there = turns[send.is_up ? send.from + 1 : send.from - 1];
        const bool is_free = mode_ == duplex::full ? !(here.sends_up || here.sends_down ||
                                                       there.receives_above || there.receives_below)
                                                   : here == path_turn{} && there == path_turn{};
        if (is_free && send.is_up) {
            here.sends_up = true;
            there.receives_below = true;
        } else if (is_free) {
            here.sends_down = true;
            there.receives_above = true;
        }
    }

    void take(stream& from, bool is_sent, bool is_received) {
        const std::size_t packets = is_sent ? 1 : 0;
        from.left -= packets;
        from.waiting += (is_received ? 1 : 0) - packets;
        unsent_ -= packets;
    }

    duplex mode_;
    std::vector<stream> up_;
    std::vector<stream> down_;
    std::vector<std::vector<candidate>> by_urgency_;  // below n
    std::size_t unsent_ = 0;
};

// Of every node: what comes from the node before leaves for the next one, and the other way round
// along a path.
std::vector<std::vector<forwarding_link>> links_along(const hamiltonian_map& way, grid_edge edge) {
    const bool is_path = edge == grid_edge::open;
    std::vector<std::vector<forwarding_link>> links(way.length());
    for (node_id node = 0; node < links.size(); ++node) {
        const auto [position, next, previous] = way.at(node);
        links[node] = {{.from = is_path ? next : forwarding_link::none, .to = next},
                       {.from = previous, .to = is_path ? previous : forwarding_link::none}};
    }
    return links;
}

}  // namespace

path_schedule::path_schedule(std::size_t nodes, duplex mode)
    : nodes_{static_cast<std::int64_t>(nodes)} {
    for (table_maker maker{nodes, mode}; !maker.is_done();) {
        turns_.resize(std::ssize(turns_) + nodes_);
        maker.fill(std::span{turns_}.last(nodes));
    }
}

ring_broadcast::ring_broadcast(const hamiltonian_map& way, duplex mode)
    : scheduled_broadcast{links_along(way, grid_edge::closed),
                          ring_schedule{way.length(), mode}.slots(),
                          [way, when = ring_schedule{way.length(), mode}](
                              const schedule_step& now, const schedule_row& send) {
                              const hamiltonian_map::place& place = way.at(now.node);
                              if (when.turn(place.position, now.at).sends) {
                                  send(place.next, 0);
                              }
                          }} {}

path_broadcast::path_broadcast(const hamiltonian_map& way, duplex mode)
    : scheduled_broadcast{links_along(way, grid_edge::open), path_slots(way.length(), mode),
                          [way, when = path_schedule{way.length(), mode}](
                              const schedule_step& now, const schedule_row& send) {
                              const hamiltonian_map::place& place = way.at(now.node);
                              const path_turn turn = when.turn(place.position, now.at);
                              if (turn.sends_up || turn.sends_down) {
                                  send(turn.sends_up ? place.next : place.previous, 0);
                              }
                          }} {}

// Networks that are named, but listed, have the times of their trees in the reference figures.
tour_kind tour_of(const network& net) {
    const auto* const links = std::get_if<graph>(&net);
    const auto* const listed =
        links == nullptr ? nullptr : std::get_if<listed_shape>(&links->shape());
    if (listed != nullptr && !listed->name.empty()) {
        return tour_kind::none;
    }
    if (find_hamiltonian_cycle(net).exists == answer::yes) {
        return tour_kind::cycle;
    }
    return hamiltonian_path(net, 1) ? tour_kind::path : tour_kind::none;
}

std::string cycle_mismatch(const network& net) {
    const hamiltonian_answer search = find_hamiltonian_cycle(net);
    return search.exists == answer::yes
               ? ""
               : fmt::format("needs a Hamiltonian cycle, and {}: {}",
                             search.exists == answer::no ? "there is none" : "none is known",
                             search.inapplicable_reason);
}

ring_broadcast along_cycle(const network& net, duplex mode) {
    const hamiltonian_answer answer = find_hamiltonian_cycle(net);
    if (!answer.at) {
        refuse("no Hamiltonian cycle is known: {}", answer.inapplicable_reason);
    }
    return {hamiltonian_map{net, answer.first(node_count(net)), grid_edge::closed}, mode};
}

path_broadcast along_path(const network& net, duplex mode) {
    const auto order = hamiltonian_path(net, node_count(net));
    if (!order) {
        refuse("no Hamiltonian path of the network is known");
    }
    return {hamiltonian_map{net, *order, grid_edge::open}, mode};
}

scheduled_broadcast along_tour(const network& net, duplex mode) {
    switch (tour_of(net)) {
        case tour_kind::cycle:
            return along_cycle(net, mode);
        case tour_kind::path:
            return along_path(net, mode);
        case tour_kind::none:
            break;
    }
    return tree_broadcast{spanning_tree{net, tree_rule::low_degree}, mode};
}

}  // namespace tutti
