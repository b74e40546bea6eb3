/// @file
/// Verifier of links and ports.
#pragma once

#include <cstdint>
#include <vector>

#include <boost/unordered/unordered_flat_set.hpp>

#include "collectives/input/possession_tables.hpp"
#include "recorded_slot.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/topology/network.hpp"
#include "violations.hpp"

namespace tutti {

/// Verifier of links and ports, and of the consistency of a slot for the other verifiers.
class link_verifier {
public:
    /// @param net outlives this
    link_verifier(const network& net, port_model ports);

    /// @return whether all nodes, kinds and names are there, and events in order: what others may
    /// rely on
    [[nodiscard]] bool take(const recorded_slot& record, std::size_t kinds, std::size_t mark_names);

    [[nodiscard]] const violation_list& links() const noexcept { return links_; }
    [[nodiscard]] const violation_list& ports() const noexcept { return bad_ports_; }

private:
    [[nodiscard]] bool is_sound(const recorded_slot& record, std::size_t kinds,
                                std::size_t mark_names);
    /// True for switches, for which no port model holds.
    [[nodiscard]] bool only_forwards(node_id node) const;
    void verify_links(const recorded_slot& record);
    template <class Shape>
    void verify_end(const Shape& shape, const recorded_transmission& transmission, slot at);
    [[nodiscard]] bool is_in_order(const recorded_transmission& before,
                                   const recorded_transmission& after, slot at);
    void verify_sends(const recorded_slot& record);
    void verify_receptions(const recorded_slot& record);
    void verify_directions(const recorded_slot& record);

    const network* network_;
    std::uint64_t nodes_;
    port_model ports_;
    slot last_ = -1;
    std::vector<slot> sent_in_;      // of each node, where the model has one port
    std::vector<slot> received_in_;  // likewise
    // Links in use, by node and port, where they are one-way.
    boost::unordered_flat_set<std::uint64_t, mixed_hash> used_;
    violation_list links_;
    violation_list bad_ports_;
};

}  // namespace tutti
