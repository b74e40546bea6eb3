#include "run_environment.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "engine/memory/huge_pages.hpp"
#include "node/digest.hpp"
#include "node/prefetch.hpp"

namespace tutti::detail {
namespace {

constexpr std::size_t page_bytes = 4096;

node_partition checked_partition(const emulator_options& options, const process_group& processes,
                                 const run_environment::extent& size) {
    if (!options.shares) {
        return node_partition{size.nodes, processes.self(), processes.count()};
    }
    if (options.shares->node_count() != size.nodes) {
        throw std::invalid_argument{"the shares are of " +
                                    std::to_string(options.shares->node_count()) +
                                    " nodes, and the network has " + std::to_string(size.nodes)};
    }
    if (options.shares->self() != processes.self() ||
        options.shares->processes() != processes.count()) {
        throw std::invalid_argument{"the shares are of another process, or of other processes"};
    }
    if (options.shares->is_by_table() && size.is_regular) {
        throw std::invalid_argument{"a regular network is shared in ranges of nodes"};
    }
    return *options.shares;
}

std::unique_ptr<executor> checked_executor(const emulator_options& options,
                                           const memory_estimate& needed) {
    if (needed.total_bytes() > options.memory_limit_bytes) {
        throw memory_limit_exceeded{needed.total_bytes(), options.memory_limit_bytes};
    }
    return make_executor(options.executor, options.threads);
}

// Bytes of a shard's first piece, which the system provides before a run: all where little is kept,
// and twice as much where programs store what they deliver, as packets of 16 bytes. The rest comes
// in large pages, which cost a run little. Each piece is half as large again as the one before;
// with their headers, the first of them fill large pages.
std::size_t first_piece_bytes(std::uint64_t kept_bytes) noexcept {
    return std::clamp<std::size_t>(2 * kept_bytes, std::size_t{1} << 16U,
                                   2 * least_huge_bytes - page_bytes);
}

void visit_blocks(const std::pair<std::size_t, std::size_t>& blocks,
                  function_ref<void(std::size_t)> work) {
    for (std::size_t index = blocks.first; index < blocks.second; ++index) {
        work(index);
    }
}

// Has the system provide memory that nothing is in yet.
void touch_pages(std::span<std::byte> memory) noexcept {
    for (std::size_t byte = 0; byte < memory.size(); byte += page_bytes) {
        memory[byte] = {};
    }
}

}  // namespace

run_environment::run_environment(const emulator_options& options, const extent& size,
                                 const memory_estimate& needed)
    : processes_{options.carrier},
      parts_{checked_partition(options, processes_, size), options.threads},
      kept_bytes_{options.program_bytes_per_node * parts_.nodes().own_count()},
      team_{checked_executor(options, needed)},
      choice_{options.threads, options.parallel_work},
      setup_order_{choice_.is_enough_for_all(thread_choice::work_of(size.nodes, size.links))
                       ? shard_order::together
                       : shard_order::one_by_one} {
    for (int shard = 0; shard < options.threads; ++shard) {
        auto& first_piece = first_pieces_.emplace_back(&huge_pages());
        first_piece.reserve(
            first_piece_bytes(kept_bytes_ / static_cast<std::uint64_t>(options.threads)));
        touch_pages({first_piece.data(), first_piece.capacity()});
        auto& memory =
            memory_.emplace_back(first_piece.data(), first_piece.capacity(), &huge_pages());
        const auto [first, last] = parts_.blocks_of(shard);
        for (std::size_t index = first; index < last; ++index) {
            pools_.emplace_back(memory);
        }
    }
}

bool run_environment::exceeds_cache() const noexcept { return kept_bytes_ > cached_bytes; }

std::uint64_t run_environment::frame_bytes() const {
    return std::transform_reduce(pools_.begin(), pools_.end(), std::uint64_t{0}, std::plus{},
                                 [](const frame_pool& pool) { return pool.bytes_taken(); });
}

void run_environment::for_each_block(function_ref<void(std::size_t)> work) {
    const auto sweep = [&](int shard) { visit_blocks(parts_.blocks_of(shard), work); };
    team_->enter([&] { team_->for_each_shard(sweep, setup_order_); });
}

void run_environment::for_each_block_alone(function_ref<void(std::size_t)> work) const {
    visit_blocks(parts_.own_blocks(), work);
}

run_report run_environment::run_clock(run_state& shared, clocked_nodes& nodes,
                                      const run_options& options) {
    return detail::run_clock(shared, nodes, {team_.get(), &choice_, &processes_}, options);
}

double steady_seconds() noexcept {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

std::uint64_t run_environment::digest_of(const run_report& report,
                                         function_ref<std::uint64_t(node_id)> sum_of) {
    digest sums;
    processes_.gather_in_order(parts_.nodes(), sum_of,
                               [&](std::span<const std::uint64_t> own) { sums.add(own); });
    return processes_.broadcast_from_first(run_digest(std::move(sums), report.transmissions,
                                                      report.control_transmissions, report.marks));
}

}  // namespace tutti::detail
