/// @file
/// Deliveries and return values of the nodes of a run, for collectives that check them.
#pragma once

#include <any>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "collectives/input/assignment.hpp"
#include "engine/exchange/gather.hpp"
#include "engine/partition/node_partition.hpp"
#include "experiment/processes/value_bytes.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/engine/sink.hpp"

namespace tutti {

/// Sink that stores the deliveries and return values of the own nodes of a run, for a collective
/// that checks them.
///
/// Thread safety: `returned` at the same time for different nodes; all else from one thread.
class node_outcomes : public sink {
public:
    /// @param collective, input, assignment, carrier outlive this
    node_outcomes(const collective& collective, const problem& input, const assignment& assignment,
                  transport* carrier, node_partition shares)
        : collective_{&collective},
          input_{&input},
          assignment_{&assignment},
          carrier_{carrier},
          shares_{std::move(shares)},
          nodes_(shares_.own_count()) {}

    [[nodiscard]] interest wants(tutti::slot /*at*/) noexcept override { return interest::events; }
    void slot(const slot_record& record) override {
        for (const delivery& each : record.delivered) {
            account& node_account = nodes_[shares_.own_index(each.to)];
            node_account.delivered.push_back(each.content);
            node_account.delivered_in.push_back(each.at);
        }
    }
    void returned(node_id node, std::any outcome) {
        nodes_[shares_.own_index(node)].outcome = std::move(outcome);
    }

    /// Failure of the first node that has one, or an empty text. Clears the outcomes for the next
    /// run. Collective: all processes call it.
    [[nodiscard]] std::string verify() {
        std::string wrong;
        node_id at = 0;
        for (std::size_t index = 0; index < nodes_.size(); ++index) {
            const node_id node = shares_.own_node(index);
            account& node_account = nodes_[shares_.own_index(node)];
            if (wrong.empty()) {
                wrong = collective_->checks(
                    *input_, {.node = node,
                              .input = collective_->input(*input_, *assignment_, node),
                              .delivered = node_account.delivered,
                              .delivered_in = node_account.delivered_in,
                              .outcome = &node_account.outcome});
                at = node;
            }
            node_account = {};
        }
        return first_of_all(at, wrong);
    }

private:
    struct account {
        std::vector<message> delivered;
        std::vector<tutti::slot> delivered_in;
        std::any outcome;
    };

    // Error at the smallest node of all processes'.
    [[nodiscard]] std::string first_of_all(node_id own, const std::string& wrong) const {
        std::string first;
        node_id at = std::numeric_limits<node_id>::max();
        for (const transport::bytes& each : gather(carrier_, bytes_of(own, wrong))) {
            detail::byte_reader from{each};
            const auto node = from.take<node_id>();
            std::string text = from.take_text();
            if (!text.empty() && node < at) {
                at = node;
                first = fmt::format("node {}: {}", node, text);
            }
        }
        return first;
    }

    const collective* collective_;
    const problem* input_;
    const assignment* assignment_;
    transport* carrier_;
    node_partition shares_;
    std::vector<account> nodes_;
};

}  // namespace tutti
