#include "tutti/machine/detail/deliverer.hpp"

#include <exception>
#include <new>

namespace tutti::detail {
namespace {

// Apart from what every run does in its first slots.
[[gnu::noinline]] void keep_for_sinks(tally& counts, const delivery& made) noexcept {
    try {
        counts.deliveries.push_back(made);
    } catch (const std::bad_alloc&) {
        counts.failure = std::current_exception();
    }
}

bool is_early(const run_state& shared, node_id node, node_id origin) noexcept {
    return origin != node && origin < shared.parts->node_count() &&
           shared.distance(origin, node) > shared.now;
}

}  // namespace

void deliverer::deliver_unusual(const run_state& shared, tally& counts, node_id node,
                                message content) noexcept {
    if (shared.is_watched) [[unlikely]] {
        keep_for_sinks(counts, {.at = shared.now, .to = node, .content = content});
    }
    if (shared.now < shared.longest_way && is_early(shared, node, content.origin)) [[unlikely]] {
        counts.note_early(node);
    }
    shared.receiver->accept(node, content);
}

}  // namespace tutti::detail
