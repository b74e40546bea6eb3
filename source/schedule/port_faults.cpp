#include "port_faults.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

namespace tutti {
namespace {

/// Packets of a node in one slot.
struct node_traffic {
    std::uint32_t sent = 0;
    std::uint32_t received = 0;
    const schedule_row* first_sent = nullptr;
};

/// Walk over the rows of a slot after each other.
class port_walk {
public:
    port_walk(const foreign_schedule& schedule, port_model ports)
        : schedule_{&schedule}, ports_{ports} {}

    std::vector<schedule_fault> find() {
        slot now = 0;
        for (const schedule_row& row : schedule_->rows) {
            if (row.at != now) {
                nodes_.clear();
                pairs_.clear();
                now = row.at;
            }
            verify(row);
        }
        return std::move(faults_);
    }

private:
    void verify(const schedule_row& row) {
        if (ports_ == port_model::one_way) {
            verify_ways(row);
            return;
        }
        if (!is_switch(row.from)) {
            verify_sender(row, nodes_[row.from]);
        }
        if (!is_switch(row.to)) {
            verify_receiver(row, nodes_[row.to]);
        }
    }

    // Of parallel links each may go its own way.
    void verify_ways(const schedule_row& row) {
        const std::uint32_t ahead = ++pairs_[pair_of(row.from, row.to)];
        const auto back = pairs_.find(pair_of(row.to, row.from));
        const std::uint32_t links = std::max(schedule_->links.capacity(row.from, row.to),
                                             schedule_->links.capacity(row.to, row.from));
        if (back != pairs_.end() && ahead + back->second > links) {
            add(row, fmt::format("link {}->{} carries packets both ways in a slot; port model "
                                 "one-way allows one way",
                                 schedule_->label(row.from), schedule_->label(row.to)));
        }
    }

    [[nodiscard]] bool is_switch(node_id node) const {
        return !schedule_->is_switch.empty() && schedule_->is_switch[node];
    }

    void verify_sender(const schedule_row& row, node_traffic& node) {
        const bool is_heard_by_all =
            ports_ == port_model::shout_and_whisper && node.first_sent != nullptr &&
            node.first_sent->message == row.message && node.first_sent->piece == row.piece;
        node.sent += is_heard_by_all ? 0U : 1U;
        node.first_sent = node.first_sent == nullptr ? &row : node.first_sent;
        if (node.sent > 1) {
            add_excess(row, row.from, "sends", node.sent);
        } else if (!is_heard_by_all) {
            verify_duplex(row, row.from, node);
        }
    }

    void verify_receiver(const schedule_row& row, node_traffic& node) {
        ++node.received;
        if (node.received > 1) {
            add_excess(row, row.to, "receives", node.received);
        } else {
            verify_duplex(row, row.to, node);
        }
    }

    void verify_duplex(const schedule_row& row, node_id node, const node_traffic& traffic) {
        if (ports_ != port_model::single_port_full_duplex && traffic.sent > 0 &&
            traffic.received > 0) {
            add(row, fmt::format("node {} sends and receives in a slot; port model {} allows one",
                                 schedule_->label(node), name_of(ports_)));
        }
    }

    void add_excess(const schedule_row& row, node_id node, std::string_view does,
                    std::uint32_t packets) {
        add(row, fmt::format("node {} {} {} packets in a slot; port model {} allows one",
                             schedule_->label(node), does, packets, name_of(ports_)));
    }

    void add(const schedule_row& row, const std::string& text) {
        faults_.push_back(fault_of_row(*schedule_, fault_kind::ports, row, text));
    }

    [[nodiscard]] static std::uint64_t pair_of(node_id from, node_id to) noexcept {
        return std::uint64_t{from} << 32U | to;
    }

    const foreign_schedule* schedule_;
    port_model ports_;
    std::unordered_map<node_id, node_traffic> nodes_{};
    std::unordered_map<std::uint64_t, std::uint32_t> pairs_{};
    std::vector<schedule_fault> faults_{};
};

}  // namespace

std::vector<schedule_fault> port_faults(const foreign_schedule& schedule, port_model ports) {
    return ports == port_model::all_port ? std::vector<schedule_fault>{}
                                         : port_walk{schedule, ports}.find();
}

}  // namespace tutti
