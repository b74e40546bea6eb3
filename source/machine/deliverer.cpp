#include "tutti/machine/detail/deliverer.hpp"

#include <exception>
#include <new>

namespace tutti::detail {

void deliverer::deliver_unusual(const run_state& shared, tally& counts, node_id node,
                                message content) noexcept {
    if (shared.is_watched) {
        try {
            counts.deliveries.push_back({.at = shared.now, .to = node, .content = content});
        } catch (const std::bad_alloc&) {
            counts.failure = std::current_exception();
        }
    }
    if (shared.now < shared.longest_way && content.origin < shared.parts->node_count() &&
        shared.distance(content.origin, node) > shared.now) {
        counts.note_early(node);
    }
    shared.receiver->accept(node, content);
}

}  // namespace tutti::detail
