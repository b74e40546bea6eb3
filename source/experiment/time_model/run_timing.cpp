#include "run_timing.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "bounds/all_links.hpp"
#include "experiment/carried_messages.hpp"
#include "machines.hpp"
#include "tutti/catalog/collective.hpp"
#include "util/collect.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// Parallel links matter where each carries packets in one direction only.
path_rules rules_of(const experiment& plan, const network& net) {
    path_rules rules{.ports = plan.ports};
    const std::span<const node_id> switches = switches_in(net);
    rules.switches.assign(switches.begin(), switches.end());
    if (plan.ports == port_model::one_way) {
        const std::vector<directed_link> links = all_links{net}.links();
        rules.has_parallel_links = std::ranges::adjacent_find(links) != links.end();
    }
    return rules;
}

// By class, in terms of the largest. @throws std::invalid_argument if one does not fit 64 bits
std::vector<relative_cost> relative_costs(const link_costs& costs) {
    const link_cost most = costs.most();
    return vector_of(costs.of_class, [&](const link_cost& each) {
        return relative_cost{
            .latency = most.latency == 0 ? rational{1} : in_64_bits(each.latency / most.latency),
            .byte = in_64_bits(each.seconds_a_byte / most.seconds_a_byte)};
    });
}

std::string too_many() {
    return fmt::format("more than {} transmissions", grouped(start_up_paths::most_transmissions));
}

exact_number slot_seconds(const slot_use& use, const link_costs& costs, const exact_number& part) {
    std::optional<exact_number> longest;
    for (std::size_t i = 0; i < use.largest.size(); ++i) {
        if (const auto& share = use.largest[i]) {
            const link_cost& cost = costs.of_class[i];
            const exact_number seconds = cost.latency + exact(*share) * part * cost.seconds_a_byte;
            longest = longest ? std::max(*longest, seconds) : seconds;
        }
    }
    return longest.value_or(costs.most().latency);
}

}  // namespace

exact_number seconds_of(std::span<const slot_use> uses, const link_costs& costs,
                        const exact_number& part) {
    exact_number sum = 0;
    for (const slot_use& each : uses) {
        sum += each.slots * slot_seconds(each, costs, part);
    }
    return sum;
}

exact_number seconds_of(const path_cost& path, const link_costs& costs, const exact_number& part) {
    const link_cost most = costs.most();
    return exact(path.latencies) * most.latency + exact(path.shares) * part * most.seconds_a_byte;
}

const path_cost* critical_path(std::span<const path_cost> paths, const link_costs& costs,
                               const exact_number& part) {
    const auto seconds = [&](const path_cost& each) { return seconds_of(each, costs, part); };
    const auto longest = std::ranges::max_element(paths, {}, seconds);
    return longest == paths.end() ? nullptr : &*longest;
}

exact_number bound_in_seconds(const rational& units, packet_size packets, const link_cost& least,
                              const exact_number& part, bool carries) {
    const exact_number latencies = exact(units) * packets.pieces() * least.latency;
    return carries ? exact_number{latencies + exact(units) * part * least.seconds_a_byte}
                   : latencies;
}

std::optional<exact_number> bound_in_seconds(const experiment& plan, const problem& input,
                                             const theory& figures, const link_costs& costs,
                                             const exact_number& part) {
    if (plan.algorithm->goal->is_dynamic) {
        return std::nullopt;
    }
    const rational units =
        figures.bound_of_carrying_slots
            ? std::min(*figures.bound_of_carrying_slots, figures.lower_bound.units)
            : figures.lower_bound.units;
    return bound_in_seconds(units, figures.lower_bound.assumes, costs.least(), part,
                            delivers_messages(*plan.algorithm, input));
}

std::optional<exact_number> seconds_by_theory(const theory& figures, const link_costs& costs,
                                              const exact_number& part) {
    const bool is_known = figures.expected && figures.expected->kind == time_kind::exact &&
                          !figures.phases.empty() && costs.are_alike() &&
                          std::ranges::all_of(figures.phases, [](const phase& each) {
                              return each.expected_slots.has_value() && !is_repeated(each);
                          });
    if (!is_known) {
        return std::nullopt;
    }
    const link_cost& cost = costs.of_class.front();
    exact_number sum = 0;
    for (const phase& each : figures.phases) {
        sum += each.expected_slots.value_or(0) *
               (cost.latency + exact(each.carries) * part * cost.seconds_a_byte);
    }
    return sum;
}

run_timing::run_timing(const experiment& plan, const problem& input, const theory& figures,
                       bool describes_itself)
    : costs_{link_costs_of(plan.time_model, plan.network, plan.built_network)},
      part_{part_bytes(*plan.algorithm->goal, input, plan.time_model.bytes.value_or(1))},
      bound_{bound_in_seconds(plan, input, figures, costs_, part_)},
      uses_{costs_.classes, costs_.of_class.size()} {
    const machine none{};
    const machine& preset =
        plan.time_model.machine.empty() ? none : machine_named(plan.time_model.machine);
    heading_.latency =
        plan.time_model.latency.empty() ? std::string{preset.latency} : plan.time_model.latency;
    heading_.bandwidth = plan.time_model.bandwidth.empty() ? std::string{preset.bandwidth}
                                                           : plan.time_model.bandwidth;
    heading_.bytes = plan.time_model.bytes.value_or(1);
    if (!describes_itself) {
        heading_.startups_gap = "packets do not say what they carry";
        return;
    }
    if (figures.transmissions &&
        figures.transmissions->total() > start_up_paths::most_transmissions) {
        heading_.startups_gap = too_many();
        return;
    }
    try {
        paths_.emplace(costs_.classes, relative_costs(costs_), figures.phases,
                       rules_of(plan, input.network));
    } catch (const std::invalid_argument& why) {
        heading_.startups_gap = fmt::format("a cost {}", why.what());
    }
}

std::vector<sink*> run_timing::sinks() {
    std::vector<sink*> all{&uses_};
    if (paths_) {
        all.push_back(&*paths_);
    }
    return all;
}

model_time run_timing::of_run(slot slots) const {
    model_time timed = heading_;
    timed.uses = uses_.of_first(slots);
    timed.seconds = seconds_of(timed.uses, costs_, part_).convert_to<double>();
    if (bound_) {
        timed.bound_seconds = bound_->convert_to<double>();
    }
    const auto paths = paths_ ? paths_->longest() : std::nullopt;
    if (!paths) {
        if (paths_) {
            timed.startups_gap = too_many();
        }
        return timed;
    }
    timed.paths = *paths;
    const path_cost* const critical = critical_path(timed.paths, costs_, part_);
    timed.startups = critical == nullptr ? 0 : critical->start_ups;
    timed.startup_seconds =
        critical == nullptr ? 0 : seconds_of(*critical, costs_, part_).convert_to<double>();
    return timed;
}

}  // namespace tutti
