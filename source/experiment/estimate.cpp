#include <algorithm>
#include <variant>

#include "overflow.hpp"
#include "tutti/algorithm/dynamic/theory.hpp"
#include "tutti/experiment/experiment.hpp"

namespace tutti {
namespace {

std::uint64_t most_messages(const experiment& asked) {
    const collective& goal = *asked.what->goal;
    const std::uint64_t nodes = node_count(asked.where);
    return goal.takes_broadcasters ? asked.broadcasters.most_packets(nodes)
                                   : goal.message_count(nodes);
}

}  // namespace

std::uint64_t broadcaster_bytes(const experiment& asked) {
    const std::uint64_t messages = most_messages(asked);
    const std::uint64_t senders = asked.what->goal->takes_broadcasters
                                      ? messages
                                      : std::min<std::uint64_t>(messages, node_count(asked.where));
    return senders * broadcaster_set::bytes_each;
}

memory_estimate estimate_memory(const experiment& asked) {
    return estimate_memory(asked, most_messages(asked));
}

memory_estimate estimate_memory(const experiment& asked, std::uint64_t messages) {
    memory_estimate bytes =
        within_64_bits(asked, [&] { return asked.what->memory(asked.where, messages); });
    if (const auto* const links = std::get_if<graph>(&asked.where)) {
        bytes.node_bytes += links->memory_bytes();
    }
    bytes.check_bytes = asked.what->goal->check_bytes(node_count(asked.where), messages);
    return bytes;
}

void check_memory(const experiment& asked, std::uint64_t limit_bytes) {
    const std::uint64_t needed = estimate_memory(asked).total_bytes();
    if (needed > limit_bytes) {
        throw memory_limit_exceeded{needed, limit_bytes};
    }
}

std::uint64_t estimate_events(const experiment& asked) {
    const problem what = problem_of(asked);
    const collective& goal = *asked.what->goal;
    if (goal.is_dynamic) {
        return most_interval_events(what);
    }
    const std::uint64_t deliveries = goal.deliveries(node_count(what.where), what.message_count());
    std::uint64_t events = deliveries + asked.what->transmissions(what).value_or(deliveries);
    for (const phase& planned : asked.what->phases(what)) {
        events += planned.marked_by;
    }
    return events;
}

}  // namespace tutti
