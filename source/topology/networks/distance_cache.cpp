#include "distance_cache.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace tutti {

bool distance_cache::has_all(std::span<const node_id> origins) const noexcept {
    return table_ != nullptr &&
           std::ranges::all_of(origins, [this](node_id node) { return table_->has_origin(node); });
}

std::shared_ptr<const distance_table> distance_cache::from(const graph& links,
                                                           std::span<const node_id> origins) {
    const std::scoped_lock guard{lock_};
    // Copies of a graph share its shape.
    if (!graph_ || &graph_->shape() != &links.shape()) {
        graph_ = links;
        table_ = nullptr;
        too_many_ = ~std::size_t{0};
    }
    if (has_all(origins)) {
        return table_;
    }
    if (origins.size() >= too_many_) {
        return nullptr;
    }
    const std::size_t nodes = links.node_count();
    std::optional<distance_table> made;
    // A second request for other origins suggests more of them: all nodes are searched at once, if
    // the table is not too large.
    if (table_ != nullptr && nodes < too_many_ &&
        distance_table::bytes(nodes, nodes) <= distance_table::most_bytes) {
        std::vector<node_id> everyone(nodes);
        std::iota(everyone.begin(), everyone.end(), node_id{0});
        made = distance_table::of(links, everyone);
        too_many_ = made ? too_many_ : nodes;
    }
    if (!made) {
        made = distance_table::of(links, origins);
    }
    if (!made) {
        too_many_ = origins.size();
        return nullptr;
    }
    return table_ = std::make_shared<const distance_table>(std::move(*made));
}

}  // namespace tutti
