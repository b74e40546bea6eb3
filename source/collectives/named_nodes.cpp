#include "named_nodes.hpp"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

#include "collectives/input/broadcasters.hpp"
#include "util/counts.hpp"

namespace tutti {

named_nodes::named_nodes(const setting& setting, std::string_view parameter)
    : parameter_{parameter},
      value_{&value_of(setting.parameters, parameter)},
      listed_{std::get_if<std::vector<node_id>>(&value_->content())},
      node_count_{tutti::node_count(setting.network)} {}

// Ids beyond the network do not count; `inapplicable_reason` reports them.
std::uint64_t named_nodes::size() const noexcept {
    return listed_ == nullptr
               ? node_count_
               : position_at(*listed_, std::ranges::lower_bound(*listed_, node_count_));
}

bool named_nodes::contains(node_id node) const noexcept {
    return node < node_count_ && (listed_ == nullptr || std::ranges::binary_search(*listed_, node));
}

// Without a list all nodes are meant, and then those of `other` are shared.
std::uint64_t named_nodes::shared_with(const named_nodes& other) const noexcept {
    const auto is_shared = [&](node_id node) { return other.contains(node); };
    return listed_ == nullptr ? other.size() : count_where(*listed_, is_shared);
}

std::vector<node_id> named_nodes::ids() const {
    if (listed_ == nullptr) {
        return every_node(node_count_).nodes;
    }
    std::vector<node_id> nodes = *listed_;
    nodes.resize(size());
    return nodes;
}

std::string named_nodes::inapplicable_reason() const {
    if (listed_ == nullptr || listed_->empty() || listed_->back() < node_count_) {
        return "";
    }
    return fmt::format("{}={} names node {}, and ids run from 0 to {}", parameter_, value_->text(),
                       listed_->back(), node_count_ - 1);
}

}  // namespace tutti
