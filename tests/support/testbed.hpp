/// @file
/// Emulator with a recorder, compiled once for all tests.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

#include "engine/partition/node_partition.hpp"
#include "support/letter.hpp"
#include "support/line.hpp"
#include "support/recorder.hpp"
#include "tutti/engine/emulator.hpp"
#include "tutti/engine/transport.hpp"
#include "tutti/topology/graph.hpp"
#include "tutti/topology/grid.hpp"
#include "tutti/topology/hypercube.hpp"

namespace support {

/// The executors that tests run on: both, but under ThreadSanitizer, which takes oneTBB, not
/// built for it, for a source of races, only the plain threads.
[[nodiscard]] std::span<const tutti::executor_kind> executors();

/// The threads that a run is given.
struct team {
    int threads = 1;
    tutti::executor_kind executor = tutti::executor_kind::plain_threads;
};

/// Every executor with 1, 2, 3 and 8 threads.
[[nodiscard]] std::span<const team> teams();

/// A network that runs programs given as functions, and writes down what they do. Every slot is
/// swept by all threads, however little there is to do.
template <tutti::topology Network>
class testbed {
public:
    using node_type = tutti::node<Network, letter>;
    using program = std::function<tutti::task<>(node_type&)>;

    explicit testbed(const Network& network, const team& threads = {},
                     tutti::transport* carrier = nullptr,
                     const std::optional<tutti::node_partition>& shares = {});

    /// Runs a program from slot 0; `log()` then holds what happened in this run.
    tutti::run_report run(const program& code, const tutti::run_options& options = {});
    /// The same, and writes nothing down.
    tutti::run_report run_unwatched(const program& code, const tutti::run_options& options = {});

    [[nodiscard]] const recorder& log() const noexcept { return watcher_; }

private:
    recorder watcher_;
    tutti::emulator<Network, letter> machine_;
};

extern template class testbed<tutti::graph>;
extern template class testbed<tutti::hypercube>;
extern template class testbed<tutti::grid>;
extern template class testbed<path>;
extern template class testbed<ring>;

/// Runs `code` once on a new testbed with one thread.
template <tutti::topology Network>
tutti::run_report run_on(const Network& network, const typename testbed<Network>::program& code,
                         const tutti::run_options& options = {}) {
    return testbed<Network>{network}.run(code, options);
}

}  // namespace support
