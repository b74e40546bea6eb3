#include <algorithm>
#include <cstdint>
#include <variant>
#include <vector>

#include "algorithms/table_memory.hpp"
#include "engine/exchange/gather.hpp"
#include "engine/memory/memory.hpp"
#include "estimate.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

// A graph that is too large for one of them cannot be divided by all.
bool is_so_in_any(transport* carrier, bool here) {
    const std::vector<std::uint8_t> flags = gather_values<std::uint8_t>(carrier, here ? 1 : 0);
    return std::ranges::count(flags, 1) != 0;
}

}  // namespace

// The phases need the schedule, and a limit of no bytes refuses it. No larger network has any.
schedule_cost schedule_cost_of(const experiment& plan) {
    constexpr std::size_t most_nodes = std::size_t{1} << 16U;
    if (node_count(plan.built_network) > most_nodes || !plan.algorithm->phases) {
        return {};
    }
    const table_memory_limit nothing{0, 1};
    drop_shared_tables();
    try {
        (void)plan.algorithm->phases(built_problem_of(plan));
    } catch (const memory_limit_exceeded&) {
        return nothing.most_required();
    }
    return {};
}

memory_estimate share_of_process(const experiment& plan, const memory_estimate& total,
                                 const process_part& share) {
    if (share.processes == 1) {
        return total;
    }
    const auto part = [](std::uint64_t bytes, double of_all) {
        return whole_part(product(bytes, of_all));
    };
    // Tables of payloads and destinations are complete in each process, and so are a file's links.
    constexpr std::uint64_t known_bytes = 24;
    // The number of deliveries shows whether every message goes to every node.
    const std::uint64_t nodes = node_count(plan.built_network);
    const bool is_everywhere = collective_of(plan).deliveries(nodes, 2) == 2 * nodes;
    const std::uint64_t check_bytes =
        is_everywhere ? std::min(nodes * known_bytes, total.check_bytes) : total.check_bytes;
    const auto* const listed = std::get_if<graph>(&plan.built_network);
    const std::uint64_t links =
        listed != nullptr ? std::min(listed->memory_bytes(), total.node_bytes) : 0;
    // Index of a graph's mailboxes and of the owners of its nodes.
    const std::uint64_t index =
        listed != nullptr ? std::min(3 * sizeof(std::size_t) * nodes, total.mailbox_bytes) : 0;
    const std::uint64_t places = listed != nullptr ? 2 * sizeof(node_id) * nodes : 0;
    const std::uint64_t table = links + index + places;
    return {.mailbox_bytes = part(total.mailbox_bytes - index, share.mailboxes),
            .node_bytes = part(total.node_bytes - links, share.nodes) + table,
            .program_bytes = part(total.program_bytes, share.nodes),
            .check_bytes = part(total.check_bytes - check_bytes, share.nodes) + check_bytes,
            .border_bytes = part(total.mailbox_bytes - index, share.border),
            .whole_bytes = check_bytes + table};
}

memory_estimate estimate_of_process(const experiment& plan, const experiment_options& options) {
    const memory_estimate total = estimate_memory(plan);
    const memory_estimate least = share_of_process(
        plan, total, least_part(plan.built_network, process_count(options.carrier)));
    // To divide a graph takes memory, so that the lower bound is checked before.
    if (options.carrier == nullptr ||
        is_so_in_any(options.carrier, least.total_bytes() > options.memory_limit_bytes)) {
        return least;
    }
    return share_of_process(plan, total,
                            options.shares->of(options.carrier, built(plan.built_network)).most);
}

// The decision has to be the same in all processes, since the partition is computed by all of them
// together.
std::uint64_t bytes_of_process(const experiment& plan, std::uint64_t enough, transport* carrier,
                               partition_cache& shares) {
    const std::uint64_t messages = most_messages(plan);
    const std::uint64_t least = bytes_needed(
        plan, messages, enough, least_part(plan.built_network, process_count(carrier)));
    return carrier == nullptr || is_so_in_any(carrier, least > enough)
               ? least
               : bytes_needed(plan, messages, enough,
                              shares.of(carrier, built(plan.built_network)).most);
}

}  // namespace tutti
