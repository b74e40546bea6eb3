#include "tutti/engine/run_report.hpp"

#include <exception>
#include <new>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "engine/executor/slot_counters.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// Slots are counted from 1 in texts, and from 0 within the engine.
std::string name_waiting(const run_report& report) {
    std::string names;
    for (const waiting_node& sleeper : report.waiting) {
        names += fmt::format("{}{} (since slot {})", names.empty() ? "" : ", ", sleeper.node,
                             sleeper.since + 1);
    }
    return report.waiting_count > report.waiting.size() ? names + ", ..." : names;
}

template <class Error>
void end_with(run_report& report, const std::string& text) {
    report.exception = std::make_exception_ptr(Error{text});
    report.text = one_line(text);
}

void describe_violation(run_report& report, violation_kind kind, std::string_view algorithm) {
    const model_violation violation{kind, report.place.value_or(fault_place{}), algorithm};
    report.text = one_line(violation.what());
    report.exception = std::make_exception_ptr(violation);
}

// The exception is wrapped, so that callers need to know only one type; its text is kept.
void describe_exception(run_report& report, std::string_view algorithm) {
    const fault_place place = report.place.value_or(fault_place{});
    report.text =
        one_line(fmt::format("{}: slot {}, node {}: the program threw: {}", algorithm, place.at + 1,
                             place.node, detail::message_of(report.exception)));
    try {
        std::rethrow_exception(report.exception);
    } catch (...) {
        report.exception = std::make_exception_ptr(program_error{report.text, place});
    }
}

}  // namespace

std::string detail::message_of(const std::exception_ptr& thrown) {
    try {
        std::rethrow_exception(thrown);
    } catch (const std::exception& error) {
        const char* const text = error.what();
        return text != nullptr ? text : "an exception without a text";
    } catch (...) {
        return "something that is not a std::exception";
    }
}

void detail::rethrow_as_program_error(std::string_view algorithm, node_id node) {
    try {
        throw;
        // Missing memory is no fault of the program, and keeps its type.
    } catch (const std::bad_alloc&) {
        throw;
    } catch (...) {
        throw program_error{
            one_line(fmt::format("{}: before slot 1, node {}: the program threw: {}", algorithm,
                                 node, message_of(std::current_exception()))),
            {.node = node, .through = {}}};
    }
}

void run_progress::slot(const slot_record& record) {
    const bool is_first = record.at == 0;
    // The clock is the only writer, so that a load and a store do without a read-modify-write. Slot
    // 0 begins the sums of a new run.
    const auto add = [is_first](std::atomic<std::uint64_t>& sum, std::uint64_t more) {
        sum.store((is_first ? 0 : sum.load(std::memory_order_relaxed)) + more,
                  std::memory_order_relaxed);
    };
    now.store(record.at, std::memory_order_relaxed);
    add(transmissions, record.packets);
    add(deliveries, record.deliveries);
}

void describe_ending(run_report& report, const run_options& options) {
    switch (report.ending) {
        case run_ending::completed:
            return;
        case run_ending::model_violation:
            describe_violation(report, report.violation.value_or(violation_kind::link_busy),
                               options.algorithm);
            return;
        case run_ending::program_error:
            describe_exception(report, options.algorithm);
            return;
        case run_ending::stalled:
            end_with<run_stalled>(
                report,
                fmt::format("{}: stalled after slot {}: {} for mail that no node will send: {}",
                            options.algorithm, report.clock_slots,
                            report.waiting_count == 1
                                ? "1 node waits"
                                : fmt::format("{} nodes wait", report.waiting_count),
                            name_waiting(report)));
            return;
        case run_ending::budget_exceeded:
            end_with<slot_budget_exceeded>(
                report, fmt::format("{}: not over after the {} slots of the slot budget",
                                    options.algorithm, options.slot_budget));
            return;
        case run_ending::interrupted:
            end_with<run_interrupted>(report, fmt::format("{}: interrupted after slot {}",
                                                          options.algorithm, report.clock_slots));
            return;
    }
}

}  // namespace tutti
