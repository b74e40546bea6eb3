#include "dynamic_theory.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <string>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/memory/memory.hpp"
#include "tutti/catalog/catalogue.hpp"
#include "util/collect.hpp"
#include "util/indexed_vector.hpp"

namespace tutti {
namespace {

// X and V where the literature gives them. `g` is 1 on an array and 2 on a torus.
struct linear_bound {
    rational slope;
    rational constant;
};

std::optional<linear_bound> known_bound(const setting& setting) {
    const network net = interval_network(setting);
    const auto* const shape = std::get_if<grid>(&net);
    const auto& name = setting.parameter<std::string>("algorithm");
    if (shape == nullptr || (name != "split-packing" && name != "packing")) {
        return std::nullopt;
    }
    const auto& step = setting.parameter<rational>("prefix-step");
    const std::int64_t d = shape->dimensions();
    const std::int64_t p = shape->side(0);
    const std::int64_t g = shape->edge() == grid_edge::closed ? 2 : 1;
    const auto nodes = static_cast<std::int64_t>(shape->node_count());
    if (name == "split-packing") {
        return linear_bound{.slope = rational{nodes - 1, g * d * nodes},
                            .constant = step * (2 * d * (p - 1)) + rational{1 + g, g} * (p - 1)};
    }
    const std::int64_t q = g == 1 ? p - 1 : p / 2;
    const rational slope = rational{q, d * (p - 1)} * rational{nodes - 1, nodes};
    return linear_bound{
        .slope = slope,
        .constant = step * (4 * d * (p - 1)) + d * (p - 1) + d * q + slope * (d - 1)};
}

// The line of the longest interval's slope that no interval is above.
linear_bound least_bound(const std::vector<rational>& lengths) {
    const std::int64_t nodes = std::ssize(lengths) - 1;
    linear_bound bound{.slope = (lengths.back() - lengths.front()) / nodes, .constant = 0};
    for (std::size_t active = 0; active < lengths.size(); ++active) {
        bound.constant = std::max(bound.constant, lengths[active] - bound.slope * active);
    }
    return bound;
}

// Of one broadcast: slots of the clock, and the time that they represent.
struct duration {
    slot slots = 0;
    rational units;
};

// Nodes compute the end of an interval from the number of active nodes, so that every phase needs
// an exact length.
duration duration_of(const algorithm& used, const problem& problem) {
    duration sum{.units = 0};
    for (const phase& each : used.phases(problem)) {
        if (!each.expected_slots) {
            throw std::invalid_argument{"'algorithm=" + used.name +
                                        "' does not say exactly how long it takes"};
        }
        sum.slots += *each.expected_slots;
        sum.units += rational{*each.expected_slots} * each.slot_length;
    }
    return sum;
}

// Of the broadcast of an interval in which `active` nodes take part.
duration duration_with(const setting& setting, std::uint64_t active) {
    return duration_of(interval_algorithm(setting), interval_problem(setting, active));
}

// Makes all intervals as long as the analysis has them, in slots of which every wait is a whole
// number.
void pad(interval_theory& theory) {
    std::vector<rational> waits(theory.lengths.size());
    std::int64_t parts = 1;
    for (std::size_t active = 0; active < waits.size(); ++active) {
        const rational padded = theory.constant + theory.slope * active;
        waits[active] = padded - theory.lengths[active];
        parts = std::lcm(parts, waits[active].denominator());
        theory.lengths[active] = padded;
    }
    theory.pad_length = rational{1, parts};
    theory.pads = vector_of(waits, [&](const rational& wait) { return (wait * parts).ceil(); });
}

}  // namespace

const algorithm& interval_algorithm(const setting& setting) {
    const auto& name = setting.parameter<std::string>("algorithm");
    std::vector<std::string> right;
    for (const algorithm* const each :
         setting.catalogue != nullptr ? setting.catalogue->algorithms_for("simultaneous-broadcast")
                                      : std::vector<const algorithm*>{}) {
        if (each->returns_message_count && each->knowledge.empty()) {
            if (each->name == name) {
                return *each;
            }
            right.push_back(each->name);
        }
    }
    throw std::invalid_argument{fmt::format("'{}' is not a value of algorithm, which is one of {}",
                                            name, fmt::join(right, ", "))};
}

network interval_network(const setting& setting) {
    const auto* const cube = std::get_if<hypercube>(&setting.network);
    if (cube == nullptr ||
        interval_algorithm(setting).inapplicable_reason(setting.network).empty()) {
        return setting.network;
    }
    // An algorithm for arrays runs on a hypercube as on an array with two nodes in each dimension.
    return grid{indexed_vector<int, int>{cube->dimensions(), 2}, grid_edge::open};
}

problem interval_problem(const setting& setting, std::uint64_t active) {
    const algorithm& used = interval_algorithm(setting);
    return {{.network = interval_network(setting),
             .parameters = with_defaults(used.parameters, setting.parameters),
             .catalogue = setting.catalogue},
            every_node(active)};
}

rational broadcast_time(const setting& setting, std::uint64_t active) {
    return duration_with(setting, active).units;
}

interval_theory theory_of_intervals(const setting& setting) {
    const std::uint64_t nodes = node_count(setting.network);
    interval_theory theory;
    theory.rate = setting.parameter<rational>("rate").to_double();
    theory.nodes = static_cast<double>(nodes);
    const algorithm& used = interval_algorithm(setting);
    problem problem = interval_problem(setting, 0);
    // Broadcasters are added one by one: the length depends on their number, and is known for each.
    for (node_id active = 0; active <= nodes; ++active) {
        const duration length = duration_of(used, problem);
        theory.slots.push_back(length.slots);
        theory.lengths.push_back(length.units);
        problem.broadcasters.nodes.push_back(active);
        problem.broadcasters.packets.push_back(1);
    }
    const linear_bound line = known_bound(setting).value_or(least_bound(theory.lengths));
    theory.slope = line.slope;
    theory.constant = line.constant;
    if (setting.parameter<bool>("padded")) {
        pad(theory);
    }
    return theory;
}

slot most_interval_slots(const setting& setting) {
    slot most = duration_with(setting, node_count(setting.network)).slots;
    if (setting.parameter<bool>("padded")) {
        most += std::ranges::max(theory_of_intervals(setting).pads);
    }
    return (rational{most} * setting.parameter<std::uint64_t>("intervals")).ceil();
}

std::uint64_t most_interval_events(const setting& setting) {
    const network net = interval_network(setting);
    const std::uint64_t nodes = node_count(net);
    const auto& intervals = setting.parameter<std::uint64_t>("intervals");
    const auto busy = static_cast<std::uint64_t>(duration_with(setting, nodes).slots);
    return bounded_product(bounded_product(busy, intervals), link_count(net)) +
           bounded_product(intervals, nodes * nodes);
}

// The utilisation is the arrival rate of all nodes times the slope: the share of time that messages
// need beyond the constant part.
double interval_theory::utilisation() const { return rate * nodes * slope.to_double(); }

double interval_theory::stability_limit() const {
    return nodes * slope.to_double() / lengths.back().to_double();
}

// The bound of the middle part, where the moment ratio is replaced by what it is at most.
std::optional<double> interval_theory::delay_bound() const {
    // Variables are named as in the source: x is the slope, v the constant, rho the utilisation.
    const double x = slope.to_double();
    const double v = constant.to_double();
    const double rho = utilisation();
    const double delta = 1 - rho - rate * v;
    if (delta <= 0) {
        return std::nullopt;
    }
    const double a = x + (1 + rho) * v;
    const double kappa = 2 * rho * rate * v / (1 - rho * rho);
    double u = std::max(x, rho * v / (1 - rho));
    if (1 - rho - 2 * rate * v > 0) {
        const double sum = x / (1 - rho * rho) + rho * v / (1 - rho) + kappa * a / (2 * delta);
        u = std::min(nodes * x, sum / (1 + kappa * (1 - rho) / (2 * delta)));
    }
    return v + u + (a - (1 - rho) * u) / (2 * delta);
}

}  // namespace tutti
