/// @file
/// Multinode broadcast by translations of the way of one message, and the reduce-scatter that runs
/// it backwards.
///
/// Time: that of a timetable that all nodes work out. Time, backwards: that of
/// multinode-broadcast/translations m/N times.
#include "topology/schedules/translations.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "algorithms/any/any_entry.hpp"
#include "algorithms/shared_table.hpp"
#include "schedule_entry.hpp"

namespace tutti {
namespace {

// On the ring of 5, messages a to e of nodes 0 to 4:
//
//     slot 1   0-a->1  0-a->4  1-b->0  1-b->2  2-c->1  2-c->3  3-d->2  3-d->4  4-e->0  4-e->3
//     slot 2   0-e->1  0-b->4  1-c->0  1-a->2  2-d->1  2-b->3  3-e->2  3-c->4  4-d->0  4-a->3
constexpr schedule_rule translation_rule{
    .name = "translations",
    .make = [](const link_table& links, const setting& /*setting*/, std::uint32_t /*packets*/,
               node_id /*root*/) { return translation_schedule::of(links)->sends(links); },
    .cost = [](std::uint64_t nodes, std::uint64_t links,
               std::uint64_t /*packets*/) { return translation_schedule_cost(nodes, links); }};

/// Answer to whether a network has translations.
struct translation_answer {
    bool is_yes = false;

    [[nodiscard]] static std::size_t bytes() noexcept { return sizeof(bool); }
};

std::string translation_mismatch(const network& net) {
    constexpr std::uint64_t most_operations = std::uint64_t{1} << 32U;
    std::string text = schedule_mismatch<>(net);
    if (!text.empty()) {
        return text;
    }
    if (translation_schedule_cost(node_count(net), link_count(net)).operations > most_operations) {
        return fmt::format("searches networks of fewer links for translations than {}",
                           link_count(net));
    }
    const auto answer = shared_table<translation_answer>(
        net, {.maker = "has translations"}, [](const link_table& links) {
            return translation_answer{link_labels::of(links).has_value()};
        });
    return answer->is_yes ? std::string{}
                          : "finds no translations that keep ports or differences of ids; "
                            "hypercubes, tori, rings, complete graphs, cube-connected cycles, "
                            "wrapped butterflies have some, and receiver-matching does without";
}

void describe_translations(algorithm& entry) {
    describe_for_connected(entry);
    entry.source = "after Varvarigos & Bertsekas 1994, 2, on tori";
    entry.networks = "with translations: hypercube, torus, ring, complete, ccc, butterfly";
    entry.inapplicable_reason = translation_mismatch;
    run_by_rule(entry, translation_rule);
}

}  // namespace

void describe(standard_name<"multinode-broadcast/translations"> /*name*/, algorithm& entry) {
    describe_translations(entry);
    entry.rule = "T0";
    entry.idea =
        "The message of node 0 uses each direction once in a slot at most, towards the nearest "
        "nodes that lack it. All others take the same way translated, so that no two want one "
        "link.";
    entry.time = "that of a timetable that all nodes work out";
}

void describe(standard_name<"reduce-scatter/translations"> /*name*/, algorithm& entry) {
    describe_translations(entry);
    entry.rule = "T0";
    entry.idea =
        "The multinode broadcast by translations backwards in time: what is for a node comes to it "
        "from all others, combined at every node on the way.";
    entry.time = "that of multinode-broadcast/translations m/N times";
}

}  // namespace tutti
