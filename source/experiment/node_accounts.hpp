/// @file
/// What the nodes of a run deliver and return, for a collective that judges it.
#pragma once

#include <any>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "several_processes.hpp"
#include "tutti/collective/assignment.hpp"
#include "tutti/collective/collective.hpp"
#include "tutti/machine/gather.hpp"
#include "tutti/machine/sink.hpp"

namespace tutti {

/// Keeps what the own nodes of a run deliver and return, for a collective that judges it.
///
/// Thread safety: `returned` at the same time for different nodes; all else from one thread.
class node_accounts : public sink {
public:
    /// @param goal, input, given, carrier outlive this
    node_accounts(const collective& goal, const problem& input, const assignment& given,
                  transport* carrier)
        : goal_{&goal},
          input_{&input},
          given_{&given},
          carrier_{carrier},
          own_{own_nodes_of(carrier, node_count(input.where))},
          nodes_(own_.second - own_.first) {}

    [[nodiscard]] wish wants(tutti::slot /*at*/) noexcept override { return wish::events; }
    void slot(const slot_record& what) override {
        for (const delivery& each : what.delivered) {
            nodes_[each.to - own_.first].delivered.push_back(each.content);
            nodes_[each.to - own_.first].delivered_in.push_back(each.at);
        }
    }
    void returned(node_id node, std::any outcome) {
        nodes_[node - own_.first].outcome = std::move(outcome);
    }

    /// What is wrong at the first node at which something is, or an empty text. Then forgets all,
    /// for the next run. All processes call it.
    [[nodiscard]] std::string judge() {
        std::string wrong;
        for (std::size_t id = own_.first; id < own_.second; ++id) {
            const auto node = static_cast<node_id>(id);
            account& kept = nodes_[id - own_.first];
            if (wrong.empty()) {
                wrong = goal_->judges(*input_, {.node = node,
                                                .input = goal_->input(*input_, *given_, node),
                                                .delivered = kept.delivered,
                                                .delivered_in = kept.delivered_in,
                                                .outcome = &kept.outcome});
                wrong = wrong.empty() ? wrong : fmt::format("node {}: {}", node, wrong);
            }
            kept = {};
        }
        return first_text(carrier_, wrong);
    }

private:
    struct account {
        std::vector<message> delivered;
        std::vector<tutti::slot> delivered_in;
        std::any outcome;
    };

    const collective* goal_;
    const problem* input_;
    const assignment* given_;
    transport* carrier_;
    node_range own_;
    std::vector<account> nodes_;
};

}  // namespace tutti
