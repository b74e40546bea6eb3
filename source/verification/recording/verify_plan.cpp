#include "verify_plan.hpp"

#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "util/value_syntax.hpp"

namespace tutti {
namespace {

std::string value_text(const std::string& text) { return in_quotes(text); }
std::string value_text(const rational& number) { return to_string(number); }
std::string value_text(std::uint64_t number) { return grouped(number); }
template <class Figure>
std::string value_text(const Figure& figure) {
    return fmt::to_string(figure);
}
std::string value_text(const std::vector<std::string>& texts) {
    return in_quotes(fmt::format("{}", fmt::join(texts, ", ")));
}
std::string value_text(const std::vector<node_id>& nodes) {
    return nodes.empty() ? "all nodes" : quantity(nodes.size(), "node");
}
template <class Figure>
std::string value_text(const std::optional<Figure>& maybe) {
    return maybe ? value_text(*maybe) : "none";
}

/// Places that state two figures.
struct stated_in {
    std::string_view one;
    std::string_view other;
};

template <class One, class Other>
void compare_stated(violation_list& wrong, std::string_view name, const One& one,
                    const Other& other, const stated_in& places) {
    if (one != other) {
        wrong.add("{} is {} {}, and {} {}", name, value_text(one), places.one, value_text(other),
                  places.other);
    }
}

template <class Figure>
void compare_figure(violation_list& wrong, std::string_view name, const Figure& recorded,
                    const Figure& right) {
    compare_stated(wrong, name, recorded, right, {"in the plan", "by the algorithm"});
}

void compare_phase(violation_list& wrong, const phase& recorded, const phase& right) {
    const auto compare_field = [&](std::string_view field, const auto& one, const auto& other) {
        compare_figure(wrong, fmt::format("the {} of the phase {}", field, in_quotes(right.name)),
                       one, other);
    };
    compare_field("name", recorded.name, right.name);
    compare_field("slot length", recorded.slot_length, right.slot_length);
    compare_field("share a packet", recorded.carries, right.carries);
    compare_field("expected slots", recorded.expected_slots, right.expected_slots);
    compare_field("detection by nodes", recorded.is_knowable, right.is_knowable);
    compare_field("set of nodes", recorded.markers, right.markers);
    compare_field("repetition", is_repeated(recorded), is_repeated(right));
    compare_field("agreement on the slot", recorded.is_synchronous, right.is_synchronous);
}

}  // namespace

// `again` is the plan as this program derives it from the recorded input; all that the algorithm
// determines must agree.
violation_list figure_violations(const recorded_plan& plan, const recorded_plan& again) {
    violation_list wrong;
    // Another version may know a weaker bound.
    if (plan.program == again.program || plan.lower_bound > again.lower_bound) {
        compare_figure(wrong, "the lower bound", plan.lower_bound, again.lower_bound);
    }
    compare_figure(wrong, "the expected time", plan.expected_units, again.expected_units);
    compare_figure(wrong, "the kind of the expected time", plan.expected_kind, again.expected_kind);
    compare_figure(wrong, "the formula of the time", plan.time_formula, again.time_formula);
    compare_figure(wrong, "the source", plan.source, again.source);
    compare_figure(wrong, "what nodes know", plan.knowledge, again.knowledge);
    for (const auto& [name, value] : plan.parameters) {
        // Parameters that the algorithm does not have are reported by `figure_mismatch`.
        const auto right = again.parameters.find(name);
        if (right != again.parameters.end()) {
            compare_figure(wrong, fmt::format("the parameter {}", in_quotes(name)), value,
                           right->second);
        }
    }
    compare_figure(wrong, "the number of phases", std::uint64_t{plan.phases.size()},
                   std::uint64_t{again.phases.size()});
    for (std::size_t i = 0; i < plan.phases.size() && i < again.phases.size(); ++i) {
        compare_phase(wrong, plan.phases[i], again.phases[i]);
    }
    return wrong;
}

// Names that the plan derives are compared; the rest is input of both plans and equal.
void compare_names(violation_list& wrong, const recorded_plan& plan, const recorded_plan& again) {
    compare_stated(wrong, "its network", plan.network, again.network,
                   {"in the plan", "by its links"});
    const stated_in places{"in the plan", "by its collective"};
    compare_stated(wrong, "the list of its broadcasters", plan.broadcasters, again.broadcasters,
                   places);
    compare_stated(wrong, "its root", plan.root, again.root, places);
}

void compare_with_plan(violation_list& wrong, const recorded_plan& plan,
                       const stated_result& result) {
    const auto compare_result = [&](std::string_view name, const auto& stated,
                                    const auto& planned) {
        // Results may omit fields; what is stated must agree.
        if (stated) {
            compare_stated(wrong, name, *stated, planned, {"in the result", "in the plan"});
        }
    };
    compare_result("the collective", result.collective, plan.collective);
    compare_result("the algorithm", result.algorithm, plan.algorithm);
    compare_result("the network", result.network, plan.network);
    compare_result("the source", result.source, plan.source);
    compare_result("the seed", result.seed, plan.seed);
    compare_result("the lower bound", result.lower_bound, plan.lower_bound);
    // A plan without an expected time compares as 0, so that a result that states one is refused.
    if (result.expected) {
        compare_result("the expected time", result.expected,
                       plan.expected_units.value_or(rational{0}));
    }
}

}  // namespace tutti
