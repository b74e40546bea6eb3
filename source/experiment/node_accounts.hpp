/// @file
/// What each node was given, delivered and returned.
#pragma once

#include "tutti/collective/collective.hpp"
#include "tutti/machine/sink.hpp"

namespace tutti {

/// Keeps what the nodes of a run deliver and return, for a collective that judges it.
///
/// Thread safety: `returned` at the same time for different nodes; all else from one thread.
class node_accounts : public sink {
public:
    /// @param goal, input, given outlive this
    node_accounts(const collective& goal, const problem& input, const assignment& given)
        : goal_{&goal},
          input_{&input},
          given_{&given},
          delivered_(node_count(input.where)),
          outcomes_(delivered_.size()) {}

    [[nodiscard]] wish wants() noexcept override { return wish::events; }
    void slot(const slot_record& what) override {
        for (const delivery& each : what.delivered) {
            delivered_[each.to].push_back(each.content);
        }
    }
    void returned(node_id node, std::any outcome) { outcomes_[node] = std::move(outcome); }

    /// What is wrong at the first node at which something is, or an empty text. Then forgets all,
    /// for the next run.
    [[nodiscard]] std::string judge();

private:
    const collective* goal_;
    const problem* input_;
    const assignment* given_;
    std::vector<std::vector<message>> delivered_;  // of each node
    std::vector<std::any> outcomes_;               // of each node
};

}  // namespace tutti
