/// @file
/// Verifier of links and ports.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "recorded_slot.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/topology/network.hpp"
#include "violations.hpp"

namespace tutti {

/// The links of a network as one table, node by node and port by port.
class link_table {
public:
    explicit link_table(const network& net);

    static constexpr std::uint64_t none = ~std::uint64_t{0};

    [[nodiscard]] std::uint64_t node_count() const noexcept { return first_.size() - 1; }
    /// Of all nodes, those that are missing included.
    [[nodiscard]] std::uint64_t port_count() const noexcept { return ends_.size(); }
    /// The number of the port among all, or `none`. @pre the node is there
    [[nodiscard]] std::uint64_t index_of(node_id node, port through) const noexcept {
        const std::uint64_t index = first_[node] + static_cast<std::uint32_t>(through);
        return through >= 0 && index < first_[node + std::size_t{1}] && ends_[index] != missing
                   ? index
                   : none;
    }
    /// Node at the end of the link.
    [[nodiscard]] node_id end_of(std::uint64_t index) const noexcept { return ends_[index]; }

private:
    static constexpr node_id missing = ~node_id{0};

    std::vector<std::uint64_t> first_;
    std::vector<node_id> ends_;
};

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
    void verify_links(const recorded_slot& record);
    [[nodiscard]] bool is_in_order(const recorded_transmission& before,
                                   const recorded_transmission& after, slot at);
    void verify_sends(const recorded_slot& record);
    void verify_receptions(const recorded_slot& record);
    void verify_directions(const recorded_slot& record);
    [[nodiscard]] std::uint64_t reverse_of(const recorded_transmission& transmission) const;

    const network* network_;
    link_table table_;
    port_model ports_;
    slot last_ = -1;
    std::vector<slot> sent_in_;      // of each node, where the model has one port
    std::vector<slot> received_in_;  // likewise
    std::vector<slot> used_in_;      // of each port, where links are one-way
    violation_list links_;
    violation_list bad_ports_;
};

}  // namespace tutti
