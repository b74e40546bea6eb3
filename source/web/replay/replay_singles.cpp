#include <unordered_map>

#include "replay_events.hpp"
#include "util/json_values.hpp"

namespace tutti::picture {
namespace {

// Messages, numbered as they appear.
class message_numbers {
public:
    std::int64_t number_of(const message& content) {
        // Each message is written once, and events refer to it by number, which keeps the page
        // small.
        const std::uint64_t name = std::uint64_t{content.origin} << 32U | content.number;
        const auto [entry, is_new] = numbers_.try_emplace(name, std::ssize(origins_));
        if (is_new) {
            origins_.emplace_back(content.origin);
            numbers_of_origin_.emplace_back(content.number);
        }
        return entry->second;
    }

    [[nodiscard]] boost::json::object written() const {
        return {{"origin", origins_}, {"number", numbers_of_origin_}};
    }

private:
    std::unordered_map<std::uint64_t, std::int64_t> numbers_;
    boost::json::array origins_;
    boost::json::array numbers_of_origin_;
};

boost::json::array kinds_written(std::span<const recorded_kind> kinds) {
    return array_of(kinds, [](const recorded_kind& each) {
        return boost::json::object{
            {"name", each.name}, {"is_control", each.is_control}, {"share", to_string(each.share)}};
    });
}

class each_event final : public replay_events {
public:
    using replay_events::replay_events;

    void show(const recorded_slot& now) override {
        const slot step = steps_.of(now.at);
        for (stepped_lists* const each : {&sent_, &delivered_, &marked_, &done_}) {
            each->begin(step);
        }
        for (const recorded_transmission& each : now.sent) {
            add_sent(each);
        }
        for (const recorded_delivery& each : now.delivered) {
            delivered_.add({each.to, messages_.number_of(each.content)});
        }
        for (const recorded_mark& each : now.marked) {
            marked_.add({each.node, each.name});
        }
        for (const node_id each : now.done) {
            done_.add({each});
        }
    }

    void note_earlier(const recorded_slot& now) override {
        for (const recorded_mark& each : now.marked) {
            earlier_marks_.push_back({each.node, each.name, now.at});
        }
        for (const node_id each : now.done) {
            earlier_ends_.push_back({each, now.at});
        }
    }

    void write(boost::json::object& to) override {
        to["kinds"] = kinds_written(source_->kinds());
        to["mark_names"] = boost::json::value_from(source_->mark_names());
        to["messages"] = messages_.written();
        to["sent"] = sent_.written(steps_.last());
        to["delivered"] = delivered_.written(steps_.last());
        to["marked"] = marked_.written(steps_.last());
        to["done"] = done_.written(steps_.last());
        to["earlier"] = {{"delivered", boost::json::value_from(earlier_)},
                         {"marked", earlier_marks_},
                         {"done", earlier_ends_}};
        to["delivered_in_all"] = boost::json::value_from(delivered_in_all_);
    }

private:
    void add_sent(const recorded_transmission& each) {
        const recorded_kind& kind = source_->kinds()[each.kind];
        const std::int64_t link =
            nodes_->number_of({.from = each.from, .to = each.to, .through = each.through});
        sent_.add({link, each.kind, kind.has_message ? messages_.number_of(each.content) : -1,
                   kind.has_piece ? std::int64_t{each.piece} : -1});
    }

    message_numbers messages_;
    stepped_lists sent_{{"link", "kind", "message", "piece"}};
    stepped_lists delivered_{{"node", "message"}};
    stepped_lists marked_{{"node", "name"}};
    stepped_lists done_{{"node"}};
    boost::json::array earlier_marks_;  // node, name and slot of each
    boost::json::array earlier_ends_;   // node and slot of each
};

}  // namespace

std::unique_ptr<replay_events> single_events(const picture_source& source, replay_network& nodes,
                                             const replay_steps& steps) {
    return std::make_unique<each_event>(source, nodes, steps);
}

}  // namespace tutti::picture
