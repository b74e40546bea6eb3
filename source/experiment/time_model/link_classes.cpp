#include "link_classes.hpp"

#include <array>

namespace tutti {
namespace {

constexpr std::array<std::string_view, 2> switched_names{"host", "switch"};
constexpr std::array<std::string_view, 3> dragonfly_names{"host", "local", "global"};

}  // namespace

link_classes::link_classes(const network_specification& named, const network& net) {
    const auto* const links = std::get_if<graph>(&net);
    if (links == nullptr) {
        return;
    }
    if (named.kind() == "dragonfly") {
        // Hosts, if there are any, have the smaller ids.
        const std::uint64_t routers = named.numbers()[0];
        switched_ = *links;
        groups_ = groups{
            .first_router = links->node_count() - routers * (routers * named.numbers()[1] + 1),
            .routers = routers};
        names_ = dragonfly_names;
    } else if (!links->switches().empty()) {
        switched_ = *links;
        names_ = switched_names;
    }
}

std::size_t link_classes::of(node_id from, node_id to) const noexcept {
    if (!switched_) {
        return 0;
    }
    if (!groups_) {
        return switched_->is_switch(from) && switched_->is_switch(to) ? 1 : 0;
    }
    if (from < groups_->first_router || to < groups_->first_router) {
        return 0;
    }
    const auto group_of = [&](node_id router) {
        return (router - groups_->first_router) / groups_->routers;
    };
    return group_of(from) == group_of(to) ? 1 : 2;
}

}  // namespace tutti
