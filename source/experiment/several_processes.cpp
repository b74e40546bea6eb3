#include "several_processes.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "engine/exchange/gather.hpp"
#include "experiment/processes/value_bytes.hpp"
#include "node/digest.hpp"
#include "topology/networks/each_link.hpp"
#include "topology/random.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

// The first process that has another value than process 0, or 0. All of them call it.
int first_other(transport* carrier, std::uint64_t own) {
    const std::vector<std::uint64_t> values = gather_values(carrier, own);
    const auto other = std::ranges::find_if_not(
        values, [&](std::uint64_t each) { return each == values.front(); });
    return other == values.end() ? 0 : position_at<int>(values, other);
}

// Of a network that is not given by its numbers alone; else of these.
std::uint64_t hash_of_links(const network& net) {
    std::uint64_t hash = mix(node_count(net));
    if (const auto* const links = std::get_if<graph>(&net)) {
        for_each_link(*links, [&](node_id node, port through, node_id to) {
            hash = mix(hash + (std::uint64_t{node} << 32U | to));
            hash = mix(hash + static_cast<std::uint64_t>(through));
        });
    }
    return hash;
}

// All processes throw or none: each compares the same gathered values.
void require_the_same_hash(transport& carrier, std::uint64_t hash) {
    if (const int other = first_other(&carrier, hash); other > 0) {
        throw processes_differ{fmt::format(
            "process {} has another network or another input than process 0; all need the same",
            other)};
    }
}

}  // namespace

void require_the_same(const network& net, transport* carrier) {
    if (carrier != nullptr) {
        require_the_same_hash(*carrier, hash_of_links(net));
    }
}

void require_the_same(const problem& input, transport* carrier) {
    if (carrier == nullptr) {
        return;
    }
    std::uint64_t hash = 0;
    const auto add = [&hash](std::uint64_t value) { hash = mix(hash + value); };
    add(input.seed);
    add(input.root);
    for (std::size_t i = 0; i < input.broadcasters.nodes.size(); ++i) {
        add(input.broadcasters.nodes[i]);
        add(input.broadcasters.packets[i]);
    }
    require_the_same_hash(*carrier, hash);
}

void require_the_same(const sweep_plan& plan, transport* carrier) {
    if (carrier == nullptr) {
        return;
    }
    // Runs are identified by the contents of files, which may differ between machines under one
    // name.
    digest digest;
    for (const seed_range& each : plan.axes().seeds) {
        digest.add(each.first);
        digest.add(each.last);
    }
    for (const sweep_network& each : plan.axes().networks) {
        // Networks in numbers are the same everywhere, and their links may be many.
        const bool is_read = each.named.text().find("graph:") != std::string::npos;
        digest.add(is_read ? hash_of_links(each.outline) : node_count(each.outline));
    }
    for (std::uint64_t run = 0; run < plan.run_count(); run += plan.seed_count()) {
        digest.add(plan.identity_at(run).key());  // with the contents of files
    }
    if (const int other = first_other(carrier, digest.value()); other > 0) {
        throw processes_differ{
            fmt::format("process {} has other runs to do than process 0: its files differ, or it "
                        "has memory for "
                        "others; --memory-limit makes that the same",
                        other)};
    }
}

// A stream may be delivered at nodes of several processes, so that the longest one is found first.
delivery_counts counts_of(const delivery_verifier& check, transport* carrier) {
    std::vector<std::uint32_t> longest = check.longest_streams();
    if (!longest.empty() && carrier != nullptr) {
        for (const transport::bytes& others : gather(carrier, bytes_of(longest))) {
            std::ranges::transform(longest, value_in<std::vector<std::uint32_t>>(others),
                                   longest.begin(), std::ranges::max);
        }
    }
    delivery_counts sum;
    for (const delivery_counts& each : gather_values(carrier, check.counts(longest))) {
        sum.required += each.required;
        sum.delivered += each.delivered;
        sum.missing += each.missing;
        sum.duplicate += each.duplicate;
        sum.unexpected += each.unexpected;
        sum.wrong_payload += each.wrong_payload;
    }
    return sum;
}

// Records arrive in partition order, and are returned in the order of node ids.
std::vector<interval_record> gather_records(transport& carrier, const node_partition& shares,
                                            std::span<const interval_record> records) {
    transport::bytes data;
    for (const interval_record& each : records) {
        each.append_to(data);
    }
    std::vector<interval_record> by_place;
    for (const transport::bytes& each : gather_at_first(&carrier, data)) {
        for (detail::byte_reader from{each}; !from.is_at_end();) {
            by_place.emplace_back().take_from(from);
        }
    }
    std::vector<interval_record> gathered;
    gathered.reserve(by_place.size());
    for (node_id node = 0; node < by_place.size(); ++node) {
        gathered.push_back(std::move(by_place[shares.place_of(node)]));
    }
    return gathered;
}

}  // namespace tutti
