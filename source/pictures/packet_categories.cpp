#include "packet_categories.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "topology/node_naming.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti::picture {
namespace {

constexpr std::string_view control_style = "control";
constexpr std::size_t most_kinds = 64;

// Kinds that differ in what users do not see have one label.
std::string label_of(const recorded_kind& kind) {
    const std::string name = kind.name.empty() ? "unnamed" : kind.name;
    return kind.is_control ? name + " (control)" : name;
}

// Lists are short and bounded, so that a linear search suffices.
void append_if_new(std::vector<std::uint32_t>& kinds, std::uint32_t one, std::size_t most) {
    if (kinds.size() < most && std::ranges::find(kinds, one) == kinds.end()) {
        kinds.push_back(one);
    }
}

void add_to(survey& survey, const recorded_slot& now, std::span<const recorded_kind> kinds) {
    survey.sent += now.sent.size();
    survey.most_in_slot = std::max<std::uint64_t>(survey.most_in_slot, now.sent.size());
    for (const recorded_transmission& each : now.sent) {
        const recorded_kind& kind = kinds[each.kind];
        survey.control += kind.is_control ? 1 : 0;
        append_if_new(survey.kinds, each.kind, most_kinds);
        survey.nameless += kind.has_message ? 0 : 1;
        if (kind.has_message) {
            // One more than the limit shows that there are too many.
            append_if_new(survey.origins, each.content.origin, most_origins + 1);
        }
    }
}

// Colour by default.
packet_colour default_colour(const survey& survey, bool origins_fit) {
    return origins_fit                                           ? packet_colour::origin
           : survey.kinds.size() < 2 && survey.phases.size() > 1 ? packet_colour::phase
                                                                 : packet_colour::kind;
}

// Beyond the number of colours, variants distinguish styles.
std::string style_of(char letter, std::size_t number,
                     const std::array<std::string_view, 3>& variants) {
    return fmt::format("{}{}{}", letter, number % category_count,
                       variants.at(std::min(number / category_count, variants.size() - 1)));
}

}  // namespace

survey survey_of(const picture_source& source, const slot_range& slots) {
    survey summary;
    summary.phases = visit_with_phases(source, [&](const recorded_slot& now) {
        if (now.at >= slots.first && now.at <= slots.last && !now.sent.empty()) {
            add_to(summary, now, source.kinds());
        }
    });
    return summary;
}

std::string line_style(std::size_t number) { return style_of('l', number, {"", " dash", " dot"}); }

std::string area_style(std::size_t number) {
    return style_of('f', number, {"", " half", " third"});
}

std::string node_name(const network& net, node_id node) {
    constexpr int most_digits = 8;
    const auto* const cube = std::get_if<hypercube>(&net);
    const std::string id =
        cube != nullptr && cube->dimensions() > 0 && cube->dimensions() <= most_digits
            ? fmt::format("{:0{}b}", node, cube->dimensions())
            : grouped(node);
    const std::string_view name = node_naming{net}.name(node);
    return name.empty() ? id : fmt::format("{} ({})", id, name);
}

packet_categories::packet_categories(const picture_source& source, const survey& survey,
                                     packet_colour wanted)
    : colour_{wanted}, phases_{survey.phases}, kinds_of_{source.kinds} {
    // Colours by origin are the most informative, where each origin can have its own.
    const bool fits = !survey.origins.empty() && survey.origins.size() <= most_origins;
    if (colour_ == packet_colour::automatic) {
        colour_ = default_colour(survey, fits);
    }
    if (colour_ == packet_colour::origin && !fits) {
        refuse_drawing("colour", "'origin': {}; use kind or phase",
                       survey.origins.empty()
                           ? "no packet states its origin"
                           : fmt::format("there are more than {}", most_origins));
    }
    if (colour_ == packet_colour::origin) {
        label_origins(*source.network, survey);
    } else if (colour_ == packet_colour::kind) {
        label_kinds(source, survey);
    } else {
        label_phases(*source.plan, survey);
    }
}

void packet_categories::add(std::string label, std::string style, std::string_view label_style) {
    entries_.push_back(
        {.label = std::move(label), .style = std::move(style), .label_style = label_style});
}

void packet_categories::label_origins(const network& net, const survey& survey) {
    heading_ = "origin";
    known_ = survey.origins;
    for (const node_id origin : survey.origins) {
        add(node_name(net, origin), line_style(entries_.size()), "mono");
    }
    if (survey.nameless > 0) {
        add(survey.nameless == survey.control ? "control" : "others", std::string{control_style});
    }
}

void packet_categories::label_kinds(const picture_source& source, const survey& survey) {
    heading_ = "packets";
    const std::span<const recorded_kind> kinds = source.kinds();
    of_kind_.resize(kinds.size(), category_count - 1);
    for (const std::uint32_t number : survey.kinds) {
        const std::string label = label_of(kinds[number]);
        const std::size_t position = position_of(entries_, label, &legend_entry::label);
        of_kind_[number] = std::min(position, category_count - 1);
        if (position == entries_.size() && entries_.size() < category_count) {
            add(label, line_style(entries_.size()) + (kinds[number].is_control ? " dot" : ""));
        }
    }
    // The last category collects the kinds beyond the number of colours.
    const bool has_others = std::ranges::any_of(survey.kinds, [&](std::uint32_t number) {
        return of_kind_[number] + 1 == category_count &&
               label_of(kinds[number]) != entries_.back().label;
    });
    if (has_others || entries_.empty()) {
        entries_.resize(std::min(entries_.size(), category_count - 1));
        add(entries_.empty() ? "none" : "others", "l6");
    }
}

void packet_categories::label_phases(const recorded_plan& plan, const survey& survey) {
    heading_ = "phase";
    for (const phase_span& each : survey.phases) {
        append_if_new(known_, static_cast<std::uint32_t>(each.phase), category_count - 1);
    }
    for (const std::uint32_t number : known_) {
        add(plan.phases[number].name, line_style(entries_.size()));
    }
    add("others", "l6");
    if (known_.empty()) {
        entries_.back() = {.label = "all", .style = "l0"};
    }
}

// The result is an index of `entries()`; an unknown packet is in the last, "others" or "control".
std::size_t packet_categories::of(const recorded_transmission& packet, slot at) const {
    const auto place = [&](std::size_t one) { return position_of(known_, one); };
    switch (colour_) {
        case packet_colour::origin:
            return kinds_of_()[packet.kind].has_message ? place(packet.content.origin)
                                                        : known_.size();
        case packet_colour::phase:
            return phases_.empty() ? known_.size() : place(phases_[span_at(phases_, at)].phase);
        default:
            return packet.kind < of_kind_.size() ? of_kind_[packet.kind] : entries_.size() - 1;
    }
}

}  // namespace tutti::picture
