#include "support/testbed.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace support {
namespace {

using tutti::executor_kind;

constexpr std::array kinds{
    executor_kind::plain_threads,
#ifndef TUTTI_TESTS_ON_PLAIN_THREADS
    executor_kind::task_arena,
#endif
};

constexpr std::array thread_counts{1, 2, 3, 8};

// Programs that say that they keep this much do wait for memory.
constexpr std::uint64_t more_than_a_cache = std::uint64_t{2} << 20U;

constexpr auto all_teams = [] {
    std::array<team, kinds.size() * thread_counts.size()> teams;
    std::size_t count = 0;
    for (const executor_kind kind : kinds) {
        for (const int threads : thread_counts) {
            teams[count++] = {.threads = threads, .executor = kind};
        }
    }
    return teams;
}();

}  // namespace

std::span<const executor_kind> executors() { return kinds; }

std::span<const team> teams() { return all_teams; }

template <tutti::topology Network>
testbed<Network>::testbed(const Network& network, const team& threads, tutti::transport* carrier,
                          const std::optional<tutti::node_partition>& shares)
    : machine_{network,
               {.threads = threads.threads,
                .executor = threads.executor,
                .program_bytes_per_node = more_than_a_cache / network.node_count() + 1,
                .parallel_work = 0,
                .carrier = carrier,
                .shares = shares}} {}

template <tutti::topology Network>
tutti::run_report testbed<Network>::run(const program& code, const tutti::run_options& options) {
    watcher_.events.clear();
    std::vector<tutti::sink*> sinks{options.sinks.begin(), options.sinks.end()};
    sinks.push_back(&watcher_);
    tutti::run_options watched = options;
    watched.sinks = sinks;
    return machine_.try_run(code, watched);
}

template <tutti::topology Network>
tutti::run_report testbed<Network>::run_unwatched(const program& code,
                                                  const tutti::run_options& options) {
    return machine_.try_run(code, options);
}

template class testbed<tutti::graph>;
template class testbed<tutti::hypercube>;
template class testbed<tutti::grid>;
template class testbed<path>;
template class testbed<ring>;

}  // namespace support
