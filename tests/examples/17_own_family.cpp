/// @file
/// Step 17, a user-defined family of networks, that the command line names: `-n moebius:20`.
///
/// Adds to step 16: a value that describes the family, its number and what builds the network of
/// it, added to the catalogue. All commands, stores, recordings and the page know it by its name.
///
/// Try next: `compare broadcast -n 'product(moebius:3,path:2)'`, or `explain moebius`.
#include <cstdint>
#include <iostream>
#include <span>
#include <vector>

#include "tutti/catalog/catalogue.hpp"
#include "tutti/cli/main.hpp"

using namespace tutti;

/// The Moebius ladder: a ring of 2 R nodes in which opposite nodes have a link.
network moebius_ladder(std::span<const std::uint64_t> numbers) {
    const std::uint64_t rungs = numbers[0];
    std::vector<graph::link> links;
    for (std::uint64_t node = 0; node < 2 * rungs; ++node) {
        links.emplace_back(node, (node + 1) % (2 * rungs));
    }
    for (std::uint64_t node = 0; node < rungs; ++node) {
        links.emplace_back(node, node + rungs);
    }
    return graph{2 * rungs, links};
}

int main(int argc, char** argv) try {
    auto all = standard_catalogue();
    all.add_network({.name = "moebius",
                     .meaning = "A ring in which every node has a link to the opposite one.",
                     .parameters = {{.name = "rungs",
                                     .meaning = "half the number of nodes",
                                     .least = 2,
                                     .most = 1'000'000}},
                     .build = moebius_ladder,
                     .node_count = [](auto numbers) { return 2 * numbers[0]; }});
    return program::main(argc, argv, all);
} catch (const std::exception& wrong) {
    std::cerr << wrong.what() << '\n';
    return 2;
}
