#include "delivery_writer.hpp"

#include <exception>
#include <new>

namespace tutti::detail {
namespace {

// Out of line: keeps the code that every run executes in its first slots small.
[[gnu::noinline]] void keep_for_sinks(slot_counters& counts, const delivery& made) noexcept {
    try {
        counts.deliveries.push_back(made);
    } catch (const std::bad_alloc&) {
        counts.failure = std::current_exception();
    }
}

}  // namespace

void deliver_slow_path(const run_state& shared, slot_counters& counts, node_id node,
                       message content, bool is_early) noexcept {
    if (shared.is_watched) [[unlikely]] {
        keep_for_sinks(counts, {.at = shared.now, .to = node, .content = content});
    }
    if (is_early) [[unlikely]] {
        counts.note_early(node);
    }
    shared.receiver->accept(node, content);
}

}  // namespace tutti::detail
