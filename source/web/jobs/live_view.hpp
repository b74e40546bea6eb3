/// @file
/// Sampled progress of a run for remote clients.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

#include "tutti/catalog/algorithm.hpp"
#include "tutti/engine/sink.hpp"
#include "util/indexed_vector.hpp"

namespace tutti::serve {

/// The mean share of busy links in equal parts of the slots so far, at most 200 of them.
class use_history {
public:
    static constexpr slot most_parts = 200;

    /// @param at the clock slot, not below that of the call before
    void add(slot at, std::uint64_t packets);
    /// @param links of the network
    [[nodiscard]] std::vector<double> shares(std::uint64_t links) const;

private:
    indexed_vector<slot, std::uint64_t> packets_;
    slot slots_a_part_ = 1;
    slot end_ = 0;
};

/// Sampled progress of a run for remote clients: some ten pictures a second, which leave out all
/// slots between.
///
/// A slot costs it a few additions and a look at the clock. What crosses single links is asked for
/// in one slot a picture, on small networks, and where a client follows.
class live_view final : public sink {
public:
    static constexpr std::uint64_t most_shown_links = 1024;

    /// A phase, and how many nodes mark its end.
    struct named_phase {
        std::string name;
        std::uint64_t marks = 0;
    };

    /// @param links of the network
    /// @param phases of the run
    /// @param followers its viewers; outlives this
    live_view(std::uint64_t links, std::vector<named_phase> phases,
              const std::atomic<int>& followers);

    /// Sets the run's expected size: required deliveries and slots, or 0.
    void expect(std::uint64_t deliveries, tutti::slot slots);

    [[nodiscard]] interest wants(tutti::slot at) noexcept override;
    void slot(const slot_record& record) override;
    void end(const run_report& report) override;

    /// The latest picture. Any thread may ask.
    [[nodiscard]] boost::json::object picture() const;

private:
    using clock = std::chrono::steady_clock;

    struct sent_packet {
        node_id from;
        port through;
        bool is_control;
    };
    struct state {
        tutti::slot now = 0;
        std::uint64_t transmissions = 0;
        std::uint64_t deliveries = 0;
        std::uint64_t marks = 0;
        std::uint64_t busy = 0;
        use_history use{};
        bool has_sent = false;
        std::vector<sent_packet> sent{};
        clock::time_point at{};
    };

    [[nodiscard]] bool is_due() noexcept;
    void publish();
    [[nodiscard]] std::string_view phase_after(std::uint64_t marks) const;

    std::uint64_t links_;
    std::vector<named_phase> phases_;
    const std::atomic<int>* followers_;

    // Of the thread that drives the run.
    state now_;
    clock::time_point next_picture_;
    bool wants_packets_ = false;
    tutti::slot last_busy_ = 0;

    clock::time_point began_ = clock::now();
    mutable std::mutex lock_;  // of all that follows
    state shown_;
    std::uint64_t required_ = 0;
    tutti::slot slots_ = 0;
};

}  // namespace tutti::serve
