#include "experiment/fault.hpp"

#include <bit>
#include <functional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "tutti/catalog/hypercube_program.hpp"
#include "tutti/node/message.hpp"

namespace support {
namespace {

using tutti::message;
using tutti::packet_kind;
using tutti::short_packet;

using messages = std::vector<message>;
using packets = std::vector<short_packet>;

message with_payload(message content, std::uint64_t payload) {
    content.payload = payload;
    return content;
}

// Node 5 delivers something else in place of what it has of node 1.
fault delivering(const std::function<messages(const message&)>& instead) {
    return {.between = {.deliver = [=](const moment& now, const message& content) {
                return now.node == 5 && content.origin == 1 ? instead(content) : messages{content};
            }}};
}

// Node 5 delivers another payload than its own sum.
fault delivering_sum(const std::function<message(const message&)>& instead) {
    return {.between = {.deliver = [=](const moment& now, const message& content) {
                return messages{now.node == 5 ? instead(content) : content};
            }}};
}

// Node 3 passes on something else in place of packets of one kind.
fault passing_on(packet_kind kind, const std::function<packets(const short_packet&)>& instead) {
    return {.between = {.send = [=](const moment& now, const short_packet& content) {
                return now.node == 3 && content.kind() == kind ? instead(content)
                                                               : packets{content};
            }}};
}

// Roots of the disjoint trees send something else in place of packets of one kind, after slot
// `after`.
fault sent_by_roots(packet_kind kind, tutti::slot after,
                    const std::function<packets(const short_packet&)>& instead) {
    return {.between = {.send = [=](const moment& now, const short_packet& content) {
                const bool is_meant = std::has_single_bit(now.node) && now.at > after;
                return is_meant && content.kind() == kind ? instead(content) : packets{content};
            }}};
}

// Counts this number more, or less.
std::function<packets(const short_packet&)> counting(std::uint64_t more) {
    return [=](const short_packet& content) {
        return packets{short_packet::count(content.kind(), content.payload() + more)};
    };
}

// Names the tree, or the rank, after the right one.
packets with_next_tree(const short_packet& content) {
    return {short_packet::of(content.content(), content.kind(), (content.tree() + 1) % 3)};
}

packets with_nothing(const short_packet& /*content*/) { return {}; }

// Node 5, or every node, marks one milestone so often, and does something before or after.
fault marking(std::optional<tutti::node_id> node, std::string_view name, int times) {
    return {.between = {.mark = [=](const moment& now, std::string_view marked) {
                return node.value_or(now.node) == now.node && marked == name ? times : 1;
            }}};
}

// Node 5 is silent about a milestone and node 2 marks it in its place.
fault marking_for_another(std::string_view name) {
    return {.between = {.mark = [=](const moment& now, std::string_view marked) {
                const int instead = now.node == 2 ? 2 : 1;
                return marked != name ? 1 : now.node == 5 ? 0 : instead;
            }}};
}

fault first(fault planted, deed before) {
    planted.before.push_back(before);
    return planted;
}

fault then(fault planted, deed after) {
    planted.after.push_back(after);
    return planted;
}

using table = std::map<std::string, fault, std::less<>>;

void add_deliveries(table& rows) {
    rows["forgets a message"] = delivering([](const message&) { return messages{}; });
    rows["delivers a message twice"] = delivering([](const message& content) {
        return messages{content, content};
    });
    rows["delivers a wrong payload"] = delivering([](const message& content) {
        return messages{with_payload(content, content.payload ^ 1U)};
    });
    rows["delivers of an unknown origin"] = delivering([](const message& content) {
        return messages{{.origin = 7, .number = 0, .payload = content.payload}};
    });
    rows["delivers of no node"] = delivering([](const message& content) {
        return messages{{.origin = 8, .number = 0, .payload = content.payload}};
    });
    rows["delivers an unknown number"] = delivering([](const message& content) {
        return messages{content, {.origin = 1, .number = 1, .payload = content.payload}};
    });
    rows["throws"] =
        delivering([](const message&) -> messages { throw std::runtime_error{"node 5 gives up"}; });
    rows["delivers another node's sum"] = delivering_sum([](const message& content) {
        return message{.origin = 4, .number = 0, .payload = content.payload};
    });
    rows["delivers a wrong sum"] = delivering_sum(
        [](const message& content) { return with_payload(content, content.payload + 1); });
}

void add_transmissions(table& rows) {
    rows["makes up what it passes on"] =
        passing_on(packet_kind::data, [](const short_packet& content) {
            return packets{short_packet::of(with_payload(content.content(), 12345),
                                            packet_kind::data, content.tree())};
        });
    rows["passes no message on"] =
        passing_on(packet_kind::data, [](const short_packet&) { return packets{}; });
    rows["passes no end on"] =
        passing_on(packet_kind::termination, [](const short_packet&) { return packets{}; });
    rows["sends twice on a link"] = passing_on(packet_kind::data, [](const short_packet& content) {
        return packets{content, content};
    });
    const deed listens{.node = 0, .type = deed::kind::listens};
    const deed sends_in_time{.node = 1, .at = 2, .type = deed::kind::sends};
    const deed sends_too_late{.node = 1, .at = 3, .type = deed::kind::sends};
    rows["sends one packet more"] = then(then({}, listens), sends_in_time);
    rows["sends after the end"] = then(then({}, listens), sends_too_late);
    rows["sends to who does not listen"] = then({}, sends_in_time);
}

// The up-sweep of the cube of 8 nodes ends with slot 3; roots report afterwards.
void add_counts(table& rows) {
    const std::uint64_t less = 0 - std::uint64_t{1};
    rows["counts one too many"] = passing_on(packet_kind::up, counting(1));
    rows["counts one too few"] = passing_on(packet_kind::up, counting(less));
    rows["exchanges a wrong sum"] = passing_on(packet_kind::total, counting(1));
    rows["reports one too many"] = sent_by_roots(packet_kind::up, 3, counting(1));
    rows["reports nothing"] = sent_by_roots(packet_kind::up, 3, with_nothing);
}

void add_trees(table& rows) {
    rows["sends with a wrong rank"] = sent_by_roots(packet_kind::data, 0, with_next_tree);
    rows["takes a wrong rank"] = {
        .between = {.send = [](const moment& now, const short_packet& content) {
            const bool is_meant = now.node == 0 && content.kind() == packet_kind::collect;
            return is_meant ? with_next_tree(content) : packets{content};
        }}};
    rows["ends no tree"] = sent_by_roots(packet_kind::termination, 0, with_nothing);
    fault early = sent_by_roots(packet_kind::data, 0, [](const short_packet& content) {
        return packets{short_packet::end_of(content.tree())};
    });
    const auto without_end = rows["ends no tree"].between.send;
    const auto end_for_data = early.between.send;
    early.between.send = [=](const moment& now, const short_packet& content) {
        return content.kind() == packet_kind::data ? end_for_data(now, content)
                                                   : without_end(now, content);
    };
    rows["ends a tree in place of a message"] = early;
}

void add_marks(table& rows) {
    const deed early{.node = {}, .at = 0, .type = deed::kind::marks_broadcast};
    const deed late{.node = 5, .at = 20, .type = deed::kind::marks_broadcast};
    const deed rank_early{.node = 5, .at = 0, .type = deed::kind::marks_rank};
    const deed collect_early{.node = 0, .at = 0, .type = deed::kind::marks_collect};
    const deed rank_late{.node = 5, .at = 20, .type = deed::kind::marks_rank};
    rows["does not say that it is done"] = marking(5, "broadcast", 0);
    rows["says twice that it is done"] = marking(5, "broadcast", 2);
    rows["nobody says that it is done"] = marking({}, "broadcast", 0);
    rows["marks a phase for another"] = marking_for_another("rank");
    rows["does not mark a phase"] = marking(5, "rank", 0);
    rows["marks a phase too early"] = first(marking(5, "rank", 0), rank_early);
    rows["marks the collection too early"] = first(marking(0, "collect", 0), collect_early);
    rows["marks a phase too late"] = then(marking(5, "rank", 0), rank_late);
    rows["is done too late"] = then(marking(5, "broadcast", 0), late);
    rows["all are done too early"] = first(marking({}, "broadcast", 0), early);
    fault both = rows["is done too late"];
    both.between.deliver = rows["forgets a message"].between.deliver;
    rows["is done too late and forgets a message"] = both;
}

}  // namespace

const table& faults() {
    static const table rows = [] {
        table made;
        made["none"] = {};
        add_deliveries(made);
        add_transmissions(made);
        add_counts(made);
        add_trees(made);
        add_marks(made);
        return made;
    }();
    return rows;
}

}  // namespace support
