/// @file
/// Generators of networks with switches: fat trees, dragonflies, leaf-spine networks, GPU boxes.

#include <array>
#include <memory>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "families.hpp"
#include "topology/networks/network_listing.hpp"

namespace tutti::families {
namespace {

std::shared_ptr<const stated_properties> diameter_of(int links) {
    return std::make_shared<const stated_properties>(
        stated_properties{.diameter = links, .is_proved = true});
}

// Hosts come first.
network_listing listing_with(std::uint64_t hosts, std::uint64_t switches) {
    network_listing listing{.nodes = hosts + switches};
    listing.switches.resize(switches);
    std::iota(listing.switches.begin(), listing.switches.end(), static_cast<node_id>(hosts));
    return listing;
}

// A pod p has h edge switches with h hosts each and h aggregation switches, all of them linked;
// aggregation switch j of each pod has links to the core switches j h to j h + h - 1.
network_listing fat_tree_links(std::uint64_t ports) {
    const std::uint64_t h = ports / 2;
    const std::uint64_t edges = ports * h * h;
    const std::uint64_t aggregations = edges + ports * h;
    const std::uint64_t cores = aggregations + ports * h;
    network_listing listing = listing_with(edges, 2 * ports * h + h * h);
    for (std::uint64_t in_layer = 0; in_layer < ports * h; ++in_layer) {
        const std::uint64_t pod = in_layer / h;
        for (std::uint64_t i = 0; i < h; ++i) {
            add(listing, in_layer * h + i, edges + in_layer);
            add(listing, edges + in_layer, aggregations + pod * h + i);
            add(listing, aggregations + in_layer, cores + in_layer % h * h + i);
        }
    }
    return listing;
}

/// Numbers of a dragonfly: routers of a group, global links and hosts of a router.
struct dragonfly_sizes {
    explicit dragonfly_sizes(numbers sizes)
        : routers{sizes[0]},
          global{sizes[1]},
          hosts{sizes[2]},
          groups{routers * global + 1},
          host_count{routers * groups * hosts} {}

    // Global channel c of a group leads to the group c + 1 further on, there from the other end.
    [[nodiscard]] std::uint64_t router(std::uint64_t group, std::uint64_t channel) const {
        return host_count + group * routers + channel / global;
    }

    std::uint64_t routers;
    std::uint64_t global;
    std::uint64_t hosts;
    std::uint64_t groups;
    std::uint64_t host_count;
};

network_listing dragonfly_links(const dragonfly_sizes& sizes) {
    const std::uint64_t channels = sizes.groups - 1;
    network_listing listing =
        listing_with(sizes.host_count, sizes.hosts == 0 ? 0 : sizes.routers * sizes.groups);
    listing.nodes = sizes.host_count + sizes.routers * sizes.groups;
    for (std::uint64_t router = 0; router < sizes.routers * sizes.groups; ++router) {
        for (std::uint64_t i = 0; i < sizes.hosts; ++i) {
            add(listing, router * sizes.hosts + i, sizes.host_count + router);
        }
    }
    for (std::uint64_t group = 0; group < sizes.groups; ++group) {
        const std::uint64_t first = sizes.router(group, 0);
        for (std::uint64_t i = 0; i < sizes.routers; ++i) {
            for (std::uint64_t j = 0; j < i; ++j) {
                add(listing, first + j, first + i);
            }
        }
        for (std::uint64_t channel = 0; group + channel + 1 < sizes.groups; ++channel) {
            add(listing, sizes.router(group, channel),
                sizes.router(group + channel + 1, channels - 1 - channel));
        }
    }
    return listing;
}

network_listing clos_links(std::uint64_t spines, std::uint64_t leaves, std::uint64_t hosts) {
    const std::uint64_t first_leaf = leaves * hosts;
    network_listing listing = listing_with(first_leaf, leaves + spines);
    for (std::uint64_t leaf = 0; leaf < leaves; ++leaf) {
        for (std::uint64_t i = 0; i < hosts; ++i) {
            add(listing, leaf * hosts + i, first_leaf + leaf);
        }
        for (std::uint64_t spine = 0; spine < spines; ++spine) {
            add(listing, first_leaf + leaf, first_leaf + leaves + spine);
        }
    }
    return listing;
}

// Links of each of eight GPUs to each switch.
network_listing nvswitch_links(const std::vector<int>& links_to_switch) {
    constexpr std::uint64_t gpus = 8;
    network_listing listing = listing_with(gpus, links_to_switch.size());
    for (std::uint64_t gpu = 0; gpu < gpus; ++gpu) {
        for (std::size_t i = 0; i < links_to_switch.size(); ++i) {
            add(listing, gpu, gpus + i, links_to_switch[i]);
        }
    }
    return listing;
}

// NVIDIA DGX-1 with V100: the numbers of NVLinks between GPUs, as in microsoft/msccl-tools,
// msccl/topologies/nvidia.py.
network_listing dgx1_links() {
    constexpr std::array<std::string_view, 8> links{"02112000", "20120100", "11020020", "12200001",
                                                    "20000211", "01002012", "00201102", "00011220"};
    network_listing listing{.nodes = links.size()};
    for (std::size_t one = 0; one < links.size(); ++one) {
        for (std::size_t other = 0; other < one; ++other) {
            if (const int copies = links[one][other] - '0'; copies > 0) {
                add(listing, other, one, copies);
            }
        }
    }
    return listing;
}

/// A box that people buy.
struct known_box {
    std::string_view name;
    network_listing (*links)();
};

// HGX A100 by NVIDIA/nccl issue 1505; HGX H100 by the dump of a GPU in aliyun/SimAI issue 128.
constexpr std::array boxes{known_box{"dgx1", dgx1_links},
                           known_box{"hgx-a100",
                                     [] {
                                         return nvswitch_links({2, 2, 2, 2, 2, 2});
                                     }},
                           known_box{"hgx-h100", [] {
                                         return nvswitch_links({4, 5, 5, 4});
                                     }}};

constexpr auto names_of_boxes = [] {
    std::array<std::string_view, boxes.size()> names{};
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        names[i] = boxes[i].name;
    }
    return names;
}();

}  // namespace

network_outline fat_tree(numbers ports) {
    const std::uint64_t k = ports[0];
    return listed_network{.size = size_with(k * k * k / 4 + 5 * k * k / 4, 3 * k * k * k / 4),
                          .links = [k] { return fat_tree_links(k); },
                          .stated = diameter_of(6)};
}

std::string fat_tree_mismatch(numbers ports) {
    return ports[0] % 2 == 0
               ? ""
               : fmt::format("a switch with {} ports cannot have as many up as down; use {} or {}",
                             ports[0], ports[0] - 1, ports[0] + 1);
}

// A packet crosses a group, a global link and another group; with one router a group, one link.
network_outline dragonfly(numbers sizes) {
    const dragonfly_sizes all{sizes};
    const std::uint64_t routers = all.routers * all.groups;
    const std::uint64_t links = routers * (all.routers - 1 + all.global) / 2 + all.host_count;
    return listed_network{
        .size = size_with(routers + all.host_count, links),
        .links = [all] { return dragonfly_links(all); },
        .stated = diameter_of((all.routers == 1 ? 1 : 3) + (all.hosts == 0 ? 0 : 2))};
}

// A leaf without spines.
network_outline single_switch(numbers hosts) {
    return listed_network{.size = size_with(hosts[0] + 1, hosts[0]),
                          .links = [count = hosts[0]] { return clos_links(0, 1, count); },
                          .stated = diameter_of(hosts[0] == 1 ? 1 : 2)};
}

network_outline clos(numbers sizes) {
    const std::uint64_t spines = sizes[0];
    const std::uint64_t leaves = sizes[1];
    const std::uint64_t hosts = sizes[2];
    return listed_network{
        .size = size_with(leaves * hosts + leaves + spines, leaves * (hosts + spines)),
        .links = [=] { return clos_links(spines, leaves, hosts); },
        .stated = diameter_of(leaves == 1 ? 2 : 4)};
}

network_outline box(numbers which) {
    const auto links = boxes.at(which[0]).links;
    return listed_network{.size = size_of(links()), .links = links, .stated = diameter_of(2)};
}

std::span<const std::string_view> box_names() noexcept { return names_of_boxes; }

}  // namespace tutti::families
