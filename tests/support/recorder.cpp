#include "support/recorder.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "node/mark.hpp"
#include "node/violation.hpp"

namespace support {

void recorder::slot(const tutti::slot_record& record) {
    for (const tutti::transmission& transmission : record.sent) {
        events.push_back({.at = transmission.at,
                          .node = transmission.from,
                          .through = transmission.through,
                          .content = packet_in<letter>(transmission).content});
    }
    for (const tutti::delivery& delivery : record.delivered) {
        events.push_back({.at = delivery.at,
                          .node = delivery.to,
                          .content = delivery.content.payload,
                          .origin = delivery.content.origin,
                          .number = delivery.content.number});
    }
}

std::string outline(const tutti::run_report& report) {
    std::string text = fmt::format(
        "ending {}, slots {}, first done {}, last arrival {}, clock {}, sent {} ({} control, {} at "
        "most), "
        "delivered {}, {} wait:",
        static_cast<int>(report.ending), report.slots, report.first_done.value_or(-1),
        report.last_arrival, report.clock_slots, report.transmissions, report.control_transmissions,
        report.peak_transmissions, report.deliveries, report.waiting_count);
    for (const tutti::waiting_node& sleeper : report.waiting) {
        fmt::format_to(std::back_inserter(text), " {} since {}", sleeper.node, sleeper.since);
    }
    std::vector<tutti::milestone_record> marks = report.marks;
    std::ranges::sort(marks, {}, &tutti::milestone_record::name);
    for (const tutti::milestone_record& mark : marks) {
        fmt::format_to(std::back_inserter(text), "; {} x {} from {} to {}", mark.count, mark.name,
                       mark.earliest, mark.latest);
    }
    return text;
}

std::string summary(const tutti::run_report& report) {
    std::string text = outline(report);
    for (const tutti::milestone_record& mark : report.marks) {
        fmt::format_to(std::back_inserter(text), "; {}: {} rounds, {} slots, {}", mark.name,
                       mark.rounds, mark.slots, mark.simultaneous ? "together" : "apart");
    }
    return text +
           fmt::format("; digest {:016x}; {}; {}", report.digest, fault_of(report), report.text);
}

std::string fault_of(const tutti::run_report& report) {
    if (!report.place) {
        return "nothing";
    }
    std::string text = fmt::format("{} in slot {} at node {}",
                                   report.violation ? name_of(*report.violation) : "exception",
                                   report.place->at, report.place->node);
    if (report.place->through) {
        fmt::format_to(std::back_inserter(text), ", port {}", *report.place->through);
    }
    return text;
}

}  // namespace support
