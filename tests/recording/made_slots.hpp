/// @file
/// Recorded slots, made by hand.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "recording/export/event_tables.hpp"
#include "tutti/recording/recording.hpp"

namespace support {

/// Three slots on the path of three nodes: node 0 counts with node 1, then sends it message 0:7,
/// while node 1, which has not marked the first phase, sends node 2 a piece of message 2:0.
struct made_slots {
    tutti::recorded_plan plan = [] {
        tutti::recorded_plan made;
        made.nodes = 3;
        made.links = 4;
        made.phases = {{.name = first_phase, .slot_length = {1, 3}},
                       {.name = "send", .slot_length = 1}};
        return made;
    }();

    std::vector<tutti::recorded_kind> kinds{
        {.name = "sum", .is_control = true, .share = 0},
        {.name = {}, .has_message = true},
        {.name = "part", .has_message = true, .has_piece = true, .share = {1, 4}}};
    std::vector<std::string> marks{first_phase, "send", "elsewhere"};

    tutti::message whole{.origin = 0, .number = 7, .payload = 0xab};
    tutti::message other{.origin = 2, .number = 0, .payload = ~std::uint64_t{0}};

    std::vector<tutti::recorded_delivery> delivered_0{{.to = 0, .content = whole}};
    std::vector<tutti::recorded_transmission> sent_1{{.from = 0, .through = 1, .to = 1, .kind = 0},
                                                     {.from = 1, .through = 0, .to = 0, .kind = 0}};
    std::vector<tutti::recorded_mark> marked_1{{.node = 0, .name = 0}};
    std::vector<tutti::recorded_transmission> sent_2{
        {.from = 0, .through = 1, .to = 1, .kind = 1, .content = whole},
        {.from = 1, .through = 1, .to = 2, .kind = 2, .content = other, .piece = 3}};
    std::vector<tutti::recorded_delivery> delivered_2{{.to = 1, .content = whole}};
    std::vector<tutti::recorded_mark> marked_2{{.node = 0, .name = 1}, {.node = 1, .name = 2}};
    std::vector<tutti::node_id> done_2{0, 1};

    std::vector<tutti::recorded_slot> slots{
        {.at = 0, .delivered = delivered_0},
        {.at = 1, .sent = sent_1, .marked = marked_1},
        {.at = 2, .sent = sent_2, .delivered = delivered_2, .marked = marked_2, .done = done_2}};

    [[nodiscard]] tutti::recorded_names names() const { return {.kinds = kinds, .marks = marks}; }

    static constexpr const char* first_phase = R"(count, or "rank")";
};

}  // namespace support
