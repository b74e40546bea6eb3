#include "event_file.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tutti {
event_file::event_file(const std::string& path, const std::vector<phase>& phases,
                       origin_mapping name)
    : file_{path}, name_{std::move(name)}, lines_{phases} {}

// Deliveries belong to the end of the slot before, packets sent to the end of this one, and marks
// to either.
void event_file::slot(const slot_record& record) {
    if (record.at == 0) {
        // Slot 0 begins a run, and the clock starts anew.
        add_late_marks();
        lines_.restart();
    }
    if (!late_.empty() && late_.front().at < record.at) {
        add_late_marks();
    }
    std::ranges::for_each(record.delivered,
                          [&](const delivery& delivery) { lines_.add_delivered(delivery); });
    add_late_marks();
    add_marks(record.marked, record.at);
    for (transmission transmission : record.sent) {
        if (name_ && transmission.content) {
            transmission.content = name_(*transmission.content);
        }
        lines_.add_sent(transmission);
    }
    // Marks of later slots wait until the lines of their slot are written, so that slots ascend.
    std::ranges::copy_if(record.marked, std::back_inserter(late_),
                         [&](const mark& mark) { return mark.at > record.at; });
    write_lines();
}

void event_file::add_marks(std::span<const mark> marked, tutti::slot at) {
    for (const mark& mark : marked) {
        if (mark.at == at) {
            lines_.add_mark(mark);
        }
    }
}

void event_file::add_late_marks() {
    std::ranges::for_each(late_, [&](const mark& mark) { lines_.add_mark(mark); });
    late_.clear();
}

void event_file::write_lines() {
    file_.content() << lines_.text();
    lines_.clear();
}

// The last slot may have late marks, and no record follows it.
bool event_file::close() {
    add_late_marks();
    write_lines();
    return file_.finish();
}

}  // namespace tutti
