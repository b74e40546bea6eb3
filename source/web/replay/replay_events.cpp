#include "replay_events.hpp"

namespace tutti::picture {

// `begins_[t]` is the position of the first row of step t; steps without rows begin where the next
// does.
void stepped_lists::begin(slot step) { begins_.resize(step + 1, lists_.front().size()); }

void stepped_lists::add(std::initializer_list<std::int64_t> row) {
    auto list = lists_.begin();
    for (const std::int64_t each : row) {
        (list++)->emplace_back(each);
    }
}

boost::json::object stepped_lists::written(slot last_step) const {
    auto begins = begins_;
    // One entry more than steps: each list of a step ends where the next begins.
    begins.resize(last_step + 2, lists_.front().size());
    boost::json::object object{{"begins", boost::json::value_from(begins)}};
    for (std::size_t i = 0; i < names_.size(); ++i) {
        object[names_[i]] = lists_[i];
    }
    return object;
}

replay_events::replay_events(const picture_source& source, replay_network& nodes,
                             const replay_steps& steps)
    : source_{&source},
      nodes_{&nodes},
      steps_{steps},
      earlier_(nodes.groups()),
      delivered_in_all_(nodes.groups()) {}

// Slot 0 has what nodes have at the start, and belongs to a replay from the first slot on. Slots
// before a part determine the state in which it begins.
void replay_events::add(const recorded_slot& now) {
    const bool is_start = now.at == 0 && steps_.slots.first == 1;
    const bool is_earlier = now.at < steps_.slots.first && !is_start;
    for (const recorded_delivery& each : now.delivered) {
        ++delivered_in_all_[nodes_->group_of(each.to)];
        earlier_[nodes_->group_of(each.to)] += is_earlier ? 1 : 0;
    }
    if (is_earlier) {
        note_earlier(now);
    } else if (now.at <= steps_.slots.last) {
        show(now);
    }
}

}  // namespace tutti::picture
