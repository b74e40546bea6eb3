/// @file
/// How several processes that run one network together reach each other.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tutti/model/violation.hpp"
#include "tutti/topology/pinned.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Another process left the run, by an exception of its own.
class process_left : public error {
    using error::error;
};

/// Carries bytes between the processes of a run, one end in each. They are numbered from 0; each
/// runs the programs of the nodes that follow from its number, and all of them make the same runs
/// with the same options, sinks, stop and threads aside.
///
/// The bytes are numbers as the processor has them: all processes run the same program.
///
/// Thread safety: one thread at a time calls `exchange`.
class transport : public polymorphic {
public:
    using bytes = std::vector<std::byte>;

    /// At least 1.
    [[nodiscard]] virtual int processes() const noexcept = 0;
    /// The number of this process.
    [[nodiscard]] virtual int self() const noexcept = 0;
    /// The only node of this process, of two, where the other one has all the rest; null: every
    /// process has an even share of the nodes.
    [[nodiscard]] virtual std::optional<node_id> lone_node() const noexcept { return {}; }

    /// Gives `out[p]` to process p and fills `in[p]` with what p gave to this one; `in[self()]`
    /// becomes `out[self()]`. Returns when all have called it. What `in` held is gone, its memory
    /// may be used again.
    /// @pre both have an element for each process
    /// @throws process_left if a process abandoned the others, now or before
    virtual void exchange(const std::vector<bytes>& out, std::vector<bytes>& in) = 0;

    /// This process will call `exchange` no more: the others shall not wait for it. May be called
    /// again.
    virtual void abandon() noexcept = 0;
};

}  // namespace tutti
