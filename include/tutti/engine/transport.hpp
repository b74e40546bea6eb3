/// @file
/// Transport between several processes that run one network together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "node/violation.hpp"
#include "tutti/topology/topology.hpp"
#include "util/pinned.hpp"

namespace tutti {

/// Error after another process left the run by an exception.
class process_left : public error {
    using error::error;
};

/// Carries bytes between the processes of a run, one end in each. They are numbered from 0; each
/// runs the programs of its own nodes. All of them make the same runs with the same options, but
/// each with its own sinks, stop, threads and view of the shares.
///
/// The bytes are numbers as the processor has them: all processes run the same program.
///
/// Thread safety: one thread makes all calls.
class transport : public polymorphic {
public:
    using bytes = std::vector<std::byte>;

    /// At least 1.
    [[nodiscard]] virtual int processes() const noexcept = 0;
    /// The number of this process.
    [[nodiscard]] virtual int self() const noexcept = 0;

    /// Sends `out[p]` to process p and fills `in[p]` with the data from p; `in[self()]` becomes
    /// `out[self()]`. Returns when all have called it. What `in` held is gone, its memory may be
    /// used again.
    /// @pre both have an element for each process
    /// @throws process_left if a process abandoned the others, now or before
    virtual void exchange(const std::vector<bytes>& out, std::vector<bytes>& in) = 0;

    /// Number of bytes for a process from which on `begin` pays off. By default never.
    [[nodiscard]] virtual std::size_t least_ahead() const noexcept { return ~std::size_t{0}; }
    /// Sends a part of the next `exchange` ahead, while this process computes. Of each `out[p]` all
    /// or nothing is taken; what is taken is left empty, and p gets it before what the `exchange`
    /// gives, whichever caller makes that exchange. At most once before one; other processes need
    /// not do it. By default nothing is taken.
    virtual void begin(std::vector<bytes>& /*out*/) {}
    /// Makes progress on data that is sent ahead, by other processes too. May be called between two
    /// `exchange`s, as often as there is time for it.
    virtual void progress() {}

    /// Partitions a graph among the processes, with few links from one to another. Called by
    /// process 0 alone; takes a while where there are many links.
    /// @param first,neighbours the neighbours of node x: from `first[x]` on, up to `first[x + 1]`
    /// @return the number of a process for each node, or nothing: even ranges of ids do as well
    [[nodiscard]] virtual std::vector<std::uint16_t> partition_graph(
        std::span<const std::int32_t> /*first*/, std::span<const std::int32_t> /*neighbours*/) {
        return {};
    }

    /// This process will call `exchange` no more: the others shall not wait for it. May be called
    /// again.
    virtual void abandon() noexcept = 0;
};

}  // namespace tutti
