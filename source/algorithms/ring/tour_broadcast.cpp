#include "tour_broadcast.hpp"

#include <algorithm>
#include <numeric>
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
    std::size_t urgency;  // below n
    bool is_up;
};

class table_maker {
public:
    table_maker(std::size_t nodes, duplex mode)
        : mode_{mode}, up_(nodes), down_(nodes), first_(nodes + 1) {
        candidates_.reserve(2 * nodes);
        sorted_.reserve(2 * nodes);
        for (std::size_t i = 0; i < nodes; ++i) {
            up_[i].left = i + 1 < nodes ? i + 1 : 0;
            down_[i].left = i > 0 ? nodes - i : 0;
            unsent_ += up_[i].left + down_[i].left;
        }
    }

    [[nodiscard]] bool is_done() const noexcept { return unsent_ == 0; }

    /// Fills in what the nodes do in the next slot. @pre all of it is 0
    void fill(std::span<path_turn> turns) {
        list_candidates();
        sort_candidates();
        for (const candidate& each : sorted_) {
            choose(each, turns);
        }
        for (std::size_t i = 0; i < turns.size(); ++i) {
            move(i, turns[i]);
        }
    }

private:
    // By node, upwards first.
    void list_candidates() {
        const std::size_t n = up_.size();
        candidates_.clear();
        for (std::size_t i = 0; i < n; ++i) {
            if (up_[i].left > 0 && up_[i].waiting > 0) {
                candidates_.push_back(
                    {.from = i, .urgency = up_[i].left + (n - 2 - i), .is_up = true});
            }
            if (down_[i].left > 0 && down_[i].waiting > 0) {
                candidates_.push_back(
                    {.from = i, .urgency = down_[i].left + (i - 1), .is_up = false});
            }
        }
    }

    // The most urgent first, equals as they are: by counting, for this is most of the work.
    void sort_candidates() {
        const std::size_t n = up_.size();
        std::ranges::fill(first_, std::size_t{0});
        for (const candidate& each : candidates_) {
            ++first_[n - each.urgency];
        }
        std::partial_sum(first_.begin(), first_.end(), first_.begin());
        sorted_.resize(candidates_.size());
        for (const candidate& each : candidates_) {
            sorted_[first_[n - 1 - each.urgency]++] = each;
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

    void move(std::size_t i, path_turn turn) {
        take(up_[i], turn.sends_up);
        take(down_[i], turn.sends_down);
        up_[i].waiting += turn.receives_below ? 1 : 0;
        down_[i].waiting += turn.receives_above ? 1 : 0;
    }

    void take(stream& from, bool is_sent) {
        const std::size_t packets = is_sent ? 1 : 0;
        from.left -= packets;
        from.waiting -= packets;
        unsent_ -= packets;
    }

    duplex mode_;
    std::vector<stream> up_;
    std::vector<stream> down_;
    std::vector<candidate> candidates_;
    std::vector<candidate> sorted_;
    std::vector<std::size_t> first_;  // place of the next candidate, by n-1-urgency
    std::size_t unsent_ = 0;
};

}  // namespace

path_schedule::path_schedule(std::size_t nodes, duplex mode) : nodes_{nodes} {
    turns_.reserve(static_cast<std::size_t>(path_slots(nodes, mode)) * nodes);
    for (table_maker maker{nodes, mode}; !maker.is_done();) {
        turns_.resize(turns_.size() + nodes);
        maker.fill(std::span{turns_}.last(nodes));
    }
}

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

tour_broadcast along_tour(const network& net, duplex mode) {
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
