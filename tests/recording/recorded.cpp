#include "recorded.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace support {

std::vector<std::string> lines_of(const tutti::recording& from, tutti::slot first,
                                  tutti::slot last) {
    std::vector<std::string> texts;
    from.visit(first, last, tutti::payload_use::all, [&](const tutti::recorded_slot& record) {
        std::vector<std::string> lines;
        for (const auto& each : record.sent) {
            const tutti::recorded_kind& kind = from.kinds()[each.kind];
            std::string bytes;
            for (const std::byte one : each.bytes) {
                bytes += fmt::format("{:02x}", static_cast<unsigned int>(one));
            }
            lines.push_back(fmt::format(
                "{} sent {}.{}>{} {} {} {} {}.{}={:x}/{} {}", record.at, each.from, each.through,
                each.to, kind.name, kind.is_control, to_string(kind.share), each.content.origin,
                each.content.number, each.content.payload,
                kind.has_piece ? std::to_string(each.piece) : "whole", bytes));
        }
        for (const auto& [to, content] : record.delivered) {
            lines.push_back(fmt::format("{} delivered {} {}.{}={:x}", record.at, to, content.origin,
                                        content.number, content.payload));
        }
        for (const auto& [node, name] : record.marked) {
            lines.push_back(fmt::format("{} mark {} {}", record.at, node, from.mark_names()[name]));
        }
        for (const tutti::node_id node : record.done) {
            lines.push_back(fmt::format("{} done {}", record.at, node));
        }
        std::ranges::sort(lines);
        texts.insert(texts.end(), lines.begin(), lines.end());
    });
    return texts;
}

}  // namespace support
