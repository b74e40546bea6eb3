/// @file
/// Reduce-scatter, allgather and allreduce on the hypercube over the trees of the optimal multinode
/// broadcast.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/hypercube/cube_entry.hpp"
#include "algorithms/reduction_entry.hpp"
#include "node/node_buffer.hpp"
#include "node/prefetch.hpp"
#include "node/violation.hpp"
#include "topology/networks/dimension_set.hpp"
#include "topology/trees/rotation_classes.hpp"
#include "tutti/node/node_interface.hpp"
#include "util/counts.hpp"

namespace tutti {

/// The tree T of `rotation_classes`, by the places of its nodes: node 0 at place 0, the others from
/// 1 in the order in which multinode broadcast reaches them. What node z has for z ^ t is stored at
/// the place of t, so that the d links of a set A_i lead to successive places.
///
/// A pure function of d: 12 bytes a node.
class rotation_class_places {
public:
    /// A link of T.
    struct link {
        std::uint32_t parent = 0;   ///< its place
        node_id child = 0;          ///< the node; its place is that of the link
        std::uint32_t subtree = 1;  ///< nodes that are reached through it
    };
    /// A node of T, and its place.
    struct tree_node {
        node_id relative;
        std::size_t place;
    };
    /// Links of a set A_i, the one over dimension m at index m.
    struct set {
        indexed_span<port, const link> links;
        std::size_t first_place = 0;  ///< of the child over dimension 0; those over others follow

        [[nodiscard]] const link& over(port through) const noexcept { return links[through]; }
        /// The child's end of the link over that dimension, or the parent's.
        template <bool IsChild>
        [[nodiscard]] tree_node end_over(port through) const noexcept {
            const link& crossed = over(through);
            if constexpr (IsChild) {
                return {.relative = crossed.child, .place = first_place + port_index(through)};
            } else {
                return {.relative = crossed.child ^ node_id{1} << through, .place = crossed.parent};
            }
        }
        [[nodiscard]] dimension_set dimensions() const noexcept {
            return dimension_set::lowest(links.size());
        }
    };

    /// @pre cube has at least one dimension
    explicit rotation_class_places(const hypercube& cube)
        : dimensions_{links_a_node(cube)}, set_count_{slots_for_others(cube)} {
        const rotation_classes classes{cube};
        std::vector<std::uint32_t> place(cube.node_count());
        std::uint32_t last = 0;
        links_.reserve(classes.order().size());
        for (const node_id child : classes.order()) {
            links_.push_back({.parent = place[classes.parent(child)], .child = child});
            place[child] = ++last;
        }
        for (std::size_t i = links_.size(); i > 0; --i) {
            const link& below = links_[i - 1];
            if (below.parent > 0) {
                links_[below.parent - 1].subtree += below.subtree;
            }
        }
    }

    [[nodiscard]] std::size_t node_count() const noexcept { return links_.size() + 1; }
    /// q, how many sets there are.
    [[nodiscard]] slot set_count() const noexcept { return set_count_; }
    /// A_(i+1). @pre i < `set_count()`
    [[nodiscard]] set at(slot i) const noexcept {
        const std::size_t first = dimensions_ * static_cast<std::size_t>(i);
        return {
            .links = std::span{links_}.subspan(first, std::min(dimensions_, links_.size() - first)),
            .first_place = first + 1};
    }
    /// All links; the child of the one at index i is at place i + 1.
    [[nodiscard]] std::span<const link> all() const noexcept { return links_; }

private:
    std::size_t dimensions_;
    std::vector<link> links_;
    slot set_count_;
};

/// Values of one round at node z: for every t the value for destination z ^ t, at the place of t.
/// In a round with fewer numbers than nodes some are absent.
///
/// How many contributions a value has by now follows from the tree, unless some got lost: a node
/// that has missed a packet, or got one that lacks contributions, claims none from then on.
class round_of_values {
public:
    /// @param messages the node's own values, which are folded in place
    /// @pre `places` outlives this
    round_of_values(node_id self, initial_messages messages, const rotation_class_places& places,
                    fold_operator operation)
        : self_{self},
          places_{&places},
          operation_{operation},
          count_{messages.size()},
          values_{std::move(messages).payloads()} {
        const std::size_t nodes = places.node_count();
        values_.resize((count_ + nodes - 1) / nodes * nodes);
    }

    [[nodiscard]] const rotation_class_places& places() const noexcept { return *places_; }
    /// m.
    [[nodiscard]] std::uint64_t count() const noexcept { return count_; }

    /// Begins the round of the values from `first` on. @pre `first` < m
    void begin(std::uint64_t first) {
        first_ = first;
        is_full_ = first + places_->node_count() <= count_;
        node_buffer<std::uint64_t> by_place{places_->node_count()};
        by_place.values()[0] = value(self_);
        for (std::size_t i = 0; i < places_->all().size(); ++i) {
            by_place.values()[i + 1] = value(self_ ^ places_->all()[i].child);
        }
        std::ranges::copy(by_place.values(), &value(0));
    }

    /// Sends what is to cross the links of a set, up or down the trees.
    template <packet_kind Kind, class Node>
    void send(Node& self, const rotation_class_places::set& set) {
        send_each(self, present<is_upwards(Kind)>(set).bits(), [&](port through) {
            const auto [relative, place] = set.end_over<is_upwards(Kind)>(through);
            return short_packet::value(Kind, static_cast<std::uint32_t>(number(relative)),
                                       value(place),
                                       is_whole_ ? contributions<Kind>(set, through) : 0);
        });
    }
    /// Takes what has crossed them. @throws error if a packet is not the one that is due
    template <packet_kind Kind, class Node>
    void receive(Node& self, const rotation_class_places::set& set) {
        int arrived = 0;
        for_each_arrival(self, [&](port through, const short_packet& packet) {
            if (std::cmp_greater_equal(through, set.links.size())) {
                throw error{"a packet came over a link that is not used in its slot"};
            }
            const auto [relative, place] = set.end_over<!is_upwards(Kind)>(through);
            if (!packet.is(Kind) || packet.number() != number(relative)) {
                throw error{"a packet came that is not the one that is due"};
            }
            is_whole_ =
                is_whole_ && packet.contribution_count() == contributions<Kind>(set, through);
            if constexpr (is_upwards(Kind)) {
                value(place) = folded_by(operation_, value(place), packet.payload());
            } else {
                value(place) = packet.payload();
                if (packet.contribution_count() == places_->node_count()) {
                    self.deliver(packet.content());
                }
            }
            ++arrived;
        });
        is_whole_ = is_whole_ && arrived == present<!is_upwards(Kind)>(set).size();
    }

    /// True if the node's own number is present and contains the contributions of all nodes.
    [[nodiscard]] bool has_result() const noexcept { return number(0) < count_ && is_whole_; }
    [[nodiscard]] message result() {
        return {.origin = 0, .number = static_cast<std::uint32_t>(number(0)), .payload = value(0)};
    }

    /// Has the values fetched from memory that will be sent over the links of a set, and those that
    /// what has come over those of another goes to.
    template <packet_kind Kind>
    void prefetch(const rotation_class_places::set& sent,
                  const rotation_class_places::set& crossed) {
        const auto& [parents, children] =
            is_upwards(Kind) ? std::pair{&crossed, &sent} : std::pair{&sent, &crossed};
        constexpr port apart = 6;  // most parents are adjacent
        for (port i = 0; i < std::ssize(parents->links); i += apart) {
            prefetch_line<true>(&value(parents->links[i].parent));
        }
        prefetch_line<true>(&value(parents->links.back().parent));
        prefetch_line<true>(&value(children->first_place));
        prefetch_line<true>(&value(children->first_place + children->links.size() - 1));
    }

private:
    // Partial sums go up the trees, results down.
    [[nodiscard]] static constexpr bool is_upwards(packet_kind kind) noexcept {
        return kind == packet_kind::partial;
    }
    // How many nodes have contributed to what crosses a link.
    template <packet_kind Kind>
    [[nodiscard]] std::uint32_t contributions(const rotation_class_places::set& set,
                                              port through) const noexcept {
        return is_upwards(Kind) ? set.over(through).subtree
                                : static_cast<std::uint32_t>(places_->node_count());
    }
    // Links of a set at whose child's ends, or parents', there is a value.
    template <bool AtChild>
    [[nodiscard]] dimension_set present(const rotation_class_places::set& set) const {
        std::uint32_t total = set.dimensions().bits();
        if (!is_full_) {
            for (const int through : set.dimensions()) {
                const bool is_present = number(set.end_over<AtChild>(through).relative) < count_;
                total &= ~((is_present ? 0U : 1U) << through);
            }
        }
        return dimension_set{total};
    }
    [[nodiscard]] std::uint64_t number(node_id relative) const noexcept {
        return first_ + (self_ ^ relative);
    }
    [[nodiscard]] std::uint64_t& value(std::size_t place) noexcept {
        return values_[first_ + place];
    }

    node_id self_;
    const rotation_class_places* places_;
    fold_operator operation_;
    std::uint64_t count_;
    node_vector<std::uint64_t> values_;  // of this round by place; of later ones by destination
    std::uint64_t first_ = 0;
    bool is_full_ = false;
    bool is_whole_ = true;
};

/// One way of the values over the trees, for every link (parent, t) of a set A_i over dimension m.
/// Partial sums, in slot s those of A_(q+1-s): node z sends its value for z ^ t over m, and folds
/// what arrives into that for z ^ parent. Results, in slot s those of A_s: it sends that for z ^
/// parent, and keeps what arrives as that for z ^ t.
template <packet_kind Kind, node_of<hypercube> Node>
task<> cross_trees(Node& self, round_of_values& values) {
    const rotation_class_places& places = values.places();
    const slot end = places.set_count();
    slot s = 0;
    const auto set_at = [&](slot at) {
        return places.at(Kind == packet_kind::partial ? end - 1 - at : at);
    };
    const look_ahead ahead{[&] {
        values.prefetch<Kind>(set_at(std::min(s, end - 1)), set_at(std::max<slot>(s - 1, 0)));
    }};
    co_await each_slot(self, ahead, [&](auto& node) {
        if (s > 0) {
            values.receive<Kind>(node, set_at(s - 1));
        }
        if (s == end) {
            return wait_for::nothing();
        }
        values.send<Kind>(node, set_at(s));
        ++s;
        return wait_for::next_slot();
    });
}

/// Values of every node, folded with those of the others, N in a round: optimal multinode broadcast
/// backwards, so that every destination's contributions go up its tree, and, if results are
/// gathered, forwards.
///
/// Number 0, whose destination is node 0, on the 3-cube; node 0 has the value a, node 1 b, .., and
/// * is the result, gathered from slot 4 on:
///
///     slot 1   7-h->6
///     slot 2   3-d->2    5-f->1    6-gh->4
///     slot 3   1-bf->0   2-cd->0   4-egh->0
///     slot 4   0-*->1    0-*->2    0-*->4
///     slot 5   1-*->5    2-*->3    4-*->6
///     slot 6   6-*->7
///
/// spec/reductions.md, 2.1 and 2.2; the trees are those of Bertsekas, Ozveren, Stamoulis, Tseng and
/// Tsitsiklis 1991, section 3. All nodes mark "reduce-scatter" and, if results are gathered,
/// "allgather" in every round. Time: exactly ceil((2^d-1)/d) m/N; with the results gathered: 2
/// ceil((2^d-1)/d) ceil(m/N). Transmissions: m(N-1) for each. Ports: all.
/// @param places of the network; outlives the task
template <node_of<hypercube> Node>
    requires carries<Node, short_packet>
task<> reduce_rotation_classes(Node& self, initial_messages messages, fold_operator operation,
                               bool gathers, const rotation_class_places& places) {
    round_of_values values{self.id(), std::move(messages), places, operation};
    const std::uint64_t rounds =
        std::max<std::uint64_t>(1, divided_up(values.count(), places.node_count()));
    for (std::uint64_t round = 0; round < rounds; ++round) {
        if (values.count() > 0) {
            values.begin(round * places.node_count());
            co_await cross_trees<packet_kind::partial>(self, values);
            if (values.has_result()) {
                self.deliver(values.result());
            }
        }
        self.mark("reduce-scatter");
        if (gathers) {
            if (values.count() > 0) {
                co_await cross_trees<packet_kind::result>(self, values);
            }
            self.mark("allgather");
        }
    }
}

namespace {

void describe_rotation_classes(algorithm& entry) {
    const bool gathers = is_allreduce(entry);
    describe_reduction(entry);
    describe_for_cubes(entry);
    entry.source = "Bertsekas, Ozveren, Stamoulis, Tseng & Tsitsiklis 1991, 3, backwards";
    entry.phases = [gathers](const problem& problem) {
        return phases_of(plan_of_halves(problem, gathers, slots_of_others_in_turn(problem),
                                        node_count(problem.network)));
    };
    entry.program = cube_programs::on_any_with<rotation_class_places>(
        [gathers](auto& self, node_input input, const auto& places, fold_operator how) {
            return reduce_rotation_classes(self, std::move(input.messages), how, gathers, places);
        },
        operator_of);
}

}  // namespace

void describe(standard_name<"reduce-scatter/rotation-classes"> /*name*/, algorithm& entry) {
    describe_rotation_classes(entry);
    entry.rule = "rs.rot";
    entry.idea =
        "The multinode broadcast by rotation-classes backwards in time: what is for a node comes "
        "up its tree, combined at every node on the way. As the trees never collide forwards, they "
        "do not backwards.";
    entry.time = "ceil((2^d-1)/d) m/N";
}

void describe(standard_name<"allreduce/rotation-classes"> /*name*/, algorithm& entry) {
    describe_rotation_classes(entry);
    entry.rule = "ar.rot";
    entry.idea =
        "First reduce-scatter: multinode broadcast by rotation-classes backwards in time, which "
        "gives every node its share of the results. Then the broadcast itself, over the same "
        "trees, takes them to all.";
    entry.time = "2 ceil((2^d-1)/d) ceil(m/N)";
}

}  // namespace tutti
