/// @file
/// Events of a replay page, step by step: single ones, or their sums.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

#include "pictures/picture_frame.hpp"
#include "replay_network.hpp"
#include "util/indexed_vector.hpp"
#include "util/pinned.hpp"

namespace tutti::picture {

/// Slots as the steps of a page: step 0 is before the first of them, step 1 the first few of them.
struct replay_steps {
    slot_range slots{};
    slot length = 1;  ///< slots a step; the last one may have fewer

    [[nodiscard]] slot last() const noexcept { return of(slots.last); }
    [[nodiscard]] slot of(slot at) const noexcept {
        return at < slots.first ? 0 : (at - slots.first) / length + 1;
    }
};

/// Lists of numbers, cut into steps.
class stepped_lists {
public:
    /// @param names of the lists
    explicit stepped_lists(std::vector<std::string_view> names)
        : names_{std::move(names)}, lists_(names_.size()) {}

    /// Starts `step`, which is no earlier than those before; the entries added next belong to it.
    void begin(slot step);
    /// Adds a number to each list.
    void add(std::initializer_list<std::int64_t> row);
    /// With `begins`: where each step begins, and the last one ends.
    [[nodiscard]] boost::json::object written(slot last_step) const;

private:
    std::vector<std::string_view> names_;
    std::vector<boost::json::array> lists_;
    indexed_vector<slot, std::size_t> begins_{};
};

/// Gathers events, in the order of slots.
class replay_events : polymorphic {
public:
    /// @param source,nodes outlive this
    replay_events(const picture_source& source, replay_network& nodes, const replay_steps& steps);

    /// Adds a slot. Later ones than those of the steps count only towards the totals.
    void add(const recorded_slot& now);
    /// All of it. Called once, at the end.
    virtual void write(boost::json::object& to) = 0;

protected:
    /// Adds the events of a slot that is replayed, or of slot 0.
    virtual void show(const recorded_slot& now) = 0;
    /// Adds what a slot before leaves nodes with, beside deliveries.
    virtual void note_earlier(const recorded_slot& now) = 0;

    const picture_source* source_;
    replay_network* nodes_;
    replay_steps steps_;
    std::vector<std::uint64_t> earlier_;  ///< deliveries to each group before the steps
    std::vector<std::uint64_t> delivered_in_all_;
};

[[nodiscard]] std::unique_ptr<replay_events> single_events(const picture_source& source,
                                                           replay_network& nodes,
                                                           const replay_steps& steps);
[[nodiscard]] std::unique_ptr<replay_events> summed_events(const picture_source& source,
                                                           replay_network& nodes,
                                                           const replay_steps& steps);

}  // namespace tutti::picture
