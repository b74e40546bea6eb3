#include "bound_search.hpp"

#include "topology/networks/properties.hpp"

namespace tutti {

std::shared_ptr<const all_links> links_within(const network& net, std::size_t searches,
                                              std::size_t most) {
    const std::size_t nodes = node_count(net);
    if (nodes < 2 || nodes > most || link_count(net) > most ||
        searches * (nodes + link_count(net)) > most) {
        return nullptr;
    }
    auto links = std::make_shared<const all_links>(net);
    return std::ranges::min(distances_from(*links, 0)) < 0 ? nullptr : links;
}

bool is_vertex_transitive(const network& net) {
    return properties_of(net).vertex_transitive == answer::yes;
}

}  // namespace tutti
