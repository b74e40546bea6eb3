#include <algorithm>
#include <bit>
#include <utility>

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pictures/picture_frame.hpp"
#include "recording/phase_spans.hpp"
#include "replay_events.hpp"
#include "replay_network.hpp"
#include "replay_page.hpp"
#include "topology/networks/each_link.hpp"
#include "util/counts.hpp"
#include "util/json_values.hpp"
#include "util/value_syntax.hpp"

namespace tutti::picture {
namespace {

namespace json = boost::json;

/// Totals of a recording, and how many events there are in the slots that are replayed.
struct replay_survey {
    slot_range slots{};
    std::uint64_t events = 0;  ///< in these
    slot fits_until = 0;       ///< with no more events than a page shows, from the first on
    std::vector<phase_span> phases{};
};

void count(replay_survey& survey, const recorded_slot& now) {
    // Messages of nodes at the start are shown before the first slot.
    const slot from = survey.slots.first == 1 ? 0 : survey.slots.first;
    if (now.at < from || now.at > survey.slots.last) {
        return;
    }
    survey.events += now.sent.size() + now.delivered.size() + now.marked.size() + now.done.size();
    if (survey.events <= most_page_events) {
        survey.fits_until = now.at;
    }
}

replay_survey survey_for_replay(const picture_source& source, const slot_range& slots) {
    replay_survey survey{.slots = slots};
    constexpr std::size_t most_phases = 4096;
    survey.phases = visit_with_phases(
        source, [&](const recorded_slot& now) { count(survey, now); }, most_phases);
    // The last of this number has all that came later: no phase is named there.
    if (survey.phases.size() >= most_phases) {
        survey.phases.resize(most_phases - 1);
    }
    return survey;
}

json::object plan_written(const recorded_plan& plan) {
    return {{"source", plan.source},
            {"ports", name_of(plan.ports)},
            {"seed", plan.seed},
            {"time_formula", plan.time_formula},
            {"expected_kind", plan.expected_kind},
            {"lower_bound", to_string(plan.lower_bound)}};
}

// The verdict, the time and the checks; null of a recording without its end.
json::value result_written(const picture_source& source) {
    json::error_code failure;
    const json::value parsed = json::parse(source.result.value_or("null"), failure);
    const auto* const document = failure ? nullptr : parsed.if_object();
    if (document == nullptr) {
        return nullptr;
    }
    json::object written;
    for (const std::string_view name : {"verdict", "time", "checks", "violation"}) {
        if (const auto* const member = document->if_contains(name)) {
            written[name] = *member;
        }
    }
    return written;
}

json::array phases_written(const recorded_plan& plan, const std::vector<phase_span>& spans) {
    return array_of(spans, [&](const phase_span& each) {
        return json::object{{"name", plan.phases[each.phase].name},
                            {"phase", each.phase},
                            {"first", each.first},
                            {"last", each.last}};
    });
}

// Beyond these limits the page shows sums by group and step instead of single events.
bool has_each_event(const picture_source& source, const replay_survey& survey) {
    return node_count(*source.network) <= most_page_nodes && survey.events <= most_page_events &&
           std::cmp_less_equal(survey.slots.size(), most_page_events);
}

// Pairs of groups of nodes with a link between them, those of a group to itself included.
// A bit for each pair of groups suffices, as there are few groups.
std::uint64_t pairs_of(const network& net, const network_layout& layout) {
    std::vector<bool> is_linked(std::size_t{layout.size()} * layout.size());
    for_each_link(net, [&](node_id from, port /*through*/, node_id to) {
        is_linked[std::size_t{layout.group_of(from)} * layout.size() + layout.group_of(to)] = true;
    });
    return count_of(is_linked, true);
}

// Slots a step, chosen so that there are no more sums than events that a page shows.
slot step_length(const network& net, const network_layout& layout, const slot_range& slots) {
    const std::uint64_t cells = pairs_of(net, layout) + std::uint64_t{2} * layout.size();
    const std::uint64_t most_steps = std::max<std::uint64_t>(1, most_page_events / cells);
    const auto total = static_cast<std::uint64_t>(slots.size());
    // Lengths are powers of two, and this is the least with which the steps fit.
    return slots_for(std::bit_ceil(divided_up(total, most_steps)));
}

std::string sums_in_words(const network_layout& layout, slot length) {
    std::vector<std::string> parts;
    if (!layout.group_in_words.empty()) {
        parts.push_back("each circle: " + layout.group_in_words);
    }
    if (length > 1) {
        parts.push_back("each step: " + quantity(length, "slot"));
    }
    return parts.empty() ? "each dot: all packets of a link"
                         : fmt::format("{}", fmt::join(parts, "; "));
}

json::object head_written(const picture_source& source, const replay_survey& survey,
                          const network_layout& layout, slot length) {
    const recorded_plan& plan = *source.plan;
    return {{"schema", "tutti.replay/1"},
            {"title", title_of(plan)},
            {"plan", plan_written(plan)},
            {"result", result_written(source)},
            {"damage", source.damage},
            {"caveat", caveat(source)},
            {"first_slot", survey.slots.first},
            {"last_slot", survey.slots.last},
            {"recorded_slots", source.last_slot},
            {"slots_a_step", length},
            {"stubs_in_words", layout.stubs_in_words},
            {"phases", phases_written(plan, survey.phases)}};
}

// The network is written after the events, since links get their numbers when they are first used.
replay_content content_of(const picture_source& source, const replay_survey& survey) {
    const network& net = *source.network;
    const bool is_exact = has_each_event(source, survey);
    replay_network nodes{net, is_exact ? lay_out(net, most_page_nodes) : lay_out(net)};
    const replay_steps steps{
        .slots = survey.slots,
        .length = is_exact ? 1 : step_length(net, nodes.layout(), survey.slots)};
    replay_content shown{.first = survey.slots.first,
                         .fits_until = node_count(net) <= most_page_nodes ? survey.fits_until : 0};
    json::object object = head_written(source, survey, nodes.layout(), steps.length);
    if (!is_exact) {
        shown.sums_of = sums_in_words(nodes.layout(), steps.length);
        object["sums_of"] = shown.sums_of;
    }
    const auto events =
        is_exact ? single_events(source, nodes, steps) : summed_events(source, nodes, steps);
    source.visit(0, never, [&](const recorded_slot& now) { events->add(now); });
    events->write(object);
    nodes.write(object);
    // In such JSON no browser finds the end of the script that contains it.
    shown.data = boost::replace_all_copy(serialized(object), "<", "\\u003c");
    return shown;
}

}  // namespace
}  // namespace tutti::picture

tutti::replay_content tutti::replay_of(const picture_source& source, const recorded_part& part) {
    picture::slot_range shown{.first = std::max<slot>({part.first, source.plan->filter.first, 1}),
                              .last = std::min(part.last, source.last_slot)};
    if (shown.last < shown.first) {
        if (part.first > 1 || part.last < source.plan->filter.first) {
            picture::refuse_drawing("slots", "slot {} was not recorded; slots {} to {} were",
                                    part.first, source.plan->filter.first, source.last_slot);
        }
        // Of a run without slots there is what nodes start with.
        shown = {.first = 1, .last = 0};
    }
    return picture::content_of(source, picture::survey_for_replay(source, shown));
}
