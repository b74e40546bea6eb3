#include <algorithm>

#include "replay_events.hpp"
#include "util/indexed_vector.hpp"

namespace tutti::picture {
namespace {

/// Counts of a step, by cell; those that are not zero are handed on in the order of cells.
class step_counts {
public:
    void count(std::int64_t cell, std::int64_t control = 0) {
        if (cell >= std::ssize(counts_)) {
            counts_.resize(cell + 1);
        }
        cell_count& here = counts_[cell];
        if (here.total == 0) {
            touched_.push_back(cell);
        }
        ++here.total;
        here.control += control;
    }

    template <class Take>
    void flush(const Take& take) {
        std::ranges::sort(touched_);
        for (const std::int64_t cell : touched_) {
            take(cell, counts_[cell].total, counts_[cell].control);
            counts_[cell] = {};
        }
        touched_.clear();
    }

private:
    struct cell_count {
        std::int64_t total = 0;
        std::int64_t control = 0;
    };

    indexed_vector<std::int64_t, cell_count> counts_;
    std::vector<std::int64_t> touched_;
};

class event_sums final : public replay_events {
public:
    using replay_events::replay_events;

    void show(const recorded_slot& now) override {
        // Slots arrive in order, so that a step is complete when the next one begins.
        if (steps_.of(now.at) != step_) {
            flush();
            step_ = steps_.of(now.at);
        }
        for (const recorded_transmission& each : now.sent) {
            const std::int64_t link = nodes_->number_of({.from = nodes_->group_of(each.from),
                                                         .to = nodes_->group_of(each.to),
                                                         .through = each.through});
            packets_.count(link, source_->kinds()[each.kind].is_control ? 1 : 0);
        }
        for (const recorded_delivery& each : now.delivered) {
            deliveries_.count(nodes_->group_of(each.to));
        }
        for (const node_id each : now.done) {
            ends_.count(nodes_->group_of(each));
        }
    }

    void note_earlier(const recorded_slot& now) override {
        for (const node_id each : now.done) {
            ++earlier_ends_[nodes_->group_of(each)];
        }
    }

    void write(boost::json::object& to) override {
        flush();
        to["sent"] = sent_.written(steps_.last());
        to["delivered"] = delivered_.written(steps_.last());
        to["done"] = done_.written(steps_.last());
        to["earlier"] = {{"delivered", boost::json::value_from(earlier_)},
                         {"done", boost::json::value_from(earlier_ends_)}};
        to["delivered_in_all"] = boost::json::value_from(delivered_in_all_);
    }

private:
    // Lists of a step begin before its rows are added, and rows come in ascending order of cells.
    void flush() {
        for (stepped_lists* const each : {&sent_, &delivered_, &done_}) {
            each->begin(step_);
        }
        packets_.flush([&](std::int64_t link, std::int64_t packets, std::int64_t control) {
            sent_.add({link, packets, control});
        });
        deliveries_.flush([&](std::int64_t group, std::int64_t count, std::int64_t /*control*/) {
            delivered_.add({group, count});
        });
        ends_.flush([&](std::int64_t group, std::int64_t count, std::int64_t /*control*/) {
            done_.add({group, count});
        });
    }

    slot step_ = 0;
    step_counts packets_;  // by link
    step_counts deliveries_;
    step_counts ends_;
    stepped_lists sent_{{"link", "packets", "control"}};
    stepped_lists delivered_{{"node", "counts"}};
    stepped_lists done_{{"node", "counts"}};
    std::vector<std::uint64_t> earlier_ends_ = std::vector<std::uint64_t>(earlier_.size());
};

}  // namespace

std::unique_ptr<replay_events> summed_events(const picture_source& source, replay_network& nodes,
                                             const replay_steps& steps) {
    return std::make_unique<event_sums>(source, nodes, steps);
}

}  // namespace tutti::picture
