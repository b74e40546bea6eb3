/// @file
/// Gatherer of the events at the nodes of several processes for the sinks of process 0.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tutti/engine/sink.hpp"
#include "tutti/engine/transport.hpp"

namespace tutti {

/// Every process of a run has one among its sinks. That of process 0 reports to other sinks what
/// happened at the nodes of all processes, in the order of one process.
class event_gatherer final : public sink {
public:
    /// @param carrier outlives this
    /// @param sinks called by process 0; other processes call none
    event_gatherer(transport& carrier, std::vector<sink*> sinks);

    [[nodiscard]] interest wants(tutti::slot at) noexcept override;
    void slot(const slot_record& record) override;
    void end(const run_report& report) override;

private:
    void take_in(std::span<const std::byte> data);
    void sort_events();

    transport* carrier_;
    std::vector<sink*> sinks_;
    std::vector<interest> wishes_;  // of each of these
    // Of a slot in all processes, at process 0:
    slot_record record_;
    std::vector<transmission> sent_;
    std::vector<delivery> delivered_;
    std::vector<mark> marked_;
    std::vector<program_end> ends_;
};

}  // namespace tutti
