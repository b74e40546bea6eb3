/// @file
/// Sink that follows chains of packets, each of which waited for the one before.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <boost/container_hash/hash.hpp>
#include <boost/unordered/unordered_flat_map.hpp>

#include "experiment/events/phase_clock.hpp"
#include "link_classes.hpp"
#include "node/phase.hpp"
#include "tutti/engine/sink.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/topology/topology.hpp"
#include "verification/model_time.hpp"

namespace tutti {

/// Set of costs of which none is larger than another in both parts; one of them is the largest for
/// every latency and bandwidth.
class cost_front {
public:
    void add(const path_cost& cost);
    void add(const cost_front& other);
    /// All of them with more added; with a path of nothing but that, if there are none.
    [[nodiscard]] cost_front with(const path_cost& more) const;

    [[nodiscard]] bool empty() const noexcept { return costs_.empty(); }
    [[nodiscard]] const std::vector<path_cost>& costs() const noexcept { return costs_; }

private:
    std::vector<path_cost> costs_;  // by rising latencies, and so by falling shares
};

/// Costs of the links of one class, in terms of the largest latency and the slowest link.
struct relative_cost {
    rational latency = 1;
    rational byte = 1;
};

/// What the nodes of a network may do in a slot.
struct path_rules {
    port_model ports = port_model::all_port;
    std::vector<node_id> switches{};  ///< nodes with all ports, by increasing id
    bool has_parallel_links = false;
};

/// Follows the first run that it is attached to. A link starts up where a maximal run of
/// consecutive slots begins in which it carries packets of one phase. A packet waits
/// - for the packet before it on its link, in the slot before and in the same phase;
/// - for the arrivals, at its sender, of the message or value that it carries, and if it is
/// control,
///   of control;
/// - for all that had arrived there when its sender began the phase;
/// - with one port, where a link starts up, for its sender's packet in the slot before.
///
/// The cost of a chain is one start-up of each run that it goes through, and the shares of a
/// message that its packets carry. Whatever waits for what, a link takes the time of all that it
/// carries, and so does a node with one port: in half duplex of what it sends and receives.
class start_up_paths final : public sink {
public:
    /// The most transmissions that are followed.
    static constexpr std::uint64_t most_transmissions = 1'000'000;
    /// Bytes that this takes, for a run of that many.
    [[nodiscard]] static constexpr std::uint64_t bytes_for(std::uint64_t transmissions) noexcept {
        constexpr std::uint64_t of_each = 400;  // measured: 160 to 320
        return of_each * std::min(transmissions, most_transmissions);
    }

    /// @param costs by class; one where all links are alike
    start_up_paths(link_classes classes, std::vector<relative_cost> costs,
                   std::vector<phase> phases, path_rules rules);

    [[nodiscard]] interest wants(tutti::slot /*at*/) noexcept override {
        return is_over_ ? interest::nothing : interest::events;
    }
    void slot(const slot_record& record) override;
    void end(const run_report& /*report*/) override { is_over_ = true; }

    /// The largest of all chains; null if there were too many transmissions.
    [[nodiscard]] std::optional<std::vector<path_cost>> longest() const;

private:
    /// What a node holds, for `arrivals_`.
    struct holding {
        node_id node = 0;
        node_id origin = 0;
        std::uint32_t number = 0;
        std::uint32_t piece = 0;

        friend bool operator==(const holding&, const holding&) = default;
        friend std::size_t hash_value(const holding& one) noexcept {
            std::size_t seed = 0;
            for (const std::uint32_t part : {one.node, one.origin, one.number, one.piece}) {
                boost::hash_combine(seed, part);
            }
            return seed;
        }
    };
    struct link_state {
        tutti::slot last = -1;
        std::size_t phase = 0;
        cost_front front{};
        path_cost total{};
    };
    struct node_state {
        std::size_t phase = 0;
        cost_front before{};   // of arrivals in earlier phases
        cost_front arrived{};  // in this one
        cost_front control{};
        tutti::slot last_sent = -1;
        cost_front sent{};  // its packet in that slot
        path_cost sent_total{};
        path_cost received_total{};
    };
    struct coming {
        node_id to = 0;
        bool is_control = false;
        holding what{};
        path_cost with_start{};  ///< the packet alone
        cost_front front{};
    };

    node_state& state_of(node_id node);
    [[nodiscard]] static std::optional<holding> carried_by(const transmission& packet,
                                                           node_id holder);
    [[nodiscard]] path_cost with_start_of(const transmission& packet) const;
    [[nodiscard]] cost_front waited_for(const transmission& packet, const node_state& sender) const;
    cost_front send(const transmission& packet);
    void send_through_one_port(const transmission& packet, node_state& sender,
                               const cost_front& front);
    void receive(const coming& packet);
    void carry(path_cost& total, const path_cost& with_start);
    [[nodiscard]] bool has_one_port(node_id node) const;

    link_classes classes_;
    std::vector<relative_cost> costs_;
    phase_clock clock_;
    path_rules rules_;
    std::vector<mark> late_{};                                         // of the slot before
    boost::unordered_flat_map<std::uint64_t, path_cost> both_ways_{};  // by pair of nodes
    std::uint64_t transmissions_ = 0;
    std::vector<node_state> nodes_{};
    boost::unordered_flat_map<std::uint64_t, link_state> links_{};  // by sender and port
    boost::unordered_flat_map<holding, cost_front> arrivals_{};
    std::vector<coming> coming_{};
    cost_front longest_{};
    bool is_over_ = false;
};

}  // namespace tutti
