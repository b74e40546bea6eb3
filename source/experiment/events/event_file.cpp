#include "event_file.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tutti {
namespace {

std::vector<timed_phase> timed(const std::vector<phase>& phases) {
    std::vector<timed_phase> made;
    std::ranges::transform(phases, std::back_inserter(made), [](const phase& each) {
        return timed_phase{.name = std::string{each.name},
                           .slot_length = each.slot_length,
                           .repeats = each.most_rounds > 1};
    });
    return made;
}

}  // namespace

event_file::event_file(const std::string& path, const std::vector<phase>& phases,
                       origin_mapping name)
    : file_{path}, name_{std::move(name)}, lines_{timed(phases)} {}

// Deliveries belong to the end of the slot before, packets sent to the end of this one, and marks
// to either.
void event_file::slot(const slot_record& what) {
    if (what.at == 0) {
        add_late_marks();
        lines_.restart();
    }
    if (!late_.empty() && late_.front().at < what.at) {
        add_late_marks();
    }
    std::ranges::for_each(what.delivered, [&](const delivery& one) { lines_.add_delivered(one); });
    add_late_marks();
    add_marks(what.marked, what.at);
    for (transmission one : what.sent) {
        if (name_ && one.content) {
            one.content = name_(*one.content);
        }
        lines_.add_sent(one);
    }
    std::ranges::copy_if(what.marked, std::back_inserter(late_),
                         [&](const mark& one) { return one.at > what.at; });
    write_lines();
}

void event_file::add_marks(std::span<const mark> marked, tutti::slot at) {
    for (const mark& one : marked) {
        if (one.at == at) {
            lines_.add_mark(one);
        }
    }
}

void event_file::add_late_marks() {
    std::ranges::for_each(late_, [&](const mark& one) { lines_.add_mark(one); });
    late_.clear();
}

void event_file::write_lines() {
    file_.content() << lines_.text();
    lines_.clear();
}

bool event_file::close() {
    add_late_marks();
    write_lines();
    return file_.finish();
}

}  // namespace tutti
