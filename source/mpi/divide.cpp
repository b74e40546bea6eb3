#include "divide.hpp"

#ifdef TUTTI_WITH_METIS

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <type_traits>

#include <metis.h>

namespace tutti {
namespace {

static_assert(std::is_same_v<idx_t, std::int32_t>, "METIS with 64-bit indices would need copies");

using numbers = std::span<const std::int32_t>;

// Links, each one way, that lead from one even range of ids to another one.
std::int64_t links_between_ranges(numbers first, numbers neighbours, std::int64_t parts) {
    const auto nodes = static_cast<std::int64_t>(first.size()) - 1;
    const auto part_of = [&](std::int64_t node) { return ((node + 1) * parts - 1) / nodes; };
    std::int64_t found = 0;
    for (std::int64_t node = 0; node < nodes; ++node) {
        const auto at = static_cast<std::size_t>(node);
        for (const std::int32_t to :
             neighbours.subspan(static_cast<std::size_t>(first[at]),
                                static_cast<std::size_t>(first[at + 1] - first[at]))) {
            found += part_of(node) != part_of(to) ? 1 : 0;
        }
    }
    return found;
}

// What a slot takes at each node, in packets to read: every node that runs counts as four more.
std::vector<std::int32_t> work_of_nodes(numbers first) {
    constexpr std::int32_t of_a_node = 4;
    std::vector<std::int32_t> work(first.size() - 1);
    std::ranges::transform(
        first.first(work.size()), first.subspan(1), work.begin(),
        [](std::int32_t begin, std::int32_t end) { return end - begin + of_a_node; });
    return work;
}

}  // namespace

std::vector<std::uint16_t> divide_graph(numbers first, numbers neighbours, int parts) {
    // Fewer nodes in each are nobody's trouble, and METIS was not made for them.
    constexpr std::size_t least_nodes = 8;
    const std::size_t nodes = first.size() - 1;
    if (nodes < least_nodes * static_cast<std::size_t>(parts) || parts < 2 ||
        parts > std::numeric_limits<std::uint16_t>::max()) {
        return {};
    }
    auto node_count = static_cast<idx_t>(nodes);
    idx_t weights_a_node = 1;
    auto part_count = static_cast<idx_t>(parts);
    idx_t cut = 0;
    std::vector<idx_t> work = work_of_nodes(first);
    std::vector<idx_t> found(nodes);
    std::array<idx_t, METIS_NOPTIONS> options{};
    METIS_SetDefaultOptions(options.data());
    options[METIS_OPTION_SEED] = 1;
    // METIS writes to neither.
    // NOLINTBEGIN(cppcoreguidelines-pro-type-const-cast)
    const int status =
        METIS_PartGraphKway(&node_count, &weights_a_node, const_cast<idx_t*>(first.data()),
                            const_cast<idx_t*>(neighbours.data()), work.data(), nullptr, nullptr,
                            &part_count, nullptr, nullptr, options.data(), &cut, found.data());
    // NOLINTEND(cppcoreguidelines-pro-type-const-cast)
    if (status != METIS_OK ||
        2 * std::int64_t{cut} >= links_between_ranges(first, neighbours, parts)) {
        return {};
    }
    std::vector<std::uint16_t> owners(nodes);
    std::ranges::transform(found, owners.begin(),
                           [](idx_t part) { return static_cast<std::uint16_t>(part); });
    return owners;
}

}  // namespace tutti

#else

namespace tutti {

std::vector<std::uint16_t> divide_graph(std::span<const std::int32_t> /*first*/,
                                        std::span<const std::int32_t> /*neighbours*/,
                                        int /*parts*/) {
    return {};
}

}  // namespace tutti

#endif
