/// @file
/// Transport that replays recorded mail to a single node.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tutti/engine/sink.hpp"
#include "tutti/engine/transport.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// A packet that came to a node, as bytes.
struct mail_packet {
    tutti::slot sent_in = 0;  ///< the clock slot
    port through = 0;         ///< the receiver's port
    std::vector<std::byte> content;

    friend bool operator==(const mail_packet&, const mail_packet&) = default;
};

/// Replaces all nodes but one: brings it the packets that were kept of an earlier run, each in
/// its slot, and nothing else. No other node has a program; none of them ever ends. The run is over
/// (`run_ending::interrupted`) after its last slot, unless the node itself broke it off before, or
/// is all that there is.
///
/// It is the transport of one run of an emulator, whose shares are
/// `node_partition::of_single_node`, and has to be among the sinks of that run.
class replay_transport final : public transport, public sink {
public:
    /// @param mail in the order of slots, of the type of the run's packets; outlives the run
    /// @param last the last clock slot of the earlier run
    replay_transport(node_id node, std::span<const mail_packet> mail, tutti::slot last) noexcept
        : node_{node}, mail_{mail}, last_{last} {}

    [[nodiscard]] int processes() const noexcept override { return 2; }
    [[nodiscard]] int self() const noexcept override { return 0; }
    void exchange(const std::vector<bytes>& out, std::vector<bytes>& in) override;
    void abandon() noexcept override {}

    [[nodiscard]] interest wants(tutti::slot at) noexcept override;
    void slot(const slot_record& /*record*/) override {}

private:
    [[nodiscard]] bytes data_after_slot();
    [[nodiscard]] bytes data_between_slots() const;

    node_id node_;
    std::span<const mail_packet> mail_;  // that is still to come
    tutti::slot last_;
    tutti::slot now_ = 0;
    bool is_in_slot_ = false;
};

}  // namespace tutti
