/// @file
/// Cache of the distances in one graph, for runs that follow each other.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <span>

#include "distance_table.hpp"
#include "tutti/topology/graph.hpp"

namespace tutti {

/// Keeps the table of the last graph. The first one is of the origins that are asked for; if other
/// ones are wanted on the same graph, one of all nodes where that fits.
///
/// Thread safety: any thread may ask.
class distance_cache {
public:
    /// Distances from these nodes, and perhaps others. Null if they exceed the limits of a table,
    /// or fewer did before on this graph.
    /// @param origins each once
    [[nodiscard]] std::shared_ptr<const distance_table> from(const graph& links,
                                                             std::span<const node_id> origins);

private:
    [[nodiscard]] bool has_all(std::span<const node_id> origins) const noexcept;

    std::mutex lock_;
    std::optional<graph> graph_;  // keeps its shape, by which it is known again
    std::shared_ptr<const distance_table> table_;
    std::size_t too_many_ = ~std::size_t{0};  // number of origins that exceeded the limits
};

}  // namespace tutti
