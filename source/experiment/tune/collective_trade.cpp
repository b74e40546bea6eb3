#include "collective_trade.hpp"

#include <algorithm>
#include <array>
#include <ranges>

namespace tutti {
namespace {

/// Multiple of the algorithm's bandwidth: what a node sends and receives of the size.
enum class bus_share : std::uint8_t { whole, others, twice_others };

/// A collective with its names elsewhere.
struct trade_row {
    std::string_view collective;
    std::string_view nccl;
    std::string_view open_mpi;
    bus_share share = bus_share::whole;
};

constexpr std::array collectives{
    trade_row{"allreduce", "allreduce", "allreduce", bus_share::twice_others},
    trade_row{"broadcast", "broadcast", "bcast", bus_share::whole},
    trade_row{"gather", "", "gather", bus_share::others},
    trade_row{"multinode-broadcast", "allgather", "allgather", bus_share::others},
    trade_row{"reduce", "reduce", "reduce", bus_share::whole},
    trade_row{"reduce-scatter", "reducescatter", "reduce_scatter", bus_share::others},
    trade_row{"scatter", "", "scatter", bus_share::others},
    trade_row{"total-exchange", "", "alltoall", bus_share::others}};

/// An algorithm of ours, and its name elsewhere.
struct counterpart {
    std::string_view collective;  ///< empty: of any
    std::string_view algorithm;
    std::string_view name;
};

// NCCL has trees for allreduce alone.
constexpr std::array nccl_algorithms{
    counterpart{"allreduce", "binomial", "tree"}, counterpart{"", "both-ways", "ring"},
    counterpart{"", "hamiltonian", "ring"}, counterpart{"allreduce", "tree", "tree"}};

constexpr std::array open_mpi_algorithms{
    counterpart{"allreduce", "both-ways", "ring"},
    counterpart{"allreduce", "doubling", "recursive_doubling"},
    counterpart{"allreduce", "halving", "rabenseifner"},
    counterpart{"allreduce", "hamiltonian", "ring"},
    counterpart{"broadcast", "binomial", "binomial"},
    counterpart{"broadcast", "single-port", "binomial"},
    counterpart{"gather", "binomial", "binomial"},
    counterpart{"multinode-broadcast", "both-ways", "ring"},
    counterpart{"multinode-broadcast", "bruck", "bruck"},
    counterpart{"multinode-broadcast", "doubling", "recursive_doubling"},
    counterpart{"multinode-broadcast", "hamiltonian", "ring"},
    counterpart{"reduce", "binomial", "binomial"},
    counterpart{"reduce", "single-port", "binomial"},
    counterpart{"reduce-scatter", "both-ways", "ring"},
    counterpart{"reduce-scatter", "halving", "recursive_halving"},
    counterpart{"reduce-scatter", "hamiltonian", "ring"},
    counterpart{"scatter", "binomial", "binomial"}};

const trade_row* row_of(std::string_view collective) noexcept {
    const auto* const found = std::ranges::find(collectives, collective, &trade_row::collective);
    return found == collectives.end() ? nullptr : found;
}

std::string_view name_in(const auto& counterparts, std::string_view collective,
                         std::string_view algorithm) noexcept {
    const auto* const found = std::ranges::find_if(counterparts, [&](const counterpart& each) {
        return each.algorithm == algorithm &&
               (each.collective.empty() || each.collective == collective);
    });
    return found == counterparts.end() ? std::string_view{} : found->name;
}

}  // namespace

rational bus_factor(std::string_view collective, std::size_t ranks) {
    const trade_row* const row = row_of(collective);
    if (row == nullptr || row->share == bus_share::whole || ranks == 0) {
        return 1;
    }
    const rational others{ranks - 1, ranks};
    return row->share == bus_share::others ? others : others * 2;
}

std::string_view nccl_collective(std::string_view collective) noexcept {
    const trade_row* const row = row_of(collective);
    return row == nullptr ? std::string_view{} : row->nccl;
}

std::string_view nccl_algorithm(std::string_view collective, std::string_view algorithm) noexcept {
    return name_in(nccl_algorithms, collective, algorithm);
}

std::string_view open_mpi_collective(std::string_view collective) noexcept {
    const trade_row* const row = row_of(collective);
    return row == nullptr ? std::string_view{} : row->open_mpi;
}

std::string_view open_mpi_algorithm(std::string_view collective,
                                    std::string_view algorithm) noexcept {
    return name_in(open_mpi_algorithms, collective, algorithm);
}

}  // namespace tutti
