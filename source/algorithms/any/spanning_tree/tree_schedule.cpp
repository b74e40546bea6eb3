#include "tree_schedule.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <tuple>
#include <utility>

namespace tutti {
namespace {

// Packets sent, and waiting, while a schedule is made.
class progress {
public:
    explicit progress(const spanning_tree& tree)
        : tree_{&tree}, waiting_(tree.arc_count()), gone_(tree.arc_count()) {
        made_.sent.resize(tree.node_count());
        made_.received.resize(tree.node_count());
        for (node_id node = 0; node < tree.node_count(); ++node) {
            std::size_t due = 0;
            for (std::size_t i = 0; i < tree.arcs(node).size(); ++i) {
                std::vector<node_id>& origins = waiting_[tree.first_arc(node) + i];
                origins.reserve(tree.due(tree.arcs(node)[i]));
                origins.push_back(node);
                due += tree.due(tree.arcs(node)[i]);
            }
            left_ += due;
            made_.sent[node].reserve(due);
            made_.received[node].reserve(tree.node_count() - 1);
        }
    }

    [[nodiscard]] bool is_over() const noexcept { return left_ == 0; }
    // Calls `visit(from, i)` for every arc that a packet waits for, arc i of the node `from`. It
    // may send that packet.
    template <class Visit>
    void for_each_waiting(const Visit& visit) const {
        for (node_id from = 0; from < tree_->node_count(); ++from) {
            for (std::size_t i = 0; i < tree_->arcs(from).size(); ++i) {
                const std::size_t arc = tree_->first_arc(from) + i;
                if (waiting_[arc].size() > gone_[arc]) {
                    visit(from, i);
                }
            }
        }
    }
    [[nodiscard]] std::uint32_t due(node_id from, std::size_t i) const {
        return tree_->due(tree_->arcs(from)[i]) - gone_[tree_->first_arc(from) + i];
    }
    void send(node_id from, std::size_t i) {
        const spanning_tree::arc& over = tree_->arcs(from)[i];
        const std::size_t arc = tree_->first_arc(from) + i;
        const node_id origin = waiting_[arc][gone_[arc]++];
        const auto at = static_cast<std::uint32_t>(made_.slots);
        made_.sent[from].push_back({.at = at, .through = over.through, .origin = origin});
        made_.received[over.to].push_back({.at = at, .through = over.back, .origin = origin});
        --left_;
        receivers_.push_back(over.to);
    }
    // Queues the packets that were sent at the nodes that forward them.
    void end_slot() {
        for (const node_id node : receivers_) {
            const auto& [at, through, origin] = made_.received[node].back();
            const auto arcs = tree_->arcs(node);
            for (std::size_t i = 0; i < arcs.size(); ++i) {
                if (arcs[i].through != through) {
                    waiting_[tree_->first_arc(node) + i].push_back(origin);
                }
            }
        }
        receivers_.clear();
        ++made_.slots;
    }
    [[nodiscard]] tree_schedule ended() && { return std::move(made_); }

private:
    const spanning_tree* tree_;
    std::vector<std::vector<node_id>> waiting_;  // by arc: the origins, first in, first out
    std::vector<std::uint32_t> gone_;            // of these
    std::vector<node_id> receivers_;             // in this slot
    std::uint64_t left_ = 0;
    tree_schedule made_;
};

// Packets that a node has still to send, and where it cannot do both, to receive.
std::vector<std::uint64_t> loads_of(const spanning_tree& tree, duplex mode) {
    std::vector<std::uint64_t> loads(tree.node_count());
    for (node_id node = 0; node < loads.size(); ++node) {
        for (const auto& each : tree.arcs(node)) {
            loads[node] += tree.due(each);
        }
        loads[node] += mode == duplex::half ? tree.node_count() - 1 : 0;
    }
    return loads;
}

/// Greedy schedule: in every slot the most urgent sends whose nodes are still free.
class urgent_sends {
public:
    urgent_sends(const spanning_tree& tree, duplex mode)
        : tree_{&tree},
          mode_{mode},
          places_{tree.walk()},
          loads_{loads_of(tree, mode)},
          has_sent_(tree.node_count()),
          has_received_(tree.node_count()),
          made_{tree} {}

    [[nodiscard]] tree_schedule table() && {
        while (!made_.is_over()) {
            has_sent_.assign(has_sent_.size(), false);
            has_received_.assign(has_received_.size(), false);
            for (const candidate& each : candidates()) {
                make(each);
            }
            made_.end_slot();
        }
        return std::move(made_).ended();
    }

private:
    struct candidate {
        node_id from;
        node_id to;
        std::size_t arc;
        std::uint64_t urgency;
        std::uint64_t load;
    };

    [[nodiscard]] std::vector<candidate> candidates() const {
        std::vector<candidate> compared;
        made_.for_each_waiting([&](node_id from, std::size_t i) {
            const spanning_tree::arc& over = tree_->arcs(from)[i];
            compared.push_back({.from = from,
                                .to = over.to,
                                .arc = i,
                                .urgency = std::uint64_t{made_.due(from, i)} + over.height,
                                .load = loads_[from] + loads_[over.to]});
        });
        // Ties are decided by the places on a walk through the tree, so that the schedule is the
        // same on every machine.
        std::ranges::sort(compared, std::ranges::greater{}, [this](const candidate& each) {
            return std::tuple{each.urgency, each.load, ~places_[each.from], places_[each.to]};
        });
        return compared;
    }

    void make(const candidate& each) {
        const bool does_other = has_received_[each.from] || has_sent_[each.to];
        if (has_sent_[each.from] || has_received_[each.to] ||
            (mode_ == duplex::half && does_other)) {
            return;
        }
        has_sent_[each.from] = true;
        has_received_[each.to] = true;
        made_.send(each.from, each.arc);
        --loads_[each.from];
        loads_[each.to] -= mode_ == duplex::half ? 1 : 0;
    }

    const spanning_tree* tree_;
    duplex mode_;
    std::vector<std::uint32_t> places_;
    std::vector<std::uint64_t> loads_;
    std::vector<bool> has_sent_;
    std::vector<bool> has_received_;
    progress made_;
};

// Colours are those of a proper edge colouring: links of one colour meet at no node, and may be
// used in the same slot.
tree_schedule periodic(const spanning_tree& tree, duplex mode) {
    progress made{tree};
    for (int at = 0; !made.is_over(); ++at) {
        const int working = at % tree.degree();
        const auto period = static_cast<std::uint32_t>(at / tree.degree());
        made.for_each_waiting([&](node_id from, std::size_t i) {
            const spanning_tree::arc& over = tree.arcs(from)[i];
            if (over.colour == working && tree.may_send(from, over, mode == duplex::half, period)) {
                made.send(from, i);
            }
        });
        made.end_slot();
    }
    return std::move(made).ended();
}

}  // namespace

tree_schedule make_tree_schedule(const spanning_tree& tree, duplex mode) {
    // The greedy schedule is not always the shorter one, and the periodic one has a proven length.
    tree_schedule by_turns = periodic(tree, mode);
    tree_schedule urgent = urgent_sends{tree, mode}.table();
    return by_turns.slots < urgent.slots ? std::move(by_turns) : std::move(urgent);
}

slot periodic_slots(const spanning_tree& tree, duplex mode) {
    const auto n = slots_for(tree.node_count());
    const slot degree = tree.degree();
    if (n < 3) {
        // With one or two nodes no packet is forwarded.
        return mode == duplex::full ? n - 1 : 2 * (n - 1);
    }
    if (mode == duplex::half) {
        return degree * (n + tree.radius() - 1);
    }
    slot largest = 0;
    for (node_id node = 0; node < tree.node_count(); ++node) {
        const auto arcs = tree.arcs(node);
        if (arcs.size() == 1) {
            largest = std::max<slot>(largest, arcs.front().colour + 1);
        }
    }
    return (n - 2) * degree + largest;
}

slot tree_lower_bound(const spanning_tree& tree, duplex mode) {
    const auto n = slots_for(tree.node_count());
    slot most = mode == duplex::full ? n - 1 : 2 * (n - 1);
    for (node_id node = 0; n >= 3 && node < tree.node_count(); ++node) {
        const auto arcs = tree.arcs(node);
        if (arcs.size() < 2) {
            continue;
        }
        slot nearest = n;
        for (const auto& each : arcs) {
            nearest = std::min<slot>(nearest, each.height);
        }
        // A node sends the messages of all others over each of its links, except back to where they
        // came from, and its own over all.
        const slot sent = std::ssize(arcs) * n - (n - 1);
        most = std::max(most, sent + (mode == duplex::half ? n - 1 : 0) + nearest);
    }
    return most;
}

}  // namespace tutti
