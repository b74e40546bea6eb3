#include "replay_survey.hpp"

#include "replay_page.hpp"

namespace tutti::picture {
namespace {

std::uint64_t events_in(const recorded_slot& now) {
    return now.sent.size() + now.delivered.size() + now.marked.size() + now.done.size();
}

void count(replay_survey& survey, const recorded_slot& now) {
    // Messages of nodes at the start are shown before the first slot.
    const slot from = survey.slots.first == 1 ? 0 : survey.slots.first;
    if (now.at < from || now.at > survey.slots.last) {
        return;
    }
    survey.events += events_in(now);
    if (survey.events <= most_page_events) {
        survey.fits_until = now.at;
    }
}

}  // namespace

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

}  // namespace tutti::picture
