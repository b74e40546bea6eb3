#include "log_comparison.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "util/collect.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

using action_span = std::span<const node_event>;

// The first event that is not the same.
std::size_t first_difference(const std::vector<node_event>& expected,
                             const std::vector<node_event>& seen) {
    return position_at(expected, std::ranges::mismatch(expected, seen).in1);
}

// The text is limited to 16 bytes: packets may be long, and the first difference is what matters.
std::string hexadecimal(std::string_view bytes) {
    constexpr std::size_t most = 16;
    return fmt::format("{:02x}{}", fmt::join(std::as_bytes(std::span{bytes.substr(0, most)}), ""),
                       bytes.size() > most ? ".." : "");
}

// Where the words of two different deeds are the same, the bytes that are not.
void add_bytes(audit_difference& difference, action_span actions, action_span got) {
    if (difference.together != difference.alone || actions.empty() || got.empty()) {
        return;
    }
    const auto [here, there] = std::ranges::mismatch(actions, got);
    if (here == actions.end() || there == got.end()) {
        return;
    }
    const std::size_t at =
        position_at(here->content, std::ranges::mismatch(here->content, there->content).in1);
    // A packet follows the number of its port.
    const std::size_t before = here->type == node_event::kind::sent ? sizeof(port) : 0;
    const auto add = [&](std::string& text, const node_event& event) {
        text += fmt::format(", byte {} on: {}", std::max(at, before) - before,
                            hexadecimal(std::string_view{event.content}.substr(at)));
    };
    add(difference.together, *here);
    add(difference.alone, *there);
}

// Places of payloads are offsets in the packet, in front of which the event has its port.
bool is_in_payload(std::size_t at, std::span<const std::size_t> places) {
    return std::ranges::any_of(places, [&](std::size_t place) {
        const std::size_t begin = sizeof(port) + place;
        return at >= begin && at < begin + sizeof(std::uint64_t);
    });
}

}  // namespace

// At most four actions of a slot are listed.
std::string text_of_actions(slot at, std::span<const node_event> left, bool is_first) {
    constexpr std::size_t most = 4;
    const auto end =
        std::ranges::find_if(left, [&](const node_event& each) { return each.at != at; });
    const std::size_t count = position_at(left, end);
    if (count == 0) {
        return is_first ? "does nothing" : "does nothing more";
    }
    const std::string more = count > most ? fmt::format(" and {} more", count - most) : "";
    return joined_texts(left.first(std::min(count, most)), ", ", &node_event::text) + more;
}

// A refusal says more than the end of the process that follows it.
std::string failure_of(const process_end& end, const std::string& refusal) {
    if (!refusal.empty()) {
        return fmt::format("cannot run: {}", one_line(refusal));
    }
    if (end.ending == process_ending::crashed) {
        return fmt::format("crashes: {}", end.text);
    }
    return end.ending == process_ending::hung ? "does not come to an end" : "";
}

// The count is that of packets that were sent before the slot, and so could have had an effect.
std::string knowledge_at(slot at, const first_run& reference, std::size_t index) {
    const auto& mail = reference.logs[index].mail;
    const auto came =
        std::ranges::count_if(mail, [&](const mail_packet& each) { return each.sent_in < at; });
    return fmt::format("{}; {} packet{} that came to it", reference.knowing[index], came,
                       came == 1 ? "" : "s");
}

std::optional<audit_difference> difference_of(const first_run& reference, std::size_t index,
                                              const isolated_run& run,
                                              const isolated_run_result& result) {
    const std::vector<node_event>& expected = run.log.events;
    const std::vector<node_event>& seen = result.log.events;
    const std::size_t same = first_difference(expected, seen);
    const action_span actions = action_span{expected}.subspan(same);
    const action_span got = action_span{seen}.subspan(same);
    const std::string failure = failure_of(result.end, result.refusal);
    // Logs may differ in that one is shorter: then its end is the difference.
    slot at = std::min(actions.empty() ? never : actions.front().at,
                       got.empty() ? never : got.front().at);
    // An isolated run that fails early has no log of later slots, so that the failure is the
    // difference.
    const bool broke_off = !failure.empty() && result.last <= at;
    at = broke_off ? result.last : at;
    // Slots beyond the end of the isolated run were not run, and show nothing.
    if (at > run.last) {
        return std::nullopt;
    }
    const bool is_first = same == 0 || expected[same - 1].at != at;
    audit_difference difference{.node = run.node,
                                .at = at + 1,
                                .trial = run.trial,
                                .together = text_of_actions(at, actions, is_first),
                                .alone = broke_off ? failure : text_of_actions(at, got, is_first),
                                .knew = knowledge_at(at, reference, index)};
    add_bytes(difference, actions, got);
    return difference;
}

// Both send a packet of the same size through the same port in the same slot, and the bytes that
// differ are no payload: the packet may hold a function of payloads.
bool differs_beside_payload(const isolated_run& run, const isolated_run_result& result) {
    const std::vector<node_event>& expected = run.log.events;
    const std::vector<node_event>& seen = result.log.events;
    const std::size_t same = first_difference(expected, seen);
    if (same >= expected.size() || same >= seen.size()) {
        return false;
    }
    const node_event& event = expected[same];
    const node_event& got = seen[same];
    if (event.type != node_event::kind::sent || got.type != node_event::kind::sent ||
        event.at != got.at || event.content.size() != got.content.size()) {
        return false;
    }
    for (std::size_t i = 0; i < event.content.size(); ++i) {
        if (event.content[i] != got.content[i] &&
            (i < sizeof(port) || is_in_payload(i, run.payload_places))) {
            return false;
        }
    }
    return true;
}

}  // namespace tutti
