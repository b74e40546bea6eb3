#include <algorithm>
#include <cstdint>
#include <variant>
#include <vector>

#include "engine/exchange/gather.hpp"
#include "estimate.hpp"

namespace tutti {
namespace {

// A graph that is too large for one of them cannot be divided by all.
bool is_so_in_any(transport* carrier, bool here) {
    const std::vector<std::uint8_t> all = gather_values<std::uint8_t>(carrier, here ? 1 : 0);
    return std::ranges::count(all, 1) != 0;
}

}  // namespace

memory_estimate share_of_process(const experiment& asked, const memory_estimate& all,
                                 const process_part& share) {
    if (share.processes == 1) {
        return all;
    }
    const auto part = [](std::uint64_t bytes, double of_all) {
        return static_cast<std::uint64_t>(static_cast<double>(bytes) * of_all);
    };
    // Tables of payloads and destinations are complete in each process, and so are a file's links.
    constexpr std::uint64_t known_bytes = 24;
    const std::uint64_t nodes = node_count(asked.where);
    const bool is_everywhere = collective_of(asked).deliveries(nodes, 2) == 2 * nodes;
    const std::uint64_t known =
        is_everywhere ? std::min(nodes * known_bytes, all.check_bytes) : all.check_bytes;
    const auto* const listed = std::get_if<graph>(&asked.where);
    const std::uint64_t links =
        listed != nullptr ? std::min(listed->memory_bytes(), all.node_bytes) : 0;
    // Index of a graph's mailboxes and of the owners of its nodes.
    const std::uint64_t index =
        listed != nullptr ? std::min(3 * sizeof(std::size_t) * nodes, all.mailbox_bytes) : 0;
    const std::uint64_t places = listed != nullptr ? 2 * sizeof(node_id) * nodes : 0;
    const std::uint64_t table = links + index + places;
    return {.mailbox_bytes = part(all.mailbox_bytes - index, share.mailboxes),
            .node_bytes = part(all.node_bytes - links, share.nodes) + table,
            .program_bytes = part(all.program_bytes, share.nodes),
            .check_bytes = part(all.check_bytes - known, share.nodes) + known,
            .border_bytes = part(all.mailbox_bytes - index, share.border),
            .whole_bytes = known + table};
}

memory_estimate estimate_of_process(const experiment& asked, const experiment_options& how) {
    const memory_estimate all = estimate_memory(asked);
    const memory_estimate least =
        share_of_process(asked, all, least_part(asked.where, process_count(how.carrier)));
    if (how.carrier == nullptr ||
        is_so_in_any(how.carrier, least.total_bytes() > how.memory_limit_bytes)) {
        return least;
    }
    return share_of_process(asked, all, how.shares->of(how.carrier, built(asked.where)).most);
}

std::uint64_t bytes_of_process(const experiment& asked, std::uint64_t enough, transport* carrier,
                               partition_cache& shares) {
    const std::uint64_t messages = most_messages(asked);
    const std::uint64_t least =
        bytes_needed(asked, messages, enough, least_part(asked.where, process_count(carrier)));
    if (carrier == nullptr || is_so_in_any(carrier, least > enough)) {
        return least;
    }
    return bytes_needed(asked, messages, enough, shares.of(carrier, built(asked.where)).most);
}

}  // namespace tutti
