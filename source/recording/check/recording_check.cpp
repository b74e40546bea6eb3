#include "recording_check.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <variant>

#include <fmt/format.h>

#include "engine/memory/memory.hpp"
#include "recorded_problem.hpp"
#include "topology/networks/each_link.hpp"
#include "topology/networks/network_specification.hpp"
#include "util/value_syntax.hpp"
#include "verification/recording/recording_verifier.hpp"

namespace tutti {
namespace {

// Planning takes long for large networks; a limit that admitted the run leaves more than this.
check_limits limits_for(const recording& recording) {
    constexpr std::uint64_t always = std::uint64_t{1} << 14U;
    constexpr std::uint64_t size_an_event = 64;
    const recorded_counts counts = recording.counts();
    const std::uint64_t events = counts.sent + counts.delivered + counts.marked + counts.done;
    return {.memory_bytes = recording.memory_limit(),
            .plan_size = always + bounded_product(size_an_event, events)};
}

// The first part of the specification of which `is_meant` holds, or null.
// NOLINTNEXTLINE(misc-no-recursion): no deeper than products are nested
const network_specification* first_part(const network_specification& whole,
                                        bool (network_specification::*is_meant)() const noexcept) {
    if ((whole.*is_meant)()) {
        return &whole;
    }
    for (const network_specification& each : whole.factors()) {
        if (const network_specification* const part = first_part(each, is_meant)) {
            return part;
        }
    }
    return nullptr;
}

bool have_equal_links(const network& recorded, const network& built) {
    bool are_equal =
        node_count(recorded) == node_count(built) && link_count(recorded) == link_count(built);
    if (are_equal) {
        std::visit(
            [&](const auto& links) {
                for_each_link(recorded, [&](node_id from, port through, node_id to) {
                    are_equal = are_equal && links.has_port(from, through) &&
                                links.neighbour(from, through) == to;
                });
            },
            built);
    }
    return are_equal;
}

// Links of a network that is not the library's are in the recording itself: they are those of its
// specification only as far as the family says so.
void verify_network(check_finding& links, const recording& recording, const catalogue& catalogue) {
    const auto named = network_specification::parse(recording.plan().network, catalogue.networks(),
                                                    unknown_networks::kept);
    if (links.status != check_status::holds) {
        return;
    }
    if (const auto* const part = first_part(named, &network_specification::is_name)) {
        links.status = check_status::not_checked;
        links.text =
            fmt::format("the network family {} is not known here", in_quotes(part->kind()));
    } else if (first_part(named, &network_specification::is_own) != nullptr &&
               !have_equal_links(recording.where(), named.build(recording.memory_limit()))) {
        links.status = check_status::violated;
        links.violations = 1;
        links.text = fmt::format("they are not those of {}", in_quotes(named.text()));
    }
}

}  // namespace

recording_findings check(const recording& recording, const catalogue& catalogue) {
    try {
        recording_verifier verifier{recording.plan(), recording.where(),
                                    run_requirements_of(recording.plan(), recording.where(),
                                                        catalogue, limits_for(recording))};
        recording.visit([&](const recorded_slot& record) {
            verifier.take(record, recording.kinds(), recording.mark_names());
        });
        recording_findings findings = verifier.end(recording.result(), recording.damage());
        const auto links = std::ranges::find(findings.findings, "links", &check_finding::name);
        if (links != findings.findings.end()) {
            verify_network(*links, recording, catalogue);
        }
        return findings;
    } catch (const std::overflow_error&) {
        // Overflow of exact arithmetic is caused by figures that no run has.
        throw recording_error{"is damaged: its times do not fit 64 bits"};
    }
}

}  // namespace tutti
