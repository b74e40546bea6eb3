/// @file
/// Number of packets that crossed each link.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/link_load_result.hpp"
#include "engine/partition/node_partition.hpp"
#include "topology/networks/each_link.hpp"
#include "tutti/engine/sink.hpp"
#include "tutti/engine/transport.hpp"
#include "tutti/topology/network.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Sink that counts the packets of every directed link in the first run that it is attached to;
/// other packets can be added by hand.
class link_loads final : public sink {
public:
    /// @param net its links built
    /// @param shares the links of the own nodes are counted
    link_loads(network net, node_partition shares);
    /// Of all links.
    explicit link_loads(const network& net) : link_loads{net, node_partition{node_count(net)}} {}

    /// Bytes that the counts of a network take, and the events of a slot in which every link is
    /// busy, from which a run's are taken.
    [[nodiscard]] static std::uint64_t bytes_for(const network& net);

    [[nodiscard]] interest wants(tutti::slot /*at*/) noexcept override {
        return is_over_ ? interest::nothing : interest::events;
    }
    void slot(const slot_record& record) override;
    void end(const run_report& /*report*/) override { is_over_ = true; }

    /// @pre `node` is an own one and has the port
    void add(node_id node, port through, std::uint64_t packets = 1) {
        counts_[place_of(node, through)] += packets;
    }
    /// Packets that crossed the link. @pre `node` is an own one and has the port
    [[nodiscard]] std::uint64_t load(node_id node, port through) const {
        return counts_[place_of(node, through)];
    }

    /// Calls `each` with every link of the own nodes, by node and port.
    template <class Each>
    void visit(const Each& each) const {
        for_each_link(network_, [&](node_id node, port through, node_id to) {
            if (shares_.is_own(node)) {
                each(loaded_link{node, through, to, load(node, through)});
            }
        });
    }

    /// Loads of the links that each process counts. All processes call it.
    /// @param carrier null: this process is alone
    [[nodiscard]] link_load_result sum_up(transport* carrier = nullptr) const;

private:
    [[nodiscard]] std::size_t place_of(node_id node, port through) const {
        return links_before(shares_.own_index(node)) + port_index(through);
    }
    // Those of the own nodes before one of them.
    [[nodiscard]] std::size_t links_before(std::size_t own_index) const {
        return first_.empty() ? ports_ * own_index : first_[own_index];
    }

    network network_;
    node_partition shares_;
    std::size_t ports_ = 0;             // of every node, where all have the same
    std::vector<std::size_t> first_{};  // of each own node, where they have not
    std::vector<std::uint64_t> counts_;
    bool is_over_ = false;
};

}  // namespace tutti
