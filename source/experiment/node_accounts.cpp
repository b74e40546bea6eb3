#include "node_accounts.hpp"

#include <fmt/format.h>

namespace tutti {

std::string node_accounts::judge() {
    std::string wrong;
    for (std::size_t id = 0; id < outcomes_.size(); ++id) {
        const auto node = static_cast<node_id>(id);
        if (wrong.empty()) {
            wrong = goal_->judges(*input_, {.node = node,
                                            .input = goal_->input(*input_, *given_, node),
                                            .delivered = delivered_[id],
                                            .outcome = &outcomes_[id]});
            wrong = wrong.empty() ? wrong : fmt::format("node {}: {}", node, wrong);
        }
        delivered_[id].clear();
        outcomes_[id].reset();
    }
    return wrong;
}

}  // namespace tutti
