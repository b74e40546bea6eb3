#include "partition_graph.hpp"

#ifdef TUTTI_WITH_METIS

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>

#include <metis.h>

#include "util/counts.hpp"
#include "util/indexed_vector.hpp"

namespace tutti {
namespace {

static_assert(std::is_same_v<idx_t, std::int32_t>, "METIS with other indices would need copies");

using numbers = std::span<const std::int32_t>;

// Cost of a slot at each node, in packets to read: every node that runs counts as four more.
constexpr std::int32_t work_of_a_run = 4;

std::vector<std::int32_t> work_of_nodes(numbers first) {
    std::vector<std::int32_t> work(first.size() - 1);
    std::ranges::transform(
        first.first(work.size()), first.subspan(1), work.begin(),
        [](std::int32_t begin, std::int32_t end) { return end - begin + work_of_a_run; });
    return work;
}

// Links, each one way, that lead from one even range of ids to another one.
std::int64_t links_between_ranges(numbers first, numbers neighbours, std::int64_t parts) {
    const std::int64_t nodes = std::ssize(first) - 1;
    const auto part_of = [&](std::int64_t node) { return ((node + 1) * parts - 1) / nodes; };
    std::int64_t links = 0;
    for (std::int64_t node = 0; node < nodes; ++node) {
        const auto begin = first.begin() + node;
        for (const std::int32_t to :
             std::span(neighbours.begin() + *begin, neighbours.begin() + *std::next(begin))) {
            links += part_of(node) != part_of(to) ? 1 : 0;
        }
    }
    return links;
}

// True if the part with most work has not much more than an even share.
bool is_balanced(std::span<const idx_t> part_of, std::span<const idx_t> work, int parts) {
    constexpr double most = 1.2;
    indexed_vector<idx_t, std::int64_t> sums{parts};
    std::int64_t total = 0;
    for (std::size_t node = 0; node < part_of.size(); ++node) {
        sums[part_of[node]] += work[node];
        total += work[node];
    }
    return product(std::ranges::max(sums), parts) <= product(most, total);
}

/// Saved signal handlers: METIS installs its own and restores the program's as plain ones; this
/// restores them completely.
class saved_handlers {
public:
    saved_handlers() noexcept {
        for (std::size_t i = 0; i < signals.size(); ++i) {
            sigaction(signals.at(i), nullptr, &actions_.at(i));
        }
    }
    saved_handlers(const saved_handlers&) = delete;
    saved_handlers& operator=(const saved_handlers&) = delete;
    ~saved_handlers() {
        for (std::size_t i = 0; i < signals.size(); ++i) {
            sigaction(signals.at(i), &actions_.at(i), nullptr);
        }
    }

private:
    static constexpr std::array signals{SIGTERM, SIGABRT};
    std::array<struct sigaction, signals.size()> actions_{};
};

struct division {
    int status = METIS_OK;
    idx_t cut = 0;  // links, each counted once
    std::vector<idx_t> part_of;
};

division run_metis(numbers first, numbers neighbours, std::vector<idx_t>& work, int parts) {
    division shares;
    shares.part_of.resize(work.size());
    auto node_count = size_as<idx_t>(work);
    idx_t weights_a_node = 1;
    idx_t part_count = parts;
    std::array<idx_t, METIS_NOPTIONS> options{};
    METIS_SetDefaultOptions(options.data());
    options[METIS_OPTION_SEED] = 1;
    const saved_handlers handlers;
    // METIS writes to neither.
    // NOLINTBEGIN(cppcoreguidelines-pro-type-const-cast)
    shares.status = METIS_PartGraphKway(
        &node_count, &weights_a_node, const_cast<idx_t*>(first.data()),
        const_cast<idx_t*>(neighbours.data()), work.data(), nullptr, nullptr, &part_count, nullptr,
        nullptr, options.data(), &shares.cut, shares.part_of.data());
    // NOLINTEND(cppcoreguidelines-pro-type-const-cast)
    return shares;
}

}  // namespace

std::vector<std::uint16_t> partition_with_metis(numbers first, numbers neighbours, int parts) {
    // Fewer nodes in each take little time anyway, and METIS was not made for them. It counts work
    // with its indices.
    constexpr int least_nodes = 8;
    const std::size_t nodes = first.size() - 1;
    if (std::cmp_less(nodes, least_nodes * parts) || parts < 2 ||
        parts > std::numeric_limits<std::uint16_t>::max() ||
        neighbours.size() + work_of_a_run * nodes > std::numeric_limits<idx_t>::max()) {
        return {};
    }
    std::vector<idx_t> work = work_of_nodes(first);
    const division division = run_metis(first, neighbours, work, parts);
    // METIS reports an internal fault: an end of the program was requested.
    if (division.status == METIS_ERROR) {
        std::raise(SIGTERM);
    }
    if (division.status != METIS_OK || !is_balanced(division.part_of, work, parts) ||
        2 * std::int64_t{division.cut} >= links_between_ranges(first, neighbours, parts)) {
        return {};
    }
    std::vector<std::uint16_t> owners(nodes);
    std::ranges::transform(division.part_of, owners.begin(),
                           [](idx_t part) { return static_cast<std::uint16_t>(part); });
    return owners;
}

}  // namespace tutti

#else

namespace tutti {

std::vector<std::uint16_t> partition_with_metis(std::span<const std::int32_t> /*first*/,
                                                std::span<const std::int32_t> /*neighbours*/,
                                                int /*parts*/) {
    return {};
}

}  // namespace tutti

#endif
