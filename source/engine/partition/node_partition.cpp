#include "node_partition.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "util/counts.hpp"

namespace tutti {

// Process p has the nodes from floor(N*p/P) to floor(N*(p+1)/P): sizes differ by one at most.
node_partition::node_partition(std::size_t node_count, int self, int processes) noexcept
    : node_count_{node_count},
      self_{static_cast<std::size_t>(self)},
      processes_{static_cast<std::size_t>(processes)},
      first_{node_count * self_ / processes_},
      last_{node_count * (self_ + 1) / processes_} {}

node_partition::node_partition(const std::vector<std::uint16_t>& owners, int self, int processes)
    : node_partition{owners.size(), self, processes} {
    if (std::ranges::any_of(owners, [&](auto owner) { return owner >= processes_; })) {
        throw std::invalid_argument{"a table of nodes has other processes"};
    }
    auto table = std::make_shared<partition_table>();
    table->firsts.resize(processes_ + 1);
    for (const std::uint16_t owner : owners) {
        ++table->firsts[owner + std::size_t{1}];
    }
    std::partial_sum(table->firsts.begin(), table->firsts.end(), table->firsts.begin());
    first_ = table->firsts[self_];
    last_ = table->firsts[self_ + 1];
    // Nodes of a process keep the order of their ids, so that places ascend with ids within each.
    std::vector<std::size_t> next = table->firsts;
    table->places.reserve(node_count_);
    table->own.reserve(own_count());
    for (node_id node = 0; node < node_count_; ++node) {
        table->places.push_back(static_cast<node_id>(next[owners[node]]++));
        if (owners[node] == self_) {
            table->own.push_back(node);
        }
    }
    places_ = table->places.data();
    table_ = std::move(table);
}

node_partition node_partition::of_single_node(node_id node, std::size_t node_count) noexcept {
    node_partition alone{node_count, 0, 2};
    alone.first_ = node;
    alone.last_ = std::size_t{node} + 1;
    alone.has_single_node_ = true;
    return alone;
}

std::size_t node_partition::owner_of(node_id node) const noexcept {
    if (table_) {
        const auto after = std::ranges::upper_bound(table_->firsts, place_of(node));
        return position_at(table_->firsts, after) - 1;
    }
    if (has_single_node_) {
        return is_own(node) ? 0 : 1;
    }
    return ((std::size_t{node} + 1) * processes_ - 1) / node_count_;
}

}  // namespace tutti
