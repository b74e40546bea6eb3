/// @file
/// Sets of participants for tests of schedules: those that tables name, and random ones.
#pragma once

#include <cstdint>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "network_by_name.hpp"
#include "topology/participant_set.hpp"
#include "topology/schedules/common/link_table.hpp"
#include "tutti/topology/topology.hpp"

namespace support {

/// `all`, or ids and ranges, perhaps with a step, with blanks between.
[[nodiscard]] inline tutti::participant_set participants_of(const std::string& text,
                                                            const tutti::link_table& links) {
    std::vector<std::uint32_t> nodes;
    std::istringstream words{text == "all" ? "" : text};
    for (std::uint32_t first = 0; words >> first;) {
        std::uint32_t last = first;
        std::uint32_t step = 1;
        if (words.peek() == '-') {
            words.ignore();
            words >> last;
        }
        if (words.peek() == '/') {
            words.ignore();
            words >> step;
        }
        for (; first <= last; first += step) {
            nodes.push_back(first);
        }
    }
    return nodes.empty() ? tutti::participant_set{}
                         : tutti::participant_set{nodes, links.node_count()};
}

/// Calls `claim(links, participants)` for random sets on networks with and without switches, all
/// nodes and hosts among them.
template <class Claim>
void for_random_participants(const Claim& claim) {
    std::mt19937 random{11};  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same for every run
    for (const char* const name :
         {"path:6", "ring:9", "star:7", "hypercube:4", "torus:4x5", "array:3x4", "petersen",
          "debruijn:4", "random-graph:20.30.3", "switch:9", "fat-tree:4", "clos:2.3.4",
          "dragonfly:2.1.1", "box:dgx1", "box:hgx-a100"}) {
        CAPTURE(std::string{name});
        const tutti::link_table links = links_by_name(name);
        const auto nodes = links.node_count();
        for (int trial = 0; trial < 5; ++trial) {
            std::vector<std::uint32_t> some;
            const auto share = trial == 0 ? nodes : 1 + random() % nodes;
            for (tutti::node_id node = 0; node < nodes; ++node) {
                if (trial == 1 ? !links.is_switch(node) : random() % nodes < share) {
                    some.push_back(node);
                }
            }
            if (some.empty()) {
                some.push_back(nodes / 2);
            }
            CAPTURE(some.size());
            CAPTURE(trial);
            claim(links, tutti::participant_set{some, nodes});
        }
    }
}

}  // namespace support
